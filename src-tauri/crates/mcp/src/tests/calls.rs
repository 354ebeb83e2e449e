//! Calls that are stopped, run out of time, or are answered too late.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::{sync::mpsc, time::Instant};

use super::{Desk, call, call_with, soon, text};
use crate::{Call, Error, Passed};

/// The cancels that the server received, each as the reason and whether its id is that of a call.
fn cancels(desk: &Desk) -> Vec<(String, bool)> {
    let calls: Vec<Value> =
        desk.received("tools/call").iter().map(|call| call["id"].clone()).collect();
    let told = desk.received("notifications/cancelled");
    told.iter()
        .map(|it| {
            let reason = it["params"]["reason"].as_str().unwrap_or_default().to_owned();
            (reason, calls.contains(&it["params"]["requestId"]))
        })
        .collect()
}

/// HOST-36
#[tokio::test]
async fn a_dropped_call_is_cancelled_exactly_once() {
    let desk = Desk::new();
    let connection = desk.connect("hang.py", &[]).await;
    let client = connection.client();
    let stopped =
        tokio::time::timeout(Duration::from_millis(200), client.call(call("never"))).await;
    assert!(stopped.is_err());
    assert_eq!(text(&soon(client.call(call("echo"))).await.unwrap()), "ok");
    assert_eq!(client.waiting(), 0);
    soon(connection.close()).await;
    assert_eq!(cancels(&desk), [("stopped".to_owned(), true)]);
}

/// HOST-36
#[tokio::test]
async fn at_the_limit_a_silent_call_ends_and_is_cancelled() {
    let desk = Desk::new();
    let connection = desk.connect("hang.py", &[]).await;
    let client = connection.client();
    let limit = Duration::from_millis(300);
    let ended = soon(client.call(Call { limit, ..call("never") })).await;
    assert!(
        matches!(ended, Err(Error::CallTimedOut { limit: it, passed: Passed::Silence }) if it == limit)
    );
    assert_eq!(text(&soon(client.call(call("echo"))).await.unwrap()), "ok");
    soon(connection.close()).await;
    assert_eq!(cancels(&desk), [("timeout".to_owned(), true)]);
}

#[tokio::test]
async fn signs_of_life_carry_a_call_past_its_limit_but_not_past_its_cap() {
    let desk = Desk::new();
    let connection = desk.connect("hang.py", &[]).await;
    let client = connection.client();
    let (progress, mut heard) = mpsc::channel(100);
    let (limit, cap) = (Duration::from_millis(500), Duration::from_millis(1200));
    let began = Instant::now();
    let dribble = Call { limit, cap: Some(cap), progress: Some(progress), ..call("dribble") };
    let ended = soon(client.call(dribble)).await;
    assert!(
        matches!(ended, Err(Error::CallTimedOut { limit: it, passed: Passed::Whole }) if it == cap),
        "{ended:?}"
    );
    assert!(began.elapsed() >= cap);
    let mut done = Vec::new();
    while let Ok(progress) = heard.try_recv() {
        done.push(progress.done);
    }
    assert!(done.len() > 2 && done.is_sorted(), "{done:?}");
    soon(connection.close()).await;
    assert_eq!(cancels(&desk), [("timeout".to_owned(), true)]);
}

/// A server that does not read holds up nobody: neither its own calls past their limit, nor the end.
#[tokio::test]
async fn a_deaf_server_holds_up_nobody() {
    let mut desk = Desk::new();
    let connection = desk.connect("hang.py", &[]).await;
    let client = connection.client();
    let big = json!({ "filling": "x".repeat(200_000) });
    let mut deaf = tokio::task::JoinSet::new();
    deaf.spawn({
        let client = client.clone();
        async move { client.call(call("deaf")).await }
    });
    desk.hears("deaf").await;
    let mut calls = tokio::task::JoinSet::new();
    for _ in 0..10 {
        let (client, call) = (client.clone(), call_with("deaf", big.clone()));
        calls.spawn(async move {
            client.call(Call { limit: Duration::from_millis(500), ..call }).await
        });
    }
    let began = Instant::now();
    while let Some(ended) = soon(calls.join_next()).await {
        assert!(matches!(ended.unwrap(), Err(Error::CallTimedOut { .. })));
    }
    assert!(began.elapsed() < Duration::from_secs(5), "they wait for one another");
    assert_eq!(client.waiting(), 1);
    let began = Instant::now();
    soon(connection.close()).await;
    assert!(began.elapsed() < Duration::from_secs(5), "the end is held up");
    assert!(matches!(soon(deaf.join_next()).await, Some(Ok(Err(Error::Closed)))));
}

#[tokio::test]
async fn a_late_answer_changes_nothing() {
    let mut desk = Desk::new();
    let connection = desk.connect("late_reply.py", &[]).await;
    let client = connection.client();
    tokio::select! {
        _ = client.call(call_with("slow", json!({ "s": 0.4 }))) => panic!("it was answered"),
        () = desk.hears("slow") => {}
    }
    desk.hears("late").await;
    assert_eq!(text(&soon(client.call(call("echo"))).await.unwrap()), "ok");
    assert!(desk.warnings().is_empty(), "a late answer is nothing to warn of");
    assert_eq!(text(&soon(client.call(call("strays"))).await.unwrap()), "ok");
    soon(connection.close()).await;
    assert!(!desk.warnings().is_empty(), "an answer for nobody is told");
    assert_eq!((desk.witness("start").len(), desk.witness("eof").len()), (1, 1));
    assert_eq!(cancels(&desk), [("stopped".to_owned(), true)]);
}

/// Each race ends in one of two states, and leaves nothing behind.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_races_between_answer_and_stop_leave_nothing_waiting() {
    let desk = Desk::new();
    let connection = desk.connect("late_reply.py", &[]).await;
    let client = connection.client();
    let (mut done, mut stopped) = (0, 0);
    for round in 0..100u32 {
        // The server catches up with what was stopped, and shows how fast it is just now.
        let began = Instant::now();
        soon(client.call(call("echo"))).await.unwrap();
        let pace = began.elapsed();
        let mut calls = tokio::task::JoinSet::new();
        for n in 0..100u32 {
            let client = client.clone();
            // Some are stopped before they are sent, some while the answer is on its way.
            let patience = pace * ((n * 37 + round * 11) % 200) / 10;
            calls.spawn(
                async move { tokio::time::timeout(patience, client.call(call("echo"))).await },
            );
        }
        while let Some(ended) = soon(calls.join_next()).await {
            match ended.unwrap() {
                Ok(outcome) => {
                    assert_eq!(text(&outcome.unwrap()), "ok");
                    done += 1;
                }
                Err(_) => stopped += 1,
            }
        }
    }
    assert_eq!(done + stopped, 10_000);
    assert!(done > 0 && stopped > 0, "{done} done, {stopped} stopped");
    assert_eq!(client.waiting(), 0);
    assert_eq!(text(&soon(client.call(call("echo"))).await.unwrap()), "ok");
    soon(connection.close()).await;
    let mut cancelled: Vec<Value> = desk
        .received("notifications/cancelled")
        .into_iter()
        .map(|it| it["params"]["requestId"].clone())
        .collect();
    let all = cancelled.len();
    cancelled.sort_by_key(Value::as_u64);
    cancelled.dedup();
    assert_eq!(cancelled.len(), all, "one was cancelled twice");
    assert!(all <= stopped, "{all} cancels for {stopped} stops");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_a_thousand_calls_at_once_none_is_lost_or_crossed() {
    let desk = Desk::new();
    let connection = desk.connect("starts.py", &[]).await;
    let mut calls = tokio::task::JoinSet::new();
    for n in 0..1000 {
        let client = connection.client();
        calls.spawn(async move {
            let outcome = client.call(call_with("echo", json!({ "n": n }))).await.unwrap();
            assert_eq!(text(&outcome), format!("{{\"n\": {n}}}"));
        });
    }
    let mut done = 0;
    while let Some(ended) = soon(calls.join_next()).await {
        ended.unwrap();
        done += 1;
    }
    assert_eq!(done, 1000);
}
