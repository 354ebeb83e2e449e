//! Messages of Anthropic: blocks with signatures, blocks that nobody knows yet, ends in the middle.

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

fn start() -> String {
    event(
        "message_start",
        json!({"message": {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude",
            "content": [], "stop_reason": null, "stop_sequence": null,
            "usage": {"input_tokens": 10, "cache_creation_input_tokens": 5,
                "cache_read_input_tokens": 80, "output_tokens": 1}}}),
    )
}

fn open(index: u32, block: &Value) -> String {
    event("content_block_start", json!({"index": index, "content_block": block}))
}

fn more(index: u32, delta: &Value) -> String {
    event("content_block_delta", json!({"index": index, "delta": delta}))
}

fn close(index: u32) -> String {
    event("content_block_stop", json!({ "index": index }))
}

fn end(reason: &str) -> String {
    event(
        "message_delta",
        json!({"delta": {"stop_reason": reason, "stop_sequence": null}, "usage": {"output_tokens": 30}}),
    ) + &event("message_stop", json!({}))
}

fn text(index: u32, text: &str) -> String {
    open(index, &json!({"type": "text", "text": ""}))
        + &more(index, &json!({"type": "text_delta", "text": text}))
        + &close(index)
}

fn tool(index: u32, id: &str, city: &str) -> String {
    let written =
        |part: &str| more(index, &json!({"type": "input_json_delta", "partial_json": part}));
    open(index, &json!({"type": "tool_use", "id": id, "name": "get_weather", "input": {}}))
        + &written("")
        + &written("{\"city\":")
        + &written(&format!(" \"{city}\"}}"))
        + &close(index)
}

/// The chunks end wherever a hundred and one bytes are full, as in the middle of a line.
async fn plays(stream: &[String], expected: Expect) {
    let answer = Answer::cut_at_every(&stream.concat(), 101);
    expected.assert_eq(&played(Dialect::Anthropic, answer).await);
}

#[tokio::test]
async fn a_thought_keeps_its_signature_and_a_call_follows() {
    let thinking = |delta: &str| more(0, &json!({"type": "thinking_delta", "thinking": delta}));
    plays(
        &[
            start(),
            event("ping", json!({})),
            open(0, &json!({"type": "thinking", "thinking": "", "signature": ""})),
            thinking("hm "),
            thinking("ok"),
            more(0, &json!({"type": "signature_delta", "signature": "SIG=="})),
            close(0),
            tool(1, "toolu_1", "Paris"),
            end("tool_use"),
        ],
        expect![[r#"
            thought "hm "
            thought "ok"
            call 0 begins: get_weather
            call 0 grows: 8
            call 0 grows: 17
            done
              thought "hm ok" keeps {"type":"thinking","thinking":"hm ok","signature":"SIG=="}
              call toolu_1 get_weather {"city":"Paris"}
              stop Calls, in 95, out 30, cached 80, written 5
        "#]],
    )
    .await;
}

#[tokio::test]
async fn a_thought_that_may_not_be_read_is_kept_all_the_same() {
    let redacted = open(0, &json!({"type": "redacted_thinking", "data": "ENC"})) + &close(0);
    plays(
        &[start(), redacted, text(1, "hi"), end("end_turn")],
        expect![[r#"
        text "hi"
        done
          thought "" keeps {"type":"redacted_thinking","data":"ENC"}
          text "hi"
          stop End, in 95, out 30, cached 80, written 5
    "#]],
    )
    .await;
}

#[tokio::test]
async fn parallel_calls_come_after_the_text() {
    plays(
        &[
            start(),
            text(0, "both"),
            tool(1, "toolu_1", "Paris"),
            tool(2, "toolu_2", "Rome"),
            end("tool_use"),
        ],
        expect![[r#"
            text "both"
            call 0 begins: get_weather
            call 0 grows: 8
            call 0 grows: 17
            call 1 begins: get_weather
            call 1 grows: 8
            call 1 grows: 16
            done
              text "both"
              call toolu_1 get_weather {"city":"Paris"}
              call toolu_2 get_weather {"city":"Rome"}
              stop Calls, in 95, out 30, cached 80, written 5
        "#]],
    )
    .await;
}

#[tokio::test]
async fn a_call_without_input_has_an_empty_object() {
    let call =
        open(0, &json!({"type": "tool_use", "id": "toolu_1", "name": "list_all", "input": {}}));
    plays(
        &[start(), call, close(0), end("tool_use")],
        expect![[r#"
        call 0 begins: list_all
        call 0 grows: 2
        done
          call toolu_1 list_all {}
          stop Calls, in 95, out 30, cached 80, written 5
    "#]],
    )
    .await;
}

#[tokio::test]
async fn citations_do_not_disturb_the_text() {
    let citation = json!({"type": "citations_delta", "citation": {"type": "char_location", "cited_text": "x",
        "document_index": 0, "document_title": null, "start_char_index": 0, "end_char_index": 1}});
    plays(
        &[
            start(),
            open(0, &json!({"type": "text", "text": "", "citations": []})),
            more(0, &citation),
            more(0, &json!({"type": "text_delta", "text": "cited"})),
            close(0),
            end("end_turn"),
        ],
        expect![[r#"
            text "cited"
            done
              text "cited"
              stop End, in 95, out 30, cached 80, written 5
        "#]],
    )
    .await;
}

#[tokio::test]
async fn a_tool_of_the_provider_is_none_of_ours() {
    plays(
        &[
            start(),
            open(0, &json!({"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}})),
            more(0, &json!({"type": "input_json_delta", "partial_json": "{\"query\":\"x\"}"})),
            close(0),
            open(1, &json!({"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []})),
            close(1),
            text(2, "found"),
            end("end_turn"),
        ],
        expect![[r#"
            text "found"
            done
              text "found"
              stop End, in 95, out 30, cached 80, written 5
        "#]],
    )
    .await;
}

#[tokio::test]
async fn a_block_and_an_event_of_tomorrow_are_passed_over() {
    plays(
        &[
            start(),
            open(0, &json!({"type": "hologram", "x": 1})),
            more(0, &json!({"type": "hologram_delta", "y": 2})),
            close(0),
            text(1, "after"),
            event("future_event", json!({"z": 1})),
            end("end_turn"),
        ],
        expect![[r#"
            text "after"
            done
              text "after"
              stop End, in 95, out 30, cached 80, written 5
        "#]],
    )
    .await;
}

fn begun() -> String {
    open(0, &json!({"type": "text", "text": ""}))
        + &more(0, &json!({"type": "text_delta", "text": "par"}))
}

#[tokio::test]
async fn an_error_in_the_middle_keeps_what_came() {
    let error =
        event("error", json!({"error": {"type": "overloaded_error", "message": "Overloaded"}}));
    plays(
        &[start(), begun(), error],
        expect![[r#"
        text "par"
        error: the reply broke off: the provider has trouble (status 529): `Overloaded`
          text "par"
          stop Other("cut")
    "#]],
    )
    .await;
}

#[tokio::test]
async fn a_stream_that_stops_keeps_the_call_that_was_whole() {
    let half =
        open(2, &json!({"type": "tool_use", "id": "toolu_2", "name": "get_weather", "input": {}}))
            + &more(2, &json!({"type": "input_json_delta", "partial_json": "{\"ci"}));
    plays(
        &[start(), text(0, "both"), tool(1, "toolu_1", "Paris"), half],
        expect![[r#"
        text "both"
        call 0 begins: get_weather
        call 0 grows: 8
        call 0 grows: 17
        call 1 begins: get_weather
        call 1 grows: 4
        error: the reply broke off: it stopped before its end
          text "both"
          call toolu_1 get_weather {"city":"Paris"}
          stop Other("cut")
    "#]],
    )
    .await;
    plays(
        &[start(), begun()],
        expect![[r#"
        text "par"
        error: the reply broke off: it stopped before its end
          text "par"
          stop Other("cut")
    "#]],
    )
    .await;
}

#[tokio::test]
async fn a_call_without_room_is_broken_and_the_stop_says_why() {
    let half =
        open(0, &json!({"type": "tool_use", "id": "toolu_1", "name": "get_weather", "input": {}}))
            + &more(0, &json!({"type": "input_json_delta", "partial_json": "{\"ci"}))
            + &close(0);
    plays(
        &[start(), half, end("max_tokens")],
        expect![[r#"
        call 0 begins: get_weather
        call 0 grows: 4
        done
          call toolu_1 get_weather broken "{\"ci"
          stop Length, in 95, out 30, cached 80, written 5
    "#]],
    )
    .await;
}

#[tokio::test]
async fn a_pause_is_an_end_and_a_refusal_is_told_as_one() {
    plays(
        &[start(), text(0, "x"), end("pause_turn")],
        expect![[r#"
        text "x"
        done
          text "x"
          stop End, in 95, out 30, cached 80, written 5
    "#]],
    )
    .await;
    plays(
        &[start(), end("refusal")],
        expect![[r#"
        done
          stop Filtered, in 95, out 30, cached 80, written 5
    "#]],
    )
    .await;
}
