//! A piece of JSON letter for letter as it came: order of keys, digits of numbers and all.

use serde::{Serialize, Serializer};
use serde_json::{Value, value::RawValue};

/// JSON as it was sent.
#[derive(Debug, Clone)]
pub struct Raw(Box<RawValue>);

impl Raw {
    /// Keeps `json`.
    pub(crate) fn new(json: Box<RawValue>) -> Self {
        Self(json)
    }

    /// The JSON text.
    pub fn text(&self) -> &str {
        self.0.get()
    }

    /// The JSON itself.
    pub(crate) fn json(self) -> Box<RawValue> {
        self.0
    }

    /// The same as a value: numbers over 64 bits lose digits. `None` where
    /// it is nested deeper than 128.
    pub fn value(&self) -> Option<Value> {
        serde_json::from_str(self.text()).ok()
    }
}

impl PartialEq for Raw {
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text()
    }
}

impl Eq for Raw {}

impl Serialize for Raw {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}
