//! From the errors of the floors below to the one failure of a front end: the code is given here,
//! once, and never read out of a text.

use std::error::Error;

use inbox::{NotWaiting, Unanswered, desk::NobodyToAsk};
use servers::{CallFault, Pulse};

use crate::wire::failure::{Code, Failure, Place};

/// An error with all its causes: `cannot open x: permission denied`.
fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text.push_str(": ");
        text.push_str(&cause.to_string());
        source = cause.source();
    }
    text
}

impl From<store::Error> for Failure {
    fn from(error: store::Error) -> Self {
        let code = match &error {
            store::Error::NameTaken(_) | store::Error::ProviderTaken(_) => Code::NameTaken,
            store::Error::UnknownServer(_) => Code::UnknownServer,
            store::Error::Missing(_) | store::Error::Elsewhere { .. } => Code::Invalid,
            store::Error::CallIsOver { .. } => Code::NotWaiting,
            store::Error::CallTaken(_) => Code::Internal,
            store::Error::CannotOpen { .. }
            | store::Error::ReadOnly { .. }
            | store::Error::Full { .. }
            | store::Error::Newer { .. }
            | store::Error::Foreign { .. }
            | store::Error::Damaged { .. }
            | store::Error::Busy { .. }
            | store::Error::Unreadable { .. }
            | store::Error::Refused { .. }
            | store::Error::Closed
            | store::Error::Internal(_) => Code::Storage,
        };
        let hint = error.hint();
        let failure = Self::new(code, chain(&error));
        match hint {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    }
}

impl From<vault::Error> for Failure {
    fn from(error: vault::Error) -> Self {
        // What the bus says is for our log: it helps nobody at the desk.
        tracing::warn!(cause = %chain(&error), "the keychain failed");
        let hint = error.hint();
        let failure = Self::new(Code::Keychain, error.to_string());
        match hint {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    }
}

impl From<servers::Error> for Failure {
    fn from(error: servers::Error) -> Self {
        let failure = Self::new(code_of(&error), chain(&error));
        match error {
            servers::Error::Store(source) => source.into(),
            servers::Error::Invalid { field, .. } => failure.field(on_the_wire(field)),
            servers::Error::NameTaken(_) => {
                failure.field("title").hint("Choose another name, or change the one that is there.")
            }
            servers::Error::NotReady { failed, .. } => {
                let hint = failed.and_then(|it| it.hint);
                failure.hint(
                    hint.unwrap_or_else(|| "Switch it on, and wait until it is ready.".into()),
                )
            }
            servers::Error::Unapproved(_) => failure.hint("Switch it on to look at it."),
            servers::Error::Call { name, fault, .. } => match after(name.as_str(), fault) {
                Some(hint) => failure.hint(hint),
                None => failure,
            },
            servers::Error::Unknown { .. }
            | servers::Error::NotRemoved(_)
            | servers::Error::Log { .. }
            | servers::Error::Guard(_)
            | servers::Error::BrokenOff(_)
            | servers::Error::Pool(_)
            | servers::Error::Closing => failure,
        }
    }
}

/// What to do after a call that gave no result.
fn after(server: &str, fault: CallFault) -> Option<String> {
    const LOOK: &str = "Look whether it was carried out before you run it again.";
    let found = match fault {
        CallFault::Refused => return None,
        CallFault::Busy => {
            return Some(
                "Nothing was carried out, and Steward repeats no call by itself: run it again then."
                    .to_owned(),
            );
        }
        CallFault::NotSent => {
            return Some("You can run it again as soon as the server is ready.".to_owned());
        }
        CallFault::Unknown | CallFault::TimedOut(None) => return Some(LOOK.to_owned()),
        CallFault::TimedOut(Some(Pulse::Beats)) => {
            "The server still answers pings, so it is this one call that takes so long; a higher \
             call limit gives it more time."
                .to_owned()
        }
        CallFault::TimedOut(Some(Pulse::None)) => format!(
            "The server does not answer a ping either, so it seems to hang: restart it on its page, \
             or with `stewardctl servers restart {server}`."
        ),
        CallFault::TimedOut(Some(Pulse::Gone)) => {
            "The server cannot be reached any more; Steward goes on trying.".to_owned()
        }
    };
    Some(format!("{found} {LOOK}"))
}

/// The name of a draft's field as it crosses.
fn on_the_wire(field: &str) -> &str {
    match field {
        "start_limit" => "startLimit",
        "call_limit" => "callLimit",
        other => other,
    }
}

fn code_of(error: &servers::Error) -> Code {
    match error {
        servers::Error::Unknown { .. } | servers::Error::NotRemoved(_) => Code::UnknownServer,
        servers::Error::NameTaken(_) => Code::NameTaken,
        servers::Error::Invalid { .. } => Code::Invalid,
        servers::Error::Unapproved(_)
        | servers::Error::NotReady { .. }
        | servers::Error::Closing => Code::NotReady,
        servers::Error::Call { fault: CallFault::TimedOut(_), .. } => Code::TimedOut,
        servers::Error::Call {
            fault: CallFault::Refused | CallFault::Busy | CallFault::NotSent | CallFault::Unknown,
            ..
        } => Code::CallFailed,
        servers::Error::Store(_) | servers::Error::Log { .. } => Code::Storage,
        servers::Error::Guard(_) | servers::Error::Pool(_) | servers::Error::BrokenOff(_) => {
            Code::Internal
        }
    }
}

impl From<tools::Error> for Failure {
    fn from(error: tools::Error) -> Self {
        let words = error.to_string();
        match error {
            tools::Error::Servers(source) => source.into(),
            tools::Error::UnknownTool { .. } => Self::new(Code::UnknownTool, words).field("tool"),
            tools::Error::BadArguments { misfits, .. } => {
                let field = misfits.first().map(|it| it.field.clone()).unwrap_or_default();
                Self::new(Code::BadArguments, words)
                    .field(field)
                    .hint("Nothing was sent. Mend the arguments, then run it again.")
            }
        }
    }
}

impl From<agent::Error> for Failure {
    fn from(error: agent::Error) -> Self {
        let words = error.to_string();
        match error {
            agent::Error::Store(source) => source.into(),
            agent::Error::Tools(source) => source.into(),
            agent::Error::Unknown(_) | agent::Error::Nothing => Self::new(Code::Invalid, words),
            agent::Error::Empty => Self::new(Code::Invalid, words).field("parts"),
            agent::Error::Busy => {
                Self::new(Code::Invalid, words).hint("Stop it, or wait for its end.")
            }
            agent::Error::NoModel => {
                Self::new(Code::NoModel, words).hint("Choose a model, then send it again.")
            }
            agent::Error::NotWaiting(_) => Self::new(Code::NotWaiting, words),
            agent::Error::Changed(_) => changed_while_waiting(),
            agent::Error::Closing => Self::new(Code::NotReady, words),
        }
    }
}

/// A yes was said of what the tool is not any more.
pub(crate) fn changed_while_waiting() -> Failure {
    Failure::new(Code::ToolChanged, "the tool changed while this waited").hint("Look at it again.")
}

impl From<llm::Error> for Failure {
    fn from(error: llm::Error) -> Self {
        Self::new(Code::ModelFailed, error.to_string())
    }
}

impl From<bundle::Error> for Failure {
    fn from(error: bundle::Error) -> Self {
        let words = chain(&error);
        match error {
            bundle::Error::Syntax { line, column, .. } => {
                let count = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
                let place = Place { line: count(line), column: count(column) };
                let failure = Self::new(Code::Unreadable, words);
                Self { place: Some(place), ..failure }.hint("Mend the JSON there.")
            }
            bundle::Error::Field { field, .. } => Self::new(Code::Invalid, words).field(field),
            bundle::Error::Keychain { source, .. } => source.into(),
            bundle::Error::Empty
            | bundle::Error::TooLong
            | bundle::Error::NotAnObject
            | bundle::Error::NoServer
            | bundle::Error::Line(_) => Self::new(Code::Unreadable, words)
                .hint("Paste an mcpServers JSON, one server's JSON, a command line or an address."),
        }
    }
}

impl From<NobodyToAsk> for Failure {
    fn from(error: NobodyToAsk) -> Self {
        Self::new(Code::NobodyToAsk, error.to_string()).hint(match error {
            NobodyToAsk::Nowhere
            | NobodyToAsk::NoDialog
            | NobodyToAsk::NoTerminal
            | NobodyToAsk::TerminalLeft
            | NobodyToAsk::WindowClosed => "Do it in Steward's window, or at a terminal.",
            NobodyToAsk::NotShown => {
                "Try again, or do it at a terminal; the data folder's `logs/steward.log` says more."
            }
            NobodyToAsk::Unfit => "Try again.",
        })
    }
}

impl From<NotWaiting> for Failure {
    fn from(error: NotWaiting) -> Self {
        Self::new(Code::NotWaiting, error.to_string())
    }
}

impl From<Unanswered> for Failure {
    fn from(error: Unanswered) -> Self {
        match error {
            Unanswered::Nobody(why) => why.into(),
            Unanswered::Left => NobodyToAsk::TerminalLeft.into(),
            Unanswered::Expired | Unanswered::Withdrawn => {
                Self::new(Code::Declined, error.to_string())
            }
        }
    }
}
