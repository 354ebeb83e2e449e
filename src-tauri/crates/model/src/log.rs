//! One record of a server's log (HOST-53).

use stdx::clock::Millis;

/// Who wrote a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tag {
    /// The server's standard error.
    Stderr,
    /// What it wrote on standard output that is no message.
    Stdout,
    /// We did: starts, ends, warnings.
    Lifecycle,
    /// A log notice of the server, with its level.
    Notice(String),
}

impl Tag {
    /// The word between the brackets.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Stderr => "stderr",
            Self::Stdout => "stdout",
            Self::Lifecycle => "lifecycle",
            Self::Notice(level) => level,
        }
    }
}

/// One record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogLine {
    /// When it was written.
    pub at: Millis,
    /// Who wrote it.
    pub tag: Tag,
    /// What it says, on one line.
    pub text: String,
}
