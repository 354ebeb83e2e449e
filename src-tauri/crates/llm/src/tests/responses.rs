//! Responses of OpenAI: items that open and close, ciphertext that goes back, failures as events.

use expect_test::{Expect, expect};
use serde_json::{Value, json};

use crate::{
    Dialect,
    tests::{mock::Answer, played},
};

fn event(kind: &str, rest: Value) -> String {
    let mut data = json!({ "type": kind });
    if let (Some(data), Value::Object(rest)) = (data.as_object_mut(), rest) {
        data.extend(rest);
    }
    format!("event: {kind}\ndata: {data}\n\n")
}

fn response(status: &str, output: &[Value], rest: Value) -> Value {
    let mut response = json!({"id": "resp_1", "object": "response", "created_at": 1, "model": "gpt-x",
        "status": status, "output": output, "error": null, "incomplete_details": null, "usage": null});
    if let (Some(response), Value::Object(rest)) = (response.as_object_mut(), rest) {
        response.extend(rest);
    }
    response
}

fn start() -> String {
    event(
        "response.created",
        json!({"response": response("in_progress", &[], json!({})), "sequence_number": 0}),
    )
}

fn end(output: &[Value]) -> String {
    let usage = json!({"input_tokens": 100, "output_tokens": 20, "total_tokens": 120,
        "input_tokens_details": {"cached_tokens": 64}, "output_tokens_details": {"reasoning_tokens": 8}});
    event(
        "response.completed",
        json!({"response": response("completed", output, json!({"usage": usage}))}),
    )
}

fn message(text: &str) -> Value {
    json!({"id": "msg_1", "type": "message", "role": "assistant", "status": "completed",
        "content": [{"type": "output_text", "text": text, "annotations": []}]})
}

fn reasoning() -> Value {
    json!({"id": "rs_1", "type": "reasoning", "encrypted_content": "ENC",
        "summary": [{"type": "summary_text", "text": "hm ok"}]})
}

fn call(number: u32, city: &str) -> Value {
    json!({"id": format!("fc_{number}"), "type": "function_call", "status": "completed",
        "call_id": format!("call_{number}"), "name": "get_weather",
        "arguments": format!("{{\"city\":\"{city}\"}}")})
}

fn opens(index: u32, item: &Value) -> String {
    let mut item = item.clone();
    item["status"] = "in_progress".into();
    for (field, empty) in [("content", json!([])), ("arguments", json!("")), ("summary", json!([]))]
    {
        if item.get(field).is_some() {
            item[field] = empty;
        }
    }
    event("response.output_item.added", json!({"output_index": index, "item": item}))
}

fn closes(index: u32, item: &Value) -> String {
    event("response.output_item.done", json!({"output_index": index, "item": item}))
}

fn writes(index: u32, item: &Value, deltas: &[&str]) -> String {
    let id = item["id"].clone();
    let deltas = deltas.iter().map(|delta| {
        event(
            "response.output_text.delta",
            json!({"output_index": index, "item_id": id, "content_index": 0, "delta": delta}),
        )
    });
    let part = json!({"type": "output_text", "text": "", "annotations": []});
    let opened = event(
        "response.content_part.added",
        json!({"output_index": index, "item_id": id, "content_index": 0, "part": part}),
    );
    opens(index, item) + &opened + &deltas.collect::<String>() + &closes(index, item)
}

fn thinks(index: u32, item: &Value, deltas: &[&str]) -> String {
    let id = item["id"].clone();
    let part = json!({"type": "summary_text", "text": ""});
    let deltas = deltas.iter().map(|delta| {
        event(
            "response.reasoning_summary_text.delta",
            json!({"output_index": index, "item_id": id, "summary_index": 0, "delta": delta}),
        )
    });
    let opened = event(
        "response.reasoning_summary_part.added",
        json!({"output_index": index, "item_id": id, "summary_index": 0, "part": part}),
    );
    opens(index, item) + &opened + &deltas.collect::<String>() + &closes(index, item)
}

fn argues(index: u32, item: &Value, deltas: &[&str]) -> String {
    let deltas = deltas.iter().map(|delta| {
        event(
            "response.function_call_arguments.delta",
            json!({"output_index": index, "item_id": item["id"], "delta": delta}),
        )
    });
    opens(index, item) + &deltas.collect::<String>()
}

async fn plays(stream: &[String], expected: Expect) {
    let answer = Answer::cut_at_every(&stream.concat(), 97);
    expected.assert_eq(&played(Dialect::Responses, answer).await);
}

#[tokio::test]
async fn a_text_comes_in_its_pieces_with_what_it_took() {
    let item = message("Hello");
    plays(&[start(), writes(0, &item, &["Hel", "lo"]), end(&[item])], expect![[r#"
        text "Hel"
        text "lo"
        done
          thought "" keeps {"id":"msg_1","type":"message","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Hello","annotations":[]}]}
          text "Hello"
          stop End, in 100, out 20, cached 64, reasoning 8
    "#]]).await;
}

#[tokio::test]
async fn a_thought_keeps_its_ciphertext_and_two_calls_follow() {
    let (thought, paris, rome) = (reasoning(), call(1, "Paris"), call(2, "Rome"));
    plays(
        &[
            start(),
            thinks(0, &thought, &["hm ", "ok"]),
            argues(1, &paris, &["{\"city\":", "\"Paris\"}"]),
            closes(1, &paris),
            argues(2, &rome, &["{\"city\":\"Rome\"}"]),
            closes(2, &rome),
            end(&[thought, paris, rome]),
        ],
        expect![[r#"
            thought "hm "
            thought "ok"
            call 0 begins: get_weather
            call 0 grows: 8
            call 0 grows: 16
            call 1 begins: get_weather
            call 1 grows: 15
            done
              thought "hm ok" keeps {"id":"rs_1","type":"reasoning","encrypted_content":"ENC","summary":[{"type":"summary_text","text":"hm ok"}]}
              call call_1 get_weather {"city":"Paris"}
              call call_2 get_weather {"city":"Rome"}
              stop Calls, in 100, out 20, cached 64, reasoning 8
        "#]],
    )
    .await;
}

#[tokio::test]
async fn a_stream_that_stops_keeps_the_call_that_was_whole() {
    let (item, paris, rome) = (message("Hello"), call(1, "Paris"), call(2, "Rome"));
    plays(
        &[
            start(),
            writes(0, &item, &["Hello"]),
            argues(1, &paris, &["{\"city\":\"Paris\"}"]),
            closes(1, &paris),
            argues(2, &rome, &["{\"ci"]),
        ],
        expect![[r#"
            text "Hello"
            call 0 begins: get_weather
            call 0 grows: 16
            call 1 begins: get_weather
            call 1 grows: 4
            error: the reply broke off: it stopped before its end
              thought "" keeps {"id":"msg_1","type":"message","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Hello","annotations":[]}]}
              text "Hello"
              call call_1 get_weather {"city":"Paris"}
              stop Other("cut")
        "#]],
    )
    .await;
}

#[tokio::test]
async fn a_failure_in_the_middle_keeps_what_came() {
    let item = message("Hello");
    let id = item["id"].clone();
    let delta = event(
        "response.output_text.delta",
        json!({"output_index": 0, "item_id": id, "content_index": 0, "delta": "Hel"}),
    );
    let error = json!({"error": {"code": "server_error", "message": "The server had an error"}});
    let failed = event("response.failed", json!({"response": response("failed", &[], error)}));
    plays(
        &[start(), opens(0, &item), delta, failed],
        expect![[r#"
        text "Hel"
        error: the reply broke off: the provider has trouble (status 500)
          text "Hel"
          stop Other("cut")
    "#]],
    )
    .await;
}

#[tokio::test]
async fn an_error_event_before_anything_is_a_failure_of_its_kind() {
    let error = event(
        "error",
        json!({"code": "rate_limit_exceeded", "message": "slow down", "param": null}),
    );
    plays(
        &[error],
        expect![[r#"
        waiting for 2: the provider is asked too much: `slow down`
        waiting for 3: the provider is asked too much: `slow down`
        error: the provider is asked too much: `slow down`
    "#]],
    )
    .await;
}

#[tokio::test]
async fn a_reply_without_room_says_so() {
    let item = message("Hel");
    let cut = response(
        "incomplete",
        std::slice::from_ref(&item),
        json!({"incomplete_details": {"reason": "max_output_tokens"}}),
    );
    plays(
        &[
            start(),
            writes(0, &item, &["Hel"]),
            event("response.incomplete", json!({ "response": cut })),
        ],
        expect![[r#"
            text "Hel"
            done
              thought "" keeps {"id":"msg_1","type":"message","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Hel","annotations":[]}]}
              text "Hel"
              stop Length
        "#]],
    )
    .await;
}
