//! A prompt as its server describes it, and what it gives.

use crate::{media::Kept, outcome::Block};

/// One entry of a server's list of prompts.
#[derive(Debug, Clone, PartialEq)]
pub struct Prompt {
    /// The server's own name for it, letter for letter.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// What it is for, in the server's words.
    pub description: String,
    /// What it takes, in the server's order.
    pub arguments: Vec<Argument>,
    /// What is odd about it, in words.
    pub marks: Vec<String>,
}

/// One argument; its value is a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument {
    /// The server's own name for it.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// What it is, in the server's words.
    pub description: String,
    /// Whether the prompt cannot do without.
    pub required: bool,
}

/// What a prompt gave, whole.
#[derive(Debug, Clone, PartialEq)]
pub struct Given {
    /// What it is, in the server's words.
    pub description: Option<String>,
    /// What is to be said to a model, in order.
    pub messages: Vec<Message>,
    /// The reply as it came, as JSON text.
    pub raw: String,
    /// All of it in one file, where it is too long to be looked at as it stands.
    pub whole: Option<Kept>,
    /// What was unexpected about it, in words.
    pub odd: Vec<String>,
    /// How long it took, in milliseconds.
    pub took: u64,
}

/// A message for a model.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    /// Who says it: `user`, `assistant`, or what the server wrote instead.
    pub role: String,
    /// What is said.
    pub blocks: Vec<Block>,
}
