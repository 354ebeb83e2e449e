//! What can go wrong with kept rows, told apart and in words; it does not know which row was asked for.

use std::{fmt, path::PathBuf};

use model::{
    chat::{card::CallId, id::ConversationId, message::MessageId},
    name::ServerName,
    provider::ProviderId,
};

/// A cause from below; its type is no concern of ours.
pub type Cause = Box<dyn std::error::Error + Send + Sync>;

/// Why rows could not be read or kept.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no usable file at this place.
    #[error("cannot open the database `{}`", path.display())]
    CannotOpen {
        /// The database file.
        path: PathBuf,
        /// What the machine said.
        source: Cause,
    },
    /// The file, its folder or its disk takes no writes.
    #[error("cannot write the database `{}`: it or its folder is read-only", path.display())]
    ReadOnly {
        /// The database file.
        path: PathBuf,
    },
    /// There is no room left.
    #[error("cannot write the database `{}`: the disk is full", path.display())]
    Full {
        /// The database file.
        path: PathBuf,
    },
    /// A later version made the file; it was left as it was.
    #[error(
        "the database `{}` was written by a newer Steward (schema {found}, this one knows {known})",
        path.display()
    )]
    Newer {
        /// The database file.
        path: PathBuf,
        /// The file's schema number.
        found: i64,
        /// The highest schema number this version knows.
        known: i64,
    },
    /// It is a database, and none of ours; it was left as it was.
    #[error("the database `{}` is not Steward's: another program made it", path.display())]
    Foreign {
        /// The database file.
        path: PathBuf,
    },
    /// The file is no database, or parts of it contradict each other.
    #[error("the database `{}` is damaged: {detail}", path.display())]
    Damaged {
        /// The database file.
        path: PathBuf,
        /// The first contradiction found.
        detail: String,
    },
    /// Another program holds the file for longer than we wait.
    #[error("the database `{}` is busy: another program is writing to it", path.display())]
    Busy {
        /// The database file.
        path: PathBuf,
    },
    /// The name belongs to another row.
    #[error("a server named `{0}` is registered already")]
    NameTaken(ServerName),
    /// There is no such row.
    #[error("no server is named `{0}`")]
    UnknownServer(ServerName),
    /// There is no such row.
    #[error("there is no {0}")]
    Missing(Named),
    /// A message belongs to another conversation than was said.
    #[error("message `{}` is not in the conversation `{conversation}`", message.0)]
    Elsewhere {
        /// The message.
        message: MessageId,
        /// The conversation that it is not in.
        conversation: ConversationId,
    },
    /// A call of this name is there already.
    #[error("a call named `{0}` is there already")]
    CallTaken(CallId),
    /// The call came to its end before, and stays as it is.
    #[error("the call `{call}` is over: it is {state}")]
    CallIsOver {
        /// The call.
        call: CallId,
        /// How it stands, as the row has it.
        state: String,
    },
    /// The name belongs to another provider.
    #[error("a provider named `{0}` is there already")]
    ProviderTaken(String),
    /// A row holds something this version does not understand.
    #[error("cannot read `{column}` of row `{row}` in table `{table}`: {reason}")]
    Unreadable {
        /// The table.
        table: &'static str,
        /// The row's key.
        row: String,
        /// The column.
        column: &'static str,
        /// What is wrong with its content.
        reason: String,
    },
    /// A row broke a rule of the schema, and was not kept.
    #[error("the database refused a row: {rule}")]
    Refused {
        /// The rule, as SQLite names it.
        rule: String,
    },
    /// It was closed before.
    #[error("the database is closed")]
    Closed,
    /// The fault is ours.
    #[error("the database failed")]
    Internal(#[source] Cause),
}

/// What a row of the chat is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Named {
    /// A conversation.
    Conversation(ConversationId),
    /// A message.
    Message(MessageId),
    /// A call.
    Call(CallId),
    /// A provider.
    Provider(ProviderId),
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Conversation(id) => write!(f, "conversation `{id}`"),
            Self::Message(id) => write!(f, "message `{}`", id.0),
            Self::Call(id) => write!(f, "call `{id}`"),
            Self::Provider(id) => write!(f, "provider `{}`", id.0),
        }
    }
}

impl Error {
    /// What a person can do about it.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            Self::CannotOpen { .. } => {
                Some("check that the data folder exists and belongs to you, or choose another")
            }
            Self::ReadOnly { .. } => {
                Some("make the data folder writable, or choose another; nothing was changed")
            }
            Self::Full { .. } => Some("free some disk space, then try again; nothing was lost"),
            Self::Newer { .. } => {
                Some("install the newer Steward again; the file was left as it is")
            }
            Self::Foreign { .. } => {
                Some("choose another data folder, or move the file away; it was left as it is")
            }
            Self::Damaged { .. } => {
                Some("restore the file from a backup, or move it away to start afresh")
            }
            Self::Busy { .. } => {
                Some("close the other program that uses this file, then try again")
            }
            Self::NameTaken(_) => Some("choose another name, or change the registered server"),
            Self::Unreadable { .. } => Some("a newer Steward may understand it"),
            Self::ProviderTaken(_) => Some("choose another name, or change the one that has it"),
            Self::UnknownServer(_)
            | Self::Missing(_)
            | Self::Elsewhere { .. }
            | Self::CallTaken(_)
            | Self::CallIsOver { .. }
            | Self::Refused { .. }
            | Self::Closed
            | Self::Internal(_) => None,
        }
    }
}
