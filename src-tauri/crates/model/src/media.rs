//! Something that a server sent as bytes, and the file in which it is kept.

use std::path::PathBuf;

/// Bytes of a kind, as a server sent them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Media {
    /// Its kind by the server's account, such as `image/png`; empty where it gave none.
    pub mime: String,
    /// Base64, as the server sent it.
    pub data: String,
    /// The file that holds the bytes, or why there is none (HOST-30).
    pub file: Result<Kept, Unkept>,
}

/// Why bytes are in no file, in words for people.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unkept(pub String);

impl Media {
    /// Bytes that nobody has kept yet.
    pub fn sent(mime: String, data: String) -> Self {
        Self { mime, data, file: Err(Unkept("nobody has kept it".to_owned())) }
    }
}

/// A file of the media folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// The hash of its content, by which it is asked for; never a path.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
    /// What it is: by its content where that says it, else as the server says.
    pub mime: String,
    /// How many bytes it has.
    pub size: u64,
    /// Width and height, where it is a picture whose head tells them.
    pub picture: Option<(u32, u32)>,
}
