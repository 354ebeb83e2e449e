//! One error as the page and the terminal get it: a code to branch on, words to show.

use serde::{Deserialize, Serialize};
use stdx::text::sentence;
use ts_rs::TS;

/// What went wrong, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    /// The kind.
    pub code: Code,
    /// What happened and why, one sentence.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// The field that is wrong: of a draft, its name as it crosses, such as `command` or
    /// `startLimit`; of arguments, a path such as `a.b.0`.
    pub field: Option<String>,
    /// Where in a text it went wrong.
    pub place: Option<Place>,
}

/// A place in a text, both counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Place {
    /// The line.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

/// The kinds of failure that a front end tells apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// No such command.
    UnknownCommand,
    /// This window may not say that.
    Refused,
    /// The payload does not fit the command.
    Malformed,
    /// A field is missing or wrong.
    Invalid,
    /// A pasted text could not be read.
    Unreadable,
    /// No server of that name.
    UnknownServer,
    /// A server of that name is there already.
    NameTaken,
    /// No such tool.
    UnknownTool,
    /// The arguments do not fit the tool's schema; nothing was sent.
    BadArguments,
    /// The person said no.
    Declined,
    /// The server is not ready.
    NotReady,
    /// The server or the call failed.
    CallFailed,
    /// The call took too long.
    TimedOut,
    /// The call was stopped.
    Cancelled,
    /// The keychain is locked or absent.
    Keychain,
    /// The data folder cannot be used.
    Storage,
    /// Another process owns the data folder.
    Owned,
    /// Nobody is there to answer a question.
    NobodyToAsk,
    /// The question is over.
    NotWaiting,
    /// The tool is not what the person saw when they said yes.
    ToolChanged,
    /// No program took the page that was to be opened.
    NotOpened,
    /// No model is chosen.
    NoModel,
    /// A provider of models gave no answer.
    ModelFailed,
    /// A fault of ours.
    Internal,
}

impl Failure {
    /// A failure of this kind, in these words.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        let message = sentence(&message.into());
        Self { code, message, hint: None, field: None, place: None }
    }

    /// A failure whose words are whole sentences already: a name at their front keeps its spelling.
    pub fn said(code: Code, message: impl Into<String>) -> Self {
        Self { message: message.into(), ..Self::new(code, "") }
    }

    /// The same, with what to do.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(sentence(&hint.into()));
        self
    }

    /// The same, naming the field.
    #[must_use]
    pub fn field(mut self, field: impl Into<String>) -> Self {
        self.field = Some(field.into());
        self
    }
}

impl Failure {
    /// A window said what it may not say.
    pub fn refused(command: &str) -> Self {
        Self::new(Code::Refused, format!("this window may not say `{command}`"))
    }

    /// A payload or reply has another shape than the command's.
    pub fn malformed(command: &str, source: &serde_json::Error) -> Self {
        Self::new(Code::Malformed, format!("`{command}` was said in the wrong form: {source}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_get_sentences() {
        let failure = Failure::new(Code::Internal, "it broke").hint("mend it.");
        assert_eq!(failure.message, "It broke.");
        assert_eq!(failure.hint.as_deref(), Some("Mend it."));
        let said = Failure::said(Code::Internal, "c40 stopped. It is tried again.");
        assert_eq!(said.message, "c40 stopped. It is tried again.");
        assert_eq!(Failure::new(Code::Internal, "`x` is not there").message, "`x` is not there.");
    }
}
