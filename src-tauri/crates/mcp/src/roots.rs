//! The folders that the person shares with a server; it knows no folder.

use serde::Serialize;

/// The method by which a server asks for them.
pub(crate) const ROOTS: &str = "roots/list";

/// A folder, by its address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Root {
    /// Where it is: `file://` and its path.
    pub uri: String,
    /// What to call it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// What a server is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Roots {
    pub(crate) roots: Vec<Root>,
}
