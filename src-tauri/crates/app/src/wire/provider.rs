//! Providers of models as they cross. A key is never here, only whether there is one.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A model of a provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ModelRef {
    /// The provider.
    #[ts(type = "number")]
    pub provider: i64,
    /// The model's id there.
    pub model: String,
}

/// What a reply cost, as far as the provider told.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct UsageView {
    /// Tokens that the model got, those from the cache among them.
    #[ts(type = "number | null")]
    pub input: Option<u64>,
    /// Tokens that it wrote.
    #[ts(type = "number | null")]
    pub output: Option<u64>,
    /// Tokens of `input` from the provider's cache.
    #[ts(type = "number | null")]
    pub cache_read: Option<u64>,
    /// Tokens that were put into it.
    #[ts(type = "number | null")]
    pub cache_write: Option<u64>,
    /// Tokens of `output` that were thoughts.
    #[ts(type = "number | null")]
    pub reasoning: Option<u64>,
    /// Dollars: by the provider's reply, else by the price that the person typed.
    pub cost: Option<f64>,
}

/// Which interface a provider speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum DialectView {
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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ProviderView {
    /// Its name for programs.
    #[ts(type = "number")]
    pub id: i64,
    /// Its name for people.
    pub name: String,
    /// What it speaks.
    pub dialect: DialectView,
    /// Where it is.
    pub base_url: String,
    /// Whether a key is kept for it.
    pub has_key: bool,
    /// Whether it is on this machine.
    pub local: bool,
    /// Whether Steward runs it itself: the small model of a first try.
    pub own: bool,
}

/// Adds a provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AddProvider {
    /// Its name for people; empty for one that the address makes.
    pub name: String,
    /// What it speaks.
    pub dialect: DialectView,
    /// Where it is, as people paste it.
    pub base_url: String,
    /// Whether it wants a key: asked at once, in a native dialog.
    pub with_key: bool,
}

/// Changes a provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateProvider {
    /// Which.
    #[ts(type = "number")]
    pub provider: i64,
    /// Its name for people.
    pub name: String,
    /// What it speaks.
    pub dialect: DialectView,
    /// Where it is. A key that it has is only kept where the host stays the same.
    pub base_url: String,
}

/// Names a provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ProviderRef {
    /// Which.
    #[ts(type = "number")]
    pub provider: i64,
}

/// Has the key of a provider asked for, and kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SetProviderKey {
    /// Which.
    #[ts(type = "number")]
    pub provider: i64,
    /// By which name a terminal sits at the question, as by that of a call; a window has none.
    #[ts(optional)]
    pub call: Option<String>,
}

/// One model of a provider.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ModelView {
    /// Its id, as the provider calls it.
    pub id: String,
    /// Its name for people, where the provider gives one.
    pub title: Option<String>,
    /// How many tokens it can take, where the provider says so.
    #[ts(type = "number | null")]
    pub context: Option<u64>,
    /// What the person said of it.
    pub told: ModelTold,
}

/// What the person said of a model.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ModelTold {
    /// How many tokens it can take.
    #[ts(type = "number | null")]
    pub context: Option<u64>,
    /// What a million tokens cost, in dollars; the person typed it.
    pub price: Option<PriceView>,
    /// Whether it stands first.
    pub favourite: bool,
    /// Whether no pictures are sent to it.
    pub blind: bool,
    /// Whether a message has it call a tool first: a small one calls them rightly only where it must.
    #[serde(default)]
    pub must_call: bool,
}

/// What a million tokens cost, in dollars.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PriceView {
    /// Of what the model gets.
    pub input: f64,
    /// Of what it writes.
    pub output: f64,
    /// Of what it gets from the cache; as `input` where it is not given.
    pub cached: Option<f64>,
}

/// Says something of a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct TellModel {
    /// Which.
    pub model: ModelRef,
    /// What.
    pub told: ModelTold,
}

/// Tries a provider's model: is it there, does it let us in, does it answer, does it call tools.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct TestModel {
    /// Which.
    pub model: ModelRef,
}

/// How a try went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Tested {
    /// Step by step, up to the first that went wrong.
    pub steps: Vec<TestStep>,
    /// How long it took, in milliseconds.
    #[ts(type = "number")]
    pub took: u64,
}

/// One step of a try.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TestStep {
    /// What was tried.
    pub what: TestOf,
    /// Whether it went well.
    pub ok: bool,
    /// What came of it, in sentences.
    pub words: String,
}

/// What is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum TestOf {
    /// Whether somebody answers at the address.
    Reach,
    /// Whether the key is taken.
    SignIn,
    /// Whether the model is there.
    Model,
    /// Whether it answers.
    Answer,
    /// Whether it calls tools.
    Tools,
}

/// A provider on this machine that answered on its usual port, and is not added yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FoundProvider {
    /// What it probably is, such as `Ollama`.
    pub name: String,
    /// Where it is.
    pub base_url: String,
    /// Ids of its models.
    pub models: Vec<String>,
    /// Whether it names none before it is shown a key.
    pub wants_key: bool,
}
