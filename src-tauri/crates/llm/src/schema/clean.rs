//! One keyword at a time: what is no valid value of it, or not taken by an API, goes; it knows no
//! reference and no other keyword.

use serde_json::{Map, Number, Value, json};

use crate::endpoint::Dialect;

/// How many values of an enum are sent, and how many bytes of them.
const MOST_VALUES: usize = 250;
const MOST_BYTES: usize = 7_500;
/// How many are named, where there are more.
const NAMED: usize = 20;
/// The longest name of a property at Anthropic.
const LONGEST_NAME: usize = 64;

const TYPES: &[&str] = &["object", "array", "string", "number", "integer", "boolean", "null"];

/// What some servers write for them.
const NICKNAMES: &[(&str, &str)] = &[
    ("int", "integer"),
    ("int32", "integer"),
    ("int64", "integer"),
    ("long", "integer"),
    ("float", "number"),
    ("double", "number"),
    ("str", "string"),
    ("text", "string"),
    ("bool", "boolean"),
    ("dict", "object"),
    ("map", "object"),
    ("list", "array"),
    ("tuple", "array"),
    ("none", "null"),
];

/// Keywords with plain values, which every API but Google's takes.
const PLAIN: &[&str] = &[
    "title",
    "description",
    "default",
    "examples",
    "format",
    "pattern",
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
];
/// Those that Google's takes.
const PLAIN_AT_GOOGLE: &[&str] =
    &["title", "description", "format", "minimum", "maximum", "minItems", "maxItems"];
/// The formats of text that Google's takes.
const FORMATS_AT_GOOGLE: &[&str] = &["date-time", "date", "time"];
/// What says nothing about a value.
const SILENT: &[&str] =
    &["title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly"];

/// The plain keywords of a schema that its API takes, and whether any that says something is missing.
pub(crate) fn plain(dialect: Dialect, from: &Map<String, Value>) -> (Map<String, Value>, bool) {
    let taken = if dialect == Dialect::Gemini { PLAIN_AT_GOOGLE } else { PLAIN };
    let mut kept = Map::new();
    let mut lost = false;
    for name in PLAIN {
        let Some(value) = from.get(*name) else { continue };
        let fine = taken.contains(name)
            && is_valid(name, value)
            && (dialect != Dialect::Gemini || *name != "format" || at_google(value));
        if fine {
            kept.insert((*name).to_owned(), value.clone());
        } else {
            lost |= !SILENT.contains(name);
        }
    }
    strict_bounds(from, &mut kept, dialect);
    (kept, lost)
}

/// The types that a schema names, in the words of the standard.
pub(crate) fn types(from: &Map<String, Value>) -> Vec<String> {
    let named = match from.get("type") {
        Some(Value::String(one)) => vec![one.as_str()],
        Some(Value::Array(some)) => some.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let mut types = Vec::new();
    for name in named {
        let name = name.to_ascii_lowercase();
        let nickname = NICKNAMES.iter().find(|(it, _)| *it == name).map(|(_, known)| *known);
        let known = nickname.or_else(|| TYPES.iter().copied().find(|it| *it == name));
        if let Some(known) = known.filter(|it| !types.iter().any(|one| one == it)) {
            types.push(known.to_owned());
        }
    }
    if from.get("nullable") == Some(&Value::Bool(true)) && !types.is_empty() {
        let null = "null".to_owned();
        if !types.contains(&null) {
            types.push(null);
        }
    }
    types
}

/// The type that a schema has without saying so, by its other keywords.
pub(crate) fn inferred(from: &Map<String, Value>) -> Option<&'static str> {
    let has = |names: &[&str]| names.iter().any(|it| from.contains_key(*it));
    if has(&["properties", "additionalProperties", "patternProperties", "minProperties"])
        || from.get("required").is_some_and(Value::is_array)
    {
        return Some("object");
    }
    if has(&["items", "prefixItems", "minItems", "maxItems", "uniqueItems"]) {
        return Some("array");
    }
    if has(&["pattern", "minLength", "maxLength"]) {
        return Some("string");
    }
    if has(&["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]) {
        return Some("number");
    }
    let values = from.get("enum")?.as_array()?;
    let first = type_of(values.first()?);
    values.iter().all(|it| type_of(it) == first).then_some(first)
}

/// The values that a schema allows one by one; more than an API takes are told in words instead.
pub(crate) fn values(dialect: Dialect, from: &Map<String, Value>) -> Values {
    let values = match (from.get("const"), from.get("enum")) {
        (Some(value), _) => vec![value.clone()],
        (None, Some(Value::Array(values))) if !values.is_empty() => values.clone(),
        _ => return Values::Any,
    };
    if dialect == Dialect::Gemini && !values.iter().all(|it| it.is_string() || it.is_number()) {
        return Values::Loose(String::new());
    }
    let bytes: usize = values.iter().map(|it| it.to_string().len()).sum();
    if values.len() <= MOST_VALUES && bytes <= MOST_BYTES {
        return Values::These(values);
    }
    let named: Vec<_> = values.iter().take(NAMED).map(Value::to_string).collect();
    Values::Loose(format!("One of {} values, such as {}.", values.len(), named.join(", ")))
}

/// What an enum is worth.
pub(crate) enum Values {
    /// There is none.
    Any,
    /// It is sent.
    These(Vec<Value>),
    /// It is told in words, which may be none.
    Loose(String),
}

/// Whether an API takes a name for a property.
pub(crate) fn is_name(dialect: Dialect, name: &str) -> bool {
    let sign = |one: char| one.is_ascii_alphanumeric() || matches!(one, '_' | '.' | '-');
    dialect != Dialect::Anthropic
        || (!name.is_empty() && name.len() <= LONGEST_NAME && name.chars().all(sign))
}

/// `text` at the end of what a schema says of itself.
pub(crate) fn describe(schema: &mut Map<String, Value>, text: &str) {
    if text.is_empty() {
        return;
    }
    let before = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    let all = if before.is_empty() { text.to_owned() } else { format!("{before} {text}") };
    schema.insert("description".to_owned(), json!(all));
}

fn at_google(format: &Value) -> bool {
    format.as_str().is_some_and(|it| FORMATS_AT_GOOGLE.contains(&it))
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn is_valid(name: &str, value: &Value) -> bool {
    match name {
        "title" | "description" | "format" | "pattern" => value.is_string(),
        "default" => true,
        "examples" => value.is_array(),
        "uniqueItems" => value.is_boolean(),
        "multipleOf" => value.as_f64().is_some_and(|it| it > 0.0),
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties" => {
            value.is_u64()
        }
        _ => value.is_number(),
    }
}

/// Before 2019, `exclusiveMinimum` was a yes or no beside `minimum`.
fn strict_bounds(from: &Map<String, Value>, kept: &mut Map<String, Value>, dialect: Dialect) {
    for (bound, strict) in [("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")] {
        let limit = from.get(bound).and_then(Value::as_number).cloned();
        if dialect != Dialect::Gemini && from.get(strict) == Some(&Value::Bool(true)) {
            kept.shift_remove(bound);
            kept.extend(limit.map(|it: Number| (strict.to_owned(), Value::Number(it))));
        }
    }
}
