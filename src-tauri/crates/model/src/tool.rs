//! A tool as its server describes it, kept whole.

use serde_json::Value;

/// One entry of a server's list.
#[derive(Debug, Clone, PartialEq)]
pub struct Tool {
    /// The server's own name for it, letter for letter.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// What it does, in the server's words.
    pub description: String,
    /// The schema of its arguments; always an object schema, `{}` where the server sent none.
    pub input_schema: Value,
    /// The schema of its structured result.
    pub output_schema: Option<Value>,
    /// What the server claims of it; never trusted (HOST-35).
    pub annotations: Option<Value>,
    /// What is odd about it, in words.
    pub marks: Vec<String>,
}

/// What one server offers.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ToolList {
    /// What can be called, in the server's order.
    pub tools: Vec<Tool>,
    /// What cannot, and why.
    pub set_aside: Vec<SetAside>,
}

/// An entry that cannot be called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetAside {
    /// Its name, as far as there is one.
    pub name: String,
    /// Why it cannot be called.
    pub reason: String,
}
