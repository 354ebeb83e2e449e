//! How much work a schema can make, counted before anything is checked against it.
//!
//! A schema is a stranger's. Forty definitions that each name the next one twice are a page of
//! JSON and 2^40 steps, and no limit on time could stop a validator that has begun.

use std::collections::BTreeMap;

use serde_json::Value;

/// Most steps that one look at a value may take.
const HEAVIEST: u64 = 100_000;
/// Most levels of a schema.
const DEEPEST: usize = 64;

/// Whether a schema can be checked against without harm: it is not too deep, and it does not
/// unfold into too much. References that are no pointers into itself are not followed, so they
/// are too much.
pub(crate) fn is_bearable(schema: &Value) -> bool {
    let mut weighing = Weighing { root: schema, known: BTreeMap::new() };
    weighing.weigh(schema, 0).is_some_and(|weight| weight <= HEAVIEST)
}

struct Weighing<'a> {
    root: &'a Value,
    /// The weight behind each pointer; `None` while it is being found, which is a circle.
    known: BTreeMap<String, Option<u64>>,
}

impl<'a> Weighing<'a> {
    /// `None`: too deep, or a reference that cannot be followed.
    fn weigh(&mut self, value: &'a Value, depth: usize) -> Option<u64> {
        if depth > DEEPEST {
            return None;
        }
        match value {
            Value::Object(map) => {
                let mut weight: u64 = 1;
                for (name, part) in map {
                    let part = match (name.as_str(), part) {
                        ("$ref", Value::String(pointer)) => self.behind(pointer, depth)?,
                        ("$dynamicRef" | "$recursiveRef", _) => return None,
                        // Only looked at where something refers to it.
                        ("$defs" | "definitions", _) => 0,
                        // Data, not schemas.
                        ("enum" | "const" | "default" | "examples", _) => 1,
                        _ => self.weigh(part, depth + 1)?,
                    };
                    weight = weight.saturating_add(part);
                }
                Some(weight)
            }
            Value::Array(items) => {
                let mut weight: u64 = 0;
                for item in items {
                    weight = weight.saturating_add(self.weigh(item, depth + 1)?);
                }
                Some(weight)
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Some(1),
        }
    }

    fn behind(&mut self, pointer: &str, depth: usize) -> Option<u64> {
        match self.known.get(pointer) {
            Some(Some(weight)) => return Some(*weight),
            // A circle goes on only as deep as the arguments do.
            Some(None) => return Some(1),
            None => {}
        }
        let target = self.root.pointer(pointer.strip_prefix('#')?)?;
        self.known.insert(pointer.to_owned(), None);
        let weight = self.weigh(target, depth + 1)?;
        self.known.insert(pointer.to_owned(), Some(weight));
        Some(weight)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, json};

    use super::*;

    /// Each definition names the next one twice.
    fn doubling(levels: usize) -> Value {
        let mut defs = Map::new();
        for level in 0..levels {
            let next = format!("#/$defs/d{}", level + 1);
            defs.insert(format!("d{level}"), json!({"anyOf": [{"$ref": next}, {"$ref": next}]}));
        }
        defs.insert(format!("d{levels}"), json!({"type": "string"}));
        json!({"properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": defs})
    }

    #[test]
    fn ordinary_schemas_are_bearable() {
        let nested = json!({"type": "object", "properties": {
            "city": {"type": "string", "enum": ["a", "b"]},
            "where": {"$ref": "#/$defs/point"},
            "tree": {"$ref": "#/$defs/tree"}
        }, "$defs": {
            "point": {"type": "object", "properties": {"lat": {"type": "number"}}},
            "tree": {"type": "object", "properties": {"children": {"type": "array", "items": {"$ref": "#/$defs/tree"}}}}
        }});
        assert!(is_bearable(&nested));
        assert!(is_bearable(&json!({})));
        assert!(is_bearable(&json!(true)));
        assert!(is_bearable(&doubling(8)));
    }

    #[test]
    fn a_schema_that_unfolds_without_end_is_not() {
        assert!(!is_bearable(&doubling(40)));
    }

    #[test]
    fn a_schema_that_is_too_deep_is_not() {
        let mut deep = json!({"type": "string"});
        for _ in 0..70 {
            deep = json!({"not": deep});
        }
        assert!(!is_bearable(&deep));
    }

    #[test]
    fn a_reference_that_leads_out_is_not() {
        assert!(!is_bearable(&json!({"$ref": "https://example.com/far-away"})));
        assert!(!is_bearable(&json!({"$ref": "#/nowhere"})));
        assert!(!is_bearable(&json!({"$dynamicRef": "#node"})));
    }
}
