//! Replies that come by streams of events, in whatever pieces, and streams that end too soon.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::{sync::mpsc, time::Instant};

use super::{
    super::{call, soon, text},
    AT_ONCE, Desk,
    site::{Seen, Site, Talk, Told, a_while, dull_legacy},
};
use crate::{Call, Error, HttpError, Notice};

/// The text of a call of this tool.
async fn said(client: &crate::Client, tool: &str) -> String {
    text(&soon(client.call(call(tool))).await.unwrap()).to_owned()
}

/// HOST-24
#[tokio::test]
async fn what_comes_before_the_reply_is_heard_before_the_reply() {
    let site = Site::legacy(|seen, mut talk| {
        Box::pin(async move {
            let token = &seen.message["params"]["_meta"]["progressToken"];
            let note = |method: &str, params: &Value| {
                json!({ "jsonrpc": "2.0", "method": method, "params": params })
            };
            talk.stream().await;
            let progress = json!({ "progressToken": token, "progress": 1, "total": 2 });
            talk.event(&note("notifications/progress", &progress)).await;
            talk.event(&note("notifications/message", &json!({ "level": "info", "data": "halfway" })))
                .await;
            let pretty = serde_json::to_string_pretty(&seen.text("done")).unwrap();
            let lines: Vec<_> = pretty.lines().map(|line| format!("data: {line}\n")).collect();
            talk.chunk(format!("{}\n", lines.concat()).as_bytes()).await;
            talk.end().await
        })
    })
    .await;
    let mut desk = Desk::new();
    let connection = desk.connect(site.target()).await;
    let (progress, mut heard) = mpsc::channel(9);
    let client = connection.client();
    let outcome = client.call(Call { progress: Some(progress), ..call("echo") });
    assert_eq!(text(&soon(outcome).await.unwrap()), "done");
    assert_eq!(heard.recv().await.unwrap().total, Some(2.0));
    soon(connection.close()).await;
    let logged = |it: &Notice| matches!(it, Notice::Log { data, .. } if data == "halfway");
    assert!(desk.notices().iter().any(logged));
}

#[tokio::test]
async fn a_stream_may_come_byte_by_byte_with_any_line_ends() {
    let site = Site::legacy(|seen, mut talk| {
        Box::pin(async move {
            talk.stream().await;
            let end = if seen.tool() == "cr" { "\r" } else { "\r\n" };
            let stream = format!(
                "\u{feff}: a comment{end}event: noise{end}data: [1{end}{end}id: 7{end}retry: x{end}data{end}{end}data:{}{end}unknown: é{end}{end}",
                seen.text("grün ✓")
            );
            for byte in stream.as_bytes() {
                talk.chunk(&[*byte]).await;
            }
            talk.end().await
        })
    })
    .await;
    let connection = Desk::new().connect(site.target()).await;
    for tool in ["cr", "crlf"] {
        assert_eq!(said(&connection.client(), tool).await, "grün ✓", "{tool}");
    }
}

/// How each tool of the next test ends too soon.
fn too_soon(seen: Seen, mut talk: Talk) -> Told {
    Box::pin(async move {
        let whole = format!("data: {}\n\n", seen.text("x"));
        match seen.tool() {
            "fine" => return talk.json(200, &seen.text("fine")).await,
            "no head" => return talk.cut(),
            "short body" => {
                let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n";
                // Were it whole, it would be taken.
                let body = seen.text("x").to_string();
                let half = &body.as_bytes()[..body.len() - 1];
                talk.raw(&[head.as_bytes(), half].concat()).await;
                return talk.cut();
            }
            "half json" => {
                let body = seen.text("x").to_string();
                let half = &body.as_bytes()[..body.len() - 9];
                return talk.answer(200, &[("Content-Type", "application/json")], half).await;
            }
            _ => talk.stream().await,
        }
        match seen.tool() {
            "comment" => talk.chunk(b": working\n\n").await,
            "half event" => talk.chunk(&whole.as_bytes()[..40]).await,
            "not ended event" => talk.chunk(whole.trim_end().as_bytes()).await,
            "cut" => {
                talk.chunk(b": working\n\n").await;
                return talk.cut();
            }
            "other id" => talk.event(&json!({ "jsonrpc": "2.0", "id": 999, "result": {} })).await,
            _ => {}
        }
        talk.end().await
    })
}

/// What ends too soon ends the one call at once, in words, and is never sent a second time.
#[tokio::test]
async fn a_stream_that_ends_before_the_reply_fails_its_call_once() {
    for modern in [false, true] {
        let site = if modern { Site::modern(too_soon).await } else { Site::legacy(too_soon).await };
        let connection = Desk::new().connect(site.target()).await;
        let client = connection.client();
        let ends = [
            "at once",
            "comment",
            "half event",
            "not ended event",
            "cut",
            "other id",
            "no head",
            "short body",
            "half json",
        ];
        for end in ends {
            let began = Instant::now();
            let failed = soon(client.call(call(end))).await.unwrap_err();
            assert!(began.elapsed() < AT_ONCE, "{end} takes too long");
            let unknown = matches!(&failed, Error::Http(fault) if fault.may_have_run())
                || matches!(failed, Error::Unreadable(_));
            assert!(unknown, "{end}: {failed:?}");
            assert_eq!(said(&client, "fine").await, "fine");
        }
        let calls = site.asked("tools/call");
        for end in ends {
            assert_eq!(calls.iter().filter(|it| it.tool() == end).count(), 1, "{end}");
        }
        assert!(site.seen().iter().all(|it| it.header("last-event-id").is_none()));
        soon(connection.close()).await;
    }
}

/// A server that ends its streams and goes on with them: `gone` knows nothing of them any more.
fn resumable(seen: Seen, mut talk: Talk) -> Told {
    Box::pin(async move {
        if seen.verb == "POST" {
            return match dull_legacy(&seen) {
                Some(answer) => answer.tell(talk).await,
                None => {
                    talk.stream().await;
                    let (tool, id) = (seen.tool(), &seen.message["id"]);
                    let id = format!("id: {tool}/{id}\nretry: 300\ndata:\n\n");
                    talk.chunk(id.as_bytes()).await;
                    talk.end().await
                }
            };
        }
        let Some((tool, id)) = seen.header("last-event-id").and_then(|last| last.split_once('/'))
        else {
            return talk.empty(405).await;
        };
        match tool {
            "gone" => talk.empty(404).await,
            "twice" => {
                talk.stream().await;
                talk.chunk(format!("id: fine/{id}\n\n").as_bytes()).await;
                talk.end().await
            }
            "never" => {
                talk.stream().await;
                talk.end().await
            }
            _ => {
                talk.stream().await;
                let result = json!({ "content": [{ "type": "text", "text": "resumed" }] });
                let id: u64 = id.parse().unwrap();
                talk.event(&json!({ "jsonrpc": "2.0", "id": id, "result": result })).await;
                talk.end().await
            }
        }
    })
}

/// HOST-24
#[tokio::test]
async fn a_stream_that_can_be_gone_on_with_is_asked_for_again() {
    let site = Site::any(resumable).await;
    let connection = Desk::new().connect(site.target()).await;
    let client = connection.client();
    for tool in ["fine", "twice"] {
        let began = Instant::now();
        assert_eq!(said(&client, tool).await, "resumed");
        assert!(began.elapsed() >= Duration::from_millis(300), "the server's wait is kept");
    }
    let failed = soon(client.call(call("gone"))).await.unwrap_err();
    assert!(matches!(failed, Error::Http(HttpError::Broken(_))), "{failed:?}");
    let failed = soon(client.call(call("never"))).await.unwrap_err();
    assert!(matches!(failed, Error::Http(HttpError::Broken(_))), "{failed:?}");
    assert_eq!(said(&client, "fine").await, "resumed");
    assert_eq!(site.asked("tools/call").len(), 5, "nothing is called twice");
    assert_eq!(site.asked("initialize").len(), 1, "and no session is thrown away");
    let resumed = site.seen().into_iter().filter(|it| it.header("last-event-id").is_some());
    assert!(resumed.clone().count() <= 10, "no stream is asked for without end");
    for get in resumed {
        assert_eq!(get.header("accept"), Some("text/event-stream"));
        assert_eq!(get.header("mcp-session-id"), Some("session-1"));
    }
}

fn silent(seen: Seen, mut talk: Talk) -> Told {
    Box::pin(async move {
        if seen.tool() != "silent" {
            return talk.json(200, &seen.text("fine")).await;
        }
        talk.stream().await;
        talk.chunk(b": still here\n\n").await;
        talk.gone().await
    })
}

/// HOST-36
#[tokio::test]
async fn a_call_that_is_given_up_is_cancelled_in_the_way_of_its_era() {
    for modern in [false, true] {
        let site = if modern { Site::modern(silent).await } else { Site::legacy(silent).await };
        let connection = Desk::new().connect(site.target()).await;
        let client = connection.client();
        let limit = Duration::from_millis(200);
        let timed_out = soon(client.call(Call { limit, ..call("silent") })).await;
        assert!(matches!(timed_out, Err(Error::CallTimedOut { .. })), "{timed_out:?}");
        tokio::select! {
            ended = client.call(call("silent")) => panic!("{ended:?}"),
            _ = site.sees("tools/call", 2) => {}
        }
        site.sees("GONE", 2).await;
        assert_eq!((client.waiting(), said(&client, "fine").await.as_str()), (0, "fine"));
        if modern {
            a_while().await;
            assert!(site.asked("notifications/cancelled").is_empty());
            continue;
        }
        let cancels = site.sees("notifications/cancelled", 2).await;
        let calls = site.asked("tools/call");
        for (cancel, reason) in cancels.iter().zip(["timeout", "stopped"]) {
            let params = &cancel.message["params"];
            assert_eq!(params["reason"], reason);
            assert!(calls.iter().any(|call| call.message["id"] == params["requestId"]));
            assert_eq!(cancel.header("mcp-session-id"), Some("session-1"));
        }
        assert_eq!(cancels.len(), 2);
    }
}

/// HOST-21: a server that never stops talking holds up no limit.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_that_always_has_more_does_not_outlast_the_limit_of_its_call() {
    let site = Site::legacy(|seen, mut talk| {
        Box::pin(async move {
            talk.stream().await;
            let note = json!({ "jsonrpc": "2.0", "method": "notifications/tools/list_changed" });
            let many = match seen.tool() {
                "notes" => format!("data: {note}\n\n").repeat(50),
                "lines" => "\n".repeat(60_000),
                _ => "id: 1\ndata\n\n".repeat(5_000),
            };
            let until = Instant::now() + Duration::from_secs(15);
            while Instant::now() < until {
                talk.chunk(many.as_bytes()).await;
            }
            talk.event(&seen.text("at last")).await;
            talk.end().await
        })
    })
    .await;
    let connection = Desk::new().connect(site.target()).await;
    let limit = Duration::from_secs(1);
    for tool in ["notes", "lines", "no data"] {
        let began = Instant::now();
        let ended = soon(connection.client().call(Call { limit, ..call(tool) })).await;
        assert!(matches!(ended, Err(Error::CallTimedOut { .. })), "{tool}: {ended:?}");
        assert!(began.elapsed() < Duration::from_secs(10), "{tool}: {:?}", began.elapsed());
    }
}
