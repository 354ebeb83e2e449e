//! Reads the schema of a form: what the specification allows, and what real servers send besides
//! (elicitation, requested schema). What cannot be shown whole is not shown at all: a form that lacks
//! a field would be accepted wrongly.

use std::collections::BTreeSet;

use serde_json::{Map, Number, Value};
use stdx::{naming::Asked, text::clip};

use super::{Choice, Field, Form, Format, Kind, Numeric, Text, masked};

/// The most fields of a form.
const MOST_FIELDS: usize = 100;
/// The most choices of a field.
const MOST_CHOICES: usize = 500;
/// The longest name of a field, in bytes.
const LONGEST_NAME: usize = 256;
/// Bytes of a label or choice that are shown.
const LABEL: usize = 200;
/// Bytes of a description that are shown.
const DESCRIPTION: usize = 1000;
/// The longest default, in characters.
const LONGEST_DEFAULT: usize = 10_000;

/// Rules of a schema that no field of ours keeps: a form that has one would be accepted wrongly.
const UNKEPT: [&str; 14] = [
    "$ref",
    "$dynamicRef",
    "$recursiveRef",
    "allOf",
    "not",
    "if",
    "then",
    "else",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "patternProperties",
    "propertyNames",
    "minProperties",
];

/// Why a form cannot be shown, in words that begin small and end without a stop.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unshowable(pub String);

type Fields = Map<String, Value>;

/// How a text of the server is shown: whoever reads a form may take something out of its texts.
type Clean<'a> = &'a dyn Fn(&str) -> String;

impl Form {
    /// Reads a requested schema; without one the form asks for yes or no.
    ///
    /// # Errors
    /// [`Unshowable`] names what the form holds that no dialog can ask for.
    pub fn read(schema: Option<&Value>) -> Result<Self, Unshowable> {
        Self::read_as(schema, &str::to_owned)
    }

    /// Reads it with each text that is shown as `clean` gives it, before it is cut; names and values
    /// stay as they are, since they go back. A rule or default that would not stay is left out.
    ///
    /// # Errors
    /// As for [`Form::read`]; its words are clean too.
    pub fn read_as(schema: Option<&Value>, clean: Clean<'_>) -> Result<Self, Unshowable> {
        let Some(schema) = schema else { return Ok(Self { fields: Vec::new() }) };
        let schema = schema.as_object().ok_or_else(|| why("its schema is no object"))?;
        if let Some(rule) = unkept(schema, &["anyOf", "oneOf", "const", "enum"]) {
            return Err(why(format!("its schema has {}", quoted(rule, clean))));
        }
        match kind_of(schema) {
            // Whatever this asks for, it is not a plain yes; `{}` asks for nothing.
            None if !schema.is_empty() && !schema.contains_key("properties") => {
                return Err(why("its schema names no kind and no fields"));
            }
            None | Some("object") => {}
            Some(other) => return Err(why(format!("it asks for {}", quoted(other, clean)))),
        }
        let properties = match schema.get("properties") {
            None => &Map::new(),
            Some(Value::Object(properties)) => properties,
            Some(_) => return Err(why("its fields are no object")),
        };
        if properties.len() > MOST_FIELDS {
            return Err(why(format!(
                "it has {} fields, and {MOST_FIELDS} can be",
                properties.len()
            )));
        }
        let required: BTreeSet<&str> = match schema.get("required") {
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
            Some(_) | None => BTreeSet::new(),
        };
        if let Some(ghost) = required.iter().find(|it| !properties.contains_key(**it)) {
            let ghost = quoted(ghost, clean);
            return Err(why(format!("it needs a field {ghost} that it does not have")));
        }
        let fields = properties
            .iter()
            .map(|(name, schema)| field(name, schema, required.contains(name.as_str()), clean));
        Ok(Self { fields: fields.collect::<Result<_, _>>()? })
    }
}

fn field(
    name: &str,
    schema: &Value,
    required: bool,
    clean: Clean<'_>,
) -> Result<Field, Unshowable> {
    if name.len() > LONGEST_NAME {
        return Err(why("the name of a field is longer than 256 bytes"));
    }
    let empty = Map::new();
    let schema = match schema {
        Value::Object(schema) => schema,
        // `true` allows anything.
        Value::Bool(true) => &empty,
        Value::Bool(false)
        | Value::Null
        | Value::Number(_)
        | Value::String(_)
        | Value::Array(_) => {
            return Err(why(format!("the field {} has no schema", quoted(name, clean))));
        }
    };
    let text = |key: &str| schema.get(key).and_then(Value::as_str).map(str::trim);
    let label = text("title").filter(|it| !it.is_empty()).unwrap_or(name);
    Ok(Field {
        name: name.to_owned(),
        label: clip(&clean(label), LABEL),
        description: text("description")
            .filter(|it| !it.is_empty())
            .map(|it| clip(&clean(it), DESCRIPTION)),
        required,
        kind: kind(name, schema, clean)?,
    })
}

fn kind(name: &str, schema: &Fields, clean: Clean<'_>) -> Result<Kind, Unshowable> {
    if let Some(rule) = unkept(schema, &[]) {
        return Err(why(format!("the field {} has {}", quoted(name, clean), quoted(rule, clean))));
    }
    let kind = kind_of(schema);
    if kind == Some("array") {
        return many(name, schema, clean);
    }
    if matches!(kind, None | Some("string" | "integer" | "number"))
        && let Some(choices) = choices(name, schema, clean)?
    {
        let default = schema.get("default");
        let default = choices.iter().position(|it| Some(&it.value) == default);
        return Ok(Kind::One { choices, default });
    }
    match kind {
        None | Some("string") => Ok(Kind::Text(text(name, schema, clean))),
        Some("integer") => Ok(Kind::Number(number(name, schema, true, clean))),
        Some("number") => Ok(Kind::Number(number(name, schema, false, clean))),
        Some("boolean") => {
            // What may be one of the two only is no question that a switch can ask.
            if let Some(rule) = unkept(schema, &["const", "enum", "anyOf", "oneOf"]) {
                return Err(why(format!(
                    "the field {} has {}",
                    quoted(name, clean),
                    quoted(rule, clean)
                )));
            }
            let default = schema.get("default").and_then(Value::as_bool).unwrap_or(false);
            Ok(Kind::Flag { default })
        }
        Some(other) => Err(why(format!(
            "the field {} is of the kind {}",
            quoted(name, clean),
            quoted(other, clean)
        ))),
    }
}

/// The first rule that is not kept: of [`UNKEPT`], or of `more`.
fn unkept<'a>(schema: &Fields, more: &[&'a str]) -> Option<&'a str> {
    UNKEPT.iter().chain(more).copied().find(|it| schema.contains_key(*it))
}

/// `type`; of several the first that is not null.
fn kind_of(schema: &Fields) -> Option<&str> {
    match schema.get("type")? {
        Value::String(kind) => Some(kind),
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).find(|it| *it != "null"),
        // A schema that names no kind in earnest is taken for one that names none we know.
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => Some("?"),
    }
}

fn text(name: &str, schema: &Fields, clean: Clean<'_>) -> Text {
    let masked = masked::is_masked(name, schema, Asked::Text);
    let said = |key: &str| schema.get(key).and_then(Value::as_str);
    Text {
        least: count(schema, "minLength").filter(|it| *it > 0),
        most: count(schema, "maxLength"),
        format: if masked { None } else { said("format").and_then(format) },
        pattern: said("pattern").filter(|it| clean(it) == **it).map(str::to_owned),
        default: said("default")
            .filter(|it| !masked && it.chars().count() <= LONGEST_DEFAULT && clean(it) == **it)
            .map(str::to_owned),
        masked,
    }
}

fn format(word: &str) -> Option<Format> {
    match word {
        "email" | "idn-email" => Some(Format::Email),
        "uri" | "url" | "iri" => Some(Format::Uri),
        "date" => Some(Format::Date),
        "date-time" => Some(Format::DateTime),
        _ => None,
    }
}

fn number(name: &str, schema: &Fields, whole: bool, clean: Clean<'_>) -> Numeric {
    let given = |key: &str| match schema.get(key) {
        Some(Value::Number(number)) if is_clean(number, clean) => Some(number.clone()),
        Some(_) | None => None,
    };
    let masked = masked::is_masked(name, schema, Asked::Number);
    let fits = |it: &Number| !masked && (!whole || it.is_i64() || it.is_u64());
    Numeric {
        whole,
        least: given("minimum"),
        most: given("maximum"),
        default: given("default").filter(fits),
        masked,
    }
}

fn many(name: &str, schema: &Fields, clean: Clean<'_>) -> Result<Kind, Unshowable> {
    let items = schema.get("items").and_then(Value::as_object);
    if let Some(rule) = unkept(schema, &["const", "contains", "prefixItems"]) {
        return Err(why(format!("the field {} has {}", quoted(name, clean), quoted(rule, clean))));
    }
    let found = items.map(|it| choices(name, it, clean)).transpose()?.flatten();
    let choices = found.ok_or_else(|| {
        why(format!("the field {} is a list without choices", quoted(name, clean)))
    })?;
    let default = match schema.get("default") {
        Some(Value::Array(set)) => {
            let places = choices.iter().enumerate().filter(|(_, it)| set.contains(&it.value));
            places.map(|(at, _)| at).collect()
        }
        Some(_) | None => Vec::new(),
    };
    let least = count(schema, "minItems").filter(|it| *it > 0);
    Ok(Kind::Many { choices, default, least, most: count(schema, "maxItems") })
}

/// The choices of a field in any of their spellings: `enum`, `enum` with `enumNames`, and titled
/// constants under `oneOf` or `anyOf`; `const` is a single one.
fn choices(
    name: &str,
    schema: &Fields,
    clean: Clean<'_>,
) -> Result<Option<Vec<Choice>>, Unshowable> {
    let choice = |value: &Value, title: Option<&str>| choice(value, title, clean);
    let found = if let Some(only) = schema.get("const") {
        choice(only, None).map(|it| vec![it])
    } else if let Some(Value::Array(values)) = schema.get("enum") {
        let titles = schema.get("enumNames").and_then(Value::as_array);
        let titled = |(at, value): (usize, &Value)| {
            let title = titles.and_then(|it| it.get(at)).and_then(Value::as_str);
            choice(value, title)
        };
        values.iter().enumerate().map(titled).collect::<Option<Vec<_>>>()
    } else if let Some(Value::Array(listed)) = schema.get("oneOf").or_else(|| schema.get("anyOf")) {
        let titled = |it: &Value| choice(it.get("const")?, it.get("title").and_then(Value::as_str));
        listed.iter().map(titled).collect()
    } else {
        return Ok(None);
    };
    let found = found.filter(|it| !it.is_empty() && it.len() <= MOST_CHOICES);
    let bad = || {
        why(format!("the choices of the field {} are not plain or too many", quoted(name, clean)))
    };
    found.map(Some).ok_or_else(bad)
}

fn choice(value: &Value, title: Option<&str>, clean: Clean<'_>) -> Option<Choice> {
    let written = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Bool(_) | Value::Null | Value::Array(_) | Value::Object(_) => return None,
    };
    let title = title.filter(|it| !it.trim().is_empty()).unwrap_or(&written);
    Some(Choice { value: value.clone(), title: clip(&clean(title), LABEL) })
}

/// A count that a rule gives; one that is none is no rule.
fn count(schema: &Fields, key: &str) -> Option<u64> {
    schema.get(key).and_then(Value::as_u64)
}

fn why(text: impl Into<String>) -> Unshowable {
    Unshowable(format!("this form cannot be shown: {}", text.into()))
}

fn is_clean(number: &Number, clean: Clean<'_>) -> bool {
    let written = number.to_string();
    clean(&written) == written
}

fn quoted(name: &str, clean: Clean<'_>) -> String {
    format!("`{}`", clip(&clean(name), 100))
}

#[cfg(test)]
mod tests;
