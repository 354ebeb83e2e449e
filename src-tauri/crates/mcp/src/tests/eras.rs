//! How the era is found, for every way in which servers were seen to answer.

use std::time::Duration;

use super::{Desk, call, soon, text};
use crate::{Connection, Era, EraChoice, Error};

async fn variant(desk: &Desk, mode: &str) -> Result<Connection, Error> {
    desk.try_connect("discover_variants.py", &["--mode", mode, "--delay", "2"]).await
}

/// Connects, calls `era`, and compares what the server says with what was settled.
async fn settles(mode: &str, era: Era, processes: usize) {
    let desk = Desk::new();
    let connection = variant(&desk, mode).await.unwrap_or_else(|error| panic!("{mode}: {error}"));
    assert_eq!(connection.hello().era, era, "{mode}");
    assert_eq!(connection.hello().restarted_for_era, processes == 2, "{mode}");
    let outcome = soon(connection.client().call(call("era"))).await.unwrap();
    assert_eq!(connection.client().waiting(), 0, "{mode}");
    let expected = if era == Era::Modern { "modern" } else { "legacy" };
    assert_eq!(text(&outcome), expected, "{mode}");
    soon(connection.close()).await;
    assert_eq!(desk.witness("start").len(), processes, "{mode}");
    assert!(desk.received("notifications/cancelled").is_empty(), "{mode}");
    let initialized = desk.received("notifications/initialized").len();
    assert_eq!(initialized, usize::from(era == Era::Legacy), "{mode}");
}

#[tokio::test]
async fn a_server_that_refuses_the_question_is_of_the_legacy_era() {
    for mode in [
        "notfound",
        "invalid_params",
        "internal",
        "string_error",
        "garbage_result",
        "empty_result",
        "null_result",
        "legacy_only",
        "none_shared",
        "invalid_request_null_id",
    ] {
        settles(mode, Era::Legacy, 1).await;
    }
}

#[tokio::test]
async fn a_server_that_does_not_answer_the_question_is_of_the_legacy_era() {
    settles("silent", Era::Legacy, 1).await;
    settles("wrong_id", Era::Legacy, 1).await;
}

#[tokio::test]
async fn a_server_that_the_question_spoils_is_started_again_once() {
    settles("exit", Era::Legacy, 2).await;
    settles("must_be_first", Era::Legacy, 2).await;
}

#[tokio::test]
async fn a_server_that_knows_our_version_is_of_the_modern_era() {
    for mode in
        ["modern", "mutual", "modern_minor", "twice", "error_then_fine", "bare", "slow_modern"]
    {
        settles(mode, Era::Modern, 1).await;
    }
}

/// HOST-16
#[tokio::test]
async fn an_older_version_works_with_one_warning_even_when_it_comes_as_a_refusal() {
    for mode in ["older", "refuses_newer"] {
        let mut desk = Desk::new();
        let connection = desk.connect("starts.py", &["--mode", mode]).await;
        assert_eq!(connection.hello().version, "2024-11-05", "{mode}");
        assert_eq!(connection.hello().warnings.len(), 1, "{mode}");
        assert_eq!(connection.client().waiting(), 0, "{mode}");
        let warnings = connection.hello().warnings.clone();
        soon(connection.close()).await;
        assert_eq!(desk.warnings(), warnings, "{mode}");
    }
}

#[tokio::test]
async fn a_server_that_always_crashes_shows_its_exit_status_and_last_words() {
    let desk = Desk::new();
    let Err(Error::Exited { exit, stderr }) = variant(&desk, "crash_always").await else {
        panic!("it should have ended");
    };
    assert_eq!(exit.to_string(), "exit status 3");
    // The second process says nothing.
    assert_eq!(stderr, ["fatal: first message must be initialize"]);
    assert_eq!(desk.witness("start").len(), 2);
}

#[tokio::test]
async fn what_worked_last_time_is_tried_first() {
    let desk = Desk::new().era(EraChoice::Auto { last: Some(Era::Legacy) });
    let connection = variant(&desk, "exit").await.unwrap();
    assert!(!connection.hello().restarted_for_era);
    assert_eq!(desk.witness("start").len(), 1);
    assert!(desk.received("server/discover").is_empty());

    let desk = Desk::new().era(EraChoice::Auto { last: Some(Era::Legacy) });
    let connection = variant(&desk, "modern").await.unwrap();
    assert_eq!(connection.hello().era, Era::Modern, "the server has moved on");
}

#[tokio::test]
async fn only_one_era_is_asked_for_where_the_caller_wants_one() {
    let desk = Desk::new().era(EraChoice::Only(Era::Modern));
    let error = variant(&desk, "notfound").await.unwrap_err();
    assert!(matches!(&error, Error::Protocol(text) if text.contains("server/discover")), "{error}");
    assert!(desk.received("initialize").is_empty());

    let desk = Desk::new().era(EraChoice::Only(Era::Legacy));
    let error = variant(&desk, "modern").await.unwrap_err();
    assert!(matches!(&error, Error::Protocol(text) if text.contains("2026-07-28")), "{error}");
}

#[tokio::test]
async fn a_list_that_hangs_does_not_take_the_calls_with_it() {
    let mut desk = Desk::new();
    desk.settings.list_limit = Duration::from_millis(200);
    let connection = variant(&desk, "list_hangs").await.unwrap();
    let client = connection.client();
    assert!(matches!(soon(client.tools()).await, Err(Error::CallTimedOut { .. })));
    assert_eq!(text(&soon(client.call(call("era"))).await.unwrap()), "modern");
}

#[tokio::test]
async fn a_modern_request_carries_version_client_and_capabilities() {
    let desk = Desk::new();
    let connection = variant(&desk, "modern").await.unwrap();
    soon(connection.client().call(call("era"))).await.unwrap();
    soon(connection.client().tools()).await.unwrap();
    soon(connection.client().ping(Duration::from_secs(5))).await.unwrap();
    for method in ["tools/call", "tools/list", "server/discover"] {
        let message = desk.received(method).pop().unwrap();
        let meta = &message["params"]["_meta"];
        assert_eq!(meta["io.modelcontextprotocol/protocolVersion"], "2026-07-28", "{method}");
        assert_eq!(meta["io.modelcontextprotocol/clientInfo"]["name"], "steward", "{method}");
        assert!(meta["io.modelcontextprotocol/clientCapabilities"].is_object(), "{method}");
        assert_eq!(meta["progressToken"], message["id"], "{method}");
    }
}
