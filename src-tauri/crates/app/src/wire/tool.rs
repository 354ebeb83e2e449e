//! Tools and calls as the page shows them.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;

/// Asks for the tools of one server, or of all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ListTools {
    /// Its name, or nothing for all.
    pub server: Option<String>,
}

/// What one server offers, as it listed it last.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ServerTools {
    /// Its name.
    pub server: String,
    /// The name as it was given.
    pub title: String,
    /// Whether its tools can be called now.
    pub ready: bool,
    /// What can be called, in the server's order.
    pub tools: Vec<ToolView>,
    /// What cannot, and why.
    pub set_aside: Vec<SetAsideView>,
}

/// One tool.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ToolView {
    /// The server's own name for it.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// What it does; plain text of a stranger.
    pub description: String,
    /// JSON Schema of its arguments, an object schema.
    pub input_schema: Value,
    /// JSON Schema of its structured result.
    pub output_schema: Option<Value>,
    /// What the server claims of it; never trusted.
    pub annotations: Option<Value>,
    /// What is odd about it, in words.
    pub marks: Vec<String>,
}

/// An entry that cannot be called.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SetAsideView {
    /// Its name, as far as there is one.
    pub name: String,
    /// Why.
    pub reason: String,
}

/// Calls a tool.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CallTool {
    /// Chosen by the caller, unique: names the call in progress events and in `cancel_call`.
    pub call: String,
    /// The server's name.
    pub server: String,
    /// The tool's name, as the server gives it.
    pub tool: String,
    /// Its arguments.
    #[ts(type = "{ [key in string]: unknown }")]
    pub arguments: Map<String, Value>,
}

/// Stops a call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CancelCall {
    /// The name that its caller chose.
    pub call: String,
}

/// What a call gave.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct OutcomeView {
    /// What to show, in order.
    pub blocks: Vec<BlockView>,
    /// The structured part.
    pub structured: Option<Value>,
    /// Whether the tool says that it failed.
    pub is_error: bool,
    /// The reply as it came, as compact JSON text, so that big numbers stay exact.
    pub raw: String,
    /// What was unexpected about it, in words.
    pub odd: Vec<String>,
    /// How long it took, in milliseconds.
    #[ts(type = "number")]
    pub took: u64,
}

/// One piece of a result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum BlockView {
    /// Plain text; markup in it means nothing.
    Text {
        /// The text.
        text: String,
    },
    /// A picture or sound.
    Media {
        /// Its kind, such as `image/png`.
        mime: String,
        /// Its bytes as base64.
        data: String,
    },
    /// An address; never fetched by itself.
    Link {
        /// The address.
        uri: String,
        /// What to call it.
        name: String,
        /// What kind of thing is there.
        mime: Option<String>,
    },
    /// A text file.
    Resource {
        /// Its address at the server.
        uri: String,
        /// Its kind.
        mime: Option<String>,
        /// Its text.
        text: String,
    },
    /// Something we do not know, as compact JSON.
    Unknown {
        /// As it came.
        json: String,
    },
}
