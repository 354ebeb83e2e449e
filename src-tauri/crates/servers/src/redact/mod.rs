//! Takes the secrets of one launch out of what its server says, before anybody keeps or shows it;
//! it knows no server.
//!
//! A secret is found as it is and in the usual encodings: base64 (of either alphabet, at any
//! offset), hex, UTF-16, reversed, and escaped as JSON, addresses and HTML have it, also one of
//! these within another. Values under eight characters are taken out as whole words only. What a
//! server encrypts, packs, hashes or spells letter by letter is not found.

mod encode;
mod escape;
mod forms;
mod found;
mod letters;
pub(crate) mod lines;
mod reading;
mod search;
mod span;
pub(crate) mod typed;
pub(crate) mod veiled;

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, OnceLock, PoisonError, RwLock},
};

use serde_json::{Map, Value};
use stdx::secret::Secret;

use crate::redact::{
    search::{Depth, Search},
    span::marked,
};

/// The fewest characters of a secret that is looked for in bytes that are no text.
const SHORTEST_IN_BYTES: usize = 4;

/// The secrets of one launch. Clones share them: what one of them learns, all know at once.
#[derive(Clone, Default)]
pub(crate) struct Redactor {
    // Held only to read or replace the handle, never over a search or an await.
    known: Arc<RwLock<Arc<Known>>>,
}

/// The secrets known at one time.
#[derive(Default)]
struct Known {
    secrets: Vec<Secret>,
    /// Made by the first who needs it: several secrets come one after another.
    search: OnceLock<Search>,
}

impl Redactor {
    /// Takes out this one too from now on, also out of what is under way.
    pub(crate) fn add(&self, secret: &Secret) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if !secret.reveal().trim().is_empty() && !known.secrets.contains(secret) {
            let mut secrets = known.secrets.clone();
            secrets.push(secret.clone());
            *known = Arc::new(Known { secrets, search: OnceLock::new() });
        }
    }

    /// A text without them.
    pub(crate) fn text(&self, text: String) -> String {
        self.known().text(text)
    }

    /// Whether one of them stands in these bytes. Where they are no text, the shortest ones are
    /// not looked for: they stand in nearly every picture by chance.
    pub(crate) fn is_in(&self, bytes: &[u8]) -> bool {
        let known = self.known();
        match std::str::from_utf8(bytes) {
            Ok(text) => known.is_in(text),
            Err(_) => {
                let longer = |it: &&Secret| it.reveal().chars().count() >= SHORTEST_IN_BYTES;
                let secrets = known.secrets.iter().filter(longer).cloned().collect();
                Known { secrets, search: OnceLock::new() }.is_in(&String::from_utf8_lossy(bytes))
            }
        }
    }

    /// Texts without them.
    pub(crate) fn texts(&self, texts: Vec<String>) -> Vec<String> {
        let known = self.known();
        texts.into_iter().map(|it| known.text(it)).collect()
    }

    /// Lines that follow each other, without them: one may stand over the end of a line.
    pub(crate) fn lines(&self, lines: Vec<String>) -> Vec<String> {
        let known = self.known();
        let Some(search) = known.search() else { return lines };
        let found = search.find_in_lines(&lines.iter().map(String::as_str).collect::<Vec<_>>());
        lines.iter().zip(&found.spans).map(|(line, spans)| marked(line, spans)).collect()
    }

    /// A value without them, in whichever text, key or number they stand.
    pub(crate) fn value(&self, value: Value) -> Value {
        self.known().value(value)
    }

    /// JSON without them, letter for letter as it was if none was in it.
    pub(crate) fn json(&self, json: String) -> String {
        let known = self.known();
        let Some(search) = known.search() else { return json };
        let spans = search.find(&json, Depth::Json);
        if spans.is_empty() {
            return json;
        }
        let clean = marked(&json, &spans);
        let Ok(value) = serde_json::from_str::<Value>(&json) else { return clean };
        // A mark in place of a number is no JSON, and two marks in place of keys lose a field.
        let without = known.value(value);
        let same = serde_json::from_str::<Value>(&clean).is_ok_and(|it| it == without);
        if same { clean } else { without.to_string() }
    }

    fn known(&self) -> Arc<Known> {
        Arc::clone(&self.known.read().unwrap_or_else(PoisonError::into_inner))
    }
}

impl fmt::Debug for Redactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Redactor").field("secrets", &self.known().secrets.len()).finish()
    }
}

impl Known {
    /// Nothing if there is nothing to search for.
    fn search(&self) -> Option<&Search> {
        (!self.secrets.is_empty()).then(|| self.search.get_or_init(|| Search::new(&self.secrets)))
    }

    fn is_in(&self, text: &str) -> bool {
        self.search().is_some_and(|it| !it.find(text, Depth::Text).is_empty())
    }

    fn text(&self, text: String) -> String {
        let Some(search) = self.search() else { return text };
        let spans = search.find(&text, Depth::Text);
        if spans.is_empty() { text } else { marked(&text, &spans) }
    }

    fn value(&self, value: Value) -> Value {
        if self.secrets.is_empty() {
            return value;
        }
        match value {
            Value::String(text) => Value::String(self.text(text)),
            Value::Array(items) => items.into_iter().map(|it| self.value(it)).collect(),
            Value::Object(fields) => Value::Object(self.fields(fields)),
            Value::Number(number) => {
                let written = number.to_string();
                let clean = self.text(written.clone());
                if clean == written { Value::Number(number) } else { Value::String(clean) }
            }
            Value::Null | Value::Bool(_) => value,
        }
    }

    /// Keys that are the same now are told apart by a number, so that no field is lost.
    fn fields(&self, fields: Map<String, Value>) -> Map<String, Value> {
        let mut clean = Map::with_capacity(fields.len());
        let mut numbers: HashMap<String, usize> = HashMap::new();
        for (key, value) in fields {
            let bare = self.text(key);
            let mut key = bare.clone();
            while clean.contains_key(&key) {
                let number = numbers.entry(bare.clone()).or_insert(1);
                *number += 1;
                key = format!("{bare} {number}");
            }
            clean.insert(key, self.value(value));
        }
        clean
    }
}

#[cfg(test)]
mod tests;
