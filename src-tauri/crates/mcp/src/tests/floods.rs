//! Too much of something: long lines, stderr, progress and log notices.

use serde_json::json;
use tokio::sync::mpsc;

use super::{Desk, call, call_with, peak, soon, text};
use crate::{Call, Error, Notice};

/// HOST-20
#[tokio::test]
async fn a_line_over_the_limit_fails_its_call_and_nothing_else() {
    let mut desk = Desk::new();
    desk.settings.line_limit = 4 << 20;
    let connection = desk.connect("huge_line.py", &[]).await;
    let client = connection.client();
    let big = |mib: u32| call_with("big", json!({ "mib": mib }));
    assert_eq!(text(&soon(client.call(big(1))).await.unwrap()).len(), 1 << 20);
    let before = peak();
    let (failed, echoed) =
        tokio::join!(soon(client.call(big(64))), soon(client.call(call("echo"))));
    assert!(matches!(failed, Err(Error::TooLarge { limit }) if limit == 4 << 20), "{failed:?}");
    assert_eq!(text(&echoed.unwrap()), "ok", "the other call is untouched");
    let endless = soon(client.call(call("endless"))).await;
    assert!(matches!(endless, Err(Error::TooLarge { .. })), "{endless:?}");
    let taken = (peak() - before) >> 20;
    assert!(taken < 3 * 4 + 8, "the long line was kept: {taken} MiB more");
    assert_eq!(text(&soon(client.call(call("echo"))).await.unwrap()), "ok");
    soon(connection.close()).await;
    assert!(desk.warnings().iter().any(|it| it.contains("longer than 4194304 bytes")));
}

/// HOST-20
#[tokio::test]
async fn a_long_line_that_is_no_reply_fails_no_call() {
    let mut desk = Desk::new();
    desk.settings.line_limit = 1 << 20;
    let connection = desk.connect("huge_line.py", &[]).await;
    let outcome = soon(connection.client().call(call("shout"))).await;
    assert_eq!(text(&outcome.unwrap()), "ok");
    soon(connection.close()).await;
    assert_eq!(desk.warnings().len(), 2, "a long notification and long noise");
}

#[tokio::test]
async fn eight_mebibytes_arrive_whole() {
    let desk = Desk::new();
    let connection = desk.connect("huge_line.py", &[]).await;
    let outcome = soon(connection.client().call(call_with("big", json!({ "mib": 8 })))).await;
    assert_eq!(text(&outcome.unwrap()).len(), 8 << 20);
}

/// HOST-20: short enough, and more than there is room for once it is read.
#[tokio::test]
async fn a_line_of_too_many_values_fails_its_call_and_nothing_else() {
    let mut desk = Desk::new();
    let connection = desk.connect("huge_line.py", &[]).await;
    let client = connection.client();
    let before = peak();
    let many = |millions: u32| call_with("many", json!({ "millions": millions }));
    let (failed, echoed) =
        tokio::join!(soon(client.call(many(10))), soon(client.call(call("echo"))));
    assert!(matches!(failed, Err(Error::TooManyValues { most: 1_000_000 })), "{failed:?}");
    assert_eq!(text(&echoed.unwrap()), "ok", "the other call is untouched");
    let taken = (peak() - before) >> 20;
    assert!(taken < 300, "{taken} MiB more");
    // What is no reply is left out, and said.
    assert_eq!(text(&soon(client.call(call("crowd"))).await.unwrap()), "ok");
    soon(connection.close()).await;
    let warned = desk.warnings();
    assert_eq!(warned.iter().filter(|it| it.contains("1000000 values")).count(), 2, "{warned:?}");
}

/// HOST-15
#[tokio::test]
async fn a_flood_of_stderr_stops_no_call_even_when_nobody_takes_it() {
    let mut desk = Desk::new();
    // Nobody reads this one.
    let (tell, _told) = mpsc::channel(4);
    desk.tell = tell;
    let connection = desk.connect("stderr_flood.py", &[]).await;
    let before = peak();
    for kind in ["lines", "no_newline", "carriage", "ugly", "quiet"] {
        assert_eq!(
            text(&soon(connection.client().call(call(kind))).await.unwrap()),
            "ok",
            "{kind}"
        );
    }
    let taken = (peak() - before) >> 20;
    assert!(taken < 50, "{taken} MiB more");
}

/// HOST-15
#[tokio::test]
async fn stderr_comes_line_by_line_and_long_lines_are_cut() {
    let mut desk = Desk::new();
    let connection = desk.connect("stderr_flood.py", &[]).await;
    for kind in ["no_newline", "carriage"] {
        soon(connection.client().call(call(kind))).await.unwrap();
    }
    soon(connection.close()).await;
    let lines: Vec<String> = desk
        .notices()
        .into_iter()
        .filter_map(|notice| if let Notice::Stderr(line) = notice { Some(line) } else { None })
        .collect();
    assert!(lines.iter().all(|line| line.len() < 8300 && !line.contains(['\r', '\n'])));
    assert!(lines.iter().any(|line| line.ends_with("more bytes)")), "no line was cut");
    assert!(lines.iter().any(|line| line.starts_with("fetching packages")));
}

#[tokio::test]
async fn odd_progress_is_put_up_with_and_a_flood_of_it_is_thinned() {
    let mut desk = Desk::new();
    let connection = desk.connect("progress_oddities.py", &[]).await;
    let client = connection.client();
    let (sender, mut heard) = mpsc::channel(10_000);
    let work = || Call { progress: Some(sender.clone()), ..call("work") };
    let (a, b, c) = tokio::join!(client.call(work()), client.call(work()), client.call(work()));
    for outcome in [a, b, c] {
        assert_eq!(text(&outcome.unwrap()), "done");
    }
    drop(sender);
    assert_eq!(text(&soon(client.call(call("echo"))).await.unwrap()), "ok");
    let mut tokens: Vec<_> =
        desk.witness("token").into_iter().map(|row| row["token"].as_u64()).collect();
    tokens.dedup();
    assert_eq!(tokens.len(), 4, "each call has its own token");
    let mut count = 0;
    while let Some(progress) = heard.recv().await {
        count += 1;
        assert!(progress.total.is_none_or(|total| progress.done <= total));
        assert!(progress.message.is_none_or(|message| message.len() <= 1024));
    }
    assert!((3..3000).contains(&count), "{count} of 15,000 were handed on");
    assert_eq!(desk.warnings().iter().filter(|it| it.contains("50 log and progress")).count(), 1);
    assert!(connection.dropped_notices() > 10_000);
    assert_eq!(desk.witness("start").len(), 1);
}

#[tokio::test]
async fn log_notices_come_as_they_are_and_cut() {
    let mut desk = Desk::new();
    let connection = desk.connect("progress_oddities.py", &[]).await;
    soon(connection.client().call(call("logs"))).await.unwrap();
    soon(connection.close()).await;
    let logs: Vec<_> = desk
        .notices()
        .into_iter()
        .filter_map(|notice| {
            let Notice::Log { level, logger, data } = notice else { return None };
            Some((level, logger, data))
        })
        .collect();
    let levels: Vec<&str> = logs.iter().map(|(level, ..)| level.as_str()).collect();
    assert_eq!(levels, ["info", "notice", "shout", "info", "error", "debug", "info"]);
    assert!(logs.iter().all(|(_, logger, _)| logger.as_deref() == Some("odd\nlogger")));
    assert_eq!(logs[1].2, json!({ "a": 1 }));
    assert_eq!(logs[5].2.as_str().map(str::len), Some(8192));
}
