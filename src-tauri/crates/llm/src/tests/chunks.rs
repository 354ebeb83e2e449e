//! Chunks of Chat Completions as servers write them; it knows no test.

use expect_test::Expect;
use serde_json::{Value, json};

use crate::{
    Dialect,
    tests::{mock::Answer, played},
};

pub(crate) const DONE: &str = "data: [DONE]\n\n";

pub(crate) fn line(value: &Value) -> String {
    format!("data: {value}\n\n")
}

pub(crate) fn chunk(delta: &Value, finish: Option<&str>) -> String {
    line(&json!({"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m",
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}))
}

pub(crate) fn says(text: &str) -> String {
    chunk(&json!({ "content": text }), None)
}

pub(crate) fn end(reason: &str) -> String {
    chunk(&json!({}), Some(reason))
}

pub(crate) fn usage() -> String {
    line(&json!({"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m",
        "choices": [], "usage": {"prompt_tokens": 100, "completion_tokens": 7, "total_tokens": 107,
        "prompt_tokens_details": {"cached_tokens": 80},
        "completion_tokens_details": {"reasoning_tokens": 3}}}))
}

/// A part of a call; what is `None` is left out.
pub(crate) fn call(
    index: Option<u32>,
    id: Option<&str>,
    name: Option<&str>,
    arguments: Option<Value>,
) -> String {
    calls(&[part(index, id, name, arguments)])
}

pub(crate) fn part(
    index: Option<u32>,
    id: Option<&str>,
    name: Option<&str>,
    arguments: Option<Value>,
) -> Value {
    let mut call = json!({"function": {}});
    if let Some(index) = index {
        call["index"] = index.into();
    }
    if let Some(id) = id {
        call["id"] = id.into();
        call["type"] = "function".into();
    }
    if let Some(name) = name {
        call["function"]["name"] = name.into();
    }
    if let Some(arguments) = arguments {
        call["function"]["arguments"] = arguments;
    }
    call
}

pub(crate) fn calls(parts: &[Value]) -> String {
    chunk(&json!({ "tool_calls": parts }), None)
}

pub(crate) fn text(text: &str) -> Option<Value> {
    Some(Value::from(text))
}

pub(crate) async fn plays(events: &[String], expected: Expect) {
    let events: Vec<_> = events.iter().map(String::as_str).collect();
    expected.assert_eq(&played(Dialect::ChatCompletions, Answer::stream(&events)).await);
}

pub(crate) fn finish() -> [String; 3] {
    [end("tool_calls"), usage(), DONE.to_owned()]
}
