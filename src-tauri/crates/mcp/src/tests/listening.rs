//! What a server of the modern era tells on requests that stand, with the clock in hand.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::{
    sync::oneshot,
    time::{Instant, advance},
};

use super::{
    call,
    near::{Near, done},
    text,
};
use crate::{Era, Error};

fn near() -> Near {
    Near::that_can(Era::Modern, json!({ "resources": { "subscribe": true } }), None)
}

fn subscribe(near: &mut Near, uri: &'static str) -> oneshot::Receiver<Result<(), Error>> {
    near.does(move |client| async move { client.subscribe(uri).await })
}

fn listen(near: &mut Near) -> oneshot::Receiver<Result<(), Error>> {
    near.does(|client| async move { client.listen().await })
}

/// The server says that it has begun, with these.
fn begins(near: &mut Near, request: &Value, notifications: &Value) {
    near.says(&json!({ "jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged",
        "params": { "_meta": { "io.modelcontextprotocol/subscriptionId": request["id"] },
                    "notifications": notifications } }));
}

/// The next request that stands, and for which resources.
async fn stands(near: &mut Near) -> (Value, Value) {
    let request = near.hears().await;
    assert_eq!(request["method"], "subscriptions/listen", "{request}");
    let wanted = request["params"]["notifications"]["resourceSubscriptions"].clone();
    (request, wanted)
}

#[tokio::test(start_paused = true)]
async fn resources_are_watched_on_one_request_that_is_renewed_before_it_ends() {
    let mut near = near();
    let _listening = listen(&mut near);
    let first = subscribe(&mut near, "f:a");
    let (one, wanted) = stands(&mut near).await;
    assert_eq!(wanted, json!(["f:a"]));
    begins(&mut near, &one, &json!({ "resourceSubscriptions": ["f:a"] }));
    first.await.unwrap().unwrap();
    let second = subscribe(&mut near, "f:b");
    let (two, wanted) = stands(&mut near).await;
    assert_eq!(wanted, json!(["f:a", "f:b"]));
    begins(&mut near, &two, &json!({ "resourceSubscriptions": ["f:a", "f:b"] }));
    second.await.unwrap().unwrap();
    let cancel = near.hears().await;
    assert_eq!(cancel["method"], "notifications/cancelled");
    assert_eq!(cancel["params"]["requestId"], one["id"], "the one before, and only now");
    assert_eq!(near.client.waiting(), 0, "nobody waits for what stands");
    near.client.unsubscribe("f:a").await.unwrap();
    near.client.unsubscribe("f:b").await.unwrap();
    let cancel = near.hears().await;
    assert_eq!(cancel["params"]["requestId"], two["id"]);
}

#[tokio::test(start_paused = true)]
async fn what_a_server_does_not_tell_of_is_an_error_and_watched_no_more() {
    let mut near = near();
    let _listening = listen(&mut near);
    let watched = subscribe(&mut near, "f:a");
    let (one, _) = stands(&mut near).await;
    begins(&mut near, &one, &json!({}));
    let error = watched.await.unwrap().unwrap_err();
    assert_eq!(error.to_string(), "the server does not tell when this changes");
    assert_eq!(near.hears().await["method"], "notifications/cancelled");
    let refused = subscribe(&mut near, "f:b");
    let (two, wanted) = stands(&mut near).await;
    assert_eq!(wanted, json!(["f:b"]));
    let error = json!({ "code": -32601, "message": "Method not found" });
    near.says(&json!({ "jsonrpc": "2.0", "id": two["id"], "error": error }));
    assert!(matches!(refused.await.unwrap(), Err(Error::Rpc(_))));
    near.hears_nothing().await;
}

#[tokio::test(start_paused = true)]
async fn a_server_that_does_not_say_that_it_has_begun_is_believed() {
    let mut near = near();
    let _listening = listen(&mut near);
    let began = Instant::now();
    let watched = subscribe(&mut near, "f:a");
    stands(&mut near).await;
    watched.await.unwrap().unwrap();
    assert_eq!(began.elapsed(), Duration::from_secs(10));
}

#[tokio::test(start_paused = true)]
async fn lists_are_listened_to_where_the_server_tells_of_them_and_again_when_it_ends_that() {
    let can = json!({ "tools": { "listChanged": true }, "prompts": {}, "resources": { "listChanged": true } });
    let mut near = Near::that_can(Era::Modern, can, None);
    let listening = listen(&mut near);
    for wait in [0, 1, 2, 4] {
        advance(Duration::from_secs(wait)).await;
        let (request, _) = stands(&mut near).await;
        let wanted = json!({ "toolsListChanged": true, "resourcesListChanged": true });
        assert_eq!(request["params"]["notifications"], wanted);
        begins(&mut near, &request, &wanted);
        near.settles().await;
        near.answers(&request, &json!({ "resultType": "complete" }));
        near.settles().await;
    }
    near.ends();
    advance(Duration::from_secs(8)).await;
    assert!(matches!(listening.await.unwrap(), Err(Error::Ended { .. })));
}

#[tokio::test(start_paused = true)]
async fn a_server_that_tells_nothing_and_one_of_the_old_era_are_not_asked_to() {
    for (era, can) in [
        (Era::Modern, json!({ "tools": {} })),
        (Era::Legacy, json!({ "tools": { "listChanged": true } })),
    ] {
        let mut near = Near::that_can(era, can, None);
        let _listening = listen(&mut near);
        near.hears_nothing().await;
    }
}

/// HOST-21: an error that names no request is meant for the only one that waits, and what stands
/// does not wait.
#[tokio::test(start_paused = true)]
async fn what_stands_takes_no_error_from_a_call() {
    let mut near = Near::that_can(Era::Modern, json!({ "tools": { "listChanged": true } }), None);
    let _listening = listen(&mut near);
    stands(&mut near).await;
    let calling = near.call(call("echo"));
    near.hears().await;
    near.says(
        &json!({ "jsonrpc": "2.0", "id": null, "error": { "code": -32600, "message": "odd" } }),
    );
    assert!(matches!(calling.ended().await, Err(Error::Rpc(refused)) if refused.message == "odd"));
    let calling = near.call(call("echo"));
    let asked = near.hears().await;
    near.answers(&asked, &done());
    assert_eq!(text(&calling.ended().await.unwrap()), "done");
}

#[tokio::test(start_paused = true)]
async fn an_old_server_is_asked_for_each_resource() {
    let mut near = Near::that_can(Era::Legacy, json!({ "resources": { "subscribe": true } }), None);
    let watched = subscribe(&mut near, "f:a");
    let asked = near.hears().await;
    assert_eq!(
        (&asked["method"], &asked["params"]["uri"]),
        (&json!("resources/subscribe"), &json!("f:a"))
    );
    near.answers(&asked, &json!({}));
    watched.await.unwrap().unwrap();
    let gone = near.does(|client| async move { client.unsubscribe("f:a").await });
    let asked = near.hears().await;
    assert_eq!(asked["method"], "resources/unsubscribe");
    near.answers(&asked, &json!({}));
    gone.await.unwrap().unwrap();
}
