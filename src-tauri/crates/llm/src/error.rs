//! Why there is no reply, told apart so that a caller can act on it; it knows no API.

use std::time::Duration;

use crate::reply::Reply;

/// Why there is no reply, or no whole one. No text of it holds a key.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    /// HTTP cannot be used on this machine, or the address is of no use.
    #[error("the provider's address cannot be used: {0}")]
    Unusable(String),
    /// Something in the request cannot be said to this provider. Nothing was sent.
    #[error("this cannot be sent to the provider: {0}")]
    Unsendable(String),
    /// There was no connection: no such name, nobody there, no way.
    #[error("the provider cannot be reached: {0}")]
    Unreachable(String),
    /// The certificate of the provider is not to be trusted. Nothing was sent.
    #[error("the provider is not trusted: {0}")]
    Untrusted(String),
    /// The key is missing or wrong.
    #[error("the provider wants another key{}", quoted(.message))]
    Unauthorized {
        /// What the provider says.
        message: String,
    },
    /// The key is good, but not for this.
    #[error("the provider does not allow this{}", quoted(.message))]
    Forbidden {
        /// What the provider says.
        message: String,
    },
    /// The account has no money left.
    #[error("the provider wants to be paid first{}", quoted(.message))]
    Unpaid {
        /// What the provider says.
        message: String,
    },
    /// There is no such model, or nothing at this address.
    #[error("the provider does not know this model{}", quoted(.message))]
    NoSuchModel {
        /// What the provider says.
        message: String,
    },
    /// Too much was asked of the provider.
    #[error("the provider is asked too much{}{}", quoted(.message), again(*.retry_after))]
    RateLimited {
        /// When it wants to be asked again, where it says so.
        retry_after: Option<Duration>,
        /// What the provider says.
        message: String,
    },
    /// The provider has trouble of its own.
    #[error("the provider has trouble (status {status}){}{}", quoted(.message), again(*.retry_after))]
    Overloaded {
        /// The status.
        status: u16,
        /// When it wants to be asked again, where it says so.
        retry_after: Option<Duration>,
        /// What the provider says.
        message: String,
    },
    /// The conversation is longer than the model can read.
    #[error("the conversation is too long for this model{}", quoted(.message))]
    TooLong {
        /// What the provider says.
        message: String,
    },
    /// The provider does not take the request.
    #[error("the provider does not take the request (status {status}){}", quoted(.message))]
    BadRequest {
        /// The status.
        status: u16,
        /// What the provider says.
        message: String,
    },
    /// What answers there is no API: a page of a proxy, mostly.
    #[error("what answers there is no model API (status {status}){}", quoted(.glimpse))]
    NotAnApi {
        /// The status.
        status: u16,
        /// How its answer begins.
        glimpse: String,
    },
    /// The reply ended in the middle.
    #[error("the reply broke off: {why}")]
    Cut {
        /// What came: texts, thoughts, and the calls that were whole.
        so_far: Box<Reply>,
        /// How it ended.
        why: String,
    },
    /// Nothing more was heard for a long time.
    #[error("nothing was heard from the provider for {after:?}")]
    Silent {
        /// How long.
        after: Duration,
        /// What came before.
        so_far: Box<Reply>,
    },
    /// The reply is whole and has nothing in it.
    #[error("the model's reply is empty")]
    Empty,
}

/// Whether another try may fare better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retry {
    /// It would end the same, or the model has begun to answer.
    Never,
    /// After a while.
    Soon,
    /// After the time that the provider named.
    After(Duration),
}

impl Error {
    /// Whether another try may fare better: decided by what kind of failure it is, never by its words.
    pub fn retry(&self) -> Retry {
        match self {
            Self::RateLimited { retry_after, .. } | Self::Overloaded { retry_after, .. } => {
                retry_after.map_or(Retry::Soon, Retry::After)
            }
            Self::Unreachable(_)
            | Self::Unusable(_)
            | Self::Unsendable(_)
            | Self::Untrusted(_)
            | Self::Unauthorized { .. }
            | Self::Forbidden { .. }
            | Self::Unpaid { .. }
            | Self::NoSuchModel { .. }
            | Self::TooLong { .. }
            | Self::BadRequest { .. }
            | Self::NotAnApi { .. }
            | Self::Cut { .. }
            | Self::Silent { .. }
            | Self::Empty => Retry::Never,
        }
    }

    /// The same, with all that others wrote put through `text`.
    #[must_use]
    pub(crate) fn map(self, text: impl Fn(String) -> String) -> Self {
        match self {
            Self::Unusable(why) => Self::Unusable(text(why)),
            Self::Unsendable(why) => Self::Unsendable(text(why)),
            Self::Unreachable(why) => Self::Unreachable(text(why)),
            Self::Untrusted(why) => Self::Untrusted(text(why)),
            Self::Unauthorized { message } => Self::Unauthorized { message: text(message) },
            Self::Forbidden { message } => Self::Forbidden { message: text(message) },
            Self::Unpaid { message } => Self::Unpaid { message: text(message) },
            Self::NoSuchModel { message } => Self::NoSuchModel { message: text(message) },
            Self::RateLimited { retry_after, message } => {
                Self::RateLimited { retry_after, message: text(message) }
            }
            Self::Overloaded { status, retry_after, message } => {
                Self::Overloaded { status, retry_after, message: text(message) }
            }
            Self::TooLong { message } => Self::TooLong { message: text(message) },
            Self::BadRequest { status, message } => {
                Self::BadRequest { status, message: text(message) }
            }
            Self::NotAnApi { status, glimpse } => Self::NotAnApi { status, glimpse: text(glimpse) },
            Self::Cut { so_far, why } => Self::Cut { so_far, why: text(why) },
            Self::Silent { .. } | Self::Empty => self,
        }
    }

    /// The same of a reply that had begun.
    #[must_use]
    pub(crate) fn with(self, so_far: Box<Reply>) -> Self {
        if let Self::Silent { after, .. } = self {
            return Self::Silent { after, so_far };
        }
        let why = if let Self::Cut { why, .. } = self { why } else { self.to_string() };
        Self::Cut { so_far, why }
    }

    /// What came of the reply before it failed.
    pub fn so_far(&self) -> Option<&Reply> {
        match self {
            Self::Cut { so_far, .. } | Self::Silent { so_far, .. } => Some(so_far),
            Self::Unusable(_)
            | Self::Unsendable(_)
            | Self::Unreachable(_)
            | Self::Untrusted(_)
            | Self::Unauthorized { .. }
            | Self::Forbidden { .. }
            | Self::Unpaid { .. }
            | Self::NoSuchModel { .. }
            | Self::RateLimited { .. }
            | Self::Overloaded { .. }
            | Self::TooLong { .. }
            | Self::BadRequest { .. }
            | Self::NotAnApi { .. }
            | Self::Empty => None,
        }
    }
}

fn quoted(message: &str) -> String {
    if message.is_empty() { String::new() } else { format!(": `{message}`") }
}

fn again(after: Option<Duration>) -> String {
    after.map(|it| format!("; it asks to be tried again in {it:?}")).unwrap_or_default()
}
