//! What a server says unasked, and what happens to it; it knows no reader of it.

use serde_json::Value;

/// Something to be told or logged. Texts are cut at 8 kB and otherwise as the server wrote them:
/// make them visible before they are shown.
#[derive(Debug, Clone, PartialEq)]
pub enum Notice {
    /// The start has come so far.
    Phase(Phase),
    /// One line of stderr.
    Stderr(String),
    /// One line of stdout that is no message.
    Noise(String),
    /// `notifications/message`; at most 50 of these and of progress a second are handed on.
    Log {
        /// As the server wrote it; `info` where it wrote none.
        level: String,
        /// Who in the server says so.
        logger: Option<String>,
        /// Any JSON; what is over 8 kB comes as a cut text.
        data: Value,
    },
    /// A list of the server is not what it was.
    ListChanged(List),
    /// A resource that was subscribed to is not what it was, or one below it.
    ResourceUpdated {
        /// Its address, letter for letter.
        uri: String,
    },
    /// The server does something odd that is put up with.
    Warning(String),
    /// The process was started, is being stopped, has ended.
    Lifecycle(String),
    /// Any other notification.
    Custom {
        /// Its method.
        method: String,
        /// Its params, null where there are none.
        params: Value,
    },
}

/// How far a start has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// A package runner fetches the server.
    Installing,
    /// The server runs and is asked for its version.
    Connecting,
}

/// The lists that a server may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum List {
    /// `tools/list`
    Tools,
    /// `prompts/list`
    Prompts,
    /// `resources/list`
    Resources,
}

/// A sign of life of one call. `done` is never past `total`, and goes down only where an input round
/// begins anew.
#[derive(Debug, Clone, PartialEq)]
pub struct Progress {
    /// How much is done, in the server's own unit.
    pub done: f64,
    /// How much there is to do, where the server knows.
    pub total: Option<f64>,
    /// What it is at, cut at 1 kB.
    pub message: Option<String>,
}
