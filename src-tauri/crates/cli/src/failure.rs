//! How a command fails at a terminal: `error: …` and `hint: …` on standard error, and a status.

use std::{io, process::ExitCode};

use app::wire::failure::{Code, Failure as AppFailure};

use crate::print;

/// What was typed cannot be done.
const WRONG_USAGE: u8 = 2;
/// A call, a server or the machine failed.
const FAILED: u8 = 1;

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What was typed cannot be meant.
    Usage {
        /// What is wrong with it.
        message: String,
        /// What to type instead.
        hint: Option<String>,
    },
    /// The application said no.
    App(AppFailure),
    /// The result could not be written.
    Output(io::Error),
    /// A signal asked for the end, or the person at a question.
    Stopped,
    /// Everything about it is printed already.
    Told {
        /// The status to end with.
        status: u8,
    },
}

impl Failure {
    /// What was typed cannot be meant.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::Usage { message: message.into(), hint: None }
    }

    /// The tool says that it failed, and its words are printed already.
    pub(crate) fn tool() -> Self {
        Self::Told { status: FAILED }
    }

    /// Prints it, and gives the status to end with.
    pub(crate) fn tell(self) -> ExitCode {
        self.print();
        ExitCode::from(self.status())
    }

    /// Prints it now; what is left of it is the status.
    pub(crate) fn told(self) -> Self {
        self.print();
        Self::Told { status: self.status() }
    }

    fn print(&self) {
        match self {
            Self::Usage { message, hint } => print::error(message, hint.as_deref()),
            Self::App(failure) => print::error(&failure.message, failure.hint.as_deref()),
            // `head` has what it wanted.
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
            Self::Output(error) => print::error(&format!("cannot print: {error}"), None),
            Self::Stopped => print::error("stopped", None),
            Self::Told { .. } => {}
        }
    }

    fn status(&self) -> u8 {
        match self {
            Self::Usage { .. } => WRONG_USAGE,
            Self::App(failure) => status_of(failure.code),
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            Self::Output(_) | Self::Stopped => FAILED,
            Self::Told { status } => *status,
        }
    }
}

/// Tells apart what was typed and cannot be done from what failed.
pub(crate) fn status_of(code: Code) -> u8 {
    match code {
        Code::Invalid
        | Code::Unreadable
        | Code::UnknownServer
        | Code::UnknownTool
        | Code::BadArguments
        | Code::NameTaken
        | Code::Malformed
        | Code::UnknownCommand => WRONG_USAGE,
        Code::Refused
        | Code::Declined
        | Code::NotReady
        | Code::CallFailed
        | Code::TimedOut
        | Code::Cancelled
        | Code::Keychain
        | Code::Storage
        | Code::Owned
        | Code::NobodyToAsk
        | Code::NotWaiting
        | Code::ToolChanged
        | Code::NotOpened
        | Code::NoModel
        | Code::ModelFailed
        | Code::Internal => FAILED,
    }
}

impl From<AppFailure> for Failure {
    fn from(failure: AppFailure) -> Self {
        Self::App(failure)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_failure_has_its_status() {
        let of = |code| Failure::from(AppFailure::new(code, "it failed")).status();
        for code in [Code::UnknownServer, Code::NameTaken, Code::BadArguments, Code::Unreadable] {
            assert_eq!(of(code), 2, "{code:?}");
        }
        for code in [Code::NotReady, Code::CallFailed, Code::Storage, Code::Owned, Code::Cancelled]
        {
            assert_eq!(of(code), 1, "{code:?}");
        }
        assert_eq!(Failure::usage("no").status(), 2);
        assert_eq!(Failure::tool().status(), 1);
    }

    #[test]
    fn a_reader_that_went_away_is_no_failure_and_a_full_disk_is_one() {
        assert_eq!(Failure::from(io::Error::from(io::ErrorKind::BrokenPipe)).status(), 0);
        assert_eq!(Failure::from(io::Error::from(io::ErrorKind::StorageFull)).status(), 1);
    }
}
