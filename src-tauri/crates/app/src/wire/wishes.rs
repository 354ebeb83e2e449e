//! What the person wishes of a server beside what it runs, as the page shows it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What is wished of a server, and what it can do about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ServerWishes {
    /// The server's name.
    pub server: String,
    /// From which level on it is to log; nothing for the usual.
    pub level: Option<LevelView>,
    /// The folders that are shared with it, by their whole paths.
    pub folders: Vec<String>,
    /// Whether the model gets the pictures that its tools give.
    pub pictures: bool,
    /// The resources that are watched, by their addresses; they are watched until Steward ends.
    pub watched: Vec<String>,
    /// What it says that it can do; nothing while it does not run.
    pub can: Option<AbilitiesView>,
}

/// What a running server says that it can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AbilitiesView {
    /// It has prompts.
    pub prompts: bool,
    /// It has resources.
    pub resources: bool,
    /// It tells when a resource changes.
    pub watch: bool,
    /// It suggests values for arguments.
    pub complete: bool,
    /// It logs from a level on.
    pub log: bool,
}

/// How grave a log message is, least first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum LevelView {
    /// For whoever looks for a fault.
    Debug,
    /// How things go.
    Info,
    /// Ordinary, and worth knowing.
    Notice,
    /// It may go wrong.
    Warning,
    /// It went wrong.
    Error,
    /// A part of it is out of order.
    Critical,
    /// Somebody must do something.
    Alert,
    /// All of it is out of order.
    Emergency,
}

/// Sets from which level on a server is to log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SetLevel {
    /// The server's name.
    pub server: String,
    /// The level; nothing for the usual.
    pub level: Option<LevelView>,
}

/// Says whether the model gets the pictures that a server's tools give, or only words of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct GivePictures {
    /// The server's name.
    pub server: String,
    /// Whether it does from now on.
    pub on: bool,
}

/// Shares a folder with a server, or shares it no more. The server learns its path and its name; what
/// a program may read is not changed by that.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ShareFolder {
    /// The server's name.
    pub server: String,
    /// The folder's whole path.
    pub folder: String,
    /// Whether it is shared from now on.
    pub on: bool,
}
