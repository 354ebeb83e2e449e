//! Tools and calls as the page shows them.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;

use crate::wire::media::FileView;

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
    /// What models and clients are to call it by: unique, cleaned, at most 64 characters.
    pub public_name: String,
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
    pub structured: Option<StructuredView>,
    /// Where that does not fit the tool's own schema of it, in words; empty where it does.
    pub misfits: Vec<String>,
    /// Whether the tool says that it failed.
    pub is_error: bool,
    /// The reply as it came, as compact JSON text; nothing where it is too long for a page.
    pub raw: Option<String>,
    /// The file that has all of it, where it is long.
    pub whole: Option<FileView>,
    /// How many pieces a page does not get; the file has them.
    pub left_out: u32,
    /// What was unexpected about it, in words.
    pub odd: Vec<String>,
    /// How long it took, in milliseconds.
    #[ts(type = "number")]
    pub took: u64,
}

/// The structured part of a result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct StructuredView {
    /// JSON, digit for digit as it came, or its beginning.
    pub json: String,
    /// How many bytes the whole has.
    #[ts(type = "number")]
    pub size: u64,
    /// Whether it is the beginning only.
    pub cut: bool,
}

/// One piece of a result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum BlockView {
    /// Plain text; markup in it means nothing.
    Text {
        /// The text, or its beginning.
        text: String,
        /// How many bytes the whole has.
        #[ts(type = "number")]
        size: u64,
        /// Whether it is the beginning only.
        cut: bool,
        /// Whether it says just what the structured part says.
        mirror: bool,
    },
    /// A picture, a sound or other bytes.
    Media {
        /// The file that they are kept in.
        file: FileView,
    },
    /// Bytes that are not kept.
    NotSaved {
        /// Their kind, by the server's account.
        mime: String,
        /// Why.
        why: String,
    },
    /// An address; never fetched by itself.
    Link {
        /// The whole address; empty where it is too long for a page.
        uri: String,
        /// What to call it.
        name: String,
        /// What kind of thing is there.
        mime: Option<String>,
    },
    /// A text file.
    Resource {
        /// Its address at the server; empty where it is too long for a page.
        uri: String,
        /// Its kind.
        mime: Option<String>,
        /// Its text, or the beginning of it.
        text: String,
        /// How many bytes the whole has.
        #[ts(type = "number")]
        size: u64,
        /// Whether it is the beginning only.
        cut: bool,
    },
    /// Something we do not know, as compact JSON.
    Unknown {
        /// As it came, or its beginning.
        json: String,
        /// How many bytes the whole has.
        #[ts(type = "number")]
        size: u64,
        /// Whether it is the beginning only.
        cut: bool,
    },
}
