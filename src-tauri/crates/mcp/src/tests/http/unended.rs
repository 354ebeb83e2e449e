//! Answers that are whole and never come to their end.

use std::time::{Duration, Instant};

use super::{
    super::{call, soon, text},
    Desk,
    site::{Seen, Site, Talk, Told},
};
use crate::{Call, Error, Notice};

const HEAD: &str = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

fn unended(seen: Seen, mut talk: Talk) -> Told {
    Box::pin(async move {
        let whole = seen.text("whole").to_string();
        let length = whole.len();
        let chunked = format!("{HEAD}Transfer-Encoding: chunked\r\n\r\n");
        match seen.tool() {
            "chunked" => {
                talk.raw(chunked.as_bytes()).await;
                talk.chunk(whole.as_bytes()).await;
                talk.gone().await
            }
            "long" => {
                let head = format!("{HEAD}Content-Length: {}\r\n\r\n", length + 50);
                talk.raw(format!("{head}{whole}").as_bytes()).await;
                talk.gone().await
            }
            "cut" => {
                let head = format!("{HEAD}Content-Length: {}\r\n\r\n", length + 50);
                talk.raw(format!("{head}{whole}").as_bytes()).await;
                talk.cut()
            }
            "slow" => {
                // A part of it is no answer, however long the rest takes.
                talk.raw(chunked.as_bytes()).await;
                let (first, rest) = whole.split_at(length - 1);
                talk.chunk(first.as_bytes()).await;
                tokio::time::sleep(Duration::from_millis(2500)).await;
                talk.chunk(rest.as_bytes()).await;
                talk.end().await
            }
            "other" => {
                // Whole, and the answer to something else.
                talk.raw(chunked.as_bytes()).await;
                let other = whole.replace("\"id\":", "\"id\":9");
                talk.chunk(other.as_bytes()).await;
                talk.gone().await
            }
            _ => talk.json(200, &seen.text("fine")).await,
        }
    })
}

/// HOST-21: nobody waits for the end of what is whole.
#[tokio::test]
async fn a_whole_answer_without_its_end_is_taken_and_its_connection_is_not_used_again() {
    let site = Site::legacy(unended).await;
    let mut desk = Desk::new();
    let connection = desk.connect(site.target()).await;
    let client = connection.client();
    let began = Instant::now();
    for (gone, tool) in ["chunked", "long", "chunked"].iter().enumerate() {
        assert_eq!(text(&soon(client.call(call(tool))).await.unwrap()), "whole", "{tool}");
        site.sees("GONE", gone + 1).await;
    }
    assert!(began.elapsed() < Duration::from_secs(12), "{:?}", began.elapsed());
    for tool in ["cut", "slow"] {
        assert_eq!(text(&soon(client.call(call(tool))).await.unwrap()), "whole", "{tool}");
    }
    assert_eq!(text(&soon(client.call(call("fine"))).await.unwrap()), "fine");
    let warned: Vec<Notice> = desk.notices();
    let warned = warned.iter().filter(|it| matches!(it, Notice::Warning(_)));
    assert_eq!(warned.count(), 1, "it is said once");
}

/// HOST-21
#[tokio::test]
async fn what_is_no_answer_to_this_request_is_waited_out() {
    let site = Site::legacy(unended).await;
    let connection = Desk::new().connect(site.target()).await;
    let limit = Duration::from_secs(3);
    let ended = soon(connection.client().call(Call { limit, ..call("other") })).await;
    assert!(matches!(ended, Err(Error::CallTimedOut { .. })), "{ended:?}");
}
