//! A tool's schema as a model reads it: nothing in it that nobody sees, no endless description. What a
//! server spells with such characters is spelled its way again when the model calls; pure.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};
use stdx::unseen::seen;

use crate::prompt::fenced::{MOST, floor};

/// The server's own spelling of what a model reads otherwise.
pub type Spellings = BTreeMap<String, String>;

/// Two that read alike: what a model says of one may be meant for the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("its arguments have names or values that differ only in what nobody sees")]
pub struct Alike;

/// The schema as a model may read it, with the spellings to be put back.
///
/// # Errors
/// [`Alike`] takes the tool out.
pub fn spelled(schema: &Value) -> Result<(Value, Spellings), Alike> {
    let mut found = Found::default();
    let schema = found.read(schema);
    if found.others.keys().any(|it| found.plain.contains(it)) || found.alike {
        return Err(Alike);
    }
    Ok((schema, found.others))
}

/// Arguments in the server's spelling.
pub(crate) fn respelled(value: Value, spellings: &Spellings) -> Value {
    if spellings.is_empty() {
        return value;
    }
    let own = |text: String| spellings.get(&text).cloned().unwrap_or(text);
    match value {
        Value::String(text) => Value::String(own(text)),
        Value::Array(all) => all.into_iter().map(|it| respelled(it, spellings)).collect(),
        Value::Object(map) => {
            let each = |(key, it): (String, Value)| (own(key), respelled(it, spellings));
            Value::Object(map.into_iter().map(each).collect())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value,
    }
}

#[derive(Default)]
struct Found {
    /// The server's spelling by what is read.
    others: Spellings,
    /// What is read as it is spelled.
    plain: BTreeSet<String>,
    alike: bool,
}

impl Found {
    fn read(&mut self, schema: &Value) -> Value {
        match schema {
            Value::String(text) => Value::String(self.name(text)),
            Value::Array(all) => all.iter().map(|it| self.read(it)).collect(),
            Value::Object(map) => Value::Object(self.object(map)),
            Value::Null | Value::Bool(_) | Value::Number(_) => schema.clone(),
        }
    }

    fn object(&mut self, map: &Map<String, Value>) -> Map<String, Value> {
        let read = |(key, value): (&String, &Value)| match (key.as_str(), value) {
            ("description" | "title" | "$comment", Value::String(words)) => {
                (key.clone(), Value::String(short(words)))
            }
            _ => (self.name(key), self.read(value)),
        };
        map.iter().map(read).collect()
    }

    fn name(&mut self, spelled: &str) -> String {
        let read = seen(spelled);
        if read.taken == 0 && read.text == spelled {
            self.plain.insert(spelled.to_owned());
            return spelled.to_owned();
        }
        let read = read.text.into_owned();
        let before = self.others.insert(read.clone(), spelled.to_owned());
        self.alike |= before.is_some_and(|it| it != spelled);
        read
    }
}

/// Words that are no name, or their beginning.
fn short(words: &str) -> String {
    let words = seen(words).text;
    let end = floor(&words, MOST);
    let first = words.get(..end).unwrap_or_default();
    if end < words.len() {
        format!("{first}… [{} bytes in all]", words.len())
    } else {
        first.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Security 10, 13: odd names cost no tool.
    #[test]
    fn a_tool_with_odd_names_is_read_plainly_and_called_as_its_server_spells_it() {
        let schema = json!({
            "type": "object",
            "description": format!("Hi\u{e0041}{}", "x".repeat(3_000)),
            "properties": {
                "na\u{200b}me": { "enum": ["a\u{202e}b", "c"], "description": "one\u{200d}two" },
                "می\u{200c}خواهم": { "type": "string" },
            },
            "required": ["na\u{200b}me"],
        });
        let (read, spellings) = spelled(&schema).unwrap();
        assert_eq!(read["required"], json!(["name"]));
        assert_eq!(
            read["properties"]["name"],
            json!({ "enum": ["ab", "c"], "description": "onetwo" })
        );
        assert!(read["properties"]["می\u{200c}خواهم"].is_object(), "it is so written");
        let words = read["description"].as_str().unwrap();
        assert!(words.starts_with("Hix") && words.ends_with("… [3002 bytes in all]"), "{words}");
        let called = respelled(json!({ "name": "ab", "other": ["c", 1] }), &spellings);
        assert_eq!(called, json!({ "na\u{200b}me": "a\u{202e}b", "other": ["c", 1] }));
    }

    #[test]
    fn names_that_read_alike_take_their_tool_out() {
        for names in [["a", "a\u{200b}"], ["a\u{200b}", "a\u{200c}"]] {
            let properties: Map<_, _> =
                names.iter().map(|it| ((*it).to_owned(), json!({}))).collect();
            assert_eq!(spelled(&json!({ "properties": properties })), Err(Alike), "{names:?}");
        }
        assert_eq!(spelled(&json!({ "enum": ["a\u{200b}", "a\u{200b}"] })).unwrap().1.len(), 1);
    }
}
