//! A start that finds another Steward, or a data folder that cannot be used.

use std::{
    fs,
    process::{Child, Command, Stdio},
    time::Duration,
};

use flows::{
    desktop::{Desktop, Theme},
    dialog::{self, Dialog},
    processes::Running,
    wait::{eventually, within},
    window::{Window, program},
};
use rustix::process::Signal;

const LIMIT: Duration = Duration::from_secs(20);

/// The title of the main window.
const TITLE: &str = "Steward";

#[tokio::test(flavor = "multi_thread")]
async fn a_second_start_raises_the_window_and_ends() {
    let desktop = Desktop::start(Theme::Light);
    let window = Window::open(&desktop).await;
    desktop.minimize(TITLE);
    eventually("it stays in front", async || {
        (desktop.front_window().as_deref() != Some(TITLE)).then_some(())
    })
    .await;
    let second = start(&desktop, &[]);
    assert_eq!(status_of(second).await, Some(0));
    eventually("it is not brought to the front", async || {
        (desktop.front_window().as_deref() == Some(TITLE)).then_some(())
    })
    .await;
    assert!(window.process(&desktop).lives());
    assert!(desktop.processes().iter().filter(|it| it.program == canonical()).count() == 1);
}

/// A person who closes the window and opens it at once again gets a window.
#[tokio::test(flavor = "multi_thread")]
async fn a_quick_reopening_works_while_the_last_one_ends() {
    let desktop = Desktop::start(Theme::Light);
    let window = Window::open(&desktop).await;
    window.try_the_demo(&desktop).await;
    window.process(&desktop).signal(Signal::TERM);
    let again = Window::open(&desktop).await;
    again.row_says("demo", "Ready").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_data_folder_that_is_a_file_is_told_natively() {
    let desktop = Desktop::start(Theme::Light);
    fs::write(desktop.data_dir(), "not a folder").unwrap();
    let told = refused(&desktop, &[]).await;
    assert!(told.contains("is not a folder"), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_data_folder_of_a_newer_version_is_told_natively() {
    let desktop = Desktop::start(Theme::Light);
    let window = Window::open(&desktop).await;
    window.sees("No servers yet").await;
    let running = window.process(&desktop);
    running.signal(Signal::TERM);
    within(LIMIT, async || (!running.lives()).then_some(())).await.unwrap();
    drop(window);
    make_newer(&desktop);
    let told = refused(&desktop, &[]).await;
    assert!(told.contains("newer"), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_data_folder_with_another_owner_is_told_natively() {
    let desktop = Desktop::start(Theme::Light);
    fs::create_dir_all(desktop.data_dir()).unwrap();
    let script = "import fcntl, sys; file = open(sys.argv[1], 'w'); \
        fcntl.flock(file, fcntl.LOCK_EX); print('held', flush=True); sys.stdin.read()";
    let mut owner = desktop.command("/usr/bin/python3");
    owner.args(["-c", script]).arg(desktop.data_dir().join("owner.lock"));
    let (_owner, said) = Running::start_and_hear(owner.stdin(Stdio::piped()));
    assert_eq!(said, "held");
    let told = refused(&desktop, &[]).await;
    assert!(told.contains("nother Steward"), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_display_it_says_so_and_ends() {
    let desktop = Desktop::start(Theme::Light);
    let output = desktop.command(program()).env_remove("DISPLAY").stderr(Stdio::piped()).output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("error: no display to open a window on"), "{told}");
    assert!(told.contains("hint: "), "{told}");
}

/// Starts the program, which must say why it cannot open and then end with status 1; what it says.
async fn refused(desktop: &Desktop, arguments: &[&str]) -> String {
    let started = start(desktop, arguments);
    let told = Dialog::read(desktop, dialog::CANNOT_OPEN).texts.join("\n");
    Dialog::press(desktop, dialog::CANNOT_OPEN, "Close");
    assert_eq!(status_of(started).await, Some(1), "{told}");
    told
}

fn start(desktop: &Desktop, arguments: &[&str]) -> Child {
    desktop.command(program()).args(arguments).spawn().expect("it was built")
}

async fn status_of(mut child: Child) -> Option<i32> {
    within(LIMIT, async || child.try_wait().ok().flatten()).await?.code()
}

fn canonical() -> std::path::PathBuf {
    program().canonicalize().expect("it was built")
}

/// Gives the database a version that no program of today knows.
fn make_newer(desktop: &Desktop) {
    let script = "import sqlite3, sys; sqlite3.connect(sys.argv[1], isolation_level=None)\
        .execute('PRAGMA user_version = 9999')";
    let database = desktop.data_dir().join("steward.db");
    let status = Command::new("/usr/bin/python3").args(["-c", script]).arg(database).status();
    assert!(status.is_ok_and(|it| it.success()));
}
