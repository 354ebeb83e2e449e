//! Stopping a call: by its name, and by going away. The server hears of it once.

use app::wire::{
    failure::Code,
    tool::{CancelCall, OutcomeView},
};
use flows::{house::House, peers, wait::eventually, witness::Witness};
use serde_json::{Value, json};

async fn hanging() -> (House, Witness) {
    let house = House::open().await;
    let witness = house.witness("hang");
    house.add("hang", &peers::scripted("hang", witness.path())).await;
    (house, witness)
}

/// The one notice that the server got; a call that is answered shows that no other came after it.
async fn one_notice(house: &House, witness: &Witness) -> Value {
    let told = async || witness.received("notifications/cancelled").into_iter().next();
    eventually("the server is not told", told).await;
    house.text("hang", "echo", json!({})).await;
    let mut told = witness.received("notifications/cancelled");
    assert_eq!(told.len(), 1, "{told:?}");
    told.remove(0)
}

/// HOST-36
#[tokio::test]
async fn a_call_is_stopped_by_its_name() {
    let (house, witness) = hanging().await;
    let call = house.call_of("hang", "never", json!({}));
    let name = call.call.clone();
    let stop = async {
        witness.event("never").await;
        house.page::<()>("cancel_call", CancelCall { call: name }).await
    };
    let (called, stopped) = tokio::join!(house.page::<OutcomeView>("call_tool", call), stop);
    stopped.unwrap();
    assert_eq!(called.unwrap_err().code, Code::Cancelled);
    let notice = one_notice(&house, &witness).await;
    assert_eq!(notice["params"]["requestId"], witness.received("tools/call")[0]["id"]);
    house.close().await;
}

/// HOST-36
#[tokio::test]
async fn a_caller_that_goes_away_stops_its_call() {
    let (house, witness) = hanging().await;
    let call = house.call_of("hang", "never", json!({}));
    tokio::select! {
        called = house.page::<OutcomeView>("call_tool", call) => panic!("{called:?}"),
        _ = witness.event("never") => {}
    }
    one_notice(&house, &witness).await;
    house.close().await;
}

/// HOST-36
#[tokio::test]
async fn a_call_that_is_over_is_not_cancelled() {
    let (house, witness) = hanging().await;
    let call = house.call_of("hang", "echo", json!({}));
    let name = call.call.clone();
    house.page::<OutcomeView>("call_tool", call).await.unwrap();
    house.page::<()>("cancel_call", CancelCall { call: name }).await.unwrap();
    house.text("hang", "echo", json!({})).await;
    assert!(witness.received("notifications/cancelled").is_empty());
    house.close().await;
}

#[tokio::test]
async fn a_name_is_for_one_call_at_a_time() {
    let (house, witness) = hanging().await;
    let call = house.call_of("hang", "never", json!({}));
    let again = async {
        witness.event("never").await;
        let refused = house.page::<OutcomeView>("call_tool", call.clone()).await.unwrap_err();
        house.page::<()>("cancel_call", CancelCall { call: call.call.clone() }).await.unwrap();
        refused
    };
    let first = house.page::<OutcomeView>("call_tool", call.clone());
    let (_, refused) = tokio::join!(first, again);
    assert_eq!((refused.code, refused.field.as_deref()), (Code::Invalid, Some("call")));
    assert_eq!(witness.received("tools/call").len(), 1);
    house.close().await;
}

/// HOST-10 HOST-36
#[tokio::test]
async fn closing_ends_calls_that_would_never_end() {
    let (house, witness) = hanging().await;
    let call = house.call("hang", "never", json!({}));
    let close = async {
        witness.event("never").await;
        house.app.close().await;
    };
    let (called, ()) = tokio::join!(call, close);
    let code = called.unwrap_err().code;
    assert!(matches!(code, Code::Cancelled | Code::NotReady | Code::CallFailed), "{code:?}");
}
