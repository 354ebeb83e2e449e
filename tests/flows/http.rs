//! Real servers over HTTP, in either era: registered, called, asked by, killed, back again, stopped.

use app::wire::{
    draft::DraftView,
    failure::Code,
    server::{CarrierView, EraView, ServerRow, TransportView},
};
use flows::{
    desk::{Answer, Asked, form::Entered},
    house::House,
    http_peers::{Peer, Running},
    peers::Era,
    shapes::{failed, ready, to_replace},
    terminal::Terminal,
};
use serde_json::{Value, json};

/// A draft of the server at an address.
pub(crate) fn draft(running: &Running, headers: &[(&str, &str)]) -> DraftView {
    let headers = headers.iter().map(|(name, it)| ((*name).to_owned(), (*it).to_owned()));
    DraftView {
        title: "peer".to_owned(),
        description: String::new(),
        transport: TransportView::Http { url: running.url(), headers: headers.collect() },
        start_limit: None,
        call_limit: None,
    }
}

fn sends(values: Value) -> Answer {
    let values = serde_json::from_value(values).unwrap();
    Answer::Form(Entered::Send { values, remember: false })
}

/// Registers a peer at a terminal and calls a tool of it there.
async fn at_a_terminal(peer: Peer, version: &str, tool: (&str, &str, &str)) {
    let running = peer.start().await;
    let terminal = Terminal::new();
    let added = terminal.run(&["servers", "add", "peer", "--url", &running.url()]);
    assert_eq!(added.status, Some(0), "{added:?}");
    assert!(added.out.starts_with(&format!("peer is ready, {version}, ")), "{added:?}");
    let (tool, arguments, gives) = tool;
    assert!(added.out.contains(&format!("\n  {tool}\n")), "{added:?}");
    let called = terminal.run(&["call", "peer", tool, arguments]);
    assert_eq!((called.status, called.out.trim_end()), (Some(0), gives), "{called:?}");
    let shown = terminal.run(&["servers", "show", "peer"]);
    assert!(shown.out.contains(&format!("url      {}", running.url())), "{shown:?}");
    let stopped = terminal.run(&["servers", "disable", "peer"]);
    assert_eq!((stopped.status, stopped.out.as_str()), (Some(0), "peer is off\n"));
}

/// The structured part of a result is told below its text.
const ADD: (&str, &str, &str) = ("add", r#"{"a":2,"b":3}"#, "5\n{\"result\":5}");

/// HOST-4, HOST-16
#[tokio::test]
async fn a_server_of_npm_over_http_is_added_and_called_at_a_terminal() {
    let echo = ("echo", r#"{"message":"over http"}"#, "Echo: over http");
    at_a_terminal(Peer::Everything, "2025-11-25", echo).await;
}

/// HOST-3, HOST-4
#[tokio::test]
async fn a_server_with_one_stream_for_all_answers_is_added_and_called_at_a_terminal() {
    let echo = ("echo", r#"{"message":"as of old"}"#, "Echo: as of old");
    at_a_terminal(Peer::OldEverything, "2025-11-25", echo).await;
}

/// HOST-4, HOST-16
#[tokio::test]
async fn a_fastmcp_server_over_http_is_added_and_called_in_either_era() {
    at_a_terminal(Peer::Fastmcp(Era::Modern), "2026-07-28", ADD).await;
    at_a_terminal(Peer::Fastmcp(Era::Legacy), "2025-11-25", ADD).await;
}

/// HOST-4, HOST-16
#[tokio::test]
async fn an_mcp_server_over_http_is_added_and_called_in_either_era() {
    at_a_terminal(Peer::Mcp(Era::Modern), "2026-07-28", ADD).await;
    at_a_terminal(Peer::Mcp(Era::Legacy), "2025-11-25", ADD).await;
}

/// What a ready server shows, killed and back again, and at last stopped.
async fn killed_and_back(peer: Peer, era: EraView, session: bool, call: (&str, Value)) {
    let mut running = peer.start().await;
    let house = House::open().await;
    let row = house.add_draft(draft(&running, &[])).await;
    let first = ready(&row).unwrap_or_else(|| panic!("it is not ready: {row:?}"));
    assert_eq!((first.era, first.carrier, first.session), (era, CarrierView::Http, session));
    assert_eq!(first.pid, None);
    let measured = house.until("peer", |row| ready(row)?.round_trip).await;
    assert!(measured < 30_000, "{measured}");

    running.kill();
    let failure = house.until("peer", failed).await;
    assert!(failure.reason.starts_with("peer cannot be reached"), "{failure:?}");
    assert!(failure.retry_at.is_some(), "{failure:?}");
    let (tool, arguments) = call;
    let refused = house.call("peer", tool, arguments.clone()).await.unwrap_err();
    assert_eq!(refused.code, Code::NotReady, "{refused:?}");

    running.start_again().await;
    let back = house.until("peer", ready).await;
    assert!(back.restarts > 0, "{back:?}");
    assert_eq!(back.era, era);
    assert!(house.call("peer", tool, arguments).await.is_ok_and(|it| !it.is_error));

    house.close_server("peer").await;
    assert!(!house.row("peer").await.on);
    house.close().await;
}

/// Case 36, HOST-13
#[tokio::test]
async fn a_server_over_http_that_is_killed_is_missed_and_found_again() {
    killed_and_back(Peer::Everything, EraView::Legacy, true, ("echo", json!({ "message": "x" })))
        .await;
}

/// Case 36, HOST-13
#[tokio::test]
async fn one_of_the_modern_era_that_is_killed_is_missed_and_found_again() {
    killed_and_back(
        Peer::Mcp(Era::Modern),
        EraView::Modern,
        false,
        ("add", json!({ "a": 1, "b": 2 })),
    )
    .await;
}

/// HOST-49
#[tokio::test]
async fn a_question_over_http_is_answered_in_either_era() {
    for peer in [Peer::Fastmcp(Era::Legacy), Peer::Mcp(Era::Legacy), Peer::Mcp(Era::Modern)] {
        let running = peer.clone().start().await;
        let house = House::open().await;
        house.add_draft(draft(&running, &[])).await;
        house.desk.will_say([sends(json!({ "name": "Ada" }))]);
        assert_eq!(house.text("peer", "greet", json!({})).await, "Hello, Ada.", "{peer:?}");
        let (asked, open) = house.desk.asked();
        assert_eq!((asked.len(), open), (1, 0), "{asked:?}");
        house.close().await;
    }
}

/// Design, decision 7.
#[tokio::test]
async fn a_secret_for_an_address_is_allowed_once_and_only_for_that_address() {
    let running = Peer::Mcp(Era::Modern).start().await;
    let house = House::open().await;
    house.add_draft(draft(&running, &[])).await;

    // A No would hold for the run: this is none yet.
    house.desk.will_say([Answer::Form(Entered::Cancel)]);
    let refused = house.call("peer", "unlock", json!({})).await;
    assert!(refused.is_err() || refused.is_ok_and(|it| it.is_error), "it got no secret");
    let password = || sends(json!({ "password": "correct horse" }));
    house.desk.will_say([sends(json!({})), password()]);
    assert_eq!(house.text("peer", "unlock", json!({})).await, "13");
    house.desk.will_say([password()]);
    assert_eq!(house.text("peer", "unlock", json!({})).await, "13");

    let fields = |asked: &Asked| {
        let Asked::Form { fields, message, .. } = asked else { panic!("{asked:?}") };
        (fields.len(), message.contains(&running.url()))
    };
    let asked: Vec<_> = house.desk.asked().0.iter().map(fields).collect();
    assert_eq!(asked, [(0, true), (0, true), (1, false), (1, false)]);

    let vault = house.vault.clone();
    let house = House::open_at(house.close().await, vault).await;
    house.settled("peer").await;
    house.desk.will_say([password()]);
    assert_eq!(house.text("peer", "unlock", json!({})).await, "13", "it is kept");

    let before = house.desk.asked().0.len();
    let changed = draft(&running, &[("X-Other", "1")]);
    let row: ServerRow = house.terminal("add_server", to_replace(&changed)).await.unwrap();
    assert!(ready(&house.settled(&row.name).await).is_some());
    house.desk.will_say([sends(json!({})), password()]);
    assert_eq!(house.text("peer", "unlock", json!({})).await, "13");
    assert_eq!(house.desk.asked().0.len() - before, 2, "what is sent there is something else now");
    house.close().await;
}
