//! Frames that we write: one JSON-RPC message on one line. It knows no era but by what it is given.

use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::{
    Map, Value,
    value::{RawValue, to_raw_value},
};

use crate::modern::inputs::Inputs;

/// A request.
pub(crate) fn request(id: u64, method: &str, params: &impl Serialize) -> Vec<u8> {
    line(&Frame { jsonrpc: "2.0", id: Some(id), method, params })
}

/// A notification.
pub(crate) fn notification(method: &str, params: &impl Serialize) -> Vec<u8> {
    line(&Frame { jsonrpc: "2.0", id: None, method, params })
}

/// `params` of `tools/call`.
pub(crate) struct CallParams<'a> {
    pub(crate) name: &'a str,
    pub(crate) arguments: &'a Map<String, Value>,
    pub(crate) meta: Meta<'a>,
    pub(crate) inputs: &'a Inputs,
}

/// `params` of any request, with our `_meta` added to it.
pub(crate) struct Params<'a> {
    pub(crate) given: &'a Map<String, Value>,
    pub(crate) meta: Meta<'a>,
    pub(crate) inputs: &'a Inputs,
}

/// `_meta` of a request: what its era wants, and the token by which progress is told. The token is
/// the request's own id.
#[derive(Clone, Copy)]
pub(crate) struct Meta<'a> {
    pub(crate) era: &'a EraMeta,
    pub(crate) token: u64,
}

/// The part of `_meta` that is the same for all requests of a connection, ready to be written.
#[derive(Debug, Default)]
pub(crate) struct EraMeta(Vec<(String, Box<RawValue>)>);

const TOKEN: &str = "progressToken";

impl EraMeta {
    /// Adds a field.
    pub(crate) fn insert(&mut self, key: String, value: &Value) {
        let value = to_raw_value(value).expect("a value is JSON already");
        self.0.push((key, value));
    }

    fn has(&self, key: &str) -> bool {
        self.0.iter().any(|(own, _)| own == key)
    }
}

impl Serialize for EraMeta {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
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

impl Meta<'_> {
    /// Writes it into the `_meta` that a caller has given, or into an empty one. What the caller
    /// says in our place does not count.
    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry(TOKEN, &self.token)?;
        for (key, value) in &self.era.0 {
            map.serialize_entry(key, value)?;
        }
        Ok(())
    }
}

impl Serialize for Meta<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.write(&mut map)?;
        map.end()
    }
}

/// The caller's `_meta` and ours in one.
struct Both<'a>(&'a Map<String, Value>, Meta<'a>);

impl Serialize for Both<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(given, ours) = self;
        let mut map = serializer.serialize_map(None)?;
        ours.write(&mut map)?;
        for (key, value) in given.iter().filter(|(key, _)| *key != TOKEN && !ours.era.has(key)) {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

impl Serialize for CallParams<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", self.name)?;
        map.serialize_entry("arguments", self.arguments)?;
        map.serialize_entry("_meta", &self.meta)?;
        self.inputs.write(&mut map)?;
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
            Some(given) => map.serialize_entry("_meta", &Both(given, self.meta))?,
        }
        self.inputs.write(&mut map)?;
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn era() -> EraMeta {
        let mut era = EraMeta::default();
        era.insert("v".to_owned(), &json!(1));
        era
    }

    fn map(value: &Value) -> Map<String, Value> {
        value.as_object().unwrap().clone()
    }

    #[test]
    fn a_call_is_one_line_with_its_own_id_as_token() {
        let (era, arguments) = (era(), map(&json!({ "text": "two\nlines" })));
        let meta = Meta { era: &era, token: 7 };
        let inputs = &Inputs::NONE;
        let params = CallParams { name: "echo", arguments: &arguments, meta, inputs };
        let frame = request(7, "tools/call", &params);
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
            (era(), map(&json!({ "a": 1, "_meta": { "v": 2, "progressToken": 0, "mine": 3 } })));
        let meta = Meta { era: &era, token: 9 };
        let params = Params { given: &given, meta, inputs: &Inputs::NONE };
        assert_eq!(
            serde_json::to_value(&params).unwrap(),
            json!({ "a": 1, "_meta": { "v": 1, "mine": 3, "progressToken": 9 } })
        );
    }
}
