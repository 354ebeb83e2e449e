//! Calls that a server of the legacy era refuses until some pages are dealt with.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use super::{
    asker::accept,
    call,
    near::{Near, done},
    text,
};
use crate::{Answer, Call, Era, Error, Question, RpcError};

fn refuse(near: &mut Near, request: &Value, ids: &[&str]) {
    let page = |id: &&str| json!({ "mode": "url", "message": "Sign in", "url": format!("https://a.example/{id}"), "elicitationId": id });
    let pages: Vec<Value> = ids.iter().map(page).collect();
    let error =
        json!({ "code": -32042, "message": "sign in first", "data": { "elicitations": pages } });
    near.says(&json!({ "jsonrpc": "2.0", "id": request["id"], "error": error }));
}

fn complete(near: &mut Near, id: &str) {
    let params = json!({ "elicitationId": id });
    let method = "notifications/elicitation/complete";
    near.says(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
}

fn is_the_refusal(ended: &Result<crate::Outcome, Error>) -> bool {
    matches!(ended, Err(Error::Rpc(RpcError { code: Some(-32042), message, .. })) if message == "sign in first")
}

/// HOST-46
#[tokio::test(start_paused = true)]
async fn once_all_pages_are_dealt_with_the_call_is_sent_again() {
    let mut near = Near::new(Era::Legacy);
    let second = Duration::from_secs(1);
    let calling = near.call(Call { limit: second, cap: Some(second), ..call("read") });
    let first = near.hears().await;
    refuse(&mut near, &first, &["a", "b"]);
    let (a, b) = (near.questions.next().await, near.questions.next().await);
    assert_eq!((a.tools(), b.tools()), (vec!["read"], vec!["read"]));
    let Question::Url { message, url, id } = &a.asked.question else { panic!("it is a page") };
    assert_eq!(
        (message.as_str(), url.as_str(), id.as_deref()),
        ("Sign in", "https://a.example/a", Some("a"))
    );
    // One is done before the person has agreed to the other.
    complete(&mut near, "b");
    a.answer(accept(json!({ "never": "sent" })));
    tokio::time::advance(Duration::from_secs(100)).await;
    b.answer(Answer::Accept(None));
    near.settles().await;
    complete(&mut near, "x");
    tokio::time::advance(Duration::from_secs(100)).await;
    complete(&mut near, "a");
    let again = near.hears().await;
    assert_ne!(again["id"], first["id"]);
    for key in ["name", "arguments"] {
        assert_eq!(again["params"][key], first["params"][key]);
    }
    near.answers(&again, &done());
    assert_eq!(text(&calling.ended().await.unwrap()), "done");
}

#[tokio::test(start_paused = true)]
async fn a_page_that_is_done_in_the_same_breath_counts() {
    let mut near = Near::new(Era::Legacy);
    let calling = near.call(call("read"));
    let first = near.hears().await;
    refuse(&mut near, &first, &["a"]);
    complete(&mut near, "a");
    near.questions.next().await.answer(Answer::Accept(None));
    let again = near.hears().await;
    near.answers(&again, &done());
    assert_eq!(text(&calling.ended().await.unwrap()), "done");
}

#[tokio::test(start_paused = true)]
async fn a_second_refusal_is_the_end() {
    let mut near = Near::new(Era::Legacy);
    let calling = near.call(call("read"));
    let first = near.hears().await;
    refuse(&mut near, &first, &["a"]);
    near.questions.next().await.answer(Answer::Accept(None));
    complete(&mut near, "a");
    let again = near.hears().await;
    refuse(&mut near, &again, &["a"]);
    assert!(is_the_refusal(&calling.ended().await));
    assert!(near.questions.ready().is_none());
    near.hears_nothing().await;
}

#[tokio::test(start_paused = true)]
async fn a_page_that_the_person_does_not_want_leaves_the_refusal_as_it_came() {
    for answer in [Answer::Decline, Answer::Cancel, Answer::Unfit("no such scheme".to_owned())] {
        let mut near = Near::new(Era::Legacy);
        let calling = near.call(call("read"));
        let first = near.hears().await;
        refuse(&mut near, &first, &["a", "b"]);
        let (mut a, b) = (near.questions.next().await, near.questions.next().await);
        b.answer(answer);
        a.taken_back().await;
        assert!(is_the_refusal(&calling.ended().await));
        near.hears_nothing().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_server_that_never_says_that_the_page_is_done_is_given_up() {
    let mut near = Near::new(Era::Legacy);
    let calling = near.call(call("read"));
    let first = near.hears().await;
    refuse(&mut near, &first, &["a"]);
    near.questions.next().await.answer(Answer::Accept(None));
    let began = Instant::now();
    let error = calling.ended().await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "the server did not say within 300s that the page it had opened is dealt with"
    );
    assert_eq!(began.elapsed().as_secs(), 300);
    near.hears_nothing().await;
}

/// HOST-50
#[tokio::test(start_paused = true)]
async fn the_end_of_the_call_or_the_server_takes_the_page_back() {
    for by_the_server in [true, false] {
        let mut near = Near::new(Era::Legacy);
        let calling = near.call(call("read"));
        let first = near.hears().await;
        refuse(&mut near, &first, &["a"]);
        let mut put = near.questions.next().await;
        if by_the_server {
            near.ends();
            assert!(matches!(calling.ended().await, Err(Error::Ended { .. })));
        } else {
            calling.stop();
        }
        put.taken_back().await;
        near.hears_nothing().await;
    }
}

/// HOST-49
#[tokio::test(start_paused = true)]
async fn without_somebody_to_ask_the_refusal_is_an_error_like_any_other() {
    for mut near in [Near::alone(Era::Legacy), Near::new(Era::Modern)] {
        let calling = near.call(call("read"));
        let first = near.hears().await;
        refuse(&mut near, &first, &["a"]);
        assert!(is_the_refusal(&calling.ended().await));
        assert!(near.questions.ready().is_none());
    }
}
