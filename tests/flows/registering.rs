//! Registering, changing, switching and removing servers.

use app::wire::{
    draft::{DraftView, Proposal, ReadDrafts, Reading},
    failure::{Code, Failure},
    server::{Removed, ServerRow, StateView, SwitchServer, TransportView},
};
use flows::{
    house::House,
    peers::{self, Program},
    processes::is_alive,
    shapes::{failed, named, ready, to_add, to_replace},
};
use serde_json::json;

async fn replaced(house: &House, draft: DraftView) -> ServerRow {
    house.terminal("add_server", to_replace(&draft)).await.unwrap()
}

fn pid(row: &ServerRow) -> i32 {
    ready(row).unwrap().pid.unwrap().try_into().unwrap()
}

async fn switched(house: &House, on: bool) -> ServerRow {
    let server = "demo".to_owned();
    house.terminal("switch_server", SwitchServer { server, on }).await.unwrap()
}

/// HOST-4
#[tokio::test]
async fn the_same_name_again_changes_the_server_and_replaces_its_connection() {
    let house = House::open().await;
    let old = house.add("demo", &peers::demo()).await;
    let witness = house.witness("obliging");
    let draft = house.draft("demo", &peers::scripted("obliging", witness.path()));

    let asked = to_add(&draft);
    let taken = house.terminal::<ServerRow>("add_server", asked).await.unwrap_err();
    assert_eq!((taken.code, taken.field.as_deref()), (Code::NameTaken, Some("title")));
    assert!(is_alive(pid(&old)), "a taken name disturbs nobody");

    replaced(&house, draft).await;
    let new = house.settled("demo").await;
    assert!(!is_alive(pid(&old)), "the old process is gone");
    assert_eq!(witness.pid("pid").await, pid(&new));
    assert!(house.tools("demo").await.contains(&"order".to_owned()));
    assert_eq!(house.rows().await.len(), 1);
    house.close().await;
}

/// HOST-2
#[tokio::test]
async fn a_registration_that_lacks_something_names_it_and_leaves_no_row() {
    let house = House::open().await;
    let http = TransportView::Http { url: String::new(), headers: [].into() };
    let draft = house.draft("one", &Program::new(" ", &[]));
    let drafts = [
        ("command", draft.clone()),
        ("url", DraftView { transport: http, ..draft.clone() }),
        ("title", DraftView { title: "…".into(), ..draft.clone() }),
        ("startLimit", DraftView { start_limit: Some(0), ..house.draft("one", &peers::demo()) }),
    ];
    for (field, draft) in drafts {
        let asked = to_add(&draft);
        let failure = house.page::<ServerRow>("add_server", asked).await.unwrap_err();
        assert_eq!((failure.code, failure.field.as_deref()), (Code::Invalid, Some(field)));
    }
    assert!(house.rows().await.is_empty());
    assert!(house.desk.asked().0.is_empty(), "nobody is asked about what cannot be");
    house.close().await;
}

async fn read(house: &House, text: &str) -> Result<Vec<Proposal>, Failure> {
    let reading: Reading = house.page("read_drafts", ReadDrafts { text: text.into() }).await?;
    Ok(reading.proposals)
}

/// HOST-2 HOST-3
#[tokio::test]
async fn sse_is_read_as_http_and_an_unknown_transport_is_named() {
    let house = House::open().await;
    let sse = r#"{ "mcpServers": { "old": { "type": "sse", "url": "https://example.com/sse" } } }"#;
    let [found] = <[Proposal; 1]>::try_from(read(&house, sse).await.unwrap()).unwrap();
    assert!(
        matches!(&found.draft.transport, TransportView::Http { url, .. } if url.ends_with("/sse"))
    );
    let odd = r#"{ "mcpServers": { "odd": { "type": "pigeon", "url": "https://example.com" } } }"#;
    let failure = read(&house, odd).await.unwrap_err();
    assert!(failure.field.is_some_and(|it| it.contains("type")), "{}", failure.message);
    house.close().await;
}

#[tokio::test]
async fn broken_json_names_the_line_and_the_column() {
    let house = House::open().await;
    let text = "{ // a comment is fine\n  \"mcpServers\": { \"a\": { \"command\" \"x\" } }\n}";
    let failure = read(&house, text).await.unwrap_err();
    let place = failure.place.unwrap();
    assert_eq!((failure.code, place.line, place.column), (Code::Unreadable, 2, 36));
    house.close().await;
}

#[tokio::test]
async fn a_server_at_an_address_that_cannot_be_reached_is_kept_and_says_so() {
    let house = House::open().await;
    // No name below `invalid` is ever known (RFC 6761).
    let transport =
        TransportView::Http { url: "https://mcp.invalid/mcp".into(), headers: [].into() };
    let draft = DraftView { transport, ..house.draft("remote", &Program::new("x", &[])) };
    let row = house.add_draft(draft).await;
    let failure = failed(&row).unwrap();
    assert!(failure.reason.starts_with("remote cannot be reached: "), "{failure:?}");
    assert!(row.on && failure.retry_at.is_some(), "it is looked for again: {failure:?}");
    assert_eq!(row.line, "https://mcp.invalid/mcp");
    let called = house.call("remote", "any", json!({})).await.unwrap_err();
    assert!(matches!(called.code, Code::NotReady | Code::UnknownTool), "{called:?}");
    house.close().await;
}

/// HOST-7
#[tokio::test]
async fn switching_off_ends_the_process_and_switching_on_brings_it_back() {
    let house = House::open().await;
    let first = pid(&house.add("demo", &peers::demo()).await);
    let row = switched(&house, false).await;
    assert_eq!((row.on, &row.state), (false, &StateView::Off));
    assert!(!is_alive(first), "off means that the process is gone");
    let called = house.call("demo", "greet", json!({ "name": "Ada" })).await.unwrap_err();
    assert_eq!(called.code, Code::NotReady);
    let woken = house.settled("demo").await;
    assert_eq!(woken.state, StateView::Off, "what is off is not woken");

    switched(&house, true).await;
    let again = pid(&house.settled("demo").await);
    assert_ne!(again, first);
    assert!(house.text("demo", "greet", json!({ "name": "Ada" })).await.contains("Ada"));
    house.close().await;
}

/// HOST-8
#[tokio::test]
async fn a_removed_server_is_gone_and_its_log_is_kept() {
    let house = House::open().await;
    let row = house.add("demo", &peers::demo()).await;
    let removed: Removed = house.terminal("remove_server", named("demo")).await.unwrap();
    assert_eq!(removed.server, "demo");
    assert!(!is_alive(pid(&row)));
    assert!(house.rows().await.is_empty());
    let log = std::fs::read_to_string(house.log_path("demo")).unwrap();
    assert!(log.contains("ended: exit status"), "{log}");

    let back: ServerRow = house.terminal("restore_server", named("demo")).await.unwrap();
    assert_eq!(back.line, row.line);
    assert!(ready(&house.settled("demo").await).is_some(), "it ran before, so it runs again");
    house.close().await;
}

/// HOST-9
#[tokio::test]
async fn an_unknown_name_is_answered_with_the_known_ones() {
    let house = House::open().await;
    house.add("demo", &peers::demo()).await;
    let off = SwitchServer { server: "dmeo".into(), on: false };
    let failures = [
        house.terminal::<ServerRow>("switch_server", off).await.unwrap_err(),
        house.terminal::<Removed>("remove_server", named("no such name!")).await.unwrap_err(),
        house.call("dmeo", "greet", json!({})).await.unwrap_err(),
    ];
    for failure in failures {
        assert_eq!(failure.code, Code::UnknownServer);
        assert!(failure.message.contains("`demo`"), "{}", failure.message);
    }
    house.close().await;
}

#[tokio::test]
async fn the_given_name_is_shown_and_the_slug_is_the_name() {
    let house = House::open().await;
    let row = house.add("My Notes (work)", &peers::demo()).await;
    assert_eq!((row.name.as_str(), row.title.as_str()), ("my-notes-work", "My Notes (work)"));
    house.close().await;
}

/// HOST-1
#[tokio::test]
async fn the_list_is_there_while_servers_start() {
    let house = House::open().await;
    let witness = house.witness("silent");
    let silent = peers::scripted("starts", witness.path()).with(&["--mode", "silent"]);
    let draft = house.draft("silent", &silent);
    let added: ServerRow = house.terminal("add_server", to_add(&draft)).await.unwrap();
    assert!(matches!(added.state, StateView::Starting { .. }), "{:?}", added.state);
    house.add("demo", &peers::demo()).await;
    assert!(matches!(house.row("silent").await.state, StateView::Starting { .. }));
    assert!(house.text("demo", "greet", json!({ "name": "Ada" })).await.contains("Ada"));
    house.close().await;
}
