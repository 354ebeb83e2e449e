//! Too much of something over HTTP: heads before an answer, values in a reply, an event that never ends.

use std::time::{Duration, Instant};

use serde_json::Value;

use super::{
    super::{call, peak, soon, text},
    AT_ONCE, Desk,
    site::{Site, Talk},
};
use crate::{Call, Error, HttpError};

/// A reply of this many lists with nothing in them, in less than the limit of a message.
const LISTS: usize = 10_000_000;
/// What more such a reply may cost than it is long itself.
const MOST_TAKEN: u64 = 300 << 20;

/// What comes before an answer without end is told so.
const FLOODED: &str = "more than 524288 bytes came before it";

async fn heads() -> Site {
    Site::legacy(|seen, mut talk| {
        Box::pin(async move {
            match seen.tool() {
                "flood" => {
                    for _ in 0..400 {
                        talk.raw(&b"HTTP/1.1 100 Continue\r\n\r\n".repeat(1000)).await;
                    }
                    talk.gone().await
                }
                "one" => {
                    talk.raw(b"HTTP/1.1 100 Continue\r\n\r\n").await;
                    talk.json(200, &seen.text("after one")).await
                }
                _ => talk.json(200, &seen.text("fine")).await,
            }
        })
    })
    .await
}

/// HOST-21: what comes before an answer is no answer, however much of it there is.
#[tokio::test]
async fn heads_before_an_answer_without_end_end_the_one_call_and_no_other() {
    for is_near in [true, false] {
        let site = heads().await;
        let target = if is_near { site.target() } else { site.target_far() };
        let connection = Desk::new().connect(target).await;
        let client = connection.client();
        assert_eq!(text(&soon(client.call(call("one"))).await.unwrap()), "after one");
        let limit = Duration::from_secs(15);
        let flood = client.call(Call { limit, ..call("flood") });
        let (flooded, fine) = tokio::join!(soon(flood), soon(client.call(call("fine"))));
        let Err(Error::Http(HttpError::NoReply(what))) = flooded else { panic!("{flooded:?}") };
        assert_eq!(what, FLOODED);
        assert_eq!(text(&fine.unwrap()), "fine");
        site.sees("GONE", 1).await;
        assert_eq!(text(&soon(client.call(call("fine"))).await.unwrap()), "fine");
    }
}

/// HOST-21: another server is answered meanwhile, though all this is one thread.
#[tokio::test]
async fn several_servers_that_flood_hold_up_no_other() {
    let (flooding, other) = (heads().await, heads().await);
    let desk = Desk::new();
    let connection = desk.connect(flooding.target_far()).await;
    let beside = desk.connect(other.target_far()).await;
    let flooded = connection.client();
    let flood = || {
        let limit = Duration::from_secs(15);
        soon(flooded.call(Call { limit, ..call("flood") }))
    };
    let fine = async {
        flooding.sees("tools/call", 3).await;
        let (client, began) = (beside.client(), Instant::now());
        for _ in 0..10 {
            assert_eq!(text(&soon(client.call(call("fine"))).await.unwrap()), "fine");
        }
        assert!(began.elapsed() < AT_ONCE, "{:?}", began.elapsed());
    };
    let (one, two, three, ()) = tokio::join!(flood(), flood(), flood(), fine);
    for flooded in [one, two, three] {
        let Err(Error::Http(HttpError::NoReply(what))) = flooded else { panic!("{flooded:?}") };
        assert_eq!(what, FLOODED);
    }
}

/// A result that is many times as large in memory as on the wire.
fn lists(id: &Value) -> String {
    let mut all = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"content\":[");
    all.reserve(LISTS * 3 + 10);
    for _ in 0..LISTS {
        all.push_str("[],");
    }
    all.push_str("[]]}}");
    all
}

/// HOST-20: a reply may be short enough and still hold more than there is room for.
#[tokio::test]
async fn a_reply_of_too_many_values_ends_its_call_and_takes_little_memory() {
    let site = Site::legacy(|seen, mut talk| {
        Box::pin(async move {
            match seen.tool() {
                "body" => {
                    let body = lists(&seen.message["id"]);
                    talk.answer(200, &[("Content-Type", "application/json")], body.as_bytes()).await
                }
                "event" => {
                    let body = lists(&seen.message["id"]);
                    talk.stream().await;
                    talk.chunk(format!("data: {body}\n\n").as_bytes()).await;
                    talk.end().await
                }
                _ => talk.json(200, &seen.text("fine")).await,
            }
        })
    })
    .await;
    let connection = Desk::new().connect(site.target()).await;
    let client = connection.client();
    let before = peak();
    for tool in ["body", "event"] {
        let ended = soon(client.call(call(tool))).await.unwrap_err();
        assert!(matches!(ended, Error::TooManyValues { most: 1_000_000 }), "{tool}: {ended:?}");
        assert_eq!(text(&soon(client.call(call("fine"))).await.unwrap()), "fine", "after {tool}");
    }
    let taken = peak() - before;
    assert!(taken < MOST_TAKEN, "{} MiB", taken >> 20);
    assert_eq!(client.waiting(), 0);
}

/// An old server has one stream for everything: when it is of no use any more, that is said, and not
/// that the server has ended it.
#[tokio::test]
async fn an_event_that_is_too_large_is_why_an_old_server_is_given_up() {
    let site = Site::any(super::meeting::old("/messages?session=7")).await;
    let mut desk = Desk::new();
    desk.settings.line_limit = 1 << 20;
    let connection = desk.connect(site.target_at("/sse")).await;
    let client = connection.client();
    let ended = soon(client.call(call("large"))).await.unwrap_err();
    assert!(matches!(ended, Error::TooLarge { limit: 0x10_0000 }), "{ended:?}");
    let after = soon(client.call(call("echo"))).await.unwrap_err().to_string();
    assert!(after.contains("an event of its stream is longer than 1048576 bytes"), "{after}");
}

/// HOST-19
#[tokio::test]
async fn a_byte_order_mark_is_no_part_of_an_answer() {
    let site = Site::legacy(|seen, mut talk| {
        Box::pin(async move {
            let marked = |text: String| [b"\xef\xbb\xbf", text.as_bytes()].concat();
            match seen.tool() {
                "body" => {
                    let body = marked(seen.text("fine").to_string());
                    talk.answer(200, &[("Content-Type", "application/json")], &body).await
                }
                "refusal" => {
                    let body = marked(seen.error(-32000, "busy").to_string());
                    talk.answer(500, &[("Content-Type", "application/json")], &body).await
                }
                "event" => events(talk, &marked(format!("data: {}\n\n", seen.text("fine")))).await,
                _ => {
                    // In pieces, and what is no first character is left where it is.
                    talk.stream().await;
                    for byte in marked(format!("data: {}\n\n", seen.text("\u{feff}fine"))) {
                        talk.chunk(&[byte]).await;
                    }
                    talk.end().await
                }
            }
        })
    })
    .await;
    let connection = Desk::new().connect(site.target()).await;
    let client = connection.client();
    for (tool, said) in [("body", "fine"), ("event", "fine"), ("bytes", "\u{feff}fine")] {
        assert_eq!(text(&soon(client.call(call(tool))).await.unwrap()), said, "{tool}");
    }
    let refused = soon(client.call(call("refusal"))).await.unwrap_err();
    assert!(matches!(&refused, Error::Rpc(error) if error.message == "busy"), "{refused:?}");
}

async fn events(mut talk: Talk, all: &[u8]) -> Talk {
    talk.stream().await;
    talk.chunk(all).await;
    talk.end().await
}
