//! What was said: messages form a tree, so that what is edited and sent again keeps what was there.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use stdx::clock::Millis;

use crate::{
    chat::{card::Card, id::ConversationId},
    name::ServerName,
};

/// Names one message; later ones are greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MessageId(pub i64);

/// One message.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    /// Its name.
    pub id: MessageId,
    /// Where it was said.
    pub conversation: ConversationId,
    /// What it answers; nothing for a first one.
    pub parent: Option<MessageId>,
    /// When it was begun.
    pub at: Millis,
    /// What it is.
    pub body: Body,
}

/// Kinds of messages.
#[derive(Debug, Clone, PartialEq)]
pub enum Body {
    /// What the person wrote and attached.
    Person(Vec<Part>),
    /// One reply of a model, with the calls that it asked for.
    Round(Round),
    /// What stands for everything before it in what the model gets from here on.
    Summary(Summary),
}

/// A piece of what the person sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Part {
    /// What they wrote.
    Text {
        /// As they wrote it.
        text: String,
    },
    /// A text file.
    File {
        /// Its name, without its folder.
        name: String,
        /// Its kind.
        mime: String,
        /// What is in it.
        text: String,
    },
    /// A picture in the media folder.
    Picture {
        /// Its name, without its folder.
        name: String,
        /// Its kind.
        mime: String,
        /// The hash of its content, by which the media folder knows it.
        hash: String,
        /// How many bytes it has.
        size: u64,
    },
    /// A resource of a server, as it was read when it was attached.
    Resource {
        /// The server.
        server: ServerName,
        /// Its address there.
        uri: String,
        /// Its kind, where the server gave one.
        mime: Option<String>,
        /// What is in it.
        text: String,
    },
    /// What a prompt of a server gave.
    Prompt {
        /// The server.
        server: ServerName,
        /// The prompt's own name.
        name: String,
        /// Its messages, as text.
        text: String,
    },
}

/// One reply of a model.
#[derive(Debug, Clone, PartialEq)]
pub struct Round {
    /// The provider's name for people, as it was then.
    pub provider: String,
    /// The model's id.
    pub model: String,
    /// What it said, in order.
    pub said: Vec<Said>,
    /// How it stands.
    pub state: RoundState,
    /// What it cost.
    pub usage: Usage,
    /// How long it took, in milliseconds.
    pub took: u64,
}

/// A piece of a reply.
#[derive(Debug, Clone, PartialEq)]
pub enum Said {
    /// Text for the person, in Markdown.
    Text(String),
    /// What the model thought before.
    Thought {
        /// In words; empty where the provider keeps them to itself.
        text: String,
        /// The provider's own block, to be given back as it came.
        kept: Option<Value>,
    },
    /// A call that it asked for.
    Call(Box<Card>),
}

/// How a reply stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RoundState {
    /// It is being written.
    Writing,
    /// It came to its own end.
    Done,
    /// The model came to the most that it may write.
    CutShort,
    /// The person stopped it.
    Stopped,
    /// It broke off, for the reason in these words.
    Failed(String),
    /// Steward ended while it was being written.
    Interrupted,
}

/// What a reply cost, as far as the provider told.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Usage {
    /// Tokens that the model got, those from the cache among them.
    pub input: Option<u64>,
    /// Tokens that it wrote.
    pub output: Option<u64>,
    /// Tokens of `input` that came from the provider's cache.
    pub cache_read: Option<u64>,
    /// Tokens that were put into it.
    pub cache_write: Option<u64>,
    /// Tokens of `output` that were thoughts.
    pub reasoning: Option<u64>,
    /// Dollars, where the provider's own reply says so.
    pub cost: Option<f64>,
}

/// What stands for the messages before it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// What was said, in a model's words.
    pub text: String,
    /// Ids, numbers, addresses and names from it, letter for letter.
    pub facts: Vec<String>,
    /// How many messages it stands for.
    pub covers: u64,
    /// What it cost to have it written.
    #[serde(default)]
    pub usage: Usage,
}

/// The beginning of what was said, as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Spoken {
    /// By the person.
    Person(String),
    /// By a model, in Markdown.
    Model(String),
}
