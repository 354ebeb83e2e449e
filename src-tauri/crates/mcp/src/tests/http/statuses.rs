//! Answers that are no replies: by their status, their kind, or what they hold.

use std::{io::Write, time::Duration};

use flate2::{Compression, write::GzEncoder};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::{
    super::{call, soon, text},
    AT_ONCE, Desk,
    site::{Seen, Site, Talk, Told},
};
use crate::{Client, Error, HttpError};

const JSON: (&str, &str) = ("Content-Type", "application/json");

async fn fault(client: &Client, tool: &str) -> HttpError {
    match soon(client.call(call(tool))).await {
        Err(Error::Http(fault)) => fault,
        other => panic!("{tool}: {other:?}"),
    }
}

fn oddly(seen: Seen, mut talk: Talk) -> Told {
    Box::pin(async move {
        let page = b"<html><head><title>502 Bad Gateway</title></head></html>";
        let nobody = json!({ "jsonrpc": "2.0", "id": null, "error": { "code": -32603, "message": "locked" } });
        match seen.tool() {
            "202" => talk.empty(202).await,
            "204" => talk.empty(204).await,
            "502" => talk.answer(502, &[("Content-Type", "text/html")], page).await,
            "504" => talk.empty(504).await,
            "html" => talk.answer(200, &[("Content-Type", "text/html")], page).await,
            "405" => talk.empty(405).await,
            "503" => talk.answer(503, &[("Retry-After", "7")], b"busy").await,
            "429" => talk.answer(429, &[JSON], br#"{"error":"too many"}"#).await,
            "401" => {
                let login = r#"Bearer resource_metadata="https://a.example/meta", scope="x""#;
                talk.answer(401, &[("WWW-Authenticate", login)], b"key?").await
            }
            "403" => talk.json(403, &nobody).await,
            "500 mine" => talk.json(500, &seen.error(-32603, "locked")).await,
            "500 nobody's" => talk.json(500, &nobody).await,
            "200 nobody's" => talk.json(200, &nobody).await,
            "no type" => talk.answer(200, &[], seen.text("fine").to_string().as_bytes()).await,
            "odd type" => {
                let kind = [("Content-Type", "text/plain")];
                talk.answer(200, &kind, seen.text("fine").to_string().as_bytes()).await
            }
            "pretty" => {
                let pretty = serde_json::to_string_pretty(&seen.text("fine")).unwrap();
                talk.answer(200, &[JSON], pretty.as_bytes()).await
            }
            "batch" => talk.json(200, &json!([seen.text("fine")])).await,
            "text id" => {
                let mut reply = seen.text("fine");
                reply["id"] = Value::String(reply["id"].to_string());
                talk.json(200, &reply).await
            }
            "gzip" => {
                let packed = packed(seen.text("fine").to_string().as_bytes());
                talk.answer(200, &[JSON, ("Content-Encoding", "gzip")], &packed).await
            }
            "bomb" => {
                let bomb = packed(&vec![b' '; 8 << 20]);
                assert!(bomb.len() < 64 << 10, "it is small on the way");
                talk.answer(200, &[JSON, ("Content-Encoding", "gzip")], &bomb).await
            }
            "nothing" => {
                let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\
                    Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n";
                talk.raw(head.as_bytes()).await;
                let until = Instant::now() + Duration::from_secs(15);
                while Instant::now() < until {
                    talk.chunk(&packed(b"").repeat(1_000)).await;
                }
                talk.end().await
            }
            _ => talk.json(200, &seen.text("fine")).await,
        }
    })
}

/// HOST-19, HOST-21: what is packed and holds nothing is given up, however much of it comes.
#[tokio::test]
async fn a_body_that_unpacks_to_nothing_is_not_unpacked_for_ever() {
    let site = Site::legacy(oddly).await;
    let connection = Desk::new().connect(site.target()).await;
    let client = connection.client();
    let began = Instant::now();
    let ended = soon(client.call(call("nothing"))).await.unwrap_err();
    assert!(ended.to_string().contains("nothing is in it"), "{ended}");
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    assert_eq!(text(&soon(client.call(call("fine"))).await.unwrap()), "fine");
}

fn packed(plain: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(plain).unwrap();
    packer.finish().unwrap()
}

#[tokio::test]
async fn an_answer_that_is_no_reply_ends_the_one_call_in_words() {
    let site = Site::legacy(oddly).await;
    let connection = Desk::new().connect(site.target()).await;
    let client = connection.client();
    for (tool, words, may_have_run) in [
        (
            "202",
            "the server answered without a reply (status 202), and the outcome of the call is unknown",
            true,
        ),
        (
            "204",
            "the server answered without a reply (status 204), and the outcome of the call is unknown",
            true,
        ),
        (
            "502",
            "the server answered with status 502: `502 Bad Gateway`, and the outcome of the call is unknown",
            true,
        ),
        (
            "504",
            "the server answered with status 504, and the outcome of the call is unknown",
            true,
        ),
        (
            "html",
            "the server answered without a reply (`502 Bad Gateway`), and the outcome of the call is unknown",
            true,
        ),
        ("405", "the server refused the request with status 405", false),
        (
            "503",
            "the server is not available (status 503); it asks to be tried again in 7 s",
            false,
        ),
        ("429", "the server is not available (status 429)", false),
        ("401", "the server wants a login or a key (status 401): `key?`", false),
        ("403", "the server does not allow this (status 403): `locked`", false),
    ] {
        let began = Instant::now();
        let fault = fault(&client, tool).await;
        assert_eq!((fault.to_string().as_str(), fault.may_have_run()), (words, may_have_run));
        assert!(began.elapsed() < AT_ONCE, "{tool} takes too long");
        assert_eq!(text(&soon(client.call(call("fine"))).await.unwrap()), "fine", "after {tool}");
    }
    let calls = site.asked("tools/call");
    assert_eq!(calls.len(), 20, "nothing is sent twice");
}

#[tokio::test]
async fn what_a_login_needs_is_kept_and_nothing_is_fetched() {
    let site = Site::legacy(oddly).await;
    let connection = Desk::new().connect(site.target()).await;
    let HttpError::Login { status: 401, challenge, .. } = fault(&connection.client(), "401").await
    else {
        panic!("it is a login")
    };
    assert_eq!(challenge.resource_metadata.as_deref(), Some("https://a.example/meta"));
    assert_eq!(challenge.scope.as_deref(), Some("x"));
}

#[tokio::test]
async fn an_error_in_the_body_counts_whatever_the_status() {
    let site = Site::legacy(oddly).await;
    let connection = Desk::new().connect(site.target()).await;
    let client = connection.client();
    for tool in ["500 mine", "500 nobody's", "200 nobody's"] {
        match soon(client.call(call(tool))).await {
            Err(Error::Rpc(refused)) => assert_eq!(refused.message, "locked", "{tool}"),
            other => panic!("{tool}: {other:?}"),
        }
    }
}

/// HOST-21
#[tokio::test]
async fn a_reply_may_be_packed_badly_labelled_or_oddly_written() {
    let site = Site::legacy(oddly).await;
    let connection = Desk::new().connect(site.target()).await;
    for tool in ["gzip", "no type", "odd type", "pretty", "batch", "text id"] {
        let outcome = soon(connection.client().call(call(tool))).await;
        assert_eq!(text(&outcome.unwrap()), "fine", "{tool}");
    }
}

/// HOST-20: what is too large ends the one call, as it is unpacked and as it comes.
#[tokio::test]
async fn a_body_or_an_event_without_end_ends_the_one_call() {
    let endless = |seen: Seen, mut talk: Talk| -> Told {
        Box::pin(async move {
            match seen.tool() {
                "event" => {
                    talk.stream().await;
                    talk.chunk(b"data: [").await;
                }
                "line" => {
                    talk.stream().await;
                    talk.chunk(b"unknown: ").await;
                }
                "body" => {
                    let head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
                    talk.raw(head).await;
                }
                _ => return oddly(seen, talk).await,
            }
            for _ in 0..64 {
                talk.chunk(&[b' '; 64 << 10]).await;
            }
            talk.gone().await
        })
    };
    let site = Site::legacy(endless).await;
    let mut desk = Desk::new();
    desk.settings.line_limit = 1 << 20;
    let connection = desk.connect(site.target()).await;
    let client = connection.client();
    for tool in ["event", "line", "body", "bomb"] {
        let ended = soon(client.call(call(tool))).await;
        assert!(matches!(ended, Err(Error::TooLarge { limit: 0x10_0000 })), "{tool}: {ended:?}");
        assert_eq!(text(&soon(client.call(call("fine"))).await.unwrap()), "fine", "after {tool}");
    }
    site.sees("GONE", 3).await;
}

/// What was down a moment ago is used again as if nothing had been: the connection lives.
#[tokio::test]
async fn a_server_that_is_gone_fails_its_calls_and_is_used_when_it_is_back() {
    let site = Site::legacy(oddly).await;
    let connection = Desk::new().connect(site.target()).await;
    let (client, address) = (connection.client(), site.address());
    site.end().await;
    let gone = fault(&client, "fine").await;
    assert!(!gone.to_string().contains("/mcp"), "an address may hold a key: {gone}");
    let gone = fault(&client, "fine").await;
    assert!(matches!(gone, HttpError::Unreachable(_)), "{gone:?}");
    assert_eq!(gone.to_string(), "the server cannot be reached: Connection refused (os error 111)");
    let _back = Site::at(address, |seen, talk| match super::site::dull_legacy(&seen) {
        Some(answer) => Box::pin(answer.tell(talk)),
        None => oddly(seen, talk),
    })
    .await;
    assert_eq!(text(&soon(client.call(call("fine"))).await.unwrap()), "fine");
}
