//! How a command fails at a terminal: `error: …` and `hint: …` on standard error, and a status.

use std::process::ExitCode;

use app::wire::failure::{Code, Failure as AppFailure};

use crate::print;

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
    /// The tool says that it failed, and its words are printed already.
    Tool,
}

impl Failure {
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::Usage { message: message.into(), hint: None }
    }

    /// Prints it, and gives the status to end with.
    pub(crate) fn tell(self) -> ExitCode {
        match self {
            Self::Usage { message, hint } => {
                print::error(&message, hint.as_deref());
                ExitCode::from(2)
            }
            Self::App(failure) => {
                print::error(&failure.message, failure.hint.as_deref());
                ExitCode::from(if is_usage(failure.code) { 2 } else { 1 })
            }
            Self::Tool => ExitCode::FAILURE,
        }
    }
}

/// Whether the person typed something that cannot be done, rather than something failing.
fn is_usage(code: Code) -> bool {
    match code {
        Code::Invalid
        | Code::Unreadable
        | Code::UnknownServer
        | Code::UnknownTool
        | Code::BadArguments
        | Code::NameTaken
        | Code::Malformed
        | Code::UnknownCommand => true,
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
        | Code::Internal => false,
    }
}

impl From<AppFailure> for Failure {
    fn from(failure: AppFailure) -> Self {
        Self::App(failure)
    }
}
