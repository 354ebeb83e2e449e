//! Why a text could not be read. No text of a person stands in an error, for it may hold
//! secrets: only names of servers and fields, and places.

/// Why a text gave no draft.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There was nothing but white space.
    #[error("the text is empty")]
    Empty,
    /// The text is over [`MOST_BYTES`](crate::MOST_BYTES).
    #[error("the text is longer than 1 MiB")]
    TooLong,
    /// The JSON is broken.
    #[error("line {line}, column {column}: {what}")]
    Syntax {
        /// Counted from 1.
        line: usize,
        /// In characters, counted from 1.
        column: usize,
        /// What is wrong there.
        what: String,
    },
    /// The JSON is a list, a text or a number.
    #[error("the JSON is not an object; servers stand in one, as `{{\"mcpServers\": {{…}}}}`")]
    NotAnObject,
    /// The JSON is an object, and no server is in it.
    #[error("there is no server in it; one has a `command` or a `url`")]
    NoServer,
    /// A server's entry cannot be used (HOST-2).
    #[error("{}`{field}` {what}", of(server))]
    Field {
        /// The name of the server; empty if it has none.
        server: String,
        /// The field to mend.
        field: String,
        /// What is wrong with it.
        what: String,
    },
    /// A command line cannot be used.
    #[error("the command line {0}")]
    Line(String),
    /// A secret could not be kept; those of the same text that were kept already are removed.
    #[error("cannot keep `{field}` of `{server}`")]
    Keychain {
        /// The server it is of.
        server: String,
        /// The variable, header or flag.
        field: String,
        /// What the keychain said.
        source: vault::Error,
    },
}

fn of(server: &str) -> String {
    if server.is_empty() { String::new() } else { format!("`{server}`: ") }
}

/// A name out of a stranger's text, fit to stand in a message.
pub(crate) fn shown(name: &str) -> String {
    stdx::text::visible(&stdx::text::clip(name, 60))
}
