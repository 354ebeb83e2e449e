//! What is asked before a conversation begins.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::wire::{chat::SwitchedBefore, provider::ModelRef};

/// Looks what a conversation that has not begun would give its model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ToolsToBeginWith {
    /// Which model is to answer; nothing for the one that was chosen last.
    pub model: Option<ModelRef>,
    /// What was switched on or off, oldest first.
    pub switches: Vec<SwitchedBefore>,
}
