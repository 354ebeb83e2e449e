//! What a conversation is made of, as a model is given it; it knows no API.

use std::{fmt, sync::Arc};

use serde_json::{Map, Value};

/// One step of a conversation.
#[derive(Debug, Clone, PartialEq)]
pub enum Message {
    /// What the person says.
    User(Vec<Part>),
    /// What the model said.
    Assistant(Vec<Said>),
    /// What came of the calls in the message before: one result for each of them.
    Results(Vec<ToolResult>),
}

/// A piece of what a model is told.
#[derive(Clone, PartialEq, Eq)]
pub enum Part {
    /// Words.
    Text(String),
    /// A picture.
    Image {
        /// Its kind, as in `image/png`.
        mime: String,
        /// The file itself.
        bytes: Arc<[u8]>,
    },
}

/// A piece of what a model said.
#[derive(Debug, Clone, PartialEq)]
pub enum Said {
    /// Words for the person.
    Text(String),
    /// What it thought before.
    Thought(Thought),
    /// A tool that it wants called.
    Call(Call),
}

/// What a model thought.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Thought {
    /// What may be read of it; may be empty.
    pub text: String,
    /// The API's signed or encrypted block. It goes back as it came, and means nothing here.
    pub kept: Option<Value>,
}

/// A tool that a model wants called.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// Tells it apart from all others of its reply.
    pub id: String,
    /// The name of the tool, as the model wrote it but for signs that no API takes back.
    pub name: String,
    /// What it is called with.
    pub arguments: Arguments,
    /// What the API wants back with the call, as it came: a signature, mostly.
    pub kept: Option<Value>,
}

/// What a tool is called with.
#[derive(Debug, Clone, PartialEq)]
pub enum Arguments {
    /// A JSON object, as it should be.
    Object(Map<String, Value>),
    /// Something else, as it came. Such a call must not run.
    Broken(String),
}

/// What came of one call.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolResult {
    /// The id of the call.
    pub call: String,
    /// The name of the tool.
    pub name: String,
    /// What it answered.
    pub parts: Vec<Part>,
    /// Whether it failed.
    pub is_error: bool,
}

impl Part {
    /// Words.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }
}

impl fmt::Debug for Part {
    /// A picture is told by its kind and size.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.debug_tuple("Text").field(text).finish(),
            Self::Image { mime, bytes } => write!(f, "Image({mime}, {} bytes)", bytes.len()),
        }
    }
}
