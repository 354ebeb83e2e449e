//! Joins schemas: of several that all hold, one; of several of which one holds, one that takes them all.
//! It knows no API.

use serde_json::{Map, Value, json};

/// A schema for what fits both. Where that cannot be said in one, it says less.
pub(crate) fn both(mut one: Map<String, Value>, other: Map<String, Value>) -> Map<String, Value> {
    for (name, value) in other {
        let Some(mine) = one.get_mut(&name) else {
            one.insert(name, value);
            continue;
        };
        match name.as_str() {
            "properties" => join_properties(mine, value),
            "required" => union(mine, value),
            "enum" => intersect(mine, &value),
            "type" => *mine = types(mine, &value),
            "minimum" | "exclusiveMinimum" | "minLength" | "minItems" | "minProperties"
                if value.as_f64() > mine.as_f64() =>
            {
                *mine = value;
            }
            "maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" | "maxProperties"
                if value.as_f64() < mine.as_f64() =>
            {
                *mine = value;
            }
            "items" | "additionalProperties" => {
                if let (Value::Object(mine), Value::Object(value)) = (&mut *mine, &value) {
                    *mine = both(std::mem::take(mine), value.clone());
                } else if !value.is_object() || mine == &Value::Bool(true) {
                    *mine = value;
                }
            }
            // The first that speaks is heard.
            _ => {}
        }
    }
    one
}

/// A schema for what fits any of them.
pub(crate) fn any(all: Vec<Value>) -> Value {
    let mut different: Vec<Value> = Vec::new();
    for one in all {
        if one.as_object().is_some_and(Map::is_empty) {
            return one;
        }
        if !different.contains(&one) {
            different.push(one);
        }
    }
    match different.len() {
        0 => json!({}),
        1 => different.remove(0),
        _ => one_enum(&different).unwrap_or_else(|| json!({ "anyOf": different })),
    }
}

/// Enums of the same kind, with nothing else in them, are one.
fn one_enum(all: &[Value]) -> Option<Value> {
    let mut values: Vec<Value> = Vec::new();
    let mut joined = Map::new();
    for one in all {
        let one = one.as_object()?;
        if one
            .keys()
            .any(|it| !["type", "enum", "description", "title", "default"].contains(&it.as_str()))
        {
            return None;
        }
        if joined.get("type").is_some_and(|it| Some(it) != one.get("type")) {
            return None;
        }
        for value in one.get("enum")?.as_array()? {
            if !values.contains(value) {
                values.push(value.clone());
            }
        }
        for name in ["type", "description"] {
            if let (false, Some(value)) = (joined.contains_key(name), one.get(name)) {
                joined.insert(name.to_owned(), value.clone());
            }
        }
    }
    joined.insert("enum".to_owned(), Value::Array(values));
    Some(Value::Object(joined))
}

fn join_properties(mine: &mut Value, other: Value) {
    let (Value::Object(mine), Value::Object(other)) = (mine, other) else { return };
    for (name, value) in other {
        let joined = match (mine.shift_remove(&name), value) {
            (Some(Value::Object(one)), Value::Object(other)) => Value::Object(both(one, other)),
            (Some(one), _) => one,
            (None, value) => value,
        };
        mine.insert(name, joined);
    }
}

fn union(mine: &mut Value, other: Value) {
    let (Value::Array(mine), Value::Array(other)) = (mine, other) else { return };
    for one in other {
        if !mine.contains(&one) {
            mine.push(one);
        }
    }
}

fn intersect(mine: &mut Value, other: &Value) {
    let (Value::Array(mine), Value::Array(other)) = (mine, other) else { return };
    let common: Vec<_> = mine.iter().filter(|it| other.contains(it)).cloned().collect();
    // Where nothing is common, nothing fits, and no API takes that to be said.
    if !common.is_empty() {
        *mine = common;
    }
}

fn types(one: &Value, other: &Value) -> Value {
    let list = |it: &Value| it.as_array().cloned().unwrap_or_else(|| vec![it.clone()]);
    let others = list(other);
    let integer = |it: &Value| it == "integer" && others.iter().any(|it| it == "number");
    let common: Vec<_> =
        list(one).into_iter().filter(|it| others.contains(it) || integer(it)).collect();
    let narrower =
        || list(one).iter().any(|it| it == "number") && others.contains(&json!("integer"));
    match common.len() {
        0 if narrower() => json!("integer"),
        // Nothing fits both, and no API takes that to be said.
        0 => one.clone(),
        1 => common.into_iter().next().unwrap_or_default(),
        _ => Value::Array(common),
    }
}
