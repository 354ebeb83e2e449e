//! Walks through a schema and writes it anew with what an API takes: references in place, everything
//! that holds together in one, no keyword that is refused.

use serde_json::{Map, Value, json};

use crate::{
    endpoint::Dialect,
    schema::{
        clean::{Values, describe, inferred, is_name, plain, types, values},
        merge::{any, both},
        refs::resolve,
    },
};

/// How often a definition may stand inside of itself.
const ROUNDS: usize = 2;
/// How deep a schema is written out.
const DEPTH: usize = 24;
/// How many schemas are written in all. Definitions that use each other grow without end.
const MOST: usize = 3000;

/// Keywords that narrow what fits, and that no API is sent. Who calls the tool holds them against it.
const NARROWING: &[&str] = &[
    "not",
    "if",
    "contains",
    "propertyNames",
    "dependentRequired",
    "dependentSchemas",
    "dependencies",
    "unevaluatedItems",
];

/// One walk.
pub(crate) struct Walk<'a> {
    dialect: Dialect,
    root: &'a Value,
    /// The references that led here.
    inside: Vec<String>,
    depth: usize,
    written: usize,
    /// Whether what is written says less than what was read.
    pub(crate) loosened: bool,
    /// A property that must be there and cannot be named.
    pub(crate) illegal: Option<String>,
}

impl<'a> Walk<'a> {
    /// Through `root`, for `dialect`.
    pub(crate) fn new(dialect: Dialect, root: &'a Value) -> Self {
        Self {
            dialect,
            root,
            inside: Vec::new(),
            depth: 0,
            written: 0,
            loosened: false,
            illegal: None,
        }
    }

    /// What is written for `schema`; `None` for one that nothing fits.
    pub(crate) fn fitted(&mut self, schema: &Value) -> Option<Map<String, Value>> {
        let fields = match schema {
            Value::Object(fields) => fields,
            Value::Bool(false) => return None,
            // What is no schema says nothing.
            Value::Bool(true)
            | Value::Null
            | Value::Number(_)
            | Value::String(_)
            | Value::Array(_) => return Some(Map::new()),
        };
        self.written += 1;
        if self.depth >= DEPTH || self.written > MOST {
            return Some(self.short(fields));
        }
        self.depth += 1;
        let fitted = self.whole(fields);
        self.depth -= 1;
        fitted
    }

    fn whole(&mut self, fields: &Map<String, Value>) -> Option<Map<String, Value>> {
        let mut fitted = self.own(fields)?;
        for one in fields.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            fitted = both(fitted, self.fitted(one)?);
        }
        for name in ["$ref", "$dynamicRef", "$recursiveRef"] {
            if let Some(reference) = fields.get(name).and_then(Value::as_str) {
                fitted = both(fitted, self.followed(reference)?);
            }
        }
        self.conditions(fields, &mut fitted);
        self.finished(&mut fitted);
        Some(fitted)
    }

    /// What a schema says without those that it refers to.
    fn own(&mut self, fields: &Map<String, Value>) -> Option<Map<String, Value>> {
        let (mut fitted, lost) = plain(self.dialect, fields);
        self.loosened |= lost || NARROWING.iter().any(|it| fields.contains_key(*it));
        match values(self.dialect, fields) {
            Values::Any => {}
            Values::These(values) => {
                fitted.insert("enum".to_owned(), Value::Array(values));
            }
            Values::Loose(words) => {
                self.loosened = true;
                describe(&mut fitted, &words);
            }
        }
        let mut types = types(fields);
        if types.is_empty() {
            types.extend(inferred(fields).map(str::to_owned));
        }
        self.object(fields, &mut fitted);
        self.array(fields, &mut fitted);
        self.ways(fields, &mut fitted)?;
        self.typed(types, &mut fitted);
        Some(fitted)
    }

    /// What a reference means, written in its place.
    fn followed(&mut self, reference: &str) -> Option<Map<String, Value>> {
        let root = self.root;
        let Some(target) = resolve(root, reference) else {
            self.loosened = true;
            return Some(Map::new());
        };
        if self.inside.iter().filter(|it| *it == reference).count() >= ROUNDS {
            return Some(target.as_object().map(|it| self.short(it)).unwrap_or_default());
        }
        self.inside.push(reference.to_owned());
        let fitted = self.fitted(target);
        self.inside.pop();
        fitted
    }

    /// The least that can be said of a schema: its type and its words.
    fn short(&mut self, fields: &Map<String, Value>) -> Map<String, Value> {
        self.loosened = true;
        let mut short = Map::new();
        for name in ["title", "description"] {
            if let Some(text) = fields.get(name).filter(|it| it.is_string()) {
                short.insert(name.to_owned(), text.clone());
            }
        }
        let types = types(fields);
        self.typed(types, &mut short);
        self.finished(&mut short);
        short
    }

    fn object(&mut self, fields: &Map<String, Value>, fitted: &mut Map<String, Value>) {
        let required: Vec<String> = match fields.get("required") {
            Some(Value::Array(names)) => {
                names.iter().filter_map(Value::as_str).map(str::to_owned).collect()
            }
            _ => Vec::new(),
        };
        let mut properties = Map::new();
        for (name, schema) in
            fields.get("properties").and_then(Value::as_object).into_iter().flatten()
        {
            let must = required.contains(name);
            if !is_name(self.dialect, name) {
                self.loosened = true;
                if must {
                    self.illegal.get_or_insert_with(|| name.clone());
                }
                continue;
            }
            // What may not be there is not spoken of.
            if let Some(schema) = self.fitted(schema) {
                properties.insert(name.clone(), Value::Object(schema));
            }
        }
        if !properties.is_empty() || fields.get("properties").is_some_and(Value::is_object) {
            fitted.insert("properties".to_owned(), Value::Object(properties));
        }
        if !required.is_empty() {
            fitted.insert("required".to_owned(), json!(required));
        }
        // Names by a pattern are more names, and nobody may close them out.
        let patterns = fields.contains_key("patternProperties");
        self.loosened |= patterns || fields.contains_key("unevaluatedProperties");
        match fields.get("additionalProperties") {
            Some(Value::Bool(false)) if !patterns => {
                fitted.insert("additionalProperties".to_owned(), Value::Bool(false));
            }
            Some(schema @ Value::Object(_)) if !patterns => {
                if let Some(schema) = self.fitted(schema) {
                    fitted.insert("additionalProperties".to_owned(), Value::Object(schema));
                }
            }
            _ => {}
        }
    }

    fn array(&mut self, fields: &Map<String, Value>, fitted: &mut Map<String, Value>) {
        let tuple = match (fields.get("prefixItems"), fields.get("items")) {
            (Some(Value::Array(places)), _) | (None, Some(Value::Array(places))) => Some(places),
            _ => None,
        };
        let rest = fields.get("items").or_else(|| fields.get("additionalItems"));
        let rest = rest.filter(|it| !it.is_array());
        let items = match tuple {
            None => rest.and_then(|it| self.fitted(it)).map(Value::Object),
            Some(places) => {
                self.loosened = true;
                let open = rest.filter(|it| it.is_object());
                let all: Vec<_> = places.iter().chain(open).collect();
                let all = all.into_iter().filter_map(|it| self.fitted(it)).map(Value::Object);
                Some(any(all.collect()))
            }
        };
        if let Some(items) = items {
            fitted.insert("items".to_owned(), items);
        }
    }

    /// Several ways of which one must fit.
    fn ways(&mut self, fields: &Map<String, Value>, fitted: &mut Map<String, Value>) -> Option<()> {
        for name in ["anyOf", "oneOf"] {
            let Some(ways) = fields.get(name).and_then(Value::as_array) else { continue };
            let ways: Vec<_> =
                ways.iter().filter_map(|it| self.fitted(it)).map(Value::Object).collect();
            if ways.is_empty() {
                return None;
            }
            let written = match self.dialect {
                Dialect::Gemini => "anyOf",
                Dialect::ChatCompletions | Dialect::Responses | Dialect::Anthropic => name,
            };
            // Two lists of ways cannot both be said where there is one word for them.
            if fitted.contains_key(written) {
                self.loosened = true;
            } else {
                fitted.insert(written.to_owned(), Value::Array(ways));
            }
        }
        Some(())
    }

    /// What holds in some cases only: its properties are named, and nothing of it is required.
    fn conditions(&mut self, fields: &Map<String, Value>, fitted: &mut Map<String, Value>) {
        let cases = ["then", "else"].into_iter().filter_map(|it| fields.get(it));
        let named = fields.get("dependentSchemas").and_then(Value::as_object);
        let cases: Vec<_> = cases.chain(named.into_iter().flat_map(Map::values)).collect();
        for case in cases {
            self.loosened = true;
            let properties = self.fitted(case).and_then(|mut it| it.shift_remove("properties"));
            let Some(Value::Object(more)) = properties else { continue };
            let mine = fitted.entry("properties").or_insert_with(|| json!({}));
            for (name, schema) in more {
                if let Some(mine) = mine.as_object_mut().filter(|it| !it.contains_key(&name)) {
                    mine.insert(name, schema);
                }
            }
        }
    }

    fn typed(&mut self, types: Vec<String>, fitted: &mut Map<String, Value>) {
        let nulls = types.iter().any(|it| it == "null");
        let several = types.len() > 1 + usize::from(nulls);
        if several && self.dialect == Dialect::Gemini && !fitted.contains_key("anyOf") {
            let ways: Vec<_> = types.iter().map(|it| json!({ "type": it })).collect();
            fitted.insert("anyOf".to_owned(), Value::Array(ways));
            return;
        }
        match <[String; 1]>::try_from(types) {
            Ok([one]) => {
                fitted.insert("type".to_owned(), Value::String(one));
            }
            Err(all) if all.is_empty() => {}
            Err(all) => {
                fitted.insert("type".to_owned(), json!(all));
            }
        }
    }

    /// What every API wants to find, once all is in one place.
    fn finished(&mut self, fitted: &mut Map<String, Value>) {
        let has_ways = ["anyOf", "oneOf"].into_iter().any(|it| fitted.contains_key(it));
        if let Some(one) = inferred(fitted).filter(|_| !has_ways && !fitted.contains_key("type")) {
            fitted.insert("type".to_owned(), json!(one));
        }
        let is = |fitted: &Map<String, Value>, name: &str| match fitted.get("type") {
            Some(Value::String(one)) => one == name,
            Some(Value::Array(all)) => all.iter().any(|it| it == name),
            _ => false,
        };
        if is(fitted, "array") && !fitted.contains_key("items") {
            fitted.insert("items".to_owned(), json!({}));
        }
        let required = fitted.get("required").and_then(Value::as_array).cloned();
        for name in required.iter().flatten().filter_map(Value::as_str) {
            if !is_name(self.dialect, name) {
                self.illegal.get_or_insert_with(|| name.to_owned());
            }
            let properties = fitted.entry("properties").or_insert_with(|| json!({}));
            if let Some(properties) = properties.as_object_mut() {
                properties.entry(name).or_insert_with(|| json!({}));
            }
        }
    }
}
