//! A test of the real window that is killed leaves nothing behind.

use std::{
    any::type_name_of_val,
    env, fs,
    io::{BufRead as _, BufReader, Write as _, stdout},
    path::PathBuf,
    process::{Command, Stdio},
};

use flows::{
    desktop::{Desktop, Theme},
    processes::Process,
    wait::eventually,
    window::Window,
};

/// Set where the test is the one to be killed.
const INSIDE: &str = "STEWARD_TEST_INSIDE";

#[tokio::test(flavor = "multi_thread")]
async fn a_test_that_is_killed_takes_its_desktop_along() {
    if env::var_os(INSIDE).is_some() {
        let desktop = Desktop::start(Theme::Light);
        let _window = Window::open(&desktop).await;
        writeln!(stdout(), "home={}", desktop.home().display()).unwrap();
        return std::future::pending().await;
    }
    let this = type_name_of_val(&a_test_that_is_killed_takes_its_desktop_along);
    let (_, name) = this.split_once("::").unwrap();
    let mut killed = Command::new(env::current_exe().unwrap())
        .args(["--exact", name, "--nocapture"])
        .env(INSIDE, "1")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let said = BufReader::new(killed.stdout.take().unwrap());
    let home =
        said.lines().find_map(|it| it.unwrap().split_once("home=").map(|it| it.1.to_owned()));
    let home = PathBuf::from(home.expect("it says where it is"));
    let programs: Vec<_> = Process::all_in(&home).into_iter().map(|it| it.line).collect();
    for part in ["Xvfb", "dbus-daemon", "openbox", "gnome-keyring-daemon", "steward"] {
        assert!(programs.iter().any(|it| it.contains(part)), "no {part}: {programs:?}");
    }

    killed.kill().unwrap();
    killed.wait().unwrap();
    Process::none_in(&home).await;
    eventually("its home stays", async || (!fs::exists(&home).unwrap()).then_some(())).await;
}
