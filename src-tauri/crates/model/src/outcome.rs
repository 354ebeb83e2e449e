//! What a call gave.

use serde_json::Value;

/// The result of one call, whole.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// What to show, in order.
    pub blocks: Vec<Block>,
    /// The structured part.
    pub structured: Option<Value>,
    /// Whether the tool says that it failed.
    pub is_error: bool,
    /// The reply as it came, as JSON text, so that big numbers stay exact.
    pub raw: String,
    /// What was unexpected about it, in words.
    pub odd: Vec<String>,
    /// How long it took, in milliseconds.
    pub took: u64,
}

/// One piece of a result.
#[derive(Debug, Clone, PartialEq)]
pub enum Block {
    /// Plain text; markup in it means nothing.
    Text(String),
    /// A picture or sound, its bytes as base64.
    Media(Media),
    /// An address that the server names; never fetched by itself (HOST-31).
    Link {
        /// The address.
        uri: String,
        /// What to call it.
        name: String,
        /// What kind of thing it says is there.
        mime: Option<String>,
    },
    /// A text file that came with the result.
    Resource {
        /// Its address at the server.
        uri: String,
        /// Its kind.
        mime: Option<String>,
        /// Its text.
        text: String,
    },
    /// Something we do not know, as it came.
    Unknown(Value),
}

/// Bytes of a kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Media {
    /// Its kind, such as `image/png`.
    pub mime: String,
    /// Base64, as the server sent it.
    pub data: String,
}

/// How far a call is.
#[derive(Debug, Clone, PartialEq)]
pub struct Progress {
    /// How much is done.
    pub done: f64,
    /// Of how much, if that is known.
    pub total: Option<f64>,
    /// In the server's words.
    pub message: Option<String>,
}
