//! Much at once over HTTP, and questions of the server in either era.

use std::sync::Arc;

use serde_json::json;
use tokio::{sync::Notify, task::JoinSet};

use super::{
    super::{
        asker::{accept, asker},
        call, call_with, soon, text,
    },
    Desk,
    site::{Site, dull_legacy, dull_modern},
};
use crate::{Answer, CallRef, Question};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_a_thousand_calls_at_once_over_http_none_is_lost_or_crossed() {
    let site = Site::legacy(|seen, talk| {
        Box::pin(async move {
            let said = seen.message["params"]["arguments"].to_string();
            talk.json(200, &seen.text(&said)).await
        })
    })
    .await;
    let connection = Desk::new().connect(site.target()).await;
    let mut calls = JoinSet::new();
    for n in 0..1000 {
        let client = connection.client();
        calls.spawn(async move {
            let outcome = client.call(call_with("echo", json!({ "n": n }))).await.unwrap();
            assert_eq!(text(&outcome), format!("{{\"n\":{n}}}"));
        });
    }
    let mut done = 0;
    while let Some(ended) = soon(calls.join_next()).await {
        ended.unwrap();
        done += 1;
    }
    assert_eq!((done, site.asked("tools/call").len()), (1000, 1000));
}

/// HOST-42, HOST-49: the question comes on the call's own stream, and its answer goes by a POST.
#[tokio::test]
async fn a_question_on_the_stream_of_a_call_is_answered_by_a_message_of_its_own() {
    let answered = Arc::new(Notify::new());
    let site = Site::any(move |seen, mut talk| {
        let answered = Arc::clone(&answered);
        Box::pin(async move {
            if seen.message["id"] == "q-1" {
                answered.notify_one();
                return talk.empty(202).await;
            }
            if let Some(dull) = dull_legacy(&seen) {
                return dull.tell(talk).await;
            }
            talk.stream().await;
            let params = json!({ "message": "Where to?", "requestedSchema": { "type": "object" } });
            let question = json!({ "jsonrpc": "2.0", "id": "q-1", "method": "elicitation/create", "params": params });
            talk.event(&question).await;
            answered.notified().await;
            talk.event(&seen.text("deployed")).await;
            talk.end().await
        })
    })
    .await;
    let (asker, mut questions) = asker();
    let mut desk = Desk::new();
    desk.settings.asker = Some(asker);
    let connection = desk.connect(site.target()).await;
    let client = connection.client();
    let answer = async {
        let put = questions.next().await;
        let whose = CallRef { tool: "deploy".to_owned(), tag: String::new() };
        assert_eq!(put.asked.calls, [whose]);
        put.answer(accept(json!({ "where": "staging" })));
    };
    let (outcome, ()) = soon(async { tokio::join!(client.call(call("deploy")), answer) }).await;
    assert_eq!(text(&outcome.unwrap()), "deployed");
    let reply = site.seen().into_iter().find(|it| it.message["id"] == "q-1").unwrap();
    assert_eq!(
        reply.message["result"],
        json!({ "action": "accept", "content": { "where": "staging" } })
    );
    assert_eq!(reply.header("mcp-session-id"), Some("session-1"));
    let declared = &site.asked("initialize")[0].message["params"]["capabilities"];
    assert!(declared["elicitation"].is_object(), "{declared}");
}

/// HOST-49: input rounds, with the state letter for letter.
#[tokio::test]
async fn input_rounds_work_over_http() {
    let site = Site::any(|seen, talk| {
        Box::pin(async move {
            if let Some(dull) = dull_modern(&seen) {
                return dull.tell(talk).await;
            }
            let params = &seen.message["params"];
            let result = match &params["inputResponses"]["elicit-1"]["action"] {
                action if action == "accept" => {
                    assert_eq!(params["requestState"], "opaque ü");
                    json!({ "resultType": "complete", "content": [{ "type": "text", "text": "done" }] })
                }
                _ => {
                    let params = json!({ "message": "Sure?", "requestedSchema": { "type": "object" } });
                    let ask = json!({ "method": "elicitation/create", "params": params });
                    json!({ "resultType": "input_required", "inputRequests": { "elicit-1": ask },
                        "requestState": "opaque ü" })
                }
            };
            talk.json(200, &seen.result(&result)).await
        })
    })
    .await;
    let (asker, mut questions) = asker();
    let mut desk = Desk::new();
    desk.settings.asker = Some(asker);
    let connection = desk.connect(site.target()).await;
    let client = connection.client();
    let answer = async {
        let put = questions.next().await;
        assert!(
            matches!(&put.asked.question, Question::Form { message, .. } if message == "Sure?")
        );
        put.answer(Answer::Accept(None));
    };
    let (outcome, ()) = soon(async { tokio::join!(client.call(call("ask")), answer) }).await;
    assert_eq!(text(&outcome.unwrap()), "done");
    let calls = site.asked("tools/call");
    assert_eq!(calls.len(), 2);
    assert_ne!(calls[0].message["id"], calls[1].message["id"]);
    assert!(calls.iter().all(|it| it.header("mcp-name") == Some("ask")));
}

/// HOST-18: in the modern era a request stands on which the server tells of changes.
#[tokio::test]
async fn changes_of_a_modern_server_are_heard_on_a_request_that_stands() {
    let site = Site::any(|seen, mut talk| {
        Box::pin(async move {
            match seen.message["method"].as_str() {
                Some("server/discover") => {
                    let capabilities = json!({ "tools": { "listChanged": true } });
                    let result = json!({ "supportedVersions": ["2026-07-28"], "capabilities": capabilities });
                    talk.json(200, &seen.result(&result)).await
                }
                Some("subscriptions/listen") => {
                    talk.stream().await;
                    for method in ["subscriptions/acknowledged", "tools/list_changed"] {
                        let meta = json!({ "io.modelcontextprotocol/subscriptionId": seen.message["id"] });
                        talk.event(&json!({ "jsonrpc": "2.0", "method": format!("notifications/{method}"),
                            "params": { "_meta": meta, "notifications": { "toolsListChanged": true } } }))
                            .await;
                    }
                    talk.gone().await
                }
                _ => dull_modern(&seen).unwrap().tell(talk).await,
            }
        })
    })
    .await;
    let mut desk = Desk::new();
    let connection = desk.connect(site.target()).await;
    let client = connection.client();
    let mut standing = JoinSet::new();
    let stands = client.clone();
    standing.spawn(async move { stands.listen().await });
    let changed = crate::Notice::ListChanged(crate::List::Tools);
    soon(async { while desk.told.recv().await.unwrap() != changed {} }).await;
    assert_eq!(client.waiting(), 0, "nobody waits for what stands");
    for _ in 0..2 {
        assert_eq!(client.tools().await.unwrap().tools.len(), 1);
    }
    assert_eq!(site.asked("tools/list").len(), 2, "it does not say for how long it is good");
    standing.shutdown().await;
    site.sees("GONE", 1).await;
}

/// HOST-42: of two calls the one is asked on whose stream the question comes.
#[tokio::test]
async fn a_question_belongs_to_the_call_on_whose_stream_it_comes() {
    let site = Site::any(|seen, mut talk| {
        Box::pin(async move {
            if let Some(dull) = dull_legacy(&seen) {
                return dull.tell(talk).await;
            }
            talk.stream().await;
            if seen.tool() == "asks" {
                let params = json!({ "message": "?", "requestedSchema": { "type": "object" } });
                talk.event(&json!({ "jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": params }))
                    .await;
            }
            talk.gone().await
        })
    })
    .await;
    let (asker, mut questions) = asker();
    let mut desk = Desk::new();
    desk.settings.asker = Some(asker);
    let connection = desk.connect(site.target()).await;
    let mut calls = JoinSet::new();
    for tool in ["quiet", "asks"] {
        let client = connection.client();
        calls.spawn(async move { client.call(call(tool)).await });
        site.sees("tools/call", calls.len()).await;
    }
    let put = soon(questions.next()).await;
    let tools: Vec<_> = put.asked.calls.iter().map(|it| it.tool.as_str()).collect();
    assert_eq!(tools, ["asks"]);
    calls.shutdown().await;
}
