//! An argument while it is typed, and what it could become.

use std::collections::BTreeMap;

/// Whose argument is typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// That of the prompt with this name.
    Prompt(String),
    /// That of the resource template with this address.
    Template(String),
}

/// An argument that is being typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completing {
    /// Whose it is.
    pub target: Target,
    /// Its name.
    pub argument: String,
    /// What is typed of it so far.
    pub value: String,
    /// The arguments that are there already, by name.
    pub others: BTreeMap<String, String>,
}

/// What it could become.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Completion {
    /// The suggestions, the likeliest first.
    pub values: Vec<String>,
    /// How many there are, where the server knows.
    pub total: Option<u64>,
    /// Whether there are more than these.
    pub more: bool,
}
