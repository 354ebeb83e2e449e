//! The one place where the server's own requests are answered; it knows no pipe.

use serde_json::value::RawValue;
use stdx::text::clip;

/// The answer to a request of the server, as a frame. Only `ping` is served: roots, sampling and
/// elicitation are not declared, so a request for them is as unknown as any other. The id goes
/// back as it came: the server's ids are its own.
pub(crate) fn answer(id: &RawValue, method: &str) -> Vec<u8> {
    let body = match method {
        "ping" => r#""result":{}"#.to_owned(),
        _ => {
            let message = format!("`{}` is not served here", clip(method, 100));
            let message = serde_json::Value::String(message);
            format!(r#""error":{{"code":-32601,"message":{message}}}"#)
        }
    };
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},{body}}}\n").into_bytes()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn answered(id: &Value, method: &str) -> Value {
        let id = serde_json::value::to_raw_value(id).unwrap();
        serde_json::from_slice(&answer(&id, method)).unwrap()
    }

    /// HOST-22
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
