//! The result of a call, read so that whatever came can be shown; it knows no tool.

use serde_json::Value;

use crate::raw::Raw;

/// What a tool answered.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// Its content, in order.
    pub blocks: Vec<Block>,
    /// `structuredContent`; numbers over 64 bits keep all digits in `raw` alone.
    pub structured: Option<Value>,
    /// Whether the tool says that it failed.
    pub is_error: bool,
    /// The whole result, as it came.
    pub raw: Raw,
    /// What was unexpected about it, for people.
    pub odd: Vec<String>,
}

/// A piece of content.
#[derive(Debug, Clone, PartialEq)]
pub enum Block {
    /// Text.
    Text(String),
    /// A picture.
    Image {
        /// Its MIME type; empty where the server gave none.
        mime: String,
        /// Base64, unchecked.
        data: String,
    },
    /// A sound.
    Audio {
        /// Its MIME type; empty where the server gave none.
        mime: String,
        /// Base64, unchecked.
        data: String,
    },
    /// An embedded text.
    Resource {
        /// Its address.
        uri: String,
        /// Its MIME type.
        mime: Option<String>,
        /// The text.
        text: String,
    },
    /// Embedded bytes.
    Blob {
        /// Its address.
        uri: String,
        /// Its MIME type.
        mime: Option<String>,
        /// Base64, unchecked.
        data: String,
    },
    /// A pointer to a resource; nobody fetches it by himself.
    Link {
        /// Its address.
        uri: String,
        /// Its name.
        name: Option<String>,
        /// Its title.
        title: Option<String>,
        /// What it is.
        description: Option<String>,
        /// Its MIME type.
        mime: Option<String>,
    },
    /// Anything else, to be shown as JSON.
    Unknown(Value),
}
