//! What can go wrong on the wire, told apart so that a caller can act on it; it knows no caller.

use std::{io, time::Duration};

use serde_json::{Value, value::RawValue};
use stdx::text::clip;

use crate::{exit::Exit, http::fault::HttpError, mend, unserved};

/// The longest error text that is kept, in bytes.
const LONGEST_ERROR: usize = 64 << 10;

/// Why a connection was not made, or a call gave no result.
///
/// After [`Error::CallTimedOut`], [`Error::Ended`], [`Error::Closed`] and [`Error::TooLarge`] the
/// call may have been carried out all the same: nobody knows. [`HttpError::may_have_run`] tells for
/// [`Error::Http`].
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
    #[error("no reply within {limit:?}")]
    CallTimedOut {
        /// The limit that was passed: the time without a sign of life, or the cap on the whole.
        limit: Duration,
    },
    /// The reply is larger than a line may be.
    #[error("the reply is larger than the limit of {limit} bytes")]
    TooLarge {
        /// The limit on one line, in bytes.
        limit: usize,
    },
    /// The server ended while the call ran, or had ended before.
    #[error("the server ended ({how}), and the outcome of the call is unknown")]
    Ended {
        /// How it ended, in words.
        how: String,
    },
    /// There was no reply, for a reason that only HTTP has.
    #[error(transparent)]
    Http(#[from] HttpError),
    /// The connection was closed from this side while the call ran, or before.
    #[error("the connection was closed, and the outcome of the call is unknown")]
    Closed,
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
            Ok(Value::String(text)) => return Self::bare(&text),
            Ok(_) | Err(_) => return Self::bare(raw.get()),
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
        Self { code, message: clip(&message, LONGEST_ERROR), data }
    }

    fn bare(message: &str) -> Self {
        Self { code: None, message: clip(message, LONGEST_ERROR), data: None }
    }
}
