//! What a call gave.

use serde_json::Value;

use crate::media::{Kept, Media};

/// A result with more bytes than this, its media apart, is too long to be looked at as it stands.
pub const LONG: usize = 1 << 20;
/// And so is one with more pieces.
pub const MANY: usize = 500;

/// The result of one call, whole.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// What to show, in order.
    pub blocks: Vec<Block>,
    /// The structured part.
    pub structured: Option<Value>,
    /// Which pieces are texts that say just what the structured part says, by place (HOST-25).
    pub mirrors: Vec<usize>,
    /// Where the structured part does not fit the tool's own schema of it, in words (HOST-27).
    pub misfits: Vec<String>,
    /// Whether the tool says that it failed.
    pub is_error: bool,
    /// The reply as it came, as JSON text, so that big numbers stay exact.
    pub raw: String,
    /// All of it in one file, where it is [`LONG`] or of [`MANY`] pieces.
    pub whole: Option<Kept>,
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
    /// A picture, a sound or other bytes.
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
