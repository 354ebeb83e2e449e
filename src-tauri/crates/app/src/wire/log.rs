//! A server's log as the page and the terminal read it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Asks for lines of a log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ReadLog {
    /// The server's name.
    pub server: String,
    /// Which lines.
    pub range: LogRange,
    /// Most lines to get, 1 to 5000.
    pub limit: u32,
}

/// Which lines of a log. Positions are those of `LogPage`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "from", rename_all = "camelCase", deny_unknown_fields)]
pub enum LogRange {
    /// The last ones.
    End,
    /// Those after a position.
    After {
        /// `LogPage.end` of the page before.
        #[ts(type = "number")]
        position: u64,
    },
    /// Those before a position.
    Before {
        /// `LogPage.start` of the page after.
        #[ts(type = "number")]
        position: u64,
    },
}

/// Some lines of a log, oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LogPage {
    /// The lines.
    pub lines: Vec<LogLineView>,
    /// Where the first one starts.
    #[ts(type = "number")]
    pub start: u64,
    /// Where the last one ends.
    #[ts(type = "number")]
    pub end: u64,
    /// Whether older lines are there.
    pub more: bool,
}

/// One record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LogLineView {
    /// Where it starts: unique in this log, growing.
    #[ts(type = "number")]
    pub position: u64,
    /// `2026-07-03T12:34:56.789Z`.
    pub at: String,
    /// `stderr`, `stdout`, `lifecycle`, or the level of a log notice such as `warning`.
    pub tag: String,
    /// What it says, on one line; plain text of a stranger.
    pub text: String,
}
