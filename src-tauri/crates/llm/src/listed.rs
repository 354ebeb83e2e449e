//! A model that a provider says it has; it sends nothing.

/// One model of a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// What it is asked for by.
    pub id: String,
    /// What people call it.
    pub title: Option<String>,
    /// How many tokens it can read.
    pub context: Option<u64>,
}
