//! What is asked of a model for one reply; it knows no API.

use std::sync::Arc;

use serde_json::Value;

use crate::message::Message;

/// Everything that one reply is made from.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The model, as its provider calls it.
    pub model: String,
    /// What stands above the conversation; may be empty.
    pub system: String,
    /// The conversation, oldest first; shared, since the next request has it all again.
    pub messages: Arc<Vec<Message>>,
    /// What the model may call.
    pub tools: Arc<Vec<Tool>>,
    /// Whether it may, must or must not call.
    pub choice: Choice,
    /// The most tokens that it may write.
    pub max_output: Option<u64>,
    /// How much chance is in the reply; most APIs take 0 to 2.
    pub temperature: Option<f64>,
}

impl Request {
    /// A request without tools, that leaves everything else to the provider.
    pub fn new(model: impl Into<String>, messages: impl Into<Arc<Vec<Message>>>) -> Self {
        Self {
            model: model.into(),
            system: String::new(),
            messages: messages.into(),
            tools: Arc::default(),
            choice: Choice::Auto,
            max_output: None,
            temperature: None,
        }
    }
}

/// A tool that is offered to a model.
#[derive(Debug, Clone, PartialEq)]
pub struct Tool {
    /// At most 64 of `[A-Za-z0-9_-]`.
    pub name: String,
    /// What it does.
    pub description: String,
    /// What its arguments look like, fitted to the dialect (`schema::fit`).
    pub schema: Value,
}

/// Whether a model calls tools.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Choice {
    /// As it likes.
    #[default]
    Auto,
    /// Not in this reply.
    None,
    /// At least one.
    Required,
}
