//! Where a model is asked, in which dialect and with which key; it sends nothing.

use stdx::secret::Secret;
use url::Url;

/// How a model's API is spoken to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dialect {
    /// Chat Completions, as OpenAI brought up and most others speak.
    ChatCompletions,
    /// Responses, of OpenAI.
    Responses,
    /// Messages, of Anthropic.
    Anthropic,
    /// `generateContent`, of Google.
    Gemini,
}

impl Dialect {
    /// All of them.
    pub const ALL: [Self; 4] =
        [Self::ChatCompletions, Self::Responses, Self::Anthropic, Self::Gemini];

    /// Its name in rows and on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ChatCompletions => "chat_completions",
            Self::Responses => "responses",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
        }
    }

    /// The one of that name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.as_str() == name)
    }

    /// Where those who brought it up offer it.
    pub fn home(self) -> &'static str {
        match self {
            Self::ChatCompletions | Self::Responses => "https://api.openai.com/v1",
            Self::Anthropic => "https://api.anthropic.com",
            Self::Gemini => "https://generativelanguage.googleapis.com",
        }
    }
}

/// A model API: where it is and how to speak to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// How it is spoken to.
    pub dialect: Dialect,
    /// Where it is, as a person may paste it.
    pub base_url: Url,
    /// What it wants to see; local ones want nothing.
    pub key: Option<Secret>,
}
