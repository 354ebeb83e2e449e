//! A whole reply of a model, and what it took; it knows no API.

use crate::message::Said;

/// One reply.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reply {
    /// What was said, in order.
    pub said: Vec<Said>,
    /// What it took.
    pub usage: Usage,
    /// Why it ended.
    pub stop: Stop,
}

/// The tokens and the money that a reply took, as far as the provider says.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Usage {
    /// All that the model read, with what came from a cache or went into one.
    pub input: Option<u64>,
    /// All that it wrote, with what it thought.
    pub output: Option<u64>,
    /// What of `input` came from a cache.
    pub cache_read: Option<u64>,
    /// What of `input` went into a cache.
    pub cache_write: Option<u64>,
    /// What of `output` was thinking.
    pub reasoning: Option<u64>,
    /// What it cost, in US dollars: only where the provider's own reply says it.
    pub cost: Option<f64>,
}

/// Why a reply ended.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Stop {
    /// All is said.
    #[default]
    End,
    /// The model waits for what its calls bring.
    Calls,
    /// There was no room for more.
    Length,
    /// The provider, or the model, would not say more.
    Filtered,
    /// In the provider's own word.
    Other(String),
}
