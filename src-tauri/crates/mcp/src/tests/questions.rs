//! Questions that a server of the legacy era puts while calls are under way.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, advance};

use super::{
    asker::accept,
    call,
    near::{Near, done},
    text,
};
use crate::{Answer, Call, CallRef, Era, Error, Question};

const SECOND: Duration = Duration::from_secs(1);

fn timed(name: &str, limit: Duration, cap: Duration) -> Call {
    Call { limit, cap: Some(cap), ..call(name) }
}

fn cancelled(id: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "result": { "action": "cancel" } })
}

/// HOST-42
#[tokio::test(start_paused = true)]
async fn an_answer_goes_to_the_server_that_asked_and_the_call_goes_on() {
    let mut near = Near::new(Era::Legacy);
    let calling = near.call(Call { tag: "card-1".to_owned(), ..call("deploy") });
    let request = near.hears().await;
    near.asks("q-1", "Where to?");
    let put = near.questions.next().await;
    let whose = CallRef { tool: "deploy".to_owned(), tag: "card-1".to_owned() };
    assert_eq!(put.asked.calls, [whose]);
    let schema = Some(json!({ "type": "object" }));
    let message = "Where to?".to_owned();
    assert_eq!(put.asked.question, Question::Form { message, schema });
    put.answer(accept(json!({ "where": "staging" })));
    assert_eq!(
        near.hears().await,
        json!({ "jsonrpc": "2.0", "id": "q-1", "result": { "action": "accept", "content": { "where": "staging" } } })
    );
    near.answers(&request, &done());
    assert_eq!(text(&calling.ended().await.unwrap()), "done");
}

/// HOST-42
#[tokio::test(start_paused = true)]
async fn decline_and_cancel_hold_no_content_and_an_unfit_question_is_refused() {
    let mut near = Near::new(Era::Legacy);
    for (answer, expected) in [
        (Answer::Decline, json!({ "result": { "action": "decline" } })),
        (Answer::Cancel, json!({ "result": { "action": "cancel" } })),
        (
            Answer::Unfit("it is nested".to_owned()),
            json!({ "error": { "code": -32602, "message": "it is nested" } }),
        ),
    ] {
        near.asks("q", "?");
        let put = near.questions.next().await;
        assert!(put.asked.calls.is_empty(), "no call is under way");
        put.answer(answer);
        let mut heard = near.hears().await;
        let heard = heard.as_object_mut().unwrap();
        heard.remove("jsonrpc");
        assert_eq!(heard.remove("id"), Some(json!("q")));
        assert_eq!(Value::Object(std::mem::take(heard)), expected);
    }
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_put_is_refused_and_asks_nobody() {
    let mut near = Near::new(Era::Legacy);
    for params in
        [json!({ "mode": "hologram", "message": "x" }), json!([]), json!({ "mode": "url" })]
    {
        near.says(
            &json!({ "jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": params }),
        );
        assert_eq!(near.hears().await["error"]["code"], -32602, "{params}");
    }
    near.says(&json!({ "jsonrpc": "2.0", "id": 1, "method": "elicitation/create" }));
    assert_eq!(near.hears().await["error"]["code"], -32602);
    assert!(near.questions.ready().is_none());
}

/// HOST-49
#[tokio::test(start_paused = true)]
async fn nobody_is_asked_where_nobody_is_or_where_the_era_has_no_such_request() {
    for mut near in [Near::alone(Era::Legacy), Near::new(Era::Modern)] {
        near.asks("q", "?");
        assert_eq!(near.hears().await["error"]["code"], -32601);
        assert!(near.questions.ready().is_none());
    }
}

#[tokio::test(start_paused = true)]
async fn sixteen_questions_are_open_at_most() {
    let mut near = Near::new(Era::Legacy);
    let mut open = Vec::new();
    for n in 0..16 {
        near.asks(&format!("q-{n}"), &n.to_string());
        open.push(near.questions.next().await);
    }
    near.asks("one too many", "?");
    let refused = near.hears().await;
    assert_eq!(
        (&refused["id"], &refused["error"]["code"]),
        (&json!("one too many"), &json!(-32603))
    );
    open.pop().unwrap().answer(Answer::Decline);
    assert_eq!(near.hears().await["id"], "q-15");
    near.asks("now", "?");
    near.questions.next().await.answer(Answer::Decline);
    assert_eq!(near.hears().await["id"], "now");
    assert_eq!(near.questions.open(), 15);
}

/// HOST-42: a server that asks for ever comes to an end.
#[tokio::test(start_paused = true)]
async fn twenty_questions_are_put_for_a_call_at_most() {
    let mut near = Near::new(Era::Legacy);
    let calling = near.call(call("forever"));
    let request = near.hears().await;
    for n in 0..20 {
        near.asks(&format!("q-{n}"), "again");
        near.questions.next().await.answer(Answer::Cancel);
        assert_eq!(near.hears().await["result"]["action"], "cancel");
    }
    for n in 20..25 {
        near.asks(&format!("q-{n}"), "again");
        let refused = near.hears().await;
        assert_eq!(refused["error"]["code"], -32603);
        assert!(refused["error"]["message"].as_str().unwrap().contains("20 times"), "{refused}");
    }
    assert!(near.questions.ready().is_none());
    assert_eq!(near.questions.not_put(), ["it has asked 20 times for one call, and may no more"]);
    near.answers(&request, &done());
    calling.ended().await.unwrap();
    advance(3 * SECOND).await;
    let calling = near.call(call("next"));
    let request = near.hears().await;
    near.asks("q", "?");
    near.questions.next().await.answer(Answer::Cancel);
    assert_eq!(near.hears().await["result"]["action"], "cancel", "another call begins anew");
    near.answers(&request, &done());
    calling.ended().await.unwrap();
}

/// HOST-42: what a server asks on, nobody is asked any more, and no other call is held up by it.
#[tokio::test(start_paused = true)]
async fn a_server_that_asks_on_and_on_is_refused_until_it_has_been_silent() {
    let mut near = Near::new(Era::Legacy);
    let calling = near.call(timed("forever", 10 * SECOND, 60 * SECOND));
    near.hears().await;
    for n in 0..21 {
        near.asks(&format!("q-{n}"), "again");
        if n < 20 {
            near.questions.next().await.answer(Answer::Cancel);
        }
        near.hears().await;
    }
    assert_eq!(near.questions.not_put().len(), 1);
    let beside = near.call(call("beside"));
    let request = near.hears().await;
    refuses(&mut near).await;
    near.answers(&request, &done());
    assert_eq!(text(&beside.ended().await.unwrap()), "done");
    assert!(matches!(calling.ended().await, Err(Error::CallTimedOut { .. })));
    assert_eq!(near.hears().await["method"], "notifications/cancelled");
    near.asks("late", "again");
    near.questions.next().await.answer(Answer::Cancel);
    assert_eq!(near.hears().await["id"], "late", "it was silent for some seconds");
}

/// HOST-42
#[tokio::test(start_paused = true)]
async fn what_comes_without_a_pause_after_the_last_call_is_asked_of_nobody() {
    let mut near = Near::new(Era::Legacy);
    let calling = near.call(call("forever"));
    let request = near.hears().await;
    for n in 0..21 {
        near.asks(&format!("q-{n}"), "again");
        if n < 20 {
            near.questions.next().await.answer(Answer::Cancel);
        }
        near.hears().await;
    }
    near.answers(&request, &done());
    calling.ended().await.unwrap();
    for _ in 0..10 {
        refuses(&mut near).await;
        advance(SECOND).await;
    }
    let later = near.call(call("later"));
    let request = near.hears().await;
    refuses(&mut near).await;
    near.answers(&request, &done());
    assert_eq!(text(&later.ended().await.unwrap()), "done");
    assert_eq!(near.questions.not_put().len(), 1, "nobody hears of it again and again");
}

/// The server asks, and gets its refusal while nobody is asked.
async fn refuses(near: &mut Near) {
    near.asks("more", "again");
    let refused = near.hears().await;
    assert_eq!((&refused["id"], &refused["error"]["code"]), (&json!("more"), &json!(-32603)));
    assert!(near.questions.ready().is_none());
}

/// HOST-51
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn questions_are_put_in_the_order_in_which_they_came() {
    for _ in 0..50 {
        let mut near = Near::new(Era::Legacy);
        for n in 0..16 {
            near.asks(&n.to_string(), &n.to_string());
        }
        for n in 0..16 {
            let Question::Form { message, .. } = near.questions.next().await.asked.question else {
                panic!("it is a form");
            };
            assert_eq!(message, n.to_string());
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_question_that_the_server_takes_back_is_closed_without_a_reply() {
    let mut near = Near::new(Era::Legacy);
    near.asks("q-1", "first");
    near.asks("q-2", "second");
    let (mut first, second) = (near.questions.next().await, near.questions.next().await);
    let method = "notifications/cancelled";
    for id in ["q-1", "q-9"] {
        near.says(&json!({ "jsonrpc": "2.0", "method": method, "params": { "requestId": id } }));
    }
    first.taken_back().await;
    first.answer(accept(json!({ "late": true })));
    second.answer(Answer::Decline);
    assert_eq!(near.hears().await["id"], "q-2", "the other is as it was");
    near.hears_nothing().await;
}

/// HOST-50
#[tokio::test(start_paused = true)]
async fn when_its_call_is_over_a_question_is_taken_back_and_the_server_is_told() {
    for how in ["answered", "stopped", "refused"] {
        let mut near = Near::new(Era::Legacy);
        let calling = near.call(timed("slow", 10 * SECOND, 20 * SECOND));
        let request = near.hears().await;
        near.asks("q", "?");
        let mut put = near.questions.next().await;
        match how {
            "answered" => {
                near.answers(&request, &done());
                calling.ended().await.unwrap();
            }
            "stopped" => {
                calling.stop();
                assert_eq!(near.hears().await["method"], "notifications/cancelled");
            }
            _ => near.says(&json!({ "jsonrpc": "2.0", "id": request["id"], "error": "given up" })),
        }
        put.taken_back().await;
        put.answer(accept(json!({ "late": true })));
        assert_eq!(near.hears().await, cancelled("q"), "{how}");
        near.hears_nothing().await;
    }
}

/// HOST-50: a server that asks and is gone in the same moment.
#[tokio::test(start_paused = true)]
async fn a_question_whose_call_is_over_before_it_is_put_is_put_to_nobody() {
    let mut near = Near::new(Era::Legacy);
    let calling = near.call(call("dying"));
    let request = near.hears().await;
    near.asks("q", "?");
    near.answers(&request, &done());
    calling.ended().await.unwrap();
    assert_eq!(near.hears().await, cancelled("q"));
    assert!(near.questions.ready().is_none(), "who called is not there any more");
}

/// HOST-50
#[tokio::test(start_paused = true)]
async fn a_question_of_several_calls_stays_until_the_last_is_over() {
    let mut near = Near::new(Era::Legacy);
    let first = near.call(call("first"));
    let request = near.hears().await;
    let second = near.call(call("second"));
    let other = near.hears().await;
    near.asks("q", "?");
    let mut put = near.questions.next().await;
    assert_eq!(put.tools(), ["first", "second"]);
    near.answers(&request, &done());
    first.ended().await.unwrap();
    near.settles().await;
    assert_eq!(near.questions.open(), 1, "it may belong to the other");
    near.answers(&other, &done());
    second.ended().await.unwrap();
    put.taken_back().await;
    assert_eq!(near.hears().await, cancelled("q"));
}

/// HOST-50
#[tokio::test(start_paused = true)]
async fn the_servers_end_takes_its_questions_back() {
    let mut near = Near::new(Era::Legacy);
    let calling = near.call(call("slow"));
    near.hears().await;
    near.asks("q", "?");
    let mut put = near.questions.next().await;
    near.ends();
    put.taken_back().await;
    assert!(matches!(calling.ended().await, Err(Error::Ended { .. })));
    put.answer(Answer::Decline);
    near.hears_nothing().await;
}

/// HOST-37
#[tokio::test(start_paused = true)]
async fn while_a_question_is_open_the_limits_of_its_calls_stand_still() {
    let mut near = Near::new(Era::Legacy);
    let began = Instant::now();
    let calling = near.call(timed("slow", 10 * SECOND, 15 * SECOND));
    near.hears().await;
    advance(4 * SECOND).await;
    near.asks("q", "?");
    let put = near.questions.next().await;
    // The limit, the cap, and far more than both.
    advance(3600 * SECOND).await;
    near.settles().await;
    put.answer(Answer::Decline);
    assert_eq!(near.hears().await["id"], "q");
    let ended = calling.ended().await;
    assert!(
        matches!(ended, Err(Error::CallTimedOut { limit, .. }) if limit == 10 * SECOND),
        "{ended:?}"
    );
    assert_eq!(began.elapsed().as_secs(), 3600 + 10);
    assert_eq!(near.hears().await["params"]["reason"], "timeout");
}

/// HOST-37
#[tokio::test(start_paused = true)]
async fn the_cap_stands_still_too_and_a_later_call_is_not_held() {
    let mut near = Near::new(Era::Legacy);
    let began = Instant::now();
    let capped = near.call(timed("slow", 10 * SECOND, 12 * SECOND));
    let request = near.hears().await;
    near.asks("q", "?");
    let put = near.questions.next().await;
    let later = near.call(timed("later", 5 * SECOND, 5 * SECOND));
    near.hears().await;
    assert!(matches!(later.ended().await, Err(Error::CallTimedOut { .. })));
    assert_eq!(began.elapsed().as_secs(), 5, "it began after the question");
    put.answer(Answer::Decline);
    near.settles().await;
    for _ in 0..3 {
        advance(3 * SECOND).await;
        let progress = json!({ "progressToken": request["id"], "progress": 1 });
        near.says(
            &json!({ "jsonrpc": "2.0", "method": "notifications/progress", "params": progress }),
        );
    }
    let ended = capped.ended().await;
    assert!(
        matches!(ended, Err(Error::CallTimedOut { limit, .. }) if limit == 12 * SECOND),
        "{ended:?}"
    );
    assert_eq!(began.elapsed().as_secs(), 5 + 12);
}
