//! From which level on a server's log messages are wanted; it knows no log.

use std::fmt;

/// How grave a log message is, least first (RFC 5424).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// For whoever looks for a fault.
    Debug,
    /// How things go.
    Info,
    /// Ordinary, and worth knowing.
    Notice,
    /// It may go wrong.
    Warning,
    /// It went wrong.
    Error,
    /// A part of it is out of order.
    Critical,
    /// Somebody must do something.
    Alert,
    /// All of it is out of order.
    Emergency,
}

impl Level {
    /// The word for it on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Notice => "notice",
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Critical => "critical",
            Self::Alert => "alert",
            Self::Emergency => "emergency",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
