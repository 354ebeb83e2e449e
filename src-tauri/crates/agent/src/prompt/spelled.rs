//! A tool's schema as a model reads it: nothing in it that nobody sees, no endless description. What a
//! server spells with such characters is spelled its way again when the model calls; pure.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};
use stdx::unseen::seen;

use crate::prompt::fenced::{MOST, floor};

/// The server's own spelling of names and choices that a model reads otherwise, by the argument in
/// which they stand: what is free text elsewhere is left as the model wrote it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Spellings {
    places: BTreeMap<String, Place>,
    /// In definitions that several arguments may refer to.
    shared: Place,
    /// The arguments that refer to one.
    refer: BTreeSet<String>,
}

/// What stands in one argument, by what a model reads.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Place {
    names: Words,
    choices: Words,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Words {
    /// The server's spelling of what reads otherwise.
    others: BTreeMap<String, String>,
    /// What is read as it is spelled.
    plain: BTreeSet<String>,
    /// Whether two read alike.
    alike: bool,
}

/// Two that read alike: what a model says of one may be meant for the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("its arguments have names or values that differ only in what nobody sees")]
pub struct Alike;

/// The argument that all others are part of.
const WHOLE: &str = "";

/// The schema as a model may read it, with the spellings to be put back.
///
/// # Errors
/// [`Alike`] takes the tool out.
pub fn spelled(schema: &Value) -> Result<(Value, Spellings), Alike> {
    let mut found = Spellings::default();
    let schema = found.schema(schema, Some(WHOLE));
    let places = found.places.values().chain([&found.shared]);
    if places.flat_map(|it| [&it.names, &it.choices]).any(Words::is_doubtful) {
        return Err(Alike);
    }
    Ok((schema, found))
}

/// Arguments in the server's spelling.
pub(crate) fn respelled(
    arguments: Map<String, Value>,
    spellings: &Spellings,
) -> Map<String, Value> {
    if spellings.is_empty() { arguments } else { spellings.object(arguments, WHOLE) }
}

impl Spellings {
    /// Whether a model reads all as it is spelled.
    pub fn is_empty(&self) -> bool {
        let mut places = self.places.values().chain([&self.shared]);
        places.all(|it| it.names.others.is_empty() && it.choices.others.is_empty())
    }

    fn schema(&mut self, schema: &Value, place: Option<&str>) -> Value {
        match schema {
            Value::Object(map) => {
                let read = |(key, value): (&String, &Value)| {
                    (seen(key).text.into_owned(), self.keyword(key, value, place))
                };
                Value::Object(map.iter().map(read).collect())
            }
            Value::Array(all) => all.iter().map(|it| self.schema(it, place)).collect(),
            Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => plain(schema),
        }
    }

    fn keyword(&mut self, key: &str, value: &Value, place: Option<&str>) -> Value {
        match (key, value) {
            ("description" | "title" | "$comment", Value::String(words)) => {
                Value::String(short(words))
            }
            ("default" | "examples" | "example", _) => plain(value),
            ("enum", Value::Array(all)) => all.iter().map(|it| self.choice(it, place)).collect(),
            ("const", _) => self.choice(value, place),
            ("required", Value::Array(all)) => {
                all.iter().map(|it| self.required(it, place)).collect()
            }
            ("$ref", Value::String(_)) => {
                self.refer.extend(place.map(ToOwned::to_owned));
                plain(value)
            }
            ("properties", Value::Object(map)) => {
                let read = |(name, value): (&String, &Value)| {
                    let name = self.at(place).names.read(name);
                    let value = self.schema(value, Some(&name));
                    (name, value)
                };
                Value::Object(map.iter().map(read).collect())
            }
            ("$defs" | "definitions", Value::Object(map)) => {
                let mut names = Words::default();
                let read =
                    |(name, value): (&String, &Value)| (names.read(name), self.schema(value, None));
                let read = Value::Object(map.iter().map(read).collect());
                // What refers to one of them could not tell it from the other.
                self.shared.names.alike |= names.is_doubtful();
                read
            }
            _ => self.schema(value, place),
        }
    }

    fn choice(&mut self, value: &Value, place: Option<&str>) -> Value {
        match value {
            Value::String(text) => Value::String(self.at(place).choices.read(text)),
            Value::Array(_) | Value::Object(_) => plain(value),
            Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
        }
    }

    fn required(&mut self, value: &Value, place: Option<&str>) -> Value {
        match value {
            Value::String(text) => Value::String(self.at(place).names.read(text)),
            Value::Array(_)
            | Value::Object(_)
            | Value::Null
            | Value::Bool(_)
            | Value::Number(_) => plain(value),
        }
    }

    fn at(&mut self, place: Option<&str>) -> &mut Place {
        match place {
            Some(place) => self.places.entry(place.to_owned()).or_default(),
            None => &mut self.shared,
        }
    }

    fn object(&self, map: Map<String, Value>, place: &str) -> Map<String, Value> {
        let each = |(name, value): (String, Value)| {
            let value = self.value(value, &name);
            (self.own(name, place, |it| &it.names), value)
        };
        map.into_iter().map(each).collect()
    }

    fn value(&self, value: Value, place: &str) -> Value {
        match value {
            Value::String(text) => Value::String(self.own(text, place, |it| &it.choices)),
            Value::Array(all) => all.into_iter().map(|it| self.value(it, place)).collect(),
            Value::Object(map) => Value::Object(self.object(map, place)),
            Value::Null | Value::Bool(_) | Value::Number(_) => value,
        }
    }

    fn own(&self, text: String, place: &str, which: impl Fn(&Place) -> &Words) -> String {
        let own = self.places.get(place);
        let shared = Some(&self.shared).filter(|_| self.refer.contains(place));
        let mut found = own.into_iter().chain(shared).map(which);
        found.find_map(|it| it.others.get(&text)).cloned().unwrap_or(text)
    }
}

impl Words {
    fn read(&mut self, spelled: &str) -> String {
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

    fn is_doubtful(&self) -> bool {
        self.alike || self.others.keys().any(|it| self.plain.contains(it))
    }
}

/// What is only read.
fn plain(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::String(seen(text).text.into_owned()),
        Value::Array(all) => all.iter().map(plain).collect(),
        Value::Object(map) => {
            let each = |(key, it): (&String, &Value)| (seen(key).text.into_owned(), plain(it));
            Value::Object(map.iter().map(each).collect())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
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

    fn called(arguments: &Value, spellings: &Spellings) -> Value {
        Value::Object(respelled(arguments.as_object().unwrap().clone(), spellings))
    }

    /// Security 10, 13: odd names cost no tool.
    #[test]
    fn a_tool_with_odd_names_is_read_plainly_and_called_as_its_server_spells_it() {
        let schema = json!({
            "type": "object",
            "description": format!("Hi\u{e0041}{}", "x".repeat(3_000)),
            "properties": {
                "na\u{200b}me": { "enum": ["a\u{202e}b", "c"], "description": "one\u{200d}two" },
                "می\u{200c}خواهم": { "type": "string" },
                "far": { "type": "array", "items": { "$ref": "#/$defs/Far" } },
            },
            "required": ["na\u{200b}me"],
            "$defs": { "Far": { "properties": { "i\u{200b}d": {} } } },
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
        let own = called(
            &json!({ "name": "ab", "other": ["c", 1], "far": [{ "id": "id" }] }),
            &spellings,
        );
        assert_eq!(
            own,
            json!({ "na\u{200b}me": "a\u{202e}b", "other": ["c", 1], "far": [{ "i\u{200b}d": "id" }] })
        );
    }

    /// Security 13: what a model writes is not exchanged for what a server wrote.
    #[test]
    fn a_text_that_reads_like_a_name_or_a_default_stays_as_the_model_wrote_it() {
        let schema = json!({ "properties": {
            "na\u{200b}me": { "type": "string" },
            "mode": { "enum": ["fa\u{200b}st", ""], "default": "fa\u{200b}st" },
            "sep": { "type": "string", "default": "\u{200b}", "examples": ["na\u{200b}me"] },
        } });
        let (_, spellings) = spelled(&schema).unwrap();
        let given =
            json!({ "name": "name", "sep": "", "mode": "fast", "more": { "name": "fast" } });
        let own = json!(
            { "na\u{200b}me": "name", "sep": "", "mode": "fa\u{200b}st", "more": { "name": "fast" } }
        );
        assert_eq!(called(&given, &spellings), own);
    }

    #[test]
    fn names_that_read_alike_take_their_tool_out() {
        for names in [["a", "a\u{200b}"], ["a\u{200b}", "a\u{200c}"]] {
            let properties: Map<_, _> =
                names.iter().map(|it| ((*it).to_owned(), json!({}))).collect();
            assert_eq!(spelled(&json!({ "properties": properties })), Err(Alike), "{names:?}");
            assert_eq!(spelled(&json!({ "enum": names })), Err(Alike), "{names:?}");
        }
        assert!(!spelled(&json!({ "enum": ["a\u{200b}", "a\u{200b}"] })).unwrap().1.is_empty());
        // A default is no name.
        let apart = json!({ "properties": { "a": { "default": "b\u{200b}" }, "b": {} } });
        assert!(spelled(&apart).unwrap().1.is_empty());
    }
}
