//! What goes over the owner's socket: one JSON object a line, both ways.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::wire::{event::UiEvent, failure::Failure};

/// From a terminal.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "say", rename_all = "camelCase")]
pub(super) enum Request {
    /// Run a command.
    Call { id: u64, command: String, payload: Value },
    /// Nobody waits for this one any more.
    Drop { id: u64 },
    /// Tell all events from now on.
    Listen,
    /// The terminal only looks on: an owner that wants to close need not wait for it.
    Watch,
}

/// From the owner.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "say", rename_all = "camelCase")]
pub(super) enum Reply {
    /// The terminal is let in. Without this it came too late.
    Welcome,
    /// The command is done.
    Done { id: u64, reply: Value },
    /// The command failed.
    Failed { id: u64, failure: Failure },
    /// Events are told from now on.
    Listening,
    /// Something happened.
    Event { event: UiEvent },
}
