//! How a server over HTTP is met: which question it gets, what it makes of it, and where it leads.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use super::{
    super::{call, soon, text},
    AT_ONCE, Desk,
    site::{Seen, Site, Talk, Told, dull_legacy, dull_modern},
};
use crate::{Carrier, Era, Error, HttpError, Reason};

async fn told(seen: Seen, talk: Talk, modern: bool) -> Talk {
    match if modern { dull_modern(&seen) } else { dull_legacy(&seen) } {
        Some(answer) => answer.tell(talk).await,
        None => talk.json(200, &seen.text("fine")).await,
    }
}

/// A server that makes something else of `server/discover`.
async fn discovers(how: &'static str) -> Site {
    Site::any(move |seen, mut talk| {
        Box::pin(async move {
            let modern = matches!(how, "minor" | "mutual" | "slow");
            if seen.message["method"] != "server/discover" {
                return told(seen, talk, modern).await;
            }
            let versions = |all: Value| seen.result(&json!({ "supportedVersions": all }));
            match how {
                "plain text" => talk.answer(400, &[("Content-Type", "text/plain")], b"what?").await,
                "not found" => talk.json(200, &seen.error(-32601, "Method not found")).await,
                "invalid" => talk.json(400, &seen.error(-32602, "Invalid params")).await,
                "wrong id" => {
                    talk.json(200, &json!({ "jsonrpc": "2.0", "id": 999, "result": {} })).await
                }
                "garbage" => talk.json(200, &seen.result(&json!({ "hello": "world" }))).await,
                "null" => talk.json(200, &seen.result(&Value::Null)).await,
                "no json" => talk.answer(200, &[("Content-Type", "text/html")], b"<p>hi").await,
                "cut" => talk.cut(),
                "stream" => {
                    talk.stream().await;
                    talk.end().await
                }
                "silent" => talk.gone().await,
                "legacy only" => talk.json(200, &versions(json!(["2025-11-25"]))).await,
                "mutual" => talk.json(200, &versions(json!(["2026-07-28", "2025-11-25"]))).await,
                "minor" => talk.json(200, &versions(json!(["2027-01-01", "2026-07-28"]))).await,
                "slow" => {
                    tokio::time::sleep(Duration::from_millis(1800)).await;
                    talk.json(200, &versions(json!(["2026-07-28"]))).await
                }
                status => talk.empty(status.parse().unwrap()).await,
            }
        })
    })
    .await
}

#[tokio::test]
async fn whatever_a_server_makes_of_the_first_question_it_is_met() {
    for how in [
        "404",
        "400",
        "405",
        "406",
        "500",
        "501",
        "502",
        "plain text",
        "not found",
        "invalid",
        "wrong id",
        "garbage",
        "null",
        "no json",
        "cut",
        "stream",
        "silent",
        "legacy only",
        "mutual",
        "minor",
        "slow",
    ] {
        let site = discovers(how).await;
        let began = Instant::now();
        let connection = Desk::new().connect(site.target()).await;
        let modern = matches!(how, "minor" | "mutual" | "slow");
        let era = if modern { Era::Modern } else { Era::Legacy };
        assert_eq!(connection.hello().era, era, "{how}");
        assert!(began.elapsed() < AT_ONCE, "{how} takes {:?}", began.elapsed());
        let outcome = soon(connection.client().call(call("echo"))).await;
        assert_eq!(text(&outcome.unwrap()), "fine", "{how}");
        soon(connection.close()).await;
    }
}

/// What is no matter of the era is told at once, and no other question is asked.
#[tokio::test]
async fn a_login_and_a_server_that_is_away_end_the_meeting_at_once() {
    for (status, words) in [
        (401, "the server wants a login or a key (status 401)"),
        (403, "the server does not allow this (status 403)"),
        (503, "the server is not available (status 503); it asks to be tried again in 2 s"),
        (429, "the server is not available (status 429); it asks to be tried again in 2 s"),
    ] {
        let site =
            Site::any(move |_, talk| Box::pin(talk.answer(status, &[("Retry-After", "2")], b"")))
                .await;
        let failed = Desk::new().try_connect(site.target()).await.unwrap_err();
        assert_eq!(failed.to_string(), words);
        assert_eq!(site.seen().len(), 1, "{status}");
    }
    let site = Site::any(|_, talk| Box::pin(talk.empty(500))).await;
    let address = site.address();
    let failed = Desk::new().try_connect(site.target()).await.unwrap_err();
    let out_of_order = HttpError::Status { status: 500, title: String::new() };
    assert!(matches!(&failed, Error::Http(fault) if *fault == out_of_order), "{failed:?}");
    site.end().await;
    let url = format!("http://{address}/secret").as_str().into();
    let failed = Desk::new().try_connect(crate::Target { url, headers: vec![] }).await.unwrap_err();
    assert!(matches!(failed, Error::Http(HttpError::Unreachable(_))), "{failed:?}");
    assert!(!failed.to_string().contains("secret"), "{failed}");
}

#[tokio::test]
async fn a_redirect_is_followed_within_the_origin_and_nowhere_else() {
    for status in [301, 302, 307, 308] {
        let site = Site::any(move |seen, talk| {
            Box::pin(async move {
                if seen.path == "/mcp" {
                    return talk.answer(status, &[("Location", "/there/")], b"").await;
                }
                told(seen, talk, true).await
            })
        })
        .await;
        let connection = Desk::new().connect(site.target()).await;
        let outcome = soon(connection.client().call(call("echo"))).await;
        assert_eq!(text(&outcome.unwrap()), "fine", "{status}");
        let asked = site.asked("tools/call").len();
        assert_eq!(asked, if matches!(status, 301 | 308) { 1 } else { 2 }, "{status}");
        assert!(site.seen().iter().all(|it| it.verb == "POST"));
    }
    let other = Site::any(|seen, talk| Box::pin(told(seen, talk, true))).await;
    let place = format!("http://{}/mcp", other.address());
    let site = Site::any(move |_, talk| {
        let place = place.clone();
        Box::pin(async move { talk.answer(307, &[("Location", &*place)], b"").await })
    })
    .await;
    let failed = Desk::new().try_connect(site.target()).await.unwrap_err();
    let Error::Http(HttpError::Redirected { to }) = failed else { panic!("{failed:?}") };
    assert_eq!(to, format!("http://{}", other.address()));
    assert!(other.seen().is_empty(), "nothing goes to a stranger");
    let site = Site::any(|_, talk| {
        Box::pin(async move { talk.answer(308, &[("Location", "/mcp")], b"").await })
    })
    .await;
    let failed = Desk::new().try_connect(site.target()).await.unwrap_err();
    assert!(failed.to_string().contains("it redirects without end"), "{failed}");
}

/// A server of 2024-11-05: one stream, and a place for messages that is told by it.
pub(super) fn old(endpoint: &'static str) -> impl Fn(Seen, Talk) -> Told + Send + Sync + 'static {
    let (tell, hear) = tokio::sync::mpsc::unbounded_channel::<Value>();
    let hear = std::sync::Arc::new(tokio::sync::Mutex::new(hear));
    move |seen, mut talk| {
        let (tell, hear) = (tell.clone(), std::sync::Arc::clone(&hear));
        Box::pin(async move {
            match (seen.verb.as_str(), seen.path.as_str()) {
                ("GET", "/sse") => {
                    talk.stream().await;
                    talk.chunk(format!("event: endpoint\ndata: {endpoint}\n\n").as_bytes()).await;
                    while let Some(message) = hear.lock().await.recv().await {
                        if message == "end" {
                            return talk.end().await;
                        }
                        talk.event(&message).await;
                    }
                    talk
                }
                ("POST", "/messages?session=7") => {
                    let version = json!({ "protocolVersion": "2024-11-05", "capabilities": {} });
                    let say = match seen.message["method"].as_str() {
                        Some("initialize") => Some(seen.result(&version)),
                        Some("tools/call") if seen.tool() == "end" => Some(json!("end")),
                        Some("tools/call") if seen.tool() == "large" => {
                            Some(seen.text(&"x".repeat(2 << 20)))
                        }
                        Some("tools/call") => Some(seen.text("fine")),
                        Some(_) | None => None,
                    };
                    if let Some(say) = say {
                        tell.send(say).unwrap();
                    }
                    talk.answer(202, &[], b"Accepted").await
                }
                _ => talk.empty(405).await,
            }
        })
    }
}

/// HOST-16
#[tokio::test]
async fn an_old_server_is_met_by_its_stream() {
    let site = Site::any(old("/messages?session=7")).await;
    let mut connection = Desk::new().connect(site.target_at("/sse")).await;
    assert_eq!(connection.carrier(), Carrier::OldHttp);
    assert_eq!(connection.hello().version, "2024-11-05");
    let client = connection.client();
    assert_eq!(text(&soon(client.call(call("echo"))).await.unwrap()), "fine");
    let ended = soon(client.call(call("end"))).await;
    assert!(matches!(&ended, Err(Error::Ended { .. })), "{ended:?}");
    assert_eq!(soon(connection.ended()).await.reason, Reason::OutputClosed);
    let after = soon(client.call(call("echo"))).await;
    assert!(matches!(after, Err(Error::NotSent { how: Some(_) })), "{after:?}");
}

#[tokio::test]
async fn an_old_server_that_names_another_place_gets_nothing() {
    let site = Site::any(old("http://127.0.0.1:1/messages")).await;
    let failed = Desk::new().try_connect(site.target_at("/sse")).await.unwrap_err();
    assert!(failed.to_string().contains("status 405"), "{failed}");
}
