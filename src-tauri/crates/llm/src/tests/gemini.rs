//! `generateContent` of Google: parts instead of deltas, signatures on calls, blocked prompts.

use expect_test::{Expect, expect};
use serde_json::{Value, json};

use crate::{
    Dialect,
    tests::{mock::Answer, played},
};

fn chunk(parts: &Value, finish: Option<&str>) -> String {
    let mut candidate = json!({"content": {"parts": parts, "role": "model"}, "index": 0});
    if let Some(finish) = finish {
        candidate["finishReason"] = finish.into();
    }
    let data = json!({"candidates": [candidate], "modelVersion": "gemini-x", "responseId": "r1",
        "usageMetadata": {"promptTokenCount": 100, "candidatesTokenCount": 7, "thoughtsTokenCount": 5,
            "cachedContentTokenCount": 64, "totalTokenCount": 112}});
    format!("data: {data}\r\n\r\n")
}

async fn plays(stream: &[String], expected: Expect) {
    let answer = Answer::cut_at_every(&stream.concat(), 89);
    expected.assert_eq(&played(Dialect::Gemini, answer).await);
}

#[tokio::test]
async fn a_text_comes_in_its_pieces_with_what_it_took() {
    plays(
        &[chunk(&json!([{"text": "Hel"}]), None), chunk(&json!([{"text": "lo"}]), Some("STOP"))],
        expect![[r#"
            text "Hel"
            text "lo"
            done
              text "Hello"
              stop End, in 100, out 12, cached 64, reasoning 5
        "#]],
    )
    .await;
}

#[tokio::test]
async fn two_calls_without_ids_get_some_and_keep_the_signature() {
    plays(
        &[
            chunk(&json!([{"text": "hm ok", "thought": true}]), None),
            chunk(
                &json!([
                    {"functionCall": {"name": "get_weather", "args": {"city": "Paris"}}, "thoughtSignature": "U0lH"},
                    {"functionCall": {"name": "get_weather", "args": {"city": "Rome"}}},
                ]),
                None,
            ),
            chunk(&json!([{"text": ""}]), Some("STOP")),
        ],
        expect![[r#"
            thought "hm ok"
            call 0 begins: get_weather
            call 0 grows: 16
            call 1 begins: get_weather
            call 1 grows: 15
            done
              thought "hm ok" keeps {"text":"hm ok","thought":true}
              call (made) get_weather {"city":"Paris"}
              call (made) get_weather {"city":"Rome"}
              stop Calls, in 100, out 12, cached 64, reasoning 5
        "#]],
    )
    .await;
}

#[tokio::test]
async fn a_signature_of_a_text_is_kept_beside_it() {
    plays(
        &[
            chunk(&json!([{"text": "Hello"}]), None),
            chunk(&json!([{"text": "", "thoughtSignature": "U0lH"}]), Some("STOP")),
        ],
        expect![[r#"
            text "Hello"
            done
              thought "" keeps {"text":"Hello","thoughtSignature":"U0lH"}
              text "Hello"
              stop End, in 100, out 12, cached 64, reasoning 5
        "#]],
    )
    .await;
}

#[tokio::test]
async fn a_stream_that_stops_keeps_the_calls_that_came() {
    plays(
        &[
            chunk(&json!([{"text": "both"}]), None),
            chunk(
                &json!([{"functionCall": {"name": "get_weather", "args": {"city": "Paris"}}}]),
                None,
            ),
        ],
        expect![[r#"
            text "both"
            call 0 begins: get_weather
            call 0 grows: 16
            error: the reply broke off: it stopped before its end
              text "both"
              call (made) get_weather {"city":"Paris"}
              stop Other("cut")
        "#]],
    )
    .await;
}

#[tokio::test]
async fn an_error_in_the_stream_keeps_what_came() {
    let error = json!({"error": {"code": 503, "message": "The model is overloaded", "status": "UNAVAILABLE"}});
    plays(
        &[chunk(&json!([{"text": "par"}]), None), format!("data: {error}\r\n\r\n")],
        expect![[r#"
            text "par"
            error: the reply broke off: the provider has trouble (status 503): `The model is overloaded`
              text "par"
              stop Other("cut")
        "#]],
    )
    .await;
}

#[tokio::test]
async fn no_room_no_leave_and_a_blocked_prompt_are_told_apart() {
    plays(
        &[chunk(&json!([{"text": "par"}]), Some("MAX_TOKENS"))],
        expect![[r#"
        text "par"
        done
          text "par"
          stop Length, in 100, out 12, cached 64, reasoning 5
    "#]],
    )
    .await;
    plays(
        &[chunk(&json!([{"text": "par"}]), Some("SAFETY"))],
        expect![[r#"
        text "par"
        done
          text "par"
          stop Filtered, in 100, out 12, cached 64, reasoning 5
    "#]],
    )
    .await;
    let blocked = json!({"promptFeedback": {"blockReason": "SAFETY"}, "usageMetadata": {"promptTokenCount": 3}});
    plays(
        &[format!("data: {blocked}\r\n\r\n")],
        expect![[r#"
        done
          stop Filtered
    "#]],
    )
    .await;
    plays(
        &[chunk(&json!([]), Some("MALFORMED_FUNCTION_CALL"))],
        expect![[r#"
        error: the model's reply is empty
    "#]],
    )
    .await;
}
