//! Makes the root of a schema a plain object, whatever ways it knows to be one; it knows no API.

use serde_json::{Map, Value, json};

use crate::schema::merge::{any, both};

/// An object with properties, and whether it says less than it did. `None` for what is no object.
pub(crate) fn flattened(mut root: Map<String, Value>) -> Option<(Map<String, Value>, bool)> {
    let mut loosened = false;
    for way in ["anyOf", "oneOf"] {
        let Some(Value::Array(ways)) = root.shift_remove(way) else { continue };
        let objects: Vec<_> = ways.into_iter().filter_map(object).collect();
        // What only says which properties must be there together still names them.
        if objects.is_empty() {
            return None;
        }
        loosened |= objects.len() > 1;
        root = both(root, joined(&objects));
    }
    let is_object = match root.get("type") {
        None => true,
        Some(Value::String(one)) => one == "object",
        Some(Value::Array(all)) => all.iter().any(|it| it == "object"),
        Some(_) => false,
    };
    if !is_object {
        return None;
    }
    loosened |= root.shift_remove("enum").is_some();
    let mut flat = Map::new();
    flat.insert("type".to_owned(), json!("object"));
    root.shift_remove("type");
    let properties = root.shift_remove("properties").filter(Value::is_object);
    flat.insert("properties".to_owned(), properties.unwrap_or_else(|| json!({})));
    flat.extend(root);
    Some((flat, loosened))
}

/// A way to be an object; what can only be something else is none.
fn object(way: Value) -> Option<Map<String, Value>> {
    let Value::Object(mut way) = way else { return None };
    match way.get("type") {
        None => {}
        Some(Value::Array(all)) if all.iter().any(|it| it == "object") => {}
        Some(one) if one == "object" => {}
        Some(_) => return None,
    }
    way.shift_remove("type");
    // A way may have ways of its own.
    for inner in ["anyOf", "oneOf"] {
        if let Some(Value::Array(ways)) = way.shift_remove(inner) {
            let ways: Vec<_> = ways.into_iter().filter_map(object).collect();
            if !ways.is_empty() {
                way = both(way, joined(&ways));
            }
        }
    }
    Some(way)
}

/// One object that takes what any of them takes.
fn joined(ways: &[Map<String, Value>]) -> Map<String, Value> {
    let mut properties: Vec<(String, Vec<Value>)> = Vec::new();
    let mut required: Option<Vec<Value>> = None;
    let mut open = false;
    let mut described = None;
    for way in ways {
        for (name, value) in way.get("properties").and_then(Value::as_object).into_iter().flatten()
        {
            match properties.iter_mut().find(|(it, _)| it == name) {
                Some((_, all)) => all.push(value.clone()),
                None => properties.push((name.clone(), vec![value.clone()])),
            }
        }
        let needs = way.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
        required = Some(match required {
            None => needs,
            Some(before) => before.into_iter().filter(|it| needs.contains(it)).collect(),
        });
        open |= way.get("additionalProperties") != Some(&Value::Bool(false));
        described = described.or_else(|| way.get("description").cloned());
    }
    let properties: Map<_, _> =
        properties.into_iter().map(|(name, all)| (name, any(all))).collect();
    let mut joined = Map::new();
    if !properties.is_empty() {
        joined.insert("properties".to_owned(), Value::Object(properties));
    }
    if let Some(required) = required.filter(|it| !it.is_empty()) {
        joined.insert("required".to_owned(), Value::Array(required));
    }
    if !open {
        joined.insert("additionalProperties".to_owned(), Value::Bool(false));
    }
    joined.extend(described.map(|it| ("description".to_owned(), it)));
    joined
}
