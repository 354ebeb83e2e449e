//! What a person writes, pastes or imports before a server is registered.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::wire::server::TransportView;

/// A server to be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DraftView {
    /// The name as the person gives it; it becomes a slug.
    pub title: String,
    /// What it is.
    #[serde(default)]
    pub description: String,
    /// How to reach it.
    pub transport: TransportView,
    /// Seconds it may take to start, 1 to 3600; 120 if absent.
    pub start_limit: Option<u32>,
    /// Seconds a call may take, 1 to 86400; 120 if absent.
    pub call_limit: Option<u32>,
}

/// A text that a person pasted, dropped or opened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ReadDrafts {
    /// JSON with `mcpServers`, the JSON of one server, or a command line; at most 1 MiB.
    pub text: String,
}

/// What the text holds, secrets moved to the keychain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Reading {
    /// One for each server in it.
    pub proposals: Vec<Proposal>,
    /// What was left out of the whole, in words.
    pub notes: Vec<String>,
}

/// One server found in a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Proposal {
    /// The draft, with references in place of secrets.
    pub draft: DraftView,
    /// The name it would get.
    pub name: String,
    /// Whether a server of that name is there already: adding would change it.
    pub taken: bool,
    /// What was left out or changed, in words.
    pub notes: Vec<String>,
}

/// Registers a server. From a window the person is asked natively first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AddServer {
    /// What to register.
    pub draft: DraftView,
    /// Whether to change the server of that name if there is one; without it a taken name fails.
    #[serde(default)]
    pub replace: bool,
    /// Whether it was read from another program's file: it is kept switched off without asking,
    /// and what it runs is allowed when it is switched on.
    #[serde(default)]
    pub hold: bool,
}

/// Changes a registered server; its name stays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateServer {
    /// Its name.
    pub server: String,
    /// What it becomes.
    pub draft: DraftView,
}

/// Asks the person natively for a value that the page must not see.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AskSecret {
    /// For whom: the title of the server to be. At most 200 bytes are shown.
    pub title: String,
    /// For what: the name of the variable or header.
    pub field: String,
    /// The secret to set anew. A registered server must refer to it, and the person is asked in
    /// that server's name whatever `title` and `field` say.
    pub key: Option<String>,
    /// By which name a terminal sits at the question, as by that of a call; a window has none.
    pub call: Option<String>,
}

/// Where the typed value went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SecretKept {
    /// `${secret:KEY}`, or nothing when the person cancelled.
    pub reference: Option<String>,
}
