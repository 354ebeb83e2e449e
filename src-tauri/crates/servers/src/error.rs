//! Why something could not be done with a server, told apart; it knows no front end.

use model::{name::ServerName, state::Failed};

/// What went wrong.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No server has this name (HOST-9).
    #[error("no server is named `{}`{}", visible(name), known_names(known))]
    Unknown {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: Vec<ServerName>,
    },
    /// A server of this name is there already.
    #[error("a server named `{0}` is there already")]
    NameTaken(ServerName),
    /// A field of a registration is missing or wrong (HOST-2).
    #[error("`{field}` {what}")]
    Invalid {
        /// The field, such as `command`.
        field: &'static str,
        /// What is wrong with it.
        what: String,
    },
    /// The person has not seen and allowed what would run.
    #[error("`{0}` was not started: nobody has seen and allowed what it runs now")]
    Unapproved(ServerName),
    /// The server is not ready, and a call to it fails at once (HOST-13).
    #[error("`{name}` is not ready: {why}")]
    NotReady {
        /// The server.
        name: ServerName,
        /// What it is doing instead.
        why: String,
        /// Why it failed, if it did.
        failed: Option<Box<Failed>>,
    },
    /// The call gave no result.
    #[error("`{name}` gave no result")]
    Call {
        /// The server.
        name: ServerName,
        /// The kind.
        fault: CallFault,
        /// What happened.
        source: Box<mcp::Error>,
    },
    /// Nothing of that name was removed lately.
    #[error("`{0}` cannot be taken back any more")]
    NotRemoved(ServerName),
    /// The rows cannot be read or kept.
    #[error(transparent)]
    Store(#[from] store::Error),
    /// A log cannot be read.
    #[error("cannot read the log of `{name}`")]
    Log {
        /// The server.
        name: ServerName,
        /// What the system said.
        source: std::io::Error,
    },
    /// The process that ends what is left when we are killed cannot be started.
    #[error("cannot start the guard process")]
    Guard(#[source] mcp::Error),
    /// HTTP cannot be used on this machine at all.
    #[error("cannot set up HTTP")]
    Pool(#[source] mcp::HttpError),
    /// A fault of ours ended a change before it was done.
    #[error("a fault of Steward broke off the change of `{0}`")]
    BrokenOff(ServerName),
    /// Everything is being closed.
    #[error("Steward is closing")]
    Closing,
}

/// The kinds of failed calls that call for different help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallFault {
    /// The server refused the request; it was not carried out.
    Refused,
    /// The server takes no calls just now, and says so; it was not carried out.
    Busy,
    /// Nothing was sent: the server had gone, and nothing was carried out.
    NotSent,
    /// It took too long; whether it was carried out is not known. What the server gave as a sign of
    /// life afterwards, where it was asked for one.
    TimedOut(Option<Pulse>),
    /// The server ended or lost its voice; whether it was carried out is not known.
    Unknown,
}

/// What a server gave as a sign of life after a call of it had taken too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pulse {
    /// It answers: what takes so long is the one call.
    Beats,
    /// It does not answer: it is hung, or busy with one thing alone.
    None,
    /// It is gone.
    Gone,
}

impl CallFault {
    pub(crate) fn of(error: &mcp::Error) -> Self {
        match error {
            mcp::Error::Rpc(_)
            | mcp::Error::Asks
            | mcp::Error::AsksFor { .. }
            | mcp::Error::AsksUnfit(_)
            | mcp::Error::NeedsTask
            | mcp::Error::TooManyRounds { .. }
            | mcp::Error::NotCompleted { .. } => Self::Refused,
            mcp::Error::NotSent { .. } => Self::NotSent,
            mcp::Error::CallTimedOut { .. } | mcp::Error::TimedOut { .. } => Self::TimedOut(None),
            mcp::Error::Http(mcp::HttpError::Unavailable { .. }) => Self::Busy,
            mcp::Error::Http(fault) if !fault.may_have_run() => Self::Refused,
            mcp::Error::Spawn { .. }
            | mcp::Error::Guard(_)
            | mcp::Error::Exited { .. }
            | mcp::Error::Protocol(_)
            | mcp::Error::Unreadable(_)
            | mcp::Error::TooLarge { .. }
            | mcp::Error::TooManyValues { .. }
            | mcp::Error::Ended { .. }
            | mcp::Error::Http(_)
            | mcp::Error::Closed => Self::Unknown,
        }
    }
}

fn visible(name: &str) -> String {
    stdx::text::visible(&stdx::text::clip(name, 80))
}

fn known_names(known: &[ServerName]) -> String {
    if known.is_empty() {
        return "; none is registered yet".to_owned();
    }
    let names: Vec<_> = known.iter().take(12).map(|it| format!("`{it}`")).collect();
    let rest = known.len() - names.len();
    let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
    format!("; there are {}{more}", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// HOST-9
    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        let known: Vec<_> = ["a", "b"].iter().map(|it| ServerName::parse(it).unwrap()).collect();
        let error = Error::Unknown { name: "c".into(), known };
        assert_eq!(error.to_string(), "no server is named `c`; there are `a`, `b`");
        let error = Error::Unknown { name: "c".into(), known: Vec::new() };
        assert_eq!(error.to_string(), "no server is named `c`; none is registered yet");
    }
}
