//! What a server says of itself; it knows nothing of how it was asked.

use serde_json::Value;

use crate::settings::Era;

/// The outcome of a start.
#[derive(Debug, Clone, PartialEq)]
pub struct Hello {
    /// The era that is spoken.
    pub era: Era,
    /// The version that is spoken.
    pub version: String,
    /// Who the server is, by its own account.
    pub server: ServerInfo,
    /// What it can do: an object.
    pub capabilities: Value,
    /// How it wants to be used.
    pub instructions: Option<String>,
    /// What was odd about it, for people.
    pub warnings: Vec<String>,
    /// Whether a first process was spoiled by the question for the era, and replaced.
    pub restarted_for_era: bool,
}

/// Who a server is, by its own account.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ServerInfo {
    /// The name for machines; empty where it gave none.
    pub name: String,
    /// The name for people.
    pub title: Option<String>,
    /// Its version; empty where it gave none.
    pub version: String,
    /// The address of its page on the web, whatever stands there.
    pub website: Option<String>,
}

impl ServerInfo {
    /// Reads whatever stands in its place.
    pub(crate) fn read(info: Option<&Value>) -> Self {
        let text = |key: &str| match info.and_then(|info| info.get(key)) {
            Some(Value::String(text)) => Some(text.clone()),
            Some(Value::Number(number)) => Some(number.to_string()),
            Some(Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_)) | None => None,
        };
        Self {
            name: text("name").unwrap_or_default(),
            title: text("title"),
            version: text("version").unwrap_or_default(),
            website: text("websiteUrl"),
        }
    }
}
