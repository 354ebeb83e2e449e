//! Input rounds of the modern era, with the clock in hand.

use std::time::Duration;

use serde_json::{Map, Value, json};
use tokio::{
    sync::mpsc,
    time::{Instant, advance},
};

use super::{
    asker::accept,
    call, call_with,
    near::{Near, done},
    text,
};
use crate::{Answer, Call, CallRef, Era, Error, Question};

const SECOND: Duration = Duration::from_secs(1);

fn form(message: &str) -> Value {
    json!({ "method": "elicitation/create", "params": { "message": message, "requestedSchema": {} } })
}

/// A result that asks these, under their messages as names.
fn asks(messages: &[&str], state: impl Into<Value>) -> Value {
    let requests: Map<String, Value> =
        messages.iter().map(|it| ((*it).to_owned(), form(it))).collect();
    let mut result = json!({ "resultType": "input_required", "requestState": state.into() });
    if !messages.is_empty() {
        result["inputRequests"] = Value::Object(requests);
    }
    result
}

/// HOST-49
#[tokio::test(start_paused = true)]
async fn all_questions_of_a_round_are_put_at_once_and_answered_in_one_retry() {
    let mut near = Near::new(Era::Modern);
    let call = call_with("deploy", json!({ "where": "staging" }));
    let calling = near.call(Call { tag: "card-1".to_owned(), ..call });
    let first = near.hears().await;
    assert!(first["params"].get("inputResponses").is_none());
    let capabilities = &first["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"];
    assert_eq!(capabilities, &json!({ "elicitation": { "form": {}, "url": {} } }));
    near.answers(&first, &asks(&["b é", "", "a"], "s"));
    let mut put = Vec::new();
    for message in ["b é", "", "a"] {
        let one = near.questions.next().await;
        let whose = CallRef { tool: "deploy".to_owned(), tag: "card-1".to_owned() };
        assert_eq!(one.asked.calls, [whose]);
        let (message, schema) = (message.to_owned(), Some(json!({})));
        assert_eq!(one.asked.question, Question::Form { message, schema });
        put.push(one);
    }
    let answers = [accept(json!({ "yes": true })), Answer::Decline, Answer::Cancel];
    for (one, answer) in put.into_iter().zip(answers).rev() {
        one.answer(answer);
    }
    let second = near.hears().await;
    assert_ne!(second["id"], first["id"]);
    assert_eq!(second["params"]["_meta"]["progressToken"], second["id"]);
    let mut expected = first["params"].clone();
    expected["_meta"]["progressToken"] = second["id"].clone();
    expected["requestState"] = json!("s");
    expected["inputResponses"] = json!({
        "b é": { "action": "accept", "content": { "yes": true } },
        "": { "action": "decline" },
        "a": { "action": "cancel" },
    });
    assert_eq!(second["params"], expected);
    near.answers(&second, &done());
    assert_eq!(text(&calling.ended().await.unwrap()), "done");
}

/// HOST-49
#[tokio::test(start_paused = true)]
async fn state_goes_back_byte_for_byte_or_not_at_all() {
    let wanted = r#""opaque/\u00e9\"\\ \/ {\"x\":1.0}""#;
    for (state, goes) in [
        (format!(r#","requestState":{wanted}"#), true),
        (r#","requestState":null"#.to_owned(), false),
        (String::new(), false),
    ] {
        let mut near = Near::new(Era::Modern);
        let calling = near.call(call("deploy"));
        let first = near.hears().await;
        let requests = json!({ "k": form("?") });
        let (id, kind) = (&first["id"], "input_required");
        near.writes(&format!(
            r#"{{"jsonrpc":"2.0","id":{id},"result":{{"resultType":"{kind}","inputRequests":{requests}{state}}}}}"#
        ));
        near.questions.next().await.answer(Answer::Decline);
        let line = near.hears_line().await;
        assert_eq!(line.contains(&format!(r#""requestState":{wanted}"#)), goes, "{line}");
        assert_eq!(line.contains("requestState"), goes, "{line}");
        let second: Value = serde_json::from_str(&line).unwrap();
        near.answers(&second, &done());
        calling.ended().await.unwrap();
    }
}

/// CONTEXT-22
#[tokio::test(start_paused = true)]
async fn after_ten_rounds_there_are_too_many_and_quiet_ones_come_ever_slower() {
    let mut near = Near::new(Era::Modern);
    let calling = near.call(call_within("forever", 600));
    let (began, mut waits) = (Instant::now(), Vec::new());
    for _ in 0..11 {
        let request = near.hears().await;
        waits.push(u64::try_from(began.elapsed().as_millis()).unwrap());
        near.answers(&request, &asks(&[], "again"));
    }
    let gaps: Vec<u64> = waits.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert_eq!(gaps, [250, 500, 1000, 2000, 4000, 4000, 4000, 4000, 4000, 4000]);
    let error = calling.ended().await.unwrap_err();
    assert!(matches!(error, Error::TooManyRounds { most: 10 }));
    assert_eq!(error.to_string(), "the server still asks after 10 input rounds: too many rounds");
    near.hears_nothing().await;
}

fn call_within(name: &str, seconds: u32) -> Call {
    Call { limit: SECOND * seconds, cap: Some(SECOND * seconds), ..call(name) }
}

/// CONTEXT-22
#[tokio::test(start_paused = true)]
async fn ten_rounds_with_questions_are_not_too_many() {
    let mut near = Near::new(Era::Modern);
    let calling = near.call(call("patient"));
    for n in 0..10 {
        let request = near.hears().await;
        near.answers(&request, &asks(&["?"], n));
        near.questions.next().await.answer(Answer::Decline);
    }
    let request = near.hears().await;
    near.answers(&request, &done());
    assert_eq!(text(&calling.ended().await.unwrap()), "done");
}

/// HOST-37
#[tokio::test(start_paused = true)]
async fn the_time_in_which_the_person_is_asked_counts_for_no_limit() {
    let mut near = Near::new(Era::Modern);
    let began = Instant::now();
    let calling = near.call(Call { limit: 10 * SECOND, cap: Some(25 * SECOND), ..call("slow") });
    for _ in 0..2 {
        let request = near.hears().await;
        advance(9 * SECOND).await;
        near.answers(&request, &asks(&["?"], Value::Null));
        let put = near.questions.next().await;
        advance(3600 * SECOND).await;
        put.answer(Answer::Decline);
    }
    // The silence limit begins anew, and of the cap 7 s are left.
    near.hears().await;
    let ended = calling.ended().await;
    assert!(
        matches!(ended, Err(Error::CallTimedOut { limit, .. }) if limit == 25 * SECOND),
        "{ended:?}"
    );
    assert_eq!(began.elapsed().as_secs(), 2 * 3600 + 25);
    let told = near.hears().await;
    assert_eq!(
        (&told["method"], &told["params"]["requestId"]),
        (&json!("notifications/cancelled"), &json!(3))
    );
}

#[tokio::test(start_paused = true)]
async fn the_waits_between_quiet_rounds_count_for_the_cap() {
    let mut near = Near::new(Era::Modern);
    let began = Instant::now();
    let calling = near.call(Call { limit: SECOND, cap: Some(2 * SECOND), ..call("forever") });
    for _ in 0..4 {
        let request = near.hears().await;
        near.answers(&request, &asks(&[], "again"));
    }
    let ended = calling.ended().await;
    assert!(
        matches!(ended, Err(Error::CallTimedOut { limit, .. }) if limit == 2 * SECOND),
        "{ended:?}"
    );
    assert_eq!(began.elapsed(), 2 * SECOND);
    near.hears_nothing().await;
}

/// HOST-36, HOST-50
#[tokio::test(start_paused = true)]
async fn a_call_that_is_dropped_while_the_person_is_asked_sends_nothing() {
    let mut near = Near::new(Era::Modern);
    let calling = near.call(call("deploy"));
    let request = near.hears().await;
    near.answers(&request, &asks(&["a", "b"], "s"));
    let (mut a, mut b) = (near.questions.next().await, near.questions.next().await);
    calling.stop();
    a.taken_back().await;
    b.taken_back().await;
    a.answer(accept(json!({ "late": true })));
    near.hears_nothing().await;
}

/// HOST-50
#[tokio::test(start_paused = true)]
async fn the_servers_end_ends_the_call_and_takes_its_questions_back() {
    let mut near = Near::new(Era::Modern);
    let calling = near.call(call("deploy"));
    let request = near.hears().await;
    near.answers(&request, &asks(&["a"], "s"));
    let mut put = near.questions.next().await;
    near.ends();
    assert!(matches!(calling.ended().await, Err(Error::Ended { .. })));
    put.taken_back().await;
}

#[tokio::test(start_paused = true)]
async fn a_question_that_cannot_be_put_ends_the_call() {
    let mut near = Near::new(Era::Modern);
    let calling = near.call(call("deploy"));
    let request = near.hears().await;
    near.answers(&request, &asks(&["a", "b"], "s"));
    let (mut a, b) = (near.questions.next().await, near.questions.next().await);
    b.answer(Answer::Unfit("it is nested".to_owned()));
    a.taken_back().await;
    let error = calling.ended().await.unwrap_err();
    assert_eq!(error.to_string(), "the server's question cannot be put: it is nested");
    near.hears_nothing().await;
}

/// HOST-49
#[tokio::test(start_paused = true)]
async fn what_is_not_served_asks_nobody_and_is_not_sent_again() {
    for (method, expected) in [
        (
            "sampling/createMessage",
            "the server asks for a reply of a language model (sampling), which is not supported yet",
        ),
        ("roots/list", "the server asks for folders (roots), and none is shared with it"),
    ] {
        let mut near = Near::new(Era::Modern);
        let calling = near.call(call("deploy"));
        let request = near.hears().await;
        let mut result = asks(&["a"], "s");
        result["inputRequests"]["b"] = json!({ "method": method, "params": {} });
        near.answers(&request, &result);
        assert_eq!(calling.ended().await.unwrap_err().to_string(), expected);
        assert!(near.questions.ready().is_none());
        near.hears_nothing().await;
    }
}

/// HOST-49
#[tokio::test(start_paused = true)]
async fn without_somebody_to_ask_the_call_ends_at_once() {
    let mut near = Near::alone(Era::Modern);
    let calling = near.call(call("deploy"));
    let request = near.hears().await;
    assert_eq!(request["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"], json!({}));
    near.answers(&request, &asks(&["a"], "s"));
    assert!(matches!(calling.ended().await, Err(Error::Asks)));
    near.hears_nothing().await;
}

/// HOST-49
#[tokio::test(start_paused = true)]
async fn state_and_answers_never_reach_another_call() {
    let mut near = Near::new(Era::Modern);
    let (first, second) = (near.call(call("first")), near.call(call("second")));
    let (one, two) = (near.hears().await, near.hears().await);
    near.answers(&one, &asks(&["k"], "state-1"));
    let first_put = near.questions.next().await;
    near.answers(&two, &asks(&["k"], "state-2"));
    let second_put = near.questions.next().await;
    assert_eq!((first_put.tools(), second_put.tools()), (vec!["first"], vec!["second"]));
    second_put.answer(accept(json!({ "n": 2 })));
    let again = near.hears().await["params"].take();
    assert_eq!((&again["name"], &again["requestState"]), (&json!("second"), &json!("state-2")));
    assert_eq!(again["inputResponses"]["k"]["content"], json!({ "n": 2 }));
    first_put.answer(accept(json!({ "n": 1 })));
    let mut again = near.hears().await;
    let params = again["params"].take();
    assert_eq!((&params["name"], &params["requestState"]), (&json!("first"), &json!("state-1")));
    assert_eq!(params["inputResponses"]["k"]["content"], json!({ "n": 1 }));
    // The next round has nothing of the last.
    near.answers(&again, &asks(&[], "state-3"));
    let params = near.hears().await["params"].take();
    assert_eq!((&params["requestState"], params.get("inputResponses")), (&json!("state-3"), None));
    drop((first, second));
}

#[tokio::test(start_paused = true)]
async fn progress_goes_on_in_each_round() {
    let mut near = Near::new(Era::Modern);
    let (progress, mut heard) = mpsc::channel(8);
    let calling = near.call(Call { progress: Some(progress), ..call("slow") });
    for done in [5, 2] {
        let request = near.hears().await;
        let params = json!({ "progressToken": request["id"], "progress": done });
        near.says(
            &json!({ "jsonrpc": "2.0", "method": "notifications/progress", "params": params }),
        );
        near.answers(&request, &asks(&["?"], Value::Null));
        near.questions.next().await.answer(Answer::Decline);
    }
    let request = near.hears().await;
    near.answers(&request, &done());
    calling.ended().await.unwrap();
    let mut seen = Vec::new();
    while let Some(progress) = heard.recv().await {
        seen.push(progress.done);
    }
    assert_eq!(seen, [5.0, 2.0]);
}

/// HOST-49
#[tokio::test(start_paused = true)]
async fn any_other_request_has_rounds_too() {
    let mut near = Near::new(Era::Modern);
    let client = near.client.clone();
    let params = json!({ "name": "p", "_meta": { "mine": 1 } });
    let params = params.as_object().unwrap().clone();
    let serve = async {
        let first = near.hears().await;
        near.answers(&first, &asks(&["k"], "s"));
        let put = near.questions.next().await;
        assert!(put.asked.calls.is_empty(), "it is no call of a tool");
        put.answer(Answer::Decline);
        let second = near.hears().await;
        assert_eq!(second["method"], "prompts/get");
        assert_eq!(second["params"]["_meta"]["mine"], 1);
        assert_eq!(second["params"]["name"], "p");
        assert_eq!(second["params"]["requestState"], "s");
        assert_eq!(second["params"]["inputResponses"], json!({ "k": { "action": "decline" } }));
        near.answers(&second, &json!({ "messages": [] }));
    };
    let (got, ()) = tokio::join!(client.request("prompts/get", &params, SECOND), serve);
    assert_eq!(got.unwrap(), json!({ "messages": [] }));
}
