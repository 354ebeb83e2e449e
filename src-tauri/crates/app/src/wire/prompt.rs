//! Prompts, and suggestions for arguments, as the page shows them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::wire::{
    media::FileView,
    tool::{BlockView, SetAsideView},
};

/// Asks for the prompts of one server, or of all that are ready.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ListPrompts {
    /// Its name, or nothing for all.
    pub server: Option<String>,
}

/// The prompts of one server, as it lists them while it runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ServerPrompts {
    /// Its name.
    pub server: String,
    /// The name as it was given.
    pub title: String,
    /// Whether it runs: one that does not lists nothing.
    pub ready: bool,
    /// What can be asked for, in the server's order.
    pub prompts: Vec<PromptView>,
    /// What cannot, and why.
    pub set_aside: Vec<SetAsideView>,
    /// What is odd about the list itself, or why there is none, in words.
    pub odd: Vec<String>,
}

/// One prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PromptView {
    /// The server's own name for it.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// What it is for; plain text of a stranger.
    pub description: String,
    /// What it takes, in the server's order.
    pub arguments: Vec<PromptArgumentView>,
    /// What is odd about it, in words.
    pub marks: Vec<String>,
}

/// One argument of a prompt; its value is a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PromptArgumentView {
    /// The server's own name for it.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// What it is; plain text of a stranger.
    pub description: String,
    /// Whether the prompt cannot do without.
    pub required: bool,
}

/// Asks a server what a prompt gives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct GetPrompt {
    /// Chosen by the caller, unique: names the errand in progress events and in `cancel_call`.
    pub call: String,
    /// The server's name.
    pub server: String,
    /// The prompt's name, as the server gives it.
    pub prompt: String,
    /// Its arguments, by name.
    pub arguments: BTreeMap<String, String>,
}

/// What a prompt gave.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PromptGiven {
    /// What it is; plain text of a stranger.
    pub description: Option<String>,
    /// What is to be said to a model, in order.
    pub messages: Vec<PromptMessageView>,
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

/// A message for a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PromptMessageView {
    /// Who says it: `user`, `assistant`, or what the server wrote instead.
    pub role: String,
    /// What is said.
    pub blocks: Vec<BlockView>,
}

/// Asks a server what an argument could become while it is typed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CompleteArgument {
    /// Chosen by the caller, unique: names the errand in `cancel_call`.
    pub call: String,
    /// The server's name.
    pub server: String,
    /// Whose argument it is.
    pub of: CompletionOf,
    /// The argument's name.
    pub argument: String,
    /// What is typed of it so far.
    pub value: String,
    /// The arguments that are there already, by name.
    pub others: BTreeMap<String, String>,
}

/// Whose argument is typed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub enum CompletionOf {
    /// That of a prompt.
    Prompt {
        /// Its name.
        name: String,
    },
    /// That of a resource template.
    Template {
        /// Its address, with its variables in it.
        uri: String,
    },
}

/// What an argument could become.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Suggestions {
    /// The likeliest first; plain texts of a stranger.
    pub values: Vec<String>,
    /// How many there are, where the server knows.
    #[ts(type = "number | null")]
    pub total: Option<u64>,
    /// Whether there are more than these.
    pub more: bool,
}
