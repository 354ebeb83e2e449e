//! However the program ends, nothing of it is left running.

use std::time::{Duration, Instant};

use flows::{
    desktop::{Desktop, Theme},
    processes::Process,
    wait::within,
    window::Window,
};
use rustix::process::Signal;

/// The app closes within six seconds, whatever its servers do; a busy machine may take ten times
/// that.
const QUIT: Duration = Duration::from_secs(60);

/// The guard ends what is left within two seconds.
const GUARDED: Duration = Duration::from_secs(20);

#[tokio::test(flavor = "multi_thread")]
async fn closing_the_window_leaves_no_process() {
    ends_all(|_, desktop| desktop.press_keys(&["alt+F4"]), QUIT).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn being_asked_to_end_leaves_no_process() {
    ends_all(|program, _| program.signal(Signal::TERM), QUIT).await;
}

/// HOST-12
#[tokio::test(flavor = "multi_thread")]
async fn a_killed_program_leaves_no_server_behind() {
    ends_all(|program, _| program.signal(Signal::KILL), GUARDED).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_window_closed_over_a_question_takes_it_along() {
    let desktop = Desktop::start(Theme::Light);
    let window = Window::open(&desktop).await;
    window.press("Try the built-in demo").await;
    flows::dialog::Dialog::read(&desktop, flows::dialog::ADDING);
    let program = window.process(&desktop);
    program.signal(Signal::TERM);
    let ended = within(QUIT, async || (!program.lives()).then_some(())).await;
    assert!(ended.is_some(), "it waits for an answer that cannot come");
}

/// Ends a program that runs a server, in some way, and looks for what is left after a while.
#[expect(clippy::print_stderr, reason = "speeds are printed")]
async fn ends_all(end: impl FnOnce(&Process, &Desktop), limit: Duration) {
    let desktop = Desktop::start(Theme::Light);
    let window = Window::open(&desktop).await;
    window.try_the_demo(&desktop).await;
    let program = window.process(&desktop);
    let servers = servers(&desktop);
    assert_eq!(servers.len(), 1, "the demo runs: {servers:?}");

    let began = Instant::now();
    end(&program, &desktop);
    let gone = within(limit, async || {
        let left = program.lives() || servers.iter().any(Process::lives);
        (!left).then_some(())
    });
    assert!(gone.await.is_some(), "after {limit:?} there is still {:?}", desktop.processes());
    eprintln!("all gone after {:?}", began.elapsed());
    let more = self::servers(&desktop);
    assert!(more.is_empty(), "{more:?}");
}

fn servers(desktop: &Desktop) -> Vec<Process> {
    let all = desktop.processes().into_iter();
    all.filter(|it| it.line.contains("demo_server.py")).collect()
}
