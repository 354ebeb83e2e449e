//! Reads one line of a server as JSON-RPC, as leniently as is safe; it knows no pipe and no call.

use std::{borrow::Cow, fmt};

use serde::{
    Deserialize, Deserializer,
    de::{IgnoredAny, MapAccess, Visitor},
};
use serde_json::{Value, value::RawValue};

use crate::glimpse::Glimpse;

/// What one JSON object turned out to be.
#[derive(Debug)]
pub(crate) enum Message<'a> {
    /// An answer to a request of ours.
    Reply { id: Id, body: Body<'a>, jsonrpc: bool },
    /// The server wants something.
    Request { id: &'a RawValue, method: Cow<'a, str>, params: Option<&'a RawValue> },
    /// The server says something.
    Notification { method: Cow<'a, str>, params: Option<&'a RawValue> },
}

/// What an answer holds.
#[derive(Debug)]
pub(crate) enum Body<'a> {
    /// `result`, whatever it is.
    Result(&'a RawValue),
    /// `error`, whatever it is; it counts before a `result` beside it.
    Error(&'a RawValue),
    /// Neither of the two.
    Neither,
}

/// The id of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Id {
    /// A number as we send them.
    Number(u64),
    /// The same number written as `"7"` or `7.0`.
    Odd(u64),
    /// Null, or none at all.
    Absent,
    /// None of ours.
    Strange,
}

/// A line that holds no message.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Noise {
    /// The request it seems to answer, had it been written properly.
    pub(crate) meant_for: Option<u64>,
}

/// Whether a text is several messages, if it is any.
pub(crate) fn is_batch(line: &str) -> bool {
    bare(line).starts_with('[')
}

/// The messages of one line: one, or those of a batch. Pieces of a batch that are none are left
/// out.
pub(crate) fn read(line: &str) -> Result<Vec<Message<'_>>, Noise> {
    let line = bare(line);
    if line.starts_with('[') {
        let pieces: Vec<&RawValue> =
            serde_json::from_str(line).map_err(|_| Noise { meant_for: None })?;
        let found: Vec<_> = pieces.iter().filter_map(|piece| one(piece.get()).ok()).collect();
        return if found.is_empty() { Err(Noise { meant_for: None }) } else { Ok(found) };
    }
    one(line).map(|message| vec![message])
}

/// A text without the marks and blanks before its first character: servers on Windows write a byte
/// order mark.
pub(crate) fn bare(text: &str) -> &str {
    text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n'])
}

/// The message that one JSON object holds.
pub(crate) fn one(json: &str) -> Result<Message<'_>, Noise> {
    match serde_json::from_str::<Envelope<'_>>(json) {
        Ok(envelope) => envelope.message().ok_or(Noise { meant_for: None }),
        Err(_) => Err(Noise { meant_for: Glimpse::at(json.as_bytes()).reply_to() }),
    }
}

/// The fields of JSON-RPC, each as it came. The last of several counts.
#[derive(Default)]
struct Envelope<'a> {
    jsonrpc: bool,
    id: Option<&'a RawValue>,
    method: Option<&'a RawValue>,
    params: Option<&'a RawValue>,
    result: Option<&'a RawValue>,
    error: Option<&'a RawValue>,
}

impl<'a> Envelope<'a> {
    fn message(self) -> Option<Message<'a>> {
        let id = self.id.filter(|id| id.get() != "null");
        if let Some(method) = self.method {
            let method: Cow<'a, str> = text(method)?;
            return match id {
                // A log line of a web server has a method too; an answer to it would make noise.
                Some(id) if self.jsonrpc => {
                    Some(Message::Request { id, method, params: self.params })
                }
                Some(_) => None,
                None if self.jsonrpc || method.starts_with("notifications/") => {
                    Some(Message::Notification { method, params: self.params })
                }
                None => None,
            };
        }
        let error = self.error.filter(|error| error.get() != "null");
        let body = match (error, self.result) {
            (Some(error), _) => Body::Error(error),
            (None, Some(result)) => Body::Result(result),
            (None, None) if self.jsonrpc && id.is_some() => Body::Neither,
            (None, None) => return None,
        };
        let id = id.map_or(Id::Absent, read_id);
        Some(Message::Reply { id, body, jsonrpc: self.jsonrpc })
    }
}

impl<'de> Deserialize<'de> for Envelope<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = Envelope<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut found = Envelope::default();
                while let Some(key) = map.next_key::<Key>()? {
                    match key {
                        Key::Jsonrpc => {
                            map.next_value::<IgnoredAny>()?;
                            found.jsonrpc = true;
                        }
                        Key::Id => found.id = Some(map.next_value()?),
                        Key::Method => found.method = Some(map.next_value()?),
                        Key::Params => found.params = Some(map.next_value()?),
                        Key::Result => found.result = Some(map.next_value()?),
                        Key::Error => found.error = Some(map.next_value()?),
                        Key::Other => {
                            map.next_value::<IgnoredAny>()?;
                        }
                    }
                }
                Ok(found)
            }
        }
        deserializer.deserialize_map(Fields)
    }
}

#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "lowercase")]
enum Key {
    Jsonrpc,
    Id,
    Method,
    Params,
    Result,
    Error,
    #[serde(other)]
    Other,
}

/// A JSON string; borrowed where nothing in it is escaped.
fn text(raw: &RawValue) -> Option<Cow<'_, str>> {
    match raw.get().strip_prefix('"')?.strip_suffix('"') {
        Some(plain) if !plain.contains('\\') => Some(Cow::Borrowed(plain)),
        _ => serde_json::from_str(raw.get()).ok().map(Cow::Owned),
    }
}

/// HOST-21: `7`, `"7"` and `7.0` are the same.
fn read_id(raw: &RawValue) -> Id {
    let written = raw.get();
    if let Ok(number) = written.parse() {
        return Id::Number(number);
    }
    let bare = written.trim_matches('"');
    if let Ok(number) = bare.parse() {
        return Id::Odd(number);
    }
    match bare.split_once('.') {
        Some((whole, zeros)) if !zeros.is_empty() && zeros.bytes().all(|byte| byte == b'0') => {
            whole.parse().map_or(Id::Strange, Id::Odd)
        }
        _ => Id::Strange,
    }
}

/// The number of a request of ours in any writing: for tokens of progress.
pub(crate) fn token(value: &Value) -> Option<u64> {
    match value {
        Value::Number(number) => number.as_u64(),
        Value::String(text) => text.parse().ok(),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::error::RpcError;

    fn shows(line: &str, expected: &Expect) {
        let told = match read(line) {
            Ok(messages) => messages.iter().map(tell).collect::<Vec<_>>().join(" + "),
            Err(noise) => format!("noise, meant for {:?}", noise.meant_for),
        };
        expected.assert_eq(&told);
    }

    fn tell(message: &Message<'_>) -> String {
        match message {
            Message::Reply { id, body: Body::Result(raw), .. } => format!("{id:?} gives {raw}"),
            Message::Reply { id, body: Body::Error(raw), .. } => {
                let RpcError { code, message, data } = RpcError::read(raw);
                format!("{id:?} fails: {code:?} {message:?} {data:?}")
            }
            Message::Reply { id, body: Body::Neither, .. } => format!("{id:?} is empty"),
            Message::Request { id, method, .. } => format!("request {id} {method}"),
            Message::Notification { method, .. } => format!("notification {method}"),
        }
    }

    /// HOST-21
    #[test]
    fn an_id_may_be_written_in_other_ways() {
        shows(r#"{"jsonrpc":"2.0","id":7,"result":{}}"#, &expect!["Number(7) gives {}"]);
        shows(r#"{"jsonrpc":"2.0","id":"7","result":{}}"#, &expect!["Odd(7) gives {}"]);
        shows(r#"{"jsonrpc":"2.0","id":7.0,"result":{}}"#, &expect!["Odd(7) gives {}"]);
        shows(r#"{"jsonrpc":"2.0","id":"x7","result":{}}"#, &expect!["Strange gives {}"]);
        shows(r#"{"jsonrpc":"2.0","id":7.5,"result":{}}"#, &expect!["Strange gives {}"]);
        shows(
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}"#,
            &expect![[r#"Absent fails: Some(-32700) "Parse error" None"#]],
        );
    }

    #[test]
    fn an_answer_may_lack_what_it_should_have() {
        shows(r#"{"id":1,"result":null}"#, &expect!["Number(1) gives null"]);
        shows(
            r#"{"id":1,"result":{"a":1},"error":null}"#,
            &expect![[r#"Number(1) gives {"a":1}"#]],
        );
        shows(r#"{"jsonrpc":"2.0","id":1}"#, &expect!["Number(1) is empty"]);
        shows(
            r#"{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":-1,"message":"m","data":2}}"#,
            &expect![[r#"Number(1) fails: Some(-1) "m" Some(Number(2))"#]],
        );
        shows(
            r#"{"jsonrpc":"2.0","id":1,"error":"it broke"}"#,
            &expect![[r#"Number(1) fails: None "it broke" None"#]],
        );
        shows(
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":"E_FAIL","message":"it broke"}}"#,
            &expect![[r#"Number(1) fails: None "it broke (code `E_FAIL`)" None"#]],
        );
        shows(
            r#"{"jsonrpc":"2.0","id":1,"error":{}}"#,
            &expect![[r#"Number(1) fails: None "an error without a message" None"#]],
        );
        shows(r#"{"jsonrpc":"2.0","id":1,"id":2,"result":{}}"#, &expect!["Number(2) gives {}"]);
    }

    /// HOST-19
    #[test]
    fn what_only_looks_like_json_rpc_is_noise() {
        for line in [
            "Server ready",
            "42",
            "null",
            "\"text\"",
            "true",
            "{\"oops\":true}",
            "{\"jsonrpc\":\"2.0\"}",
            "{\"status\":200,\"results\":[]}",
            "{\"id\":3,\"level\":\"info\"}",
            "[1,2]",
            "[]",
            "{\"method\":\"GET\",\"path\":\"/\"}",
            "{\"method\":\"GET\",\"id\":3}",
            "{\"jsonrpc\":\"2.0\",\"method\":5}",
        ] {
            shows(line, &expect!["noise, meant for None"]);
        }
    }

    #[test]
    fn a_batch_is_read_message_by_message() {
        shows(
            r#"[{"jsonrpc":"2.0","id":1,"result":{}}, 5, {"jsonrpc":"2.0","method":"notifications/x"}]"#,
            &expect!["Number(1) gives {} + notification notifications/x"],
        );
    }

    #[test]
    fn a_broken_answer_still_names_its_call() {
        shows(
            r#"{"jsonrpc": "2.0", "id": 12, "result": {"value": NaN}}"#,
            &expect!["noise, meant for Some(12)"],
        );
    }

    #[test]
    fn nesting_does_not_hide_the_envelope() {
        let deep = format!(
            r#"{{"jsonrpc":"2.0","id":1,"result":{}{}}}"#,
            "[".repeat(5000),
            "]".repeat(5000)
        );
        assert!(matches!(one(&deep), Ok(Message::Reply { id: Id::Number(1), .. })));
    }
}
