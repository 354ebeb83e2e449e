//! What stands behind the marks in the schemas of a server's tools. A secret may be a word that the
//! server lists as a choice: who takes the mark that they see sends what the server listed. Pure; it
//! shows nothing.

use std::{collections::BTreeMap, fmt};

use model::tool::Tool;
use serde_json::{Map, Value};

/// Schemas that hold the same schemas within, side by side.
const LISTS: [&str; 4] = ["anyOf", "oneOf", "allOf", "prefixItems"];

/// By the tool's name, its schema as the server has it, and as it is shown.
#[derive(Default)]
pub(crate) struct Veiled(BTreeMap<String, (Value, Value)>);

impl Veiled {
    /// Of these tools, which are shown as those. Most hold no secret.
    pub(crate) fn of(raw: &[Tool], shown: &[Tool]) -> Self {
        let shown: BTreeMap<_, _> = shown.iter().map(|it| (&it.name, &it.input_schema)).collect();
        let veiled = raw.iter().filter_map(|it| {
            let seen = *shown.get(&it.name)?;
            let differ = *seen != it.input_schema;
            differ.then(|| (it.name.clone(), (it.input_schema.clone(), seen.clone())))
        });
        Self(veiled.collect())
    }

    /// The same, beside what is known of tools that are not among these.
    pub(crate) fn beside(mut self, tools: &[Tool], before: &Self) -> Self {
        for (name, schemas) in &before.0 {
            if !tools.iter().any(|it| it.name == *name) {
                self.0.insert(name.clone(), schemas.clone());
            }
        }
        self
    }

    /// Arguments for a tool, with the server's own words in place of marks that were chosen. A mark
    /// that may stand for several of them stays.
    pub(crate) fn lift(&self, tool: &str, arguments: Map<String, Value>) -> Map<String, Value> {
        let Some((raw, shown)) = self.0.get(tool) else { return arguments };
        match lifted(raw, shown, Value::Object(arguments)) {
            Value::Object(arguments) => arguments,
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::String(_)
            | Value::Array(_) => Map::new(),
        }
    }
}

impl fmt::Debug for Veiled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Veiled").field("tools", &self.0.len()).finish()
    }
}

/// A value with the words that stand in `raw` where `shown` has other ones.
fn lifted(raw: &Value, shown: &Value, value: Value) -> Value {
    if raw == shown {
        return value;
    }
    let mut value = chosen(raw, shown, value);
    for key in LISTS {
        if let (Some(Value::Array(raw)), Some(Value::Array(shown))) = (raw.get(key), shown.get(key))
        {
            if let (Value::Array(items), "prefixItems") = (&mut value, key) {
                for ((raw, shown), item) in raw.iter().zip(shown).zip(items) {
                    *item = lifted(raw, shown, item.take());
                }
                continue;
            }
            value = raw.iter().zip(shown).fold(value, |it, (raw, shown)| lifted(raw, shown, it));
        }
    }
    match value {
        Value::Object(fields) => Value::Object(fields_of(raw, shown, fields)),
        Value::Array(items) => match (raw.get("items"), shown.get("items")) {
            (Some(raw), Some(shown)) => {
                items.into_iter().map(|it| lifted(raw, shown, it)).collect()
            }
            _ => Value::Array(items),
        },
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value,
    }
}

/// One of the choices, if the value is the mark of one alone.
fn chosen(raw: &Value, shown: &Value, value: Value) -> Value {
    let choices = |schema: &Value| -> Vec<Value> {
        let listed = schema.get("enum").and_then(Value::as_array).cloned().unwrap_or_default();
        listed.into_iter().chain(schema.get("const").cloned()).collect()
    };
    let (raw, shown) = (choices(raw), choices(shown));
    let mut meant = raw.iter().zip(&shown).filter(|(_, shown)| **shown == value);
    match (meant.next(), meant.next()) {
        (Some((one, _)), None) => one.clone(),
        _ => value,
    }
}

/// The fields, each under the server's own name for it.
fn fields_of(raw: &Value, shown: &Value, mut fields: Map<String, Value>) -> Map<String, Value> {
    let both = (raw.get("properties"), shown.get("properties"));
    // The order of keys is kept, and none is lost, when secrets are taken out.
    if let (Some(Value::Object(raw)), Some(Value::Object(shown))) = both {
        for ((name, raw), (seen, shown)) in raw.iter().zip(shown) {
            if let Some(value) = fields.remove(seen) {
                fields.insert(name.clone(), lifted(raw, shown, value));
            }
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use stdx::secret::Secret;

    use super::*;
    use crate::redact::Redactor;

    /// What is sent for these arguments, where `prod` is a secret.
    fn sent(properties: &Value, arguments: Value) -> Value {
        let redactor = Redactor::default();
        redactor.add(&Secret::from("prod"));
        let raw = Tool {
            name: "deploy".into(),
            title: None,
            description: String::new(),
            input_schema: json!({ "type": "object", "properties": properties }),
            output_schema: None,
            annotations: None,
            marks: Vec::new(),
        };
        let input_schema = redactor.value(raw.input_schema.clone());
        assert!(!input_schema.to_string().contains("prod"));
        let shown = Tool { input_schema, ..raw.clone() };
        let Value::Object(arguments) = arguments else { panic!("no object") };
        Value::Object(Veiled::of(&[raw], &[shown]).lift("deploy", arguments))
    }

    /// Security 29; the tool stays callable.
    #[test]
    fn a_mark_that_is_chosen_is_sent_as_the_word_behind_it() {
        let stage = json!({ "enum": ["test", "prod"] });
        let titled =
            json!({ "oneOf": [{ "const": "prod", "title": "Live" }, { "const": "test" }] });
        let properties = json!({
            "stage": stage, "all": { "type": "array", "items": stage }, "titled": titled,
            "deep": { "properties": { "stage": stage } }, "free": { "type": "string", "default": "prod" },
        });
        let given = json!({
            "stage": "•••", "all": ["test", "•••"], "titled": "•••", "deep": { "stage": "•••" },
            "free": "•••", "more": "•••",
        });
        let expected = json!({
            "stage": "prod", "all": ["test", "prod"], "titled": "prod", "deep": { "stage": "prod" },
            "free": "•••", "more": "•••",
        });
        assert_eq!(sent(&properties, given), expected, "what is no choice is sent as it is");
    }

    #[test]
    fn a_field_that_is_named_by_a_secret_has_its_name_back() {
        let properties = json!({ "prod": { "type": "boolean" }, "n": { "type": "integer" } });
        assert_eq!(
            sent(&properties, json!({ "n": 1, "•••": true })),
            json!({ "n": 1, "prod": true })
        );
    }

    #[test]
    fn a_mark_of_several_choices_is_not_guessed() {
        let properties = json!({ "stage": { "enum": ["prod", " prod", "test"] } });
        assert_eq!(sent(&properties, json!({ "stage": "test" })), json!({ "stage": "test" }));
        let properties = json!({ "stage": { "enum": ["prod", "prod"] } });
        assert_eq!(sent(&properties, json!({ "stage": "•••" })), json!({ "stage": "•••" }));
    }
}
