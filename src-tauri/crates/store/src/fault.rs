//! What SQLite and the file system say, put into the words of [`Error`].

use std::{io, path::Path};

use rusqlite::ErrorCode;

use crate::error::Error;

/// What a closure on the connection fails with, before the file's path is added to it.
#[derive(Debug)]
pub(crate) enum Fault {
    Sqlite(rusqlite::Error),
    Known(Error),
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self::Known(error)
    }
}

impl From<serde_json::Error> for Fault {
    fn from(error: serde_json::Error) -> Self {
        Self::Known(Error::Internal(error.into()))
    }
}

impl Fault {
    /// The same in words, about the database at `path`.
    pub(crate) fn at(self, path: &Path) -> Error {
        match self {
            Self::Known(error) => error,
            Self::Sqlite(error) => sqlite(error, path),
        }
    }
}

/// Codes that SQLite gives in the second byte, where the first tells too little.
const IOERR_SHMSIZE: i32 = 10 | (19 << 8);

// SQLite has thirty codes; those that call for different words are picked out.
#[expect(clippy::wildcard_enum_match_arm, reason = "all other codes are our fault")]
fn sqlite(error: rusqlite::Error, path: &Path) -> Error {
    let path = path.to_owned();
    let rusqlite::Error::SqliteFailure(failure, text) = &error else {
        return Error::Internal(error.into());
    };
    let detail = || text.clone().unwrap_or_else(|| failure.to_string());
    match failure.code {
        ErrorCode::CannotOpen | ErrorCode::PermissionDenied => {
            Error::CannotOpen { path, source: error.into() }
        }
        ErrorCode::ReadOnly => Error::ReadOnly { path },
        ErrorCode::DiskFull => Error::Full { path },
        // The shared-memory file beside the database could not grow.
        ErrorCode::SystemIoFailure if failure.extended_code == IOERR_SHMSIZE => {
            Error::Full { path }
        }
        ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase => {
            Error::Damaged { path, detail: detail() }
        }
        ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => Error::Busy { path },
        ErrorCode::ConstraintViolation => Error::Refused { rule: detail() },
        _ => Error::Internal(error.into()),
    }
}

/// What a failed creation of the file means.
#[expect(clippy::wildcard_enum_match_arm, reason = "all other kinds get the same words")]
pub(crate) fn creation(source: io::Error, path: &Path) -> Error {
    let path = path.to_owned();
    match source.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            Error::ReadOnly { path }
        }
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Error::Full { path },
        _ => Error::CannotOpen { path, source: source.into() },
    }
}
