//! What can go wrong on the wire, told apart so that a caller can act on it; it knows no caller.

use std::{collections::BTreeMap, io, time::Duration};

use serde_json::{Map, Value, value::RawValue};
use stdx::{span::span, text::clip};

use crate::{exit::Exit, http::fault::HttpError, mend, unserved};

/// The longest message of a server that is kept, in bytes.
const LONGEST_MESSAGE: usize = 8 << 10;
/// How much is kept of an error that has no message, or of data that cannot be read, in bytes.
const LONGEST_RAW: usize = 300;

/// Why a connection was not made, or a call gave no result.
///
/// After [`Error::CallTimedOut`], [`Error::Ended`], [`Error::Closed`], [`Error::TooLarge`] and
/// [`Error::TooManyValues`] the call may have been carried out all the same: nobody knows.
/// [`HttpError::may_have_run`] tells for [`Error::Http`].
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The program cannot be run: `source.kind()` tells a missing one (`NotFound`) from one that
    /// may not be run (`PermissionDenied`) and from a missing folder to run it in (`NotADirectory`).
    #[error("cannot run `{command}`")]
    Spawn {
        /// The program, as it was given.
        command: String,
        /// What the system said.
        source: io::Error,
    },
    /// The guard process cannot be started.
    #[error("cannot start the guard process")]
    Guard(#[source] io::Error),
    /// The server ended before it was ready.
    #[error("the server ended while it was started: {exit}")]
    Exited {
        /// How it ended.
        exit: Exit,
        /// Its last lines on stderr, at most 20, each cut at 2 kB.
        stderr: Vec<String>,
    },
    /// The server was not ready within the start limit, or a package runner did not finish
    /// within the install limit.
    #[error("the server timed out: it was not ready within {limit:?}{hint}")]
    TimedOut {
        /// The limit that was passed.
        limit: Duration,
        /// Empty, or what it may be due to, beginning with a comma.
        hint: &'static str,
        /// Its last lines on stderr, at most 20, each cut at 2 kB.
        stderr: Vec<String>,
    },
    /// The server spoke, but no MCP that this client can use.
    #[error("the server does not speak a usable MCP: {0}")]
    Protocol(String),
    /// The server refused the request.
    #[error(transparent)]
    Rpc(#[from] RpcError),
    /// The reply to this one request cannot be read.
    #[error("the server's reply cannot be read: {0}")]
    Unreadable(String),
    /// The server asks the person something before it goes on, and nobody is there to be asked.
    #[error("the server asks a question, and nobody is here to answer it")]
    Asks,
    /// The server asks for something else than the person's answer.
    #[error("the server asks for {}", unserved::wish(kind))]
    AsksFor {
        /// The method it asks by, cut at 100 bytes.
        kind: String,
    },
    /// The server asks the person something that cannot be put.
    #[error("the server's question cannot be put: {0}")]
    AsksUnfit(String),
    /// The server asks and asks.
    #[error("the server still asks after {most} input rounds: too many rounds")]
    TooManyRounds {
        /// How many rounds a call may have.
        most: u32,
    },
    /// The server wants a page to be dealt with first, and does not say that it is. The call was
    /// not carried out.
    #[error("the server did not say within {limit:?} that the page it had opened is dealt with")]
    NotCompleted {
        /// How long it was waited for.
        limit: Duration,
    },
    /// The server runs this tool as a task alone. Nothing was sent.
    #[error("this tool has to be run as a task, which is not supported yet")]
    NeedsTask,
    /// No reply came in time; the server was told to stop.
    #[error("{}", too_late(*.limit, *.passed))]
    CallTimedOut {
        /// The limit that was passed.
        limit: Duration,
        /// Which of the two that is.
        passed: Passed,
    },
    /// The reply is larger than a line may be.
    #[error("the reply is larger than the limit of {limit} bytes")]
    TooLarge {
        /// The limit on one line, in bytes.
        limit: usize,
    },
    /// The reply is not too long, and holds more than there is room for once it is read.
    #[error(
        "the reply holds more than {most} values, each list counted twice and each object four \
         times, which is too many to be read"
    )]
    TooManyValues {
        /// How many are read.
        most: usize,
    },
    /// The server ended while the call ran, or had ended before.
    #[error("the server ended ({how}), and the outcome of the call is unknown")]
    Ended {
        /// How it ended, in words.
        how: String,
    },
    /// The server had ended, or the connection was closed, before any of the request was sent.
    /// Nothing was carried out.
    #[error("{}, so the request was not sent and nothing was carried out", gone(.how.as_deref()))]
    NotSent {
        /// How the server ended, in words; `None` where it was closed from this side.
        how: Option<String>,
    },
    /// There was no reply, for a reason that only HTTP has.
    #[error(transparent)]
    Http(#[from] HttpError),
    /// The connection was closed from this side while the call ran, or before.
    #[error("the connection was closed, and the outcome of the call is unknown")]
    Closed,
}

/// The limits on one request that can be passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passed {
    /// On the time without a sign of life.
    Silence,
    /// On the whole, signs of life or not.
    Whole,
}

impl Error {
    /// The same, of a request of which nothing was sent.
    pub(crate) fn before_sending(self) -> Self {
        if let Self::Ended { how } = self {
            return Self::NotSent { how: Some(how) };
        }
        if matches!(self, Self::Closed) { Self::NotSent { how: None } } else { self }
    }

    /// The same, of something of which an earlier part was sent.
    pub(crate) fn after_sending(self) -> Self {
        let Self::NotSent { how } = self else { return self };
        how.map_or(Self::Closed, |how| Self::Ended { how })
    }
}

fn too_late(limit: Duration, passed: Passed) -> String {
    match passed {
        Passed::Silence => format!("no reply within {}", span(limit)),
        Passed::Whole => format!(
            "no result within {}, which is the most that one call may take, though it gave signs \
             of life",
            span(limit)
        ),
    }
}

fn gone(how: Option<&str>) -> String {
    how.map_or_else(
        || "the connection was closed before".to_owned(),
        |how| format!("the server takes no requests any more ({how})"),
    )
}

/// A JSON-RPC error, as the server sent it.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{message}")]
pub struct RpcError {
    /// The code; `None` where the server sent no number.
    pub code: Option<i64>,
    /// What the server said, or words in its place where it said nothing.
    pub message: String,
    /// Whatever came beside it.
    pub data: Option<Value>,
}

impl RpcError {
    /// Whether the server does not know the method at all.
    pub fn is_unknown_method(&self) -> bool {
        self.code == Some(-32601)
    }

    /// Whatever a server sent as its error, in words.
    pub(crate) fn read(raw: &RawValue) -> Self {
        let mut fields = match mend::value(raw.get()) {
            Ok(Value::Object(fields)) => fields,
            Ok(Value::String(text)) => return Self::bare(&text, LONGEST_MESSAGE),
            Ok(_) => return Self::bare(raw.get(), LONGEST_RAW),
            Err(why) => match Self::piecewise(raw.get(), &why) {
                Some(fields) => fields,
                None => return Self::bare(raw.get(), LONGEST_RAW),
            },
        };
        let given = fields.remove("code");
        let code = given.as_ref().and_then(|code| match code {
            Value::Number(number) => number.as_i64(),
            Value::String(text) => text.parse().ok(),
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
        });
        let mut message = match fields.remove("message") {
            Some(Value::String(text)) if !text.trim().is_empty() => text,
            Some(Value::Null) | None | Some(Value::String(_)) => {
                "an error without a message".to_owned()
            }
            Some(other) => other.to_string(),
        };
        if let (None, Some(Value::String(name))) = (code, given) {
            message = format!("{message} (code `{name}`)");
        }
        let data = fields.remove("data").filter(|data| !data.is_null());
        Self { code, message: clip(&message, LONGEST_MESSAGE), data }
    }

    /// The fields of an error that cannot be read as a whole, each by itself: what cannot be read
    /// stands as the beginning of its text, with the reason.
    fn piecewise(raw: &str, why: &mend::Misread) -> Option<Map<String, Value>> {
        let fields: BTreeMap<String, &RawValue> = serde_json::from_str(raw).ok()?;
        let read = |field: &RawValue| {
            mend::value(field.get()).unwrap_or_else(|_| {
                Value::String(format!("({why}) {}", clip(field.get(), LONGEST_RAW)))
            })
        };
        Some(fields.into_iter().map(|(name, field)| (name, read(field))).collect())
    }

    fn bare(message: &str, most: usize) -> Self {
        Self { code: None, message: clip(message, most), data: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(raw: &str) -> RpcError {
        RpcError::read(&RawValue::from_string(raw.to_owned()).unwrap())
    }

    #[test]
    fn an_error_whose_data_is_nested_too_deep_keeps_its_code_and_its_message() {
        let deep = format!("{}{}", "[".repeat(9_000), "]".repeat(9_000));
        let error = read(&format!(r#"{{"code":-32000,"message":"no such row","data":{deep}}}"#));
        assert_eq!((error.code, error.message.as_str()), (Some(-32000), "no such row"));
        let data = error.data.unwrap();
        let data = data.as_str().unwrap();
        assert!(data.starts_with("(it is nested deeper than 128) [[["), "{data}");
        assert!(data.len() < LONGEST_RAW + 50 && data.ends_with('…'), "{data}");
    }

    #[test]
    fn of_an_error_without_a_message_no_more_is_shown_than_can_be_read() {
        let deep = format!("{}{}", "[".repeat(9_000), "]".repeat(9_000));
        for raw in [deep.clone(), format!("[{}]", vec!["1"; 9_000].join(",")), deep] {
            let error = read(&raw);
            assert_eq!((error.code, error.message.len()), (None, LONGEST_RAW), "{error}");
        }
        let long = read(&format!(r#"{{"code":1,"message":"{}"}}"#, "x".repeat(100_000)));
        assert_eq!(long.message.len(), LONGEST_MESSAGE);
        let deep = format!(r#"{{"message":{}{}}}"#, "[".repeat(9_000), "]".repeat(9_000));
        assert!(read(&deep).message.len() < LONGEST_RAW + 50);
    }

    #[test]
    fn a_limit_that_is_passed_is_told_from_the_other() {
        let limit = Duration::from_secs(600);
        let said = |passed| Error::CallTimedOut { limit, passed }.to_string();
        assert_eq!(said(Passed::Silence), "no reply within 10 minutes");
        assert!(said(Passed::Whole).starts_with("no result within 10 minutes, which is the most"));
    }

    #[test]
    fn what_was_never_sent_says_so_and_how_the_server_ended() {
        let ended = Error::Ended { how: "exit status 3".to_owned() }.before_sending();
        assert_eq!(
            ended.to_string(),
            "the server takes no requests any more (exit status 3), so the request was not sent and \
             nothing was carried out"
        );
        assert!(matches!(ended.after_sending(), Error::Ended { how } if how == "exit status 3"));
        assert!(matches!(Error::Closed.before_sending(), Error::NotSent { how: None }));
        assert!(matches!(Error::NeedsTask.before_sending(), Error::NeedsTask));
    }
}
