//! Secrets by name as a front end lists and sets them; there is no place here for a value.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::wire::failure::Failure;

/// Asks for the secrets that there are (HOST-64).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ListSecrets {
    /// Only those whose names fit: `*` stands for anything, `?` for one character, and capitals
    /// are as good as small letters. All without it.
    pub pattern: Option<String>,
}

/// The secrets that there are, and those that are missing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SecretList {
    /// In the order of their names.
    pub secrets: Vec<SecretRow>,
    /// Why the keychain could not be looked into; the names are known all the same.
    pub keychain: Option<Failure>,
    /// Whether the keychain would ask the person to unlock it before it keeps anything.
    pub locked: bool,
}

/// What is known of one secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SecretRow {
    /// What it is referred to by, as in `${secret:KEY}`.
    pub key: String,
    /// What it is for.
    pub kind: SecretKind,
    /// Where its value is.
    pub place: SecretPlace,
    /// When it was first set, in milliseconds since 1970; nothing for one that never was.
    #[ts(type = "number | null")]
    pub created_at: Option<i64>,
    /// When it was set last.
    #[ts(type = "number | null")]
    pub updated_at: Option<i64>,
    /// When it was last handed out.
    #[ts(type = "number | null")]
    pub last_used_at: Option<i64>,
    /// Which servers refer to it.
    pub used_by: Vec<SecretUse>,
    /// Of a remembered answer: whose question it answers.
    pub remembered: Option<RememberedView>,
}

/// What a secret is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum SecretKind {
    /// A person gave it a name.
    Named,
    /// The answer to a server's question, which the person had remembered (HOST-52).
    Remembered,
    /// A token of a sign-in.
    Oauth,
    /// The key of a model's provider.
    Model,
    /// The gateway's own.
    Gateway,
}

/// Where a secret's value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum SecretPlace {
    /// In the keychain.
    Keychain,
    /// In memory alone, until Steward quits.
    Memory,
    /// Nowhere: the name is known, or a server refers to it, and there is no value.
    Missing,
    /// The keychain does not say.
    Unknown,
}

/// A server that refers to a secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SecretUse {
    /// Its name.
    pub server: String,
    /// The name as it was given.
    pub title: String,
    /// The variable, header or field that the reference is in.
    pub field: String,
}

/// Whose question a remembered answer is for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RememberedView {
    /// The server's name.
    pub server: String,
    /// The name as it was given; nothing for a server that was removed.
    pub title: Option<String>,
    /// The field of its form; plain text of a stranger.
    pub field: String,
}

/// Has the person asked natively for the value of a secret. The value is no part of this.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SetSecret {
    /// Its name, `[A-Z][A-Z0-9_]*`.
    pub key: String,
    /// By which name a terminal sits at the question, as by that of a call; a window has none.
    pub call: Option<String>,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SecretSet {
    /// What the person did.
    pub outcome: SecretOutcome,
    /// The names of the servers that had failed for want of it and are started again.
    pub started: Vec<String>,
}

/// What the person did with a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum SecretOutcome {
    /// They gave a value.
    Set,
    /// They left it empty, which removed it (HOST-64).
    Removed,
    /// They gave nothing, and nothing was changed.
    Unchanged,
}

/// Names one secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SecretRef {
    /// As in `SecretRow`.
    pub key: String,
}
