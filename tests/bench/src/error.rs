//! What can go wrong with a measurement.

use std::io;

/// Why there are no numbers.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The server does not start, or its pipe or socket breaks.
    #[error("cannot run the echo server")]
    Server(#[source] io::Error),
    /// The processors of this machine are not known, or cannot be chosen from.
    #[error("cannot choose a processor")]
    Place(#[source] io::Error),
    /// The memory of a process cannot be read.
    #[error("cannot read how much memory there is in use")]
    Memory(#[source] io::Error),
    /// Our client gave up.
    #[error("`mcp` failed")]
    Ours(#[source] mcp::Error),
    /// The SDK gave up.
    #[error("the SDK failed: {0}")]
    Sdk(String),
    /// Another text came back than was asked for.
    #[error("`{contender}` got a wrong answer to call {call}")]
    Wrong {
        /// Who called.
        contender: &'static str,
        /// The number of the call.
        call: u64,
    },
    /// Calls without a right answer.
    #[error("`{contender}` lost {lost} of {all} calls that were made at once")]
    Lost {
        /// Who called.
        contender: &'static str,
        /// How many were lost.
        lost: usize,
        /// How many there were.
        all: usize,
    },
}

impl Error {
    /// Our client cannot be set up for HTTP.
    pub(crate) fn pool(error: mcp::HttpError) -> Self {
        Self::Ours(error.into())
    }

    /// A pipe or a socket that ends before it should.
    pub fn broken() -> Self {
        Self::Server(io::ErrorKind::BrokenPipe.into())
    }
}
