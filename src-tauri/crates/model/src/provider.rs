//! Where models are: providers, and what the person said of their models.

use serde::{Deserialize, Serialize};
use stdx::clock::Millis;

/// Names one provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ProviderId(pub i64);

/// Which interface a provider speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Dialect {
    /// OpenAI's Chat Completions, as most local servers and routers speak it.
    ChatCompletions,
    /// OpenAI's Responses.
    Responses,
    /// Anthropic's Messages.
    Anthropic,
    /// Google's Gemini.
    Gemini,
}

/// A place that has models.
#[derive(Debug, Clone, PartialEq)]
pub struct Provider {
    /// Its name for programs.
    pub id: ProviderId,
    /// Its name for people, unique.
    pub name: String,
    /// What it speaks.
    pub dialect: Dialect,
    /// Where it is, without the last part of the path.
    pub base_url: String,
    /// The name of its key in the vault; nothing where it wants none.
    pub key: Option<String>,
    /// What the person said of its models.
    pub models: Vec<Told>,
    /// When it was added.
    pub created: Millis,
    /// When it was last changed.
    pub updated: Millis,
}

/// What a person said of one model.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Told {
    /// The model's id.
    pub model: String,
    /// How many tokens it can take, where the provider does not say.
    pub context: Option<u64>,
    /// What it costs.
    pub price: Option<Price>,
    /// Whether it stands first in the list.
    pub favourite: bool,
    /// Whether it is left out of what pictures are sent to.
    pub blind: bool,
    /// Whether a message has it call a tool first: a small one calls them rightly only where it must.
    pub must_call: bool,
}

/// What a million tokens cost, in dollars.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Price {
    /// Of what the model gets.
    pub input: f64,
    /// Of what it writes.
    pub output: f64,
    /// Of what it gets from the cache; as `input` where it is not given.
    pub cached: Option<f64>,
}
