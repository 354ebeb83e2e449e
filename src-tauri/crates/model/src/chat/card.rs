//! A call that a model asked for, and what became of it.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stdx::clock::Millis;

use crate::{name::ServerName, outcome::Outcome, server::Registration};

/// Names one call for ever: in events, and to whoever is asked something for it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CallId(pub String);

impl fmt::Display for CallId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A call of a model.
#[derive(Debug, Clone, PartialEq)]
pub struct Card {
    /// Its name.
    pub id: CallId,
    /// By which name the model knows it.
    pub provider_id: String,
    /// The tool's name as the model said it.
    pub public: String,
    /// Which tool that is; nothing where there was none of that name.
    pub tool: Option<ToolRef>,
    /// What the model gave it.
    pub arguments: Arguments,
    /// The provider's own block beside it, to be given back as it came.
    pub kept: Option<Value>,
    /// How it stands.
    pub state: CardState,
    /// What the person was shown of its tool, while it waits for them.
    pub shown: Option<Shown>,
    /// Which registration of the server it was sent to.
    pub sent_to: Option<Registration>,
    /// Who let it run, or did not.
    pub decided: Option<Decided>,
    /// When the model asked for it.
    pub asked: Millis,
    /// When it was sent to the server.
    pub started: Option<Millis>,
    /// When it was over.
    pub ended: Option<Millis>,
}

/// A tool of a server.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ToolRef {
    /// The server.
    pub server: ServerName,
    /// The tool's own name.
    pub tool: String,
}

/// By whom and as what a tool is defined.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct By {
    /// The registration of its server.
    pub registration: Registration,
    /// The digest of its definition.
    pub digest: String,
}

/// What a card showed of its tool when the person was asked: their yes is for this, and for no other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shown {
    /// Whose and which definition.
    pub by: By,
    /// The definition, as JSON in lines.
    pub definition: String,
    /// The one that was shown first, where the tool became another while the call waited. It is the
    /// same text where another server has the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
}

impl Shown {
    /// Shows this in place of what was shown before; what that was stays for the comparison.
    #[must_use]
    pub fn after(self, old: Option<Self>) -> Self {
        let Some(old) = old else { return self };
        let other_server = old.by.registration != self.by.registration;
        let first = old.before.unwrap_or(old.definition);
        let before = Some(first).filter(|it| other_server || *it != self.definition);
        Self { before, ..self }
    }
}

/// What a model gave a tool.
#[derive(Debug, Clone, PartialEq)]
pub enum Arguments {
    /// As it should be.
    Object(Map<String, Value>),
    /// No JSON object: the text as it came.
    Broken(String),
}

/// How a call stands (HOST-33).
#[derive(Debug, Clone, PartialEq)]
pub enum CardState {
    /// It waits for the person's yes.
    Pending,
    /// The server works on it.
    Running,
    /// It gave something.
    Done(Box<Outcome>),
    /// It gave an error of its own.
    Failed(Box<Outcome>),
    /// It came to no result, for a reason of this kind and in these words.
    Broken(BrokenKind, String),
    /// The person stopped it.
    Cancelled,
    /// It was not let run, for the reason in these words.
    Rejected(String),
    /// Steward ended while it ran: what it did is not known.
    Interrupted,
}

impl CardState {
    /// Whether nothing more will become of it.
    pub fn is_over(&self) -> bool {
        match self {
            Self::Pending | Self::Running => false,
            Self::Done(_)
            | Self::Failed(_)
            | Self::Broken(..)
            | Self::Cancelled
            | Self::Rejected(_)
            | Self::Interrupted => true,
        }
    }
}

/// Where a call without a result broke off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BrokenKind {
    /// Before it was sent: no such tool, arguments that do not fit.
    Dispatch,
    /// On its way, or in a server that is not there.
    Transport,
}

/// Who decided whether a call runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decided {
    /// A rule.
    Rule,
    /// The person, for this one call.
    Once,
    /// The person, for this tool in this conversation.
    Conversation,
    /// The person, for this tool from now on.
    Always,
}
