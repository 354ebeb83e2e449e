//! Sessions that are lost, and the stream by which a server of the legacy era says things unasked.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use serde_json::{Value, json};
use tokio::{task::JoinSet, time::Instant};

use super::{
    super::{call, soon, text},
    AT_ONCE, Desk,
    site::{Seen, Site, Talk, Told, a_while, dull_legacy},
};
use crate::{Error, HttpError, List, Notice};

/// How a server says that it does not know a session.
#[derive(Clone, Copy)]
enum Says {
    Status(u16),
    Text(u16),
    Mine(u16),
}

/// Forgets its session at each third call, and says so with the next; `stubborn` knows none at all.
async fn forgetful(says: Says, stubborn: bool) -> Site {
    let (session, ran) = (Arc::new(AtomicU64::new(0)), AtomicU64::new(0));
    let ran = Arc::new(ran);
    Site::any(move |seen, talk| {
        let (session, ran) = (Arc::clone(&session), Arc::clone(&ran));
        Box::pin(async move {
            let method = seen.message["method"].as_str();
            if seen.verb != "POST" || method == Some("server/discover") {
                return dull_legacy(&seen).unwrap().tell(talk).await;
            }
            if method == Some("initialize") {
                let now = session.load(Ordering::SeqCst) + 1;
                session.store(if stubborn { 0 } else { now }, Ordering::SeqCst);
                let id = now.to_string();
                let headers = [("Content-Type", "application/json"), ("Mcp-Session-Id", &*id)];
                let result = json!({ "protocolVersion": "2025-06-18", "capabilities": {} });
                let body = seen.result(&result).to_string();
                return talk.answer(200, &headers, body.as_bytes()).await;
            }
            let named = seen.header("mcp-session-id").and_then(|it| it.parse::<u64>().ok());
            let open = session.load(Ordering::SeqCst);
            // What was forgotten is open again with a number of its own.
            if named != Some(open) || open == 0 || open % 2 == 0 {
                return refuse(says, &seen, talk).await;
            }
            if method != Some("tools/call") {
                return talk.empty(202).await;
            }
            let number = ran.fetch_add(1, Ordering::SeqCst) + 1;
            if number % 3 == 0 {
                session.fetch_add(1, Ordering::SeqCst);
            }
            if seen.tool() == "slow" {
                a_while().await;
            }
            talk.json(200, &seen.text(&number.to_string())).await
        })
    })
    .await
}

async fn refuse(says: Says, seen: &Seen, talk: Talk) -> Talk {
    let lost = json!({ "code": -32001, "message": "Session not found" });
    let error = |id: &Value| json!({ "jsonrpc": "2.0", "id": id, "error": lost });
    match says {
        Says::Status(status) => talk.json(status, &error(&Value::Null)).await,
        Says::Mine(status) => talk.json(status, &error(&seen.message["id"])).await,
        Says::Text(status) => talk.answer(status, &[], b"Bad Request: No valid session ID").await,
    }
}

/// HOST-23
#[tokio::test]
async fn a_lost_session_is_opened_again_and_the_refused_call_sent_once_more() {
    for says in [
        Says::Status(404),
        Says::Mine(404),
        Says::Status(410),
        Says::Status(400),
        Says::Mine(400),
        Says::Text(400),
    ] {
        let site = forgetful(says, false).await;
        let mut desk = Desk::new();
        let connection = desk.connect(site.target()).await;
        let client = connection.client();
        for expected in 1..=10 {
            let outcome = soon(client.call(call("count"))).await.unwrap();
            assert_eq!(text(&outcome), expected.to_string());
        }
        assert_eq!(site.asked("initialize").len(), 1 + 3, "one for each that was lost");
        let lost = site.asked("initialize");
        assert!(lost.iter().all(|it| it.header("mcp-session-id").is_none()));
        let spoken = site.asked("tools/call");
        assert!(spoken.iter().all(|it| it.header("mcp-protocol-version") == Some("2025-06-18")));
        soon(connection.close()).await;
        let told = desk.notices();
        let says = |it: &&Notice| matches!(it, Notice::Lifecycle(text) if text.contains("session"));
        assert_eq!(told.iter().filter(says).count(), 3);
        assert!(told.contains(&Notice::ListChanged(List::Tools)), "it may have others now");
    }
}

/// What was agreed in the old session is agreed in the new one.
#[tokio::test]
async fn a_new_session_is_told_of_the_level_that_is_wanted() {
    let site = forgetful(Says::Status(404), false).await;
    let connection = Desk::new().connect(site.target()).await;
    let client = connection.client();
    let mut params = serde_json::Map::new();
    params.insert("level".to_owned(), json!("error"));
    // The server takes it without an answer.
    client.request("logging/setLevel", &params, Duration::from_secs(5)).await.unwrap_err();
    for _ in 0..4 {
        soon(client.call(call("count"))).await.unwrap();
    }
    let told = site.asked("logging/setLevel");
    assert_eq!(told.len(), 2);
    assert_eq!(told[1].message["params"]["level"], "error");
    assert_eq!(told[1].header("mcp-session-id"), Some("3"));
}

/// A refusal that only looks like a lost session is one of the call, which may have run.
#[tokio::test]
async fn a_bad_request_in_a_session_that_is_known_is_not_sent_again() {
    let site = Site::legacy(|seen, talk| {
        Box::pin(async move {
            match seen.tool() {
                "mine" => talk.json(400, &seen.error(-32000, "not like this")).await,
                _ => talk.answer(400, &[], b"not like this").await,
            }
        })
    })
    .await;
    let connection = Desk::new().connect(site.target()).await;
    for tool in ["mine", "text"] {
        let failed = soon(connection.client().call(call(tool))).await.unwrap_err();
        assert!(failed.to_string().contains("not like this"), "{failed}");
    }
    assert_eq!((site.asked("initialize").len(), site.asked("tools/call").len()), (1, 2));
}

/// HOST-23
#[tokio::test]
async fn of_five_that_are_refused_at_once_one_opens_the_new_session() {
    let site = forgetful(Says::Status(404), false).await;
    let connection = Desk::new().connect(site.target()).await;
    let client = connection.client();
    let mut ran = Vec::new();
    for _ in 0..10 {
        ran.push(text(&soon(client.call(call("count"))).await.unwrap()).to_owned());
    }
    for _ in 0..3 {
        let mut calls = JoinSet::new();
        for _ in 0..5 {
            let client = client.clone();
            calls.spawn(async move { client.call(call("slow")).await });
        }
        while let Some(ended) = soon(calls.join_next()).await {
            ran.push(text(&ended.unwrap().unwrap()).to_owned());
        }
    }
    ran.sort_by_key(|number| number.parse::<u64>().unwrap());
    let expected: Vec<_> = (1..=25).map(|number: u64| number.to_string()).collect();
    assert_eq!(ran, expected, "each ran once");
    assert_eq!(site.asked("initialize").len(), 1 + 8, "one for each that was lost");
}

/// HOST-23: there is no loop.
#[tokio::test]
async fn a_server_that_loses_every_session_is_given_up_after_the_second() {
    let site = forgetful(Says::Status(404), true).await;
    let connection = Desk::new().connect(site.target()).await;
    let client = connection.client();
    let failed = soon(client.call(call("count"))).await.unwrap_err();
    assert!(matches!(failed, Error::Http(HttpError::SessionLost(_))), "{failed:?}");
    assert_eq!(
        failed.to_string(),
        "the server has lost the session, and no other could be opened: the new one was lost as well"
    );
    assert_eq!((site.asked("initialize").len(), site.asked("tools/call").len()), (2, 2));
}

#[tokio::test]
async fn a_server_that_is_not_available_has_lost_no_session() {
    let site = forgetful(Says::Status(503), true).await;
    let connection = Desk::new().connect(site.target()).await;
    let failed = soon(connection.client().call(call("count"))).await.unwrap_err();
    assert!(matches!(failed, Error::Rpc(_)), "{failed:?}");
    assert_eq!((site.asked("initialize").len(), site.asked("tools/call").len()), (1, 1));
}

fn gets(how: &'static str) -> impl Fn(Seen, Talk) -> Told + Send + Sync + 'static {
    move |seen, mut talk| {
        Box::pin(async move {
            if seen.verb != "GET" {
                return match dull_legacy(&seen) {
                    Some(answer) => answer.tell(talk).await,
                    None => talk.json(200, &seen.text("fine")).await,
                };
            }
            match how {
                "200 json" => talk.json(200, &json!({ "status": "ok" })).await,
                "200 empty" => {
                    talk.answer(200, &[("Content-Type", "text/event-stream")], b"").await
                }
                "hang" => talk.gone().await,
                "drop" => talk.cut(),
                "stream" => {
                    talk.stream().await;
                    talk.chunk(b": hello\n\n").await;
                    talk.gone().await
                }
                status => talk.empty(status.parse().unwrap()).await,
            }
        })
    }
}

#[tokio::test]
async fn a_stream_that_is_refused_or_odd_is_nobodys_loss() {
    for how in
        ["405", "404", "400", "501", "500", "200 json", "200 empty", "hang", "drop", "stream"]
    {
        let site = Site::any(gets(how)).await;
        let connection = Desk::new().connect(site.target()).await;
        let client = connection.client();
        site.sees("GET", 1).await;
        let began = Instant::now();
        for _ in 0..5 {
            assert_eq!(text(&soon(client.call(call("echo"))).await.unwrap()), "fine", "{how}");
        }
        a_while().await;
        // The first wait is two seconds, and a busy machine may need more than that.
        let most = 1 + began.elapsed().as_secs() / 2;
        let asked = site.asked("GET").len();
        assert!(asked as u64 <= most, "{how} is asked for {asked} times");
        assert_eq!(site.asked("initialize").len(), 1, "{how} loses no session");
        let began = Instant::now();
        soon(connection.close()).await;
        assert!(began.elapsed() < AT_ONCE, "{how} holds up the end");
    }
}

/// HOST-18
#[tokio::test]
async fn what_a_server_says_unasked_is_heard_and_the_stream_gone_on_with() {
    let changed = |name| json!({ "jsonrpc": "2.0", "method": name });
    let site = Site::any(move |seen, mut talk| {
        Box::pin(async move {
            if seen.verb != "GET" {
                return dull_legacy(&seen).unwrap().tell(talk).await;
            }
            talk.stream().await;
            if let Some(last) = seen.header("last-event-id") {
                assert_eq!(last, "one");
                talk.event(&changed("notifications/prompts/list_changed")).await;
                return talk.gone().await;
            }
            talk.chunk(b"id: one\nretry: 100\ndata:\n\n").await;
            talk.event(&changed("notifications/tools/list_changed")).await;
            talk.end().await
        })
    })
    .await;
    let mut desk = Desk::new();
    let _connection = desk.connect(site.target()).await;
    for list in [List::Tools, List::Prompts] {
        let hears = async { while desk.told.recv().await.unwrap() != Notice::ListChanged(list) {} };
        soon(hears).await;
    }
    let gets = site.asked("GET");
    assert_eq!(gets.len(), 2);
    assert_eq!(gets[0].header("accept"), Some("text/event-stream"));
    assert_eq!(gets[1].header("mcp-session-id"), Some("session-1"));
}
