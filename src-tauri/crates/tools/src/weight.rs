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
/// What a pattern costs that is not matched in one go: one that looks around or back.
const WINDING: u64 = 1_000;
/// Most calls of ourselves at once: a stack has an end.
const MOST_OPEN: usize = 400;
/// The keywords whose schemas are for the parts of a value.
const DESCENDING: [&str; 8] = [
    "items",
    "prefixItems",
    "additionalItems",
    "contains",
    "additionalProperties",
    "unevaluatedItems",
    "unevaluatedProperties",
    "propertyNames",
];

/// Why a schema is not checked against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unbearable {
    /// It unfolds into too much.
    TooHeavy,
    /// It is nested too deep.
    TooDeep,
    /// It refers to something outside of it, and nothing is fetched.
    LeadsOut,
    /// It refers to something in it that is not there.
    LeadsNowhere,
    /// It refers to itself without end.
    Endless,
    /// It refers to what only shows while it is checked.
    Dynamic,
}

impl Unbearable {
    /// The reason, for people.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::TooHeavy => "it would take too long to check",
            Self::TooDeep => "it is nested too deep",
            Self::LeadsOut => "it refers to a schema elsewhere, and that is not fetched",
            Self::LeadsNowhere => "it refers to a part of itself that is not there",
            Self::Endless => "it refers to itself without end",
            Self::Dynamic => "it has a `$dynamicRef` or a `$recursiveRef`, which are not followed",
        }
    }
}

/// Why a schema cannot be checked against without harm, if it cannot: it is too deep, it unfolds
/// into too much, or it refers to something that is not followed.
pub(crate) fn unbearable(schema: &Value) -> Option<Unbearable> {
    match weigh(schema, DEEPEST, Circle::Once) {
        Ok(weight) if weight <= HEAVIEST => None,
        Ok(_) => Some(Unbearable::TooHeavy),
        Err(why) => Some(why),
    }
}

/// Most steps that a check of a value against a schema can take. A circle of a schema is gone round
/// for each level of the value.
pub(crate) fn work(schema: &Value, value: &Value) -> u64 {
    let Some((parts, levels)) = extent(value, 0) else { return u64::MAX };
    weigh(schema, levels, Circle::EachLevel).map_or(u64::MAX, |it| it.saturating_mul(parts))
}

/// How many parts a value has, and how many levels; nothing where those are too many.
fn extent(value: &Value, depth: usize) -> Option<(u64, usize)> {
    if depth > MOST_OPEN {
        return None;
    }
    let (mut parts, mut levels) = (1, 1);
    let mut add = |part| {
        let (more, below) = extent(part, depth + 1)?;
        parts += more;
        levels = levels.max(below + 1);
        Some(())
    };
    match value {
        Value::Object(map) => map.values().try_for_each(&mut add)?,
        Value::Array(items) => items.iter().try_for_each(&mut add)?,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    Some((parts, levels))
}

/// How often a circle of a schema is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Circle {
    Once,
    EachLevel,
}

struct Weighing<'a> {
    root: &'a Value,
    circle: Circle,
    /// The weight behind each pointer, with so many levels of the value left.
    known: BTreeMap<(&'a str, usize), u64>,
    /// The pointers that are being followed, each with the levels that were left.
    under_way: Vec<(&'a str, usize)>,
    /// How deep all of this is.
    open: usize,
}

fn weigh(root: &Value, levels: usize, circle: Circle) -> Result<u64, Unbearable> {
    let (known, under_way) = (BTreeMap::new(), Vec::new());
    Weighing { root, circle, known, under_way, open: 0 }.schema(root, levels, 0)
}

impl<'a> Weighing<'a> {
    /// The weight of a schema, or of a list of them, for a value of so many levels.
    fn schema(&mut self, value: &'a Value, levels: usize, depth: usize) -> Result<u64, Unbearable> {
        if depth > DEEPEST || self.open > MOST_OPEN {
            return Err(Unbearable::TooDeep);
        }
        self.open += 1;
        let weight = match value {
            Value::Object(map) => map.iter().try_fold(1_u64, |weight, (name, part)| {
                Ok(weight.saturating_add(self.keyword(name, part, levels, depth)?))
            }),
            Value::Array(items) => items.iter().try_fold(0_u64, |weight, item| {
                Ok(weight.saturating_add(self.schema(item, levels, depth + 1)?))
            }),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Ok(1),
        };
        self.open -= 1;
        weight
    }

    fn keyword(
        &mut self,
        name: &str,
        part: &'a Value,
        levels: usize,
        depth: usize,
    ) -> Result<u64, Unbearable> {
        match (name, part) {
            ("$ref", Value::String(pointer)) => self.behind(pointer, levels),
            ("$dynamicRef" | "$recursiveRef", _) => Err(Unbearable::Dynamic),
            // Only looked at where something refers to it; what is no constraint is not at all.
            ("$defs" | "definitions" | "default" | "examples", _) => Ok(0),
            // Data, not schemas.
            ("enum" | "const", data) => extent(data, 0).map(|it| it.0).ok_or(Unbearable::TooDeep),
            ("pattern", Value::String(pattern)) => Ok(winding(pattern)),
            // By names of the value's, which may be those of keywords.
            ("properties" | "patternProperties" | "dependentSchemas", Value::Object(all)) => {
                let below =
                    if name == "dependentSchemas" { Some(levels) } else { levels.checked_sub(1) };
                let Some(below) = below else { return Ok(1) };
                all.iter().try_fold(1_u64, |weight, (key, part)| {
                    let key = if name == "patternProperties" { winding(key) } else { 0 };
                    let part = self.schema(part, below, depth + 1)?;
                    Ok(weight.saturating_add(key).saturating_add(part))
                })
            }
            _ if DESCENDING.contains(&name) => match levels.checked_sub(1) {
                Some(below) => self.schema(part, below, depth + 1),
                None => Ok(1),
            },
            _ => self.schema(part, levels, depth + 1),
        }
    }

    /// The weight behind a pointer. Whoever comes back to it on the same level of the value would go
    /// round for ever.
    fn behind(&mut self, pointer: &'a str, levels: usize) -> Result<u64, Unbearable> {
        let inside = pointer.strip_prefix('#').ok_or(Unbearable::LeadsOut)?;
        let target = self.root.pointer(inside).ok_or(Unbearable::LeadsNowhere)?;
        if self.under_way.contains(&(pointer, levels)) {
            return Err(Unbearable::Endless);
        }
        if self.circle == Circle::Once && self.under_way.iter().any(|(it, _)| *it == pointer) {
            return Ok(1);
        }
        if let Some(weight) = self.known.get(&(pointer, levels)) {
            return Ok(*weight);
        }
        self.under_way.push((pointer, levels));
        let weight = self.schema(target, levels, 0);
        self.under_way.pop();
        let weight = weight?;
        self.known.insert((pointer, levels), weight);
        Ok(weight)
    }
}

/// What one match costs.
fn winding(pattern: &str) -> u64 {
    let looks = ["(?=", "(?!", "(?<"].iter().any(|it| pattern.contains(it));
    let mut pairs = pattern.bytes().zip(pattern.bytes().skip(1));
    let back = pairs.any(|(one, next)| one == b'\\' && next.is_ascii_digit());
    if looks || back { WINDING } else { 1 }
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

    fn bearable(schema: &Value) -> bool {
        unbearable(schema).is_none()
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
        assert!(bearable(&nested));
        assert!(bearable(&json!({})));
        assert!(bearable(&json!(true)));
        assert!(bearable(&doubling(8)));
    }

    #[test]
    fn a_schema_that_unfolds_without_end_is_not() {
        assert!(!bearable(&doubling(40)));
    }

    #[test]
    fn a_schema_that_is_too_deep_is_not() {
        let mut deep = json!({"type": "string"});
        for _ in 0..70 {
            deep = json!({"not": deep});
        }
        assert!(!bearable(&deep));
    }

    #[test]
    fn a_reference_that_is_not_followed_says_why() {
        for (schema, why) in [
            (json!({"$ref": "https://example.com/far-away"}), Unbearable::LeadsOut),
            (json!({"$ref": "#/nowhere"}), Unbearable::LeadsNowhere),
            (json!({"$dynamicRef": "#node"}), Unbearable::Dynamic),
            (json!({"$ref": "#"}), Unbearable::Endless),
            (json!({"anyOf": [{"type": "string"}, {"$ref": "#"}]}), Unbearable::Endless),
            (json!({"properties": {"enum": {"$ref": "#/nowhere"}}}), Unbearable::LeadsNowhere),
        ] {
            assert_eq!(unbearable(&schema), Some(why), "{schema}");
        }
    }

    /// A value of so many levels, each in the next one's `c`.
    fn nested(levels: usize) -> Value {
        (1..levels).fold(json!(1), |value, _| {
            // Moved: the macro would copy it, level by level.
            Value::Object(Map::from_iter([("c".to_owned(), value)]))
        })
    }

    #[test]
    fn a_circle_is_counted_for_each_level_of_the_value() {
        let again = json!({"$ref": "#/$defs/t"});
        let of = |part| json!({"$defs": {"t": {"properties": {"c": part}}}, "$ref": "#/$defs/t"});
        let tree = of(again.clone());
        let hostile = of(json!({"anyOf": [again, again]}));
        assert!(bearable(&tree) && bearable(&hostile));
        assert!(work(&tree, &nested(30)) < 30_000, "{}", work(&tree, &nested(30)));
        assert!(work(&hostile, &nested(4)) < 1_000, "a flat value is soon checked");
        assert!(work(&hostile, &nested(30)) > 1 << 28);
        assert_eq!(work(&tree, &nested(1_000)), u64::MAX, "and no stack has that many levels");
    }

    #[test]
    fn data_and_patterns_have_their_weight() {
        let many: Vec<_> = (0..1_000).collect();
        assert!(work(&json!({"items": {"enum": many}}), &json!(many)) > 1_000_000);
        let winding = work(&json!({"pattern": "^(a+)+(?=b)$"}), &json!("a"));
        assert!(winding > 500 * work(&json!({"pattern": "^a+$"}), &json!("a")) / 2);
    }
}
