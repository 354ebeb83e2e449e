//! What a server asks of us: how its requests are answered, and how a question for the person is
//! read, put and answered in either era. It knows no pipe.

use serde::Serialize;
use serde_json::{json, value::RawValue};
use stdx::text::clip;

use crate::unserved;

pub(crate) mod all;
pub(crate) mod read;
pub(crate) mod reply;
pub(crate) mod unfit;

/// The method by which the person is asked.
pub(crate) const ELICIT: &str = "elicitation/create";
/// How many questions a server may have open at once.
pub(crate) const MOST_OPEN: usize = 16;
/// How many questions may be put for one call: who leaves them all must come to an end.
pub(crate) const MOST_OF_CALL: u32 = 20;

/// The codes of JSON-RPC that are answered with.
pub(crate) const UNKNOWN_METHOD: i64 = -32601;
pub(crate) const INVALID_PARAMS: i64 = -32602;
pub(crate) const INTERNAL: i64 = -32603;

/// The answer to a request of the server that asks nobody, as a frame. Only `ping` is served:
/// roots and sampling are not declared, so a request for them is as unknown as any other.
pub(crate) fn answer(id: &RawValue, method: &str) -> Vec<u8> {
    match method {
        "ping" => result(id, &json!({})),
        _ => {
            let message = unserved::refusal(&clip(method, 100));
            refusal(id, UNKNOWN_METHOD, &message)
        }
    }
}

/// A result for the server. The id goes back as it came: the server's ids are its own.
pub(crate) fn result(id: &RawValue, result: &impl Serialize) -> Vec<u8> {
    frame(id, "result", result)
}

/// An error for the server.
pub(crate) fn refusal(id: &RawValue, code: i64, message: &str) -> Vec<u8> {
    frame(id, "error", &json!({ "code": code, "message": message }))
}

fn frame(id: &RawValue, key: &str, body: &impl Serialize) -> Vec<u8> {
    let mut frame = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"{key}\":").into_bytes();
    serde_json::to_writer(&mut frame, body)
        .expect("maps with texts as keys always have a JSON form, and a Vec takes all of it");
    frame.extend_from_slice(b"}\n");
    frame
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn answered(id: &Value, method: &str) -> Value {
        let id = serde_json::value::to_raw_value(id).unwrap();
        serde_json::from_slice(&answer(&id, method)).unwrap()
    }

    /// HOST-22, HOST-49
    #[test]
    fn ping_is_answered_and_all_else_is_unknown() {
        assert_eq!(answered(&json!(5), "ping"), json!({ "jsonrpc": "2.0", "id": 5, "result": {} }));
        for method in ["roots/list", "sampling/createMessage", "elicitation/create", "vendor/\"x"] {
            let answer = answered(&json!("s-1"), method);
            assert_eq!(answer["error"]["code"], -32601, "{method}");
            assert_eq!(answer["id"], "s-1");
        }
    }
}
