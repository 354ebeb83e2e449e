//! What a running server lists beside its tools.

use crate::{
    prompt::Prompt,
    resource::{Resource, Template},
    tool::SetAside,
};

/// A list, as it was read last.
#[derive(Debug, Clone, PartialEq)]
pub struct Listed<T> {
    /// What can be used, in the server's order.
    pub entries: Vec<T>,
    /// What cannot, and why.
    pub set_aside: Vec<SetAside>,
    /// What is odd about the list itself, or why there is none, in words.
    pub odd: Vec<String>,
}

impl<T> Default for Listed<T> {
    fn default() -> Self {
        Self { entries: Vec::new(), set_aside: Vec::new(), odd: Vec::new() }
    }
}

/// All that a server lists beside its tools; `None` until a list has come, or failed to.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Offered {
    /// Prompts.
    pub prompts: Option<Listed<Prompt>>,
    /// Resources.
    pub resources: Option<Listed<Resource>>,
    /// Templates of resources.
    pub templates: Option<Listed<Template>>,
}
