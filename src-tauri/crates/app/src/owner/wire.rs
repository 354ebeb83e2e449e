//! What goes over the owner's socket: one JSON object a line, both ways. What a question and an
//! answer look like is in `question` and `answer`.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    owner::{answer::Answer, question::Question},
    wire::{event::UiEvent, failure::Failure},
};

/// From a terminal.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "say", rename_all = "camelCase")]
pub(super) enum Request {
    /// Run a command. While it runs, questions for the call of this tag are put at this terminal;
    /// without one it cannot be asked.
    Call { id: u64, command: String, payload: Value, seat: Option<String> },
    /// What the person said to a question.
    Answered { id: u64, answer: Answer },
    /// The person agreed to what a question is about, and it begins; their answer comes after it.
    Agreed { id: u64 },
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
    /// A question for the person at this terminal.
    Ask { id: u64, question: Question },
    /// Something for the person at this terminal to read.
    Told { words: String },
    /// Nobody waits for its answer any more.
    Withdrawn { id: u64 },
    /// Events are told from now on.
    Listening,
    /// Something happened.
    Event { event: UiEvent },
}
