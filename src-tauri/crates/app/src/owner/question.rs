//! A question as it goes over the owner's socket to the terminal that made the call. No value is in
//! it: of a remembered answer only that there is one.

use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};

use inbox::{
    desk::{
        AllowQuestion, Goes, LinkQuestion, SecretQuestion, WantedBy, far::FarQuestion,
        keychain::Keychain,
    },
    item::{Call, Origin},
};
use model::{form::Form, link::Link, name::ServerName};
use serde::{Deserialize, Serialize};

use crate::terminal::FormPrompt;

/// What is asked.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Question {
    Form {
        by: By,
        message: String,
        form: Form,
        remembered: BTreeSet<String>,
        keychain: Chain,
        left: Left,
    },
    Far {
        by: By,
        address: String,
        fields: Vec<String>,
        digest: String,
        left: Left,
    },
    Link {
        by: By,
        message: String,
        url: String,
        left: Left,
    },
    Allow {
        what: Vec<String>,
        definition: Option<String>,
    },
    Secret {
        title: Option<String>,
        field: String,
        goes: To,
        removable: bool,
    },
}

/// How long it waits from now on, in milliseconds: two processes share no clock but the calendar's.
type Left = Option<u64>;

/// Who asks.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct By {
    server: Option<String>,
    title: String,
    calls: Vec<For>,
}

#[derive(Debug, Serialize, Deserialize)]
struct For {
    tool: String,
    tag: String,
}

/// How the keychain stands.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Chain {
    Open,
    Locked { holds: bool },
    Absent,
    NoKeyring,
}

/// Where a value goes.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum To {
    Keychain,
    Memory,
    /// To a provider of models, by the keychain.
    Provider,
}

/// The same as a terminal puts it.
#[derive(Debug)]
pub(super) enum Put {
    Form(FormPrompt),
    Far(FarQuestion),
    Link(LinkQuestion),
    Allow(AllowQuestion),
    Secret(SecretQuestion),
}

impl From<FormPrompt> for Question {
    fn from(prompt: FormPrompt) -> Self {
        let FormPrompt { origin, message, form, remembered, keychain, deadline } = prompt;
        let (by, keychain, left) = (origin.into(), keychain.into(), left(deadline));
        Self::Form { by, message, form, remembered, keychain, left }
    }
}

impl From<FarQuestion> for Question {
    fn from(FarQuestion { origin, address, fields, digest, deadline }: FarQuestion) -> Self {
        Self::Far { by: origin.into(), address, fields, digest, left: left(deadline) }
    }
}

impl From<LinkQuestion> for Question {
    // A terminal is asked for the sake of its calls alone: there a server wants it.
    fn from(LinkQuestion { origin, message, link, deadline, .. }: LinkQuestion) -> Self {
        Self::Link { by: origin.into(), message, url: link.url, left: left(deadline) }
    }
}

impl From<AllowQuestion> for Question {
    fn from(AllowQuestion { what, definition }: AllowQuestion) -> Self {
        Self::Allow { what, definition }
    }
}

impl From<SecretQuestion> for Question {
    fn from(SecretQuestion { title, field, goes, removable }: SecretQuestion) -> Self {
        let goes = match goes {
            Goes::Keychain => To::Keychain,
            Goes::Memory => To::Memory,
            Goes::Provider => To::Provider,
        };
        Self::Secret { title, field, goes, removable }
    }
}

impl Question {
    /// As a terminal puts it. `None`: its address must not be opened, whoever says that it may.
    pub(super) fn put(self) -> Option<Put> {
        Some(match self {
            Self::Form { by, message, form, remembered, keychain, left } => {
                let (origin, keychain, deadline) = (by.into(), keychain.into(), deadline(left));
                Put::Form(FormPrompt { origin, message, form, remembered, keychain, deadline })
            }
            Self::Far { by, address, fields, digest, left } => {
                let (origin, deadline) = (by.into(), deadline(left));
                Put::Far(FarQuestion { origin, address, fields, digest, deadline })
            }
            Self::Link { by, message, url, left } => {
                let (link, deadline) = (Link::read(&url).ok()?, deadline(left));
                let wanted = WantedBy::Server;
                Put::Link(LinkQuestion { origin: by.into(), wanted, message, link, deadline })
            }
            Self::Allow { what, definition } => Put::Allow(AllowQuestion { what, definition }),
            Self::Secret { title, field, goes, removable } => {
                let goes = match goes {
                    To::Keychain => Goes::Keychain,
                    To::Memory => Goes::Memory,
                    To::Provider => Goes::Provider,
                };
                Put::Secret(SecretQuestion { title, field, goes, removable })
            }
        })
    }
}

fn left(deadline: Option<Instant>) -> Left {
    let left = |it: Instant| it.saturating_duration_since(Instant::now()).as_millis();
    deadline.map(|it| u64::try_from(left(it)).unwrap_or(u64::MAX))
}

fn deadline(left: Left) -> Option<Instant> {
    left.and_then(|it| Instant::now().checked_add(Duration::from_millis(it)))
}

impl From<Keychain> for Chain {
    fn from(keychain: Keychain) -> Self {
        match keychain {
            Keychain::Open => Self::Open,
            Keychain::Locked { holds } => Self::Locked { holds },
            Keychain::Absent => Self::Absent,
            Keychain::NoKeyring => Self::NoKeyring,
        }
    }
}

impl From<Chain> for Keychain {
    fn from(chain: Chain) -> Self {
        match chain {
            Chain::Open => Self::Open,
            Chain::Locked { holds } => Self::Locked { holds },
            Chain::Absent => Self::Absent,
            Chain::NoKeyring => Self::NoKeyring,
        }
    }
}

impl From<Origin> for By {
    fn from(Origin { server, title, calls }: Origin) -> Self {
        let calls = calls.into_iter().map(|Call { tool, tag }| For { tool, tag });
        Self { server: server.map(String::from), title, calls: calls.collect() }
    }
}

impl From<By> for Origin {
    fn from(By { server, title, calls }: By) -> Self {
        let calls = calls.into_iter().map(|For { tool, tag }| Call { tool, tag });
        let server = server.and_then(|it| ServerName::parse(&it).ok());
        Self { server, title, calls: calls.collect() }
    }
}
