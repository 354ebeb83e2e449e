//! Frames that we write: one JSON-RPC message on one line. It knows no era but by what it is given.

use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::{Map, Value};

/// A request.
pub(crate) fn request(id: u64, method: &str, params: &impl Serialize) -> Vec<u8> {
    line(&Frame { jsonrpc: "2.0", id: Some(id), method, params })
}

/// A notification.
pub(crate) fn notification(method: &str, params: &impl Serialize) -> Vec<u8> {
    line(&Frame { jsonrpc: "2.0", id: None, method, params })
}

/// `params` of `tools/call`.
#[derive(Serialize)]
pub(crate) struct CallParams<'a> {
    pub(crate) name: &'a str,
    pub(crate) arguments: &'a Map<String, Value>,
    #[serde(rename = "_meta")]
    pub(crate) meta: Meta<'a>,
}

/// `params` of any request, with our `_meta` added to it.
pub(crate) struct Params<'a> {
    pub(crate) given: &'a Map<String, Value>,
    pub(crate) meta: Meta<'a>,
}

/// `_meta` of a request: what its era wants, and the token by which progress is told. The token is
/// the request's own id.
#[derive(Clone, Copy)]
pub(crate) struct Meta<'a> {
    pub(crate) era: &'a Map<String, Value>,
    pub(crate) token: u64,
}

#[derive(Serialize)]
struct Frame<'a, P> {
    jsonrpc: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<u64>,
    method: &'a str,
    params: &'a P,
}

fn line(frame: &impl Serialize) -> Vec<u8> {
    let mut line = Vec::with_capacity(256);
    serde_json::to_writer(&mut line, frame)
        .expect("maps with texts as keys always have a JSON form, and a Vec takes all of it");
    line.push(b'\n');
    line
}

impl Serialize for Meta<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.era.len() + 1))?;
        map.serialize_entry("progressToken", &self.token)?;
        for (key, value) in self.era {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

impl Serialize for Params<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (key, value) in self.given.iter().filter(|(key, _)| *key != "_meta") {
            map.serialize_entry(key, value)?;
        }
        match self.given.get("_meta").and_then(Value::as_object) {
            None => map.serialize_entry("_meta", &self.meta)?,
            Some(given) => {
                let mut both = given.clone();
                both.extend(self.meta.era.clone());
                both.insert("progressToken".to_owned(), self.meta.token.into());
                map.serialize_entry("_meta", &both)?;
            }
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn map(value: &Value) -> Map<String, Value> {
        value.as_object().unwrap().clone()
    }

    #[test]
    fn a_call_is_one_line_with_its_own_id_as_token() {
        let (era, arguments) = (map(&json!({ "v": 1 })), map(&json!({ "text": "two\nlines" })));
        let meta = Meta { era: &era, token: 7 };
        let frame =
            request(7, "tools/call", &CallParams { name: "echo", arguments: &arguments, meta });
        assert_eq!(frame.iter().filter(|byte| **byte == b'\n').count(), 1);
        assert_eq!(
            serde_json::from_slice::<Value>(&frame).unwrap(),
            json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {
                "name": "echo", "arguments": { "text": "two\nlines" }, "_meta": { "progressToken": 7, "v": 1 } } })
        );
    }

    #[test]
    fn the_callers_own_meta_is_kept_and_cannot_replace_ours() {
        let (era, given) =
            (map(&json!({ "v": 1 })), map(&json!({ "a": 1, "_meta": { "v": 2, "mine": 3 } })));
        let params = Params { given: &given, meta: Meta { era: &era, token: 9 } };
        assert_eq!(
            serde_json::to_value(&params).unwrap(),
            json!({ "a": 1, "_meta": { "v": 1, "mine": 3, "progressToken": 9 } })
        );
    }
}
