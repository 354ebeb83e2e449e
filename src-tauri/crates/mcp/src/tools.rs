//! The tools of a server, as this client knows them; how they are read is `pages`' own business.

use serde_json::Value;

use crate::raw::Raw;

/// What `tools/list` gave, all pages together.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ToolList {
    /// In the server's order; no name twice.
    pub tools: Vec<Tool>,
    /// Those that cannot be called.
    pub set_aside: Vec<SetAside>,
    /// What is odd about the list itself.
    pub warnings: Vec<String>,
}

/// One tool.
#[derive(Debug, Clone, PartialEq)]
pub struct Tool {
    /// Its name, letter for letter.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// What it does, by its own account.
    pub description: Option<String>,
    /// The schema of its arguments: always an object, `{"type":"object"}` where there was none.
    pub input_schema: Value,
    /// The schema of its structured result.
    pub output_schema: Option<Value>,
    /// Hints, never to be trusted: an object where there are any.
    pub annotations: Option<Value>,
    /// Whether it may or must run as a task (legacy era).
    pub task_support: TaskSupport,
    /// The whole entry, as it came.
    pub raw: Raw,
    /// What was mended or left out, for people.
    pub marks: Vec<String>,
}

/// `execution.taskSupport` of a tool.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum TaskSupport {
    /// Never as a task.
    #[default]
    Forbidden,
    /// As the caller likes.
    Optional,
    /// Only as a task.
    Required,
}

/// An entry of the list that is no usable tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetAside {
    /// Its name where it has one, else its place in the list (`#3`).
    pub name: String,
    /// Why.
    pub reason: String,
}
