//! Several Stewards at once: one for each data folder, and one window for each.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Stdio},
    time::Duration,
};

use flows::{
    desktop::{Desktop, Theme},
    dialog::Dialog,
    processes::{Process, Running},
    wait::within,
    window::program,
};

/// The title of the message.
const WAITS: &str = "Steward waits";
const LIMIT: Duration = Duration::from_secs(20);

/// A start on another folder is another Steward; one on the same folder finds the first.
#[tokio::test(flavor = "multi_thread")]
async fn each_data_folder_has_a_steward_of_its_own() {
    let desktop = Desktop::start(Theme::Light);
    let (first, other) = (desktop.home().join("first"), desktop.home().join("other"));
    let _first = Running::start(desktop.command(program()).arg("--data-dir").arg(&first));
    opened(&first).await;
    let _second = Running::start(desktop.command(program()).arg("--data-dir").arg(&other));
    opened(&other).await;
    assert_eq!(stewards(&desktop).len(), 2);

    let again = desktop.home().join("first/../first");
    let third = desktop.command(program()).arg("--data-dir").arg(again).spawn().unwrap();
    assert_eq!(status_of(third).await, Some(0), "it raises the first one's window and ends");
    assert_eq!(stewards(&desktop).len(), 2);
}

/// A terminal that became the owner by the way may let others finish for long.
#[tokio::test(flavor = "multi_thread")]
async fn an_owner_that_is_leaving_is_waited_for_and_that_is_told() {
    let desktop = Desktop::start(Theme::Light);
    let (folder, holder) = held(&desktop);
    let started = desktop.command(program()).arg("--data-dir").arg(&folder).spawn().unwrap();
    let told = Dialog::read(&desktop, WAITS).texts.join("\n");
    assert!(told.contains("Waiting for another Steward (process 4711)"), "{told}");
    Dialog::press(&desktop, WAITS, "Close");
    assert_eq!(status_of(started).await, Some(1), "the person did not want to wait");

    let _again = Running::start(desktop.command(program()).arg("--data-dir").arg(&folder));
    Dialog::read(&desktop, WAITS);
    drop(holder);
    opened(&folder).await;
    Dialog::wait_until_gone(&desktop, WAITS);
}

/// A folder whose owner takes no guests any more, until what holds it is dropped.
fn held(desktop: &Desktop) -> (PathBuf, Running) {
    let folder = desktop.home().join("held");
    fs::create_dir_all(&folder).expect("a folder of the test");
    let script = "import fcntl, sys; file = open(sys.argv[1], 'w'); \
        fcntl.flock(file, fcntl.LOCK_EX); print('4711', file=file, end='', flush=True); \
        print('held', flush=True); sys.stdin.read()";
    let mut holder = desktop.command("/usr/bin/python3");
    holder.args(["-c", script]).arg(folder.join("owner.lock")).stdin(Stdio::piped());
    let (holder, said) = Running::start_and_hear(&mut holder);
    assert_eq!(said, "held");
    (folder, holder)
}

/// Waits until the folder has an owner.
async fn opened(data_dir: &Path) {
    let socket = data_dir.join("owner.sock");
    let there = within(LIMIT, async || socket.exists().then_some(())).await;
    assert!(there.is_some(), "nobody has opened {}", data_dir.display());
}

fn stewards(desktop: &Desktop) -> Vec<Process> {
    let ours = program().canonicalize().expect("it was built");
    desktop.processes().into_iter().filter(|it| it.program == ours).collect()
}

async fn status_of(mut child: Child) -> Option<i32> {
    within(LIMIT, async || child.try_wait().ok().flatten()).await?.code()
}
