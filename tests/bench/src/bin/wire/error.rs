//! What can go wrong with a measurement.

use std::io;

/// Why there are no numbers.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error("cannot run the echo server")]
    Server(#[source] io::Error),
    #[error("cannot choose a processor")]
    Place(#[source] io::Error),
    #[error("`mcp` failed")]
    Ours(#[source] mcp::Error),
    #[error("the SDK failed: {0}")]
    Sdk(String),
    #[error("`{contender}` got a wrong answer to call {call}")]
    Wrong { contender: &'static str, call: u64 },
    #[error("`{contender}` lost {lost} of {all} calls that were made at once")]
    Lost { contender: &'static str, lost: usize, all: usize },
}
