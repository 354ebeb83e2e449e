//! A link that a server or a model gave, which the person wants opened.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Asks the person whether a link may be opened, and has their browser open it. Nothing is fetched
/// before that, nor by Steward at all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct OpenLink {
    /// The name of the server that gave it; empty for one that stands in a conversation.
    pub server: String,
    /// The whole address.
    pub url: String,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LinkOpened {
    /// Whether the person's browser was given it; if not, they did not want it.
    pub opened: bool,
}
