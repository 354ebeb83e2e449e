//! Servers that cannot be run, or stop: each says why, and takes nobody along.

use std::time::Duration;

use app::wire::{
    draft::DraftView,
    event::UiEvent,
    failure::Code,
    server::{Diagnosis, FailedView, Fix, ServerRow, StateView, SwitchServer},
};
use flows::{
    house::House,
    peers::{self, Program},
    processes::{is_alive, runs},
    shapes::{failed, named, ready},
    witness::Witness,
};
use serde_json::json;
use tokio::time::timeout;

/// A server that starts in one odd way. For one that never gets ready the limit is short, but long
/// enough for a busy machine to start what the test looks for.
async fn started(house: &House, mode: &str) -> (ServerRow, Witness) {
    let witness = house.witness(mode);
    let program = peers::scripted("starts", witness.path()).with(&["--mode", mode]);
    let start_limit = match mode {
        "silent" => Some(1),
        "noise" | "stubborn" => Some(4),
        _ => None,
    };
    let draft = DraftView { start_limit, ..house.draft("odd", &program) };
    (house.add_draft(draft).await, witness)
}

async fn failure_of(house: &House, program: &Program) -> (ServerRow, FailedView) {
    let row = house.add("odd", program).await;
    let failure = failed(&row).unwrap_or_else(|| panic!("it did not fail: {row:?}"));
    (row, failure)
}

/// HOST-5
#[tokio::test]
async fn a_missing_command_is_kept_off_with_its_reason() {
    let house = House::open().await;
    let (row, failure) = failure_of(&house, &Program::new("no-such-program", &[])).await;
    assert!(!row.on, "an enabled row that nobody tries would be a lie");
    assert!(failure.reason.contains("`no-such-program`"), "{}", failure.reason);
    assert_eq!((failure.fix, failure.retry_at), (Some(Fix::Edit), None));
    assert!(failure.hint.is_some());
    let vault = house.vault.clone();
    let house = House::open_at(house.close().await, vault).await;
    assert_eq!(failed(&house.row("odd").await).unwrap().reason, failure.reason, "it is kept");
    house.close().await;
}

/// HOST-5
#[tokio::test]
async fn a_server_that_exits_at_once_is_kept_off_with_its_last_words() {
    let house = House::open().await;
    let (row, _) = started(&house, "exit").await;
    let failure = failed(&row).unwrap();
    assert!(!row.on);
    assert_eq!(failure.exit.as_deref(), Some("exit status 7"));
    assert_eq!(failure.stderr, ["cannot read the configuration"]);
    house.close().await;
}

/// HOST-5
#[tokio::test]
async fn a_program_that_is_no_server_is_called_so() {
    let house = House::open().await;
    let (row, failure) = failure_of(&house, &Program::new("cat", &[])).await;
    assert!(!row.on, "{failure:?}");
    assert!(failure.reason.contains("MCP") || failure.reason.contains("echo"), "{failure:?}");
    house.close().await;
}

/// HOST-5 HOST-6
#[tokio::test]
async fn a_silent_server_times_out_is_ended_and_tried_again() {
    let house = House::open().await;
    let (row, witness) = started(&house, "silent").await;
    let failure = failed(&row).unwrap();
    assert!(failure.reason.contains("timed out"), "{}", failure.reason);
    assert!(row.on && failure.retry_at.is_some(), "a passing failure is tried again");
    assert_eq!(failure.fix, Some(Fix::MoreTime));
    for row in witness.events("pid") {
        let pid = row["pid"].as_i64().unwrap().try_into().unwrap();
        assert!(!is_alive(pid), "the state is told when the process is gone");
    }
    house.close().await;
}

/// HOST-6 HOST-10
#[tokio::test]
async fn a_silent_server_goes_with_a_child_that_ignores_signals() {
    let house = House::open().await;
    let (row, witness) = started(&house, "stubborn").await;
    assert!(failed(&row).unwrap().reason.contains("timed out"), "{row:?}");
    let child = witness.pid("child").await;
    assert!(!runs(child), "the child outlives its server");
    house.close().await;
}

/// HOST-5 HOST-6
#[tokio::test]
async fn a_server_that_prints_only_noise_times_out() {
    let house = House::open().await;
    let (row, _) = started(&house, "noise").await;
    let failure = failed(&row).unwrap();
    assert!(failure.reason.contains("timed out"), "{}", failure.reason);
    assert_eq!(house.logged("odd", "I am no").await, "[stdout] I am no server");
    house.close().await;
}

/// HOST-19
#[tokio::test]
async fn noise_between_messages_costs_nothing_but_log_lines() {
    let house = House::open().await;
    let witness = house.witness("noise");
    let row = house.add("noisy", &peers::scripted("stdout_noise", witness.path())).await;
    assert!(ready(&row).is_some(), "{row:?}");
    assert_eq!(house.text("noisy", "echo", json!({})).await, "ok");
    assert!(witness.events("stray").is_empty(), "noise is not answered");
    house.close().await;
}

/// HOST-14
#[tokio::test]
async fn what_is_not_set_is_named() {
    let house = House::open().await;
    let program = peers::demo().with(&["${NO_SUCH_VARIABLE}"]);
    let (_, failure) = failure_of(&house, &program).await;
    assert!(failure.reason.contains("`NO_SUCH_VARIABLE`"), "{}", failure.reason);
    house.close().await;

    let house = House::open().await;
    let program = peers::demo().with(&["${secret:NO_SUCH_SECRET}"]);
    let (_, failure) = failure_of(&house, &program).await;
    assert!(failure.reason.contains("`NO_SUCH_SECRET`"), "{}", failure.reason);
    assert_eq!(failure.fix, Some(Fix::SetSecret { key: "NO_SUCH_SECRET".into() }));
    house.close().await;
}

#[tokio::test]
async fn a_diagnosis_tells_what_was_tried() {
    let house = House::open().await;
    started(&house, "exit").await;
    let told: Diagnosis = house.page("diagnose_server", named("odd")).await.unwrap();
    assert!(told.cause.contains("exit status 7"), "{}", told.cause);
    assert_eq!(told.stderr, ["cannot read the configuration"]);
    assert!(told.tried.iter().any(|it| it.starts_with("`python3` is /")), "{:?}", told.tried);
    house.close().await;
}

/// HOST-1
#[tokio::test]
async fn one_bad_server_takes_nobody_along() {
    let house = House::open().await;
    house.add("good", &peers::demo()).await;
    let (bad, _) = started(&house, "exit").await;
    assert!(failed(&bad).is_some());
    assert!(house.text("good", "greet", json!({ "name": "Ada" })).await.contains("Ada"));
    house.close().await;
}

async fn crashing(house: &House) -> Witness {
    let (row, witness) = started(house, "plain").await;
    assert!(ready(&row).is_some(), "{row:?}");
    witness
}

async fn crash(house: &House) {
    let failure = house.call("odd", "exit", json!({ "status": 3 })).await.unwrap_err();
    assert_eq!(failure.code, Code::CallFailed, "{failure:?}");
}

/// HOST-13
#[tokio::test]
async fn the_first_crash_is_mended_at_once_and_the_second_after_a_while() {
    let house = House::open().await;
    let witness = crashing(&house).await;
    crash(&house).await;
    house.until("odd", |row| (ready(row)?.restarts == 1).then_some(())).await;

    crash(&house).await;
    let failure = house.until("odd", failed).await;
    assert_eq!(failure.exit.as_deref(), Some("exit status 3"));
    assert_eq!(failure.stderr.last().map(String::as_str), Some("going down"));
    let wait = failure.retry_at.unwrap() - failure.since;
    eprintln!("it is tried again {wait} ms after its end");
    assert!((1500..=20_000).contains(&wait), "two seconds, or ten times that, not {wait} ms");
    let gated = house.call("odd", "echo", json!({})).await.unwrap_err();
    assert_eq!(gated.code, Code::NotReady, "a call in between fails at once");
    house.until("odd", |row| (ready(row)?.restarts == 2).then_some(())).await;
    assert_eq!(witness.events("start").len(), 3);
    house.close().await;
}

/// HOST-13
#[tokio::test]
async fn a_server_that_was_switched_off_in_its_rest_is_not_revived() {
    let house = House::open().await;
    let witness = crashing(&house).await;
    for restarts in [1, 2] {
        crash(&house).await;
        if restarts == 1 {
            house.until("odd", |row| (ready(row)?.restarts == 1).then_some(())).await;
        }
    }
    let rest = house.until("odd", |row| failed(row)?.retry_at).await;
    let off = SwitchServer { server: "odd".into(), on: false };
    let row: ServerRow = house.page("switch_server", off).await.unwrap();
    assert_eq!(row.state, StateView::Off);
    let starts = witness.events("start").len();
    // The rest ends within two seconds; nothing may happen then.
    let mut events = house.app.events();
    let started = async {
        loop {
            if let Ok(UiEvent::ServerChanged { server }) = events.recv().await
                && server.state != StateView::Off
            {
                return server;
            }
        }
    };
    let revived = timeout(Duration::from_millis(2500), started).await;
    assert!(revived.is_err(), "it was to be tried again at {rest}: {revived:?}");
    assert_eq!(witness.events("start").len(), starts);
    house.close().await;
}
