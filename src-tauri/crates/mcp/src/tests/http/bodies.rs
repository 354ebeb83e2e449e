//! Bodies that are packed, that come in small pieces, or that never end once they are unpacked.

use std::{io::Write, time::Duration};

use flate2::{
    Compression,
    write::{GzEncoder, ZlibEncoder},
};
use serde_json::json;

use super::{
    super::{call, peak, soon, text},
    Desk,
    site::{Seen, Site, Talk, Told},
};
use crate::{Error, HttpError, Target};

const JSON: (&str, &str) = ("Content-Type", "application/json");
const EVENTS: (&str, &str) = ("Content-Type", "text/event-stream");
const GZIP: (&str, &str) = ("Content-Encoding", "gzip");
/// What the largest of them would be, and what more than the limit of 32 MiB it may cost us.
const UNPACKED: usize = 192 << 20;
const MOST_TAKEN: u64 = 128 << 20;

/// Packs a beginning, and blanks after it.
fn bomb(beginning: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(beginning).unwrap();
    let blanks = vec![b' '; 1 << 20];
    for _ in 0..UNPACKED >> 20 {
        packer.write_all(&blanks).unwrap();
    }
    packer.finish().unwrap()
}

fn bombs(seen: Seen, talk: Talk) -> Told {
    Box::pin(async move {
        match seen.tool() {
            "body" => talk.answer(200, &[JSON, GZIP], &bomb(b"{")).await,
            "event" => talk.answer(200, &[EVENTS, GZIP], &bomb(b"data: {")).await,
            "comment" => talk.answer(200, &[EVENTS, GZIP], &bomb(b": ")).await,
            "refusal" => talk.answer(500, &[JSON, GZIP], &bomb(b"{")).await,
            _ => talk.json(200, &seen.text("fine")).await,
        }
    })
}

/// HOST-20: each ends its own call, with the limit as it is by itself, and takes no more memory than
/// that limit needs.
#[tokio::test]
async fn what_unpacks_without_end_ends_the_one_call_in_bounded_memory() {
    let site = Site::legacy(bombs).await;
    let connection = Desk::new().connect(site.target()).await;
    let client = connection.client();
    let before = peak();
    for tool in ["body", "event", "comment", "refusal"] {
        let ended = soon(client.call(call(tool))).await.unwrap_err();
        match tool {
            "refusal" => {
                assert!(matches!(ended, Error::Http(HttpError::Status { .. })), "{ended:?}");
            }
            _ => {
                assert!(
                    matches!(ended, Error::TooLarge { limit: 0x200_0000 }),
                    "{tool}: {ended:?}"
                );
            }
        }
        assert_eq!(text(&soon(client.call(call("fine"))).await.unwrap()), "fine", "after {tool}");
    }
    let taken = peak() - before;
    assert!(taken < MOST_TAKEN, "{} MiB", taken >> 20);
    assert_eq!(client.waiting(), 0);
}

/// What we did not ask for we cannot read, and that is said.
#[tokio::test]
async fn a_body_that_is_packed_in_another_way_is_no_reply() {
    let site = Site::legacy(|seen, talk| {
        Box::pin(async move {
            if seen.tool() == "fine" {
                return talk.json(200, &seen.text("fine")).await;
            }
            let mut packer = ZlibEncoder::new(Vec::new(), Compression::best());
            packer.write_all(seen.text("x").to_string().as_bytes()).unwrap();
            let body = packer.finish().unwrap();
            talk.answer(200, &[JSON, ("Content-Encoding", seen.tool())], &body).await
        })
    })
    .await;
    let connection = Desk::new().connect(site.target()).await;
    let client = connection.client();
    for tool in ["deflate", "br", "zstd"] {
        let ended = soon(client.call(call(tool))).await.unwrap_err();
        assert!(ended.to_string().contains("answered without a reply"), "{tool}: {ended}");
        assert_eq!(text(&soon(client.call(call("fine"))).await.unwrap()), "fine", "after {tool}");
    }
    let asked = site.asked("tools/call");
    assert!(asked.iter().all(|it| it.header("accept-encoding") == Some("gzip")), "{asked:?}");
}

/// What says that it is packed and is not was all there: that is said, and no broken connection.
#[tokio::test]
async fn a_body_that_cannot_be_unpacked_is_told_from_a_connection_that_broke() {
    let site = Site::legacy(|seen, talk| {
        Box::pin(async move {
            let plain = seen.text("x").to_string();
            match seen.tool() {
                "body" => talk.answer(200, &[JSON, GZIP], plain.as_bytes()).await,
                "event" => talk.answer(200, &[EVENTS, GZIP], plain.as_bytes()).await,
                _ => talk.json(200, &seen.text("fine")).await,
            }
        })
    })
    .await;
    let connection = Desk::new().connect(site.target()).await;
    let client = connection.client();
    for tool in ["body", "event"] {
        let ended = soon(client.call(call(tool))).await.unwrap_err();
        let Error::Http(HttpError::NoReply(what)) = ended else { panic!("{tool}: {ended:?}") };
        assert!(what.contains("its body is packed, and that cannot be unpacked"), "{what}");
        assert_eq!(text(&soon(client.call(call("fine"))).await.unwrap()), "fine", "after {tool}");
    }
}

fn packed(plain: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(plain).unwrap();
    packer.finish().unwrap()
}

/// HOST-19: one member after another is one body (RFC 1952, 2.2), wherever one ends, and however it
/// comes.
#[tokio::test]
async fn a_body_that_is_packed_in_several_members_is_read_whole() {
    let site = Site::legacy(|seen, mut talk| {
        Box::pin(async move {
            let reply = seen.text("whole").to_string();
            let event = format!("event: message\ndata: {reply}\n\n");
            let (before, after) = event.as_bytes().split_at(40);
            let cut = [&b": hello\n\n"[..], before, b"", after].map(packed).concat();
            let plain = match seen.tool() {
                "body" => {
                    let (before, after) = reply.as_bytes().split_at(20);
                    let body = [before, after].map(packed).concat();
                    return talk.answer(200, &[JSON, GZIP], &body).await;
                }
                "at once" => return talk.answer(200, &[EVENTS, GZIP], &cut).await,
                it => it,
            };
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\
                Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n";
            talk.raw(head.as_bytes()).await;
            match plain {
                "events" => {
                    talk.chunk(&packed(b": hello\n\n")).await;
                    talk.chunk(&packed(event.as_bytes())).await;
                }
                _ => {
                    for byte in cut {
                        talk.chunk(&[byte]).await;
                    }
                }
            }
            talk.end().await
        })
    })
    .await;
    for target in [site.target(), site.target_far()] {
        let connection = Desk::new().connect(target).await;
        for tool in ["body", "at once", "events", "bytes"] {
            let outcome = soon(connection.client().call(call(tool))).await;
            assert_eq!(text(&outcome.unwrap_or_else(|why| panic!("{tool}: {why}"))), "whole");
        }
    }
}

/// HOST-19: a stream is as tolerant as a line or a body.
#[tokio::test]
async fn a_stream_with_bytes_that_are_no_characters_gives_its_result() {
    let site = Site::legacy(|seen, mut talk| {
        Box::pin(async move {
            talk.stream().await;
            let reply = seen.text("caf#").to_string();
            let (before, after) = reply.split_once('#').unwrap();
            let event = [b"data: ", before.as_bytes(), b"\xe9", after.as_bytes(), b"\n\n"];
            talk.chunk(&event.concat()).await;
            talk.end().await
        })
    })
    .await;
    let connection = Desk::new().connect(site.target()).await;
    let outcome = soon(connection.client().call(call("echo"))).await.unwrap();
    assert_eq!(text(&outcome), "caf\u{fffd}");
}

/// HOST-23: what broke off is told from what was never packed.
#[tokio::test]
async fn a_body_that_breaks_off_is_a_broken_connection() {
    let site = Site::legacy(|seen, mut talk| {
        Box::pin(async move {
            if seen.tool() == "fine" {
                return talk.json(200, &seen.text("fine")).await;
            }
            let packed = if seen.tool() == "gzip" { "Content-Encoding: gzip\r\n" } else { "" };
            let head = format!(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n{packed}Content-Length: 99\r\n\r\n"
            );
            talk.raw(head.as_bytes()).await;
            talk.cut()
        })
    })
    .await;
    let connection = Desk::new().connect(site.target()).await;
    let client = connection.client();
    for tool in ["plain", "gzip"] {
        let ended = soon(client.call(call(tool))).await.unwrap_err();
        assert!(matches!(ended, Error::Http(HttpError::Broken(_))), "{tool}: {ended:?}");
        assert_eq!(text(&soon(client.call(call("fine"))).await.unwrap()), "fine", "after {tool}");
    }
}

#[tokio::test]
async fn a_body_may_come_in_small_pieces_with_waits_between_them() {
    let site = Site::legacy(|seen, mut talk| {
        Box::pin(async move {
            talk.raw(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
                .await;
            for piece in seen.text("slow").to_string().as_bytes().chunks(3) {
                talk.chunk(piece).await;
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            talk.end().await
        })
    })
    .await;
    let connection = Desk::new().connect(site.target()).await;
    let outcome = soon(connection.client().call(call("echo"))).await.unwrap();
    assert_eq!(text(&outcome), "slow");
}

/// A stranger hears neither our keys nor that we exist, whichever request is sent on to them.
#[tokio::test]
async fn a_redirect_to_a_stranger_is_told_and_carries_no_header_there() {
    let stranger = Site::any(|_, talk| Box::pin(talk.empty(200))).await;
    let place = format!("http://{}/mcp", stranger.address());
    for status in [301, 302, 303, 307, 308] {
        let place = place.clone();
        let site = Site::legacy(move |_, talk| {
            let place = place.clone();
            Box::pin(async move { talk.answer(status, &[("Location", &*place)], b"").await })
        })
        .await;
        let headers = vec![("Authorization".to_owned(), "Bearer hunter2".into())];
        let target = Target { headers, ..site.target() };
        let connection = Desk::new().connect(target).await;
        let refused = soon(connection.client().call(call("echo"))).await.unwrap_err();
        let said = refused.to_string();
        match status {
            303 => assert!(said.contains("status 303"), "{said}"),
            _ => assert!(said.contains("which is another place and is not followed"), "{said}"),
        }
        assert!(!said.contains("hunter2") && !said.contains("/mcp"), "{said}");
        assert_eq!(site.asked("tools/call").len(), 1);
    }
    assert!(stranger.seen().is_empty());
    // The same machine by another scheme or port is another place.
    let site = Site::any(|_, talk| {
        Box::pin(
            async move { talk.answer(308, &[("Location", "https://127.0.0.1/mcp")], b"").await },
        )
    })
    .await;
    let failed = Desk::new().try_connect(site.target()).await.unwrap_err();
    assert!(
        matches!(&failed, Error::Http(HttpError::Redirected { to }) if to == "https://127.0.0.1")
    );
}

/// JSON-RPC over HTTP has its own way to say that a request was not understood.
#[tokio::test]
async fn an_error_for_nobody_is_the_answer_to_the_one_who_asked() {
    let site = Site::legacy(|seen, mut talk| {
        Box::pin(async move {
            let error = json!({ "code": -32700, "message": "parse error" });
            let nobody = json!({ "jsonrpc": "2.0", "id": null, "error": error });
            match seen.tool() {
                "stream" => {
                    talk.stream().await;
                    talk.event(&nobody).await;
                    talk.end().await
                }
                "fine" => talk.json(200, &seen.text("fine")).await,
                status => talk.json(status.parse().unwrap(), &nobody).await,
            }
        })
    })
    .await;
    let connection = Desk::new().connect(site.target()).await;
    let client = connection.client();
    for tool in ["200", "400", "422", "500", "stream"] {
        let ended = soon(client.call(call(tool))).await.unwrap_err();
        assert_eq!(ended.to_string(), "parse error", "{tool}");
        assert_eq!(text(&soon(client.call(call("fine"))).await.unwrap()), "fine", "after {tool}");
    }
}
