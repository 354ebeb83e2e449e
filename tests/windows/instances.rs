//! Several Stewards at once: one for each data folder, and one window for each.

use std::{path::Path, process::Child, time::Duration};

use flows::{
    desktop::{Desktop, Theme},
    processes::{Process, Running},
    wait::within,
    window::program,
};

const LIMIT: Duration = Duration::from_secs(20);

/// A start on another folder is another Steward; one on the same folder finds the first.
#[tokio::test(flavor = "multi_thread")]
async fn each_data_folder_has_a_steward_of_its_own() {
    let desktop = Desktop::start(Theme::Light);
    let (work, play) = (desktop.home().join("work"), desktop.home().join("play"));
    let _first = Running::start(desktop.command(program()).arg("--data-dir").arg(&work));
    opened(&work).await;
    let _second = Running::start(desktop.command(program()).arg("--data-dir").arg(&play));
    opened(&play).await;
    assert_eq!(stewards(&desktop).len(), 2);

    let again = desktop.home().join("./work/../work");
    let third = desktop.command(program()).arg("--data-dir").arg(again).spawn().unwrap();
    assert_eq!(status_of(third).await, Some(0), "it raises the first one's window and ends");
    assert_eq!(stewards(&desktop).len(), 2);
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
