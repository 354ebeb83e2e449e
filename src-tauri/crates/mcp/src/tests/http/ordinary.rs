//! Servers over HTTP that do as they should, in either era.

use serde_json::json;
use stdx::secret::Secret;

use super::{
    super::{call, call_with, soon, text},
    Desk,
    site::{Seen, Site, Talk, Told},
};
use crate::{Carrier, Era, EraChoice, Notice, Phase, Target};

fn echo(seen: Seen, talk: Talk) -> Told {
    Box::pin(async move {
        let said = seen.message["params"]["arguments"].to_string();
        talk.json(200, &seen.text(&said)).await
    })
}

/// HOST-16: `MCP-Protocol-Version` goes with everything after `initialize`, and not with that.
#[tokio::test]
async fn a_legacy_server_is_met_used_and_left() {
    let site = Site::legacy(echo).await;
    let mut desk = Desk::new();
    let connection = desk.connect(site.target()).await;
    assert_eq!(connection.hello().era, Era::Legacy);
    assert_eq!((connection.carrier(), connection.pid()), (Carrier::Http, None));
    assert!(connection.has_session());
    let client = connection.client();
    let names: Vec<_> = client.tools().await.unwrap().tools.into_iter().map(|it| it.name).collect();
    assert_eq!(names, ["echo"]);
    let outcome = soon(client.call(call_with("echo", json!({ "a": 1 })))).await.unwrap();
    assert_eq!(text(&outcome), r#"{"a":1}"#);
    soon(connection.close()).await;
    let what: Vec<String> = site
        .seen()
        .into_iter()
        .map(|it| it.message["method"].as_str().map_or(it.verb.clone(), str::to_owned))
        .filter(|it| it != "GET")
        .collect();
    let order = [
        "server/discover",
        "initialize",
        "notifications/initialized",
        "tools/list",
        "tools/call",
        "DELETE",
    ];
    assert_eq!(what, order);
    for seen in site.seen() {
        let bears = (seen.header("mcp-protocol-version"), seen.header("mcp-session-id"));
        match seen.message["method"].as_str() {
            Some("initialize") => assert_eq!(bears, (None, None)),
            Some("server/discover") => assert_eq!(bears, (Some("2026-07-28"), None)),
            _ => assert_eq!(bears, (Some("2025-11-25"), Some("session-1")), "{seen:?}"),
        }
    }
    let post = &site.asked("tools/call")[0];
    assert_eq!(post.header("accept"), Some("application/json, text/event-stream"));
    assert_eq!(post.header("content-type"), Some("application/json"));
    assert!(post.header("user-agent").is_some_and(|it| it.starts_with("steward/")));
    let phases = [Notice::Phase(Phase::Connecting)];
    let told: Vec<_> =
        desk.notices().into_iter().filter(|it| matches!(it, Notice::Phase(_))).collect();
    assert_eq!(told, phases);
}

#[tokio::test]
async fn a_modern_server_is_met_and_used_without_a_session() {
    let site = Site::modern(echo).await;
    let desk = Desk::new();
    let connection = desk.connect(site.target()).await;
    assert_eq!(connection.hello().era, Era::Modern);
    assert!(!connection.has_session());
    let client = connection.client();
    assert_eq!(client.tools().await.unwrap().tools.len(), 1);
    let outcome = soon(client.call(call("echo"))).await.unwrap();
    assert_eq!(text(&outcome), "{}");
    soon(connection.close()).await;
    assert!(site.seen().iter().all(|it| it.verb == "POST"), "no GET and no DELETE");
    for seen in site.seen() {
        let method = seen.message["method"].as_str();
        assert_eq!(seen.header("mcp-method"), method);
        assert_eq!(seen.header("mcp-protocol-version"), Some("2026-07-28"));
        assert_eq!(seen.header("mcp-session-id"), None);
        let name = (method == Some("tools/call")).then_some("echo");
        assert_eq!(seen.header("mcp-name"), name);
    }
}

#[tokio::test]
async fn the_era_of_last_time_is_tried_first() {
    let site = Site::legacy(echo).await;
    let last = Some(Era::Legacy);
    let desk = Desk::new().era(EraChoice::Auto { last });
    let connection = desk.connect(site.target()).await;
    soon(connection.close()).await;
    assert!(site.asked("server/discover").is_empty());
    let site = Site::modern(echo).await;
    let connection = desk.connect(site.target()).await;
    assert_eq!(connection.hello().era, Era::Modern, "and it is no dead end");
}

/// HOST-14, HOST-48: headers go with every request, and are told to nobody else.
#[tokio::test]
async fn the_persons_headers_go_with_every_request() {
    let site = Site::legacy(echo).await;
    let mut desk = Desk::new();
    let headers = vec![("Authorization".to_owned(), Secret::from("Bearer hunter2"))];
    let target = Target { headers, ..site.target_at("/mcp?key=hunter2") };
    let connection = desk.connect(target).await;
    soon(connection.client().call(call("echo"))).await.unwrap();
    assert!(!format!("{connection:?}").contains("hunter2"), "{connection:?}");
    soon(connection.close()).await;
    assert!(site.seen().len() > 5);
    for seen in site.seen() {
        assert_eq!(seen.header("authorization"), Some("Bearer hunter2"), "{seen:?}");
        assert_eq!(seen.path, "/mcp?key=hunter2");
    }
    let told = format!("{:?}", desk.notices());
    assert!(!told.contains("hunter2"), "{told}");
}
