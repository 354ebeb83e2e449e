//! What comes of a reply while it is made; it knows no API.

use std::time::Duration;

use crate::{error::Error, reply::Reply};

/// One step of a reply on its way. `Done` is the last.
#[derive(Debug, Clone, PartialEq)]
pub enum Piece {
    /// More words.
    Text(String),
    /// More of what the model thinks.
    Thought(String),
    /// It begins to write a call.
    CallBegun {
        /// Counts the calls of this reply, from 0.
        index: usize,
        /// Its id, where it is known by now; the one in `Done` counts.
        id: Option<String>,
        /// The name of the tool.
        name: String,
    },
    /// It goes on with the arguments of a call.
    CallGrew {
        /// Which call.
        index: usize,
        /// How much is written of them by now, in bytes.
        bytes: usize,
    },
    /// Nothing came, and it is tried again after a while.
    Waiting {
        /// Which attempt comes next, from 2.
        attempt: u32,
        /// How long that is.
        wait: Duration,
        /// Why nothing came.
        why: Error,
    },
    /// The whole reply.
    Done(Reply),
}
