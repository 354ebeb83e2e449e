//! A conversation: its row, which model answers in it, and what is switched in it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use stdx::clock::Millis;

use crate::{
    chat::{id::ConversationId, message::MessageId},
    name::ServerName,
    provider::ProviderId,
};

/// Most characters of a title.
pub const LONGEST_TITLE: usize = 200;

/// A conversation, without its messages.
#[derive(Debug, Clone, PartialEq)]
pub struct Conversation {
    /// Its name for programs.
    pub id: ConversationId,
    /// Its name for people.
    pub title: Title,
    /// Which model answers; nothing as long as none was chosen.
    pub model: Option<ModelChoice>,
    /// What is switched by hand in it.
    pub switches: Switches,
    /// The last message of the branch that is shown.
    pub head: Option<MessageId>,
    /// When it began.
    pub created: Millis,
    /// When something was last said in it.
    pub changed: Millis,
}

/// What a conversation is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Title {
    /// As its first words have it; empty before there are any.
    Derived(String),
    /// As the person called it: stays.
    Given(String),
}

impl Title {
    /// The words.
    pub fn text(&self) -> &str {
        match self {
            Self::Derived(text) | Self::Given(text) => text,
        }
    }
}

/// A model of a provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelChoice {
    /// The provider.
    pub provider: ProviderId,
    /// The model's id there.
    pub model: String,
}

/// What a person switched on or off in one conversation; what is not named is as it is by default.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Switches {
    /// Whole servers.
    pub servers: BTreeMap<ServerName, bool>,
    /// Single tools, by their server and their own names.
    pub tools: BTreeMap<ServerName, BTreeMap<String, bool>>,
}
