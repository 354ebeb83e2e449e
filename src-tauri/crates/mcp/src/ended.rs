//! How a connection came to its end; it knows no transport.

use crate::exit::Exit;

/// How a connection came to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    /// How the process ended, where there was one and it is known.
    pub exit: Option<Exit>,
    /// What brought the end about.
    pub reason: Reason,
}

/// What brought a connection to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// We closed it.
    Closed,
    /// The process ended by itself.
    Exited,
    /// The server closed its stdout and went on running, or the one stream of an old server over
    /// HTTP ended.
    OutputClosed,
}
