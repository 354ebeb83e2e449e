//! Files of the media folder, as the page and a terminal are told of them.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A file that holds bytes or a long text of a result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FileView {
    /// The hash of its content, by which `read_media` knows it.
    pub name: String,
    /// Its kind, such as `image/png`.
    pub mime: String,
    /// How many bytes it has.
    #[ts(type = "number")]
    pub size: u64,
    /// How wide it is, where it is a picture of which that is known.
    pub width: Option<u32>,
    /// How high it is.
    pub height: Option<u32>,
    /// Where it is, for people.
    pub path: String,
}

/// Asks for the bytes of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ReadMedia {
    /// Its hash, and nothing else: no ending, no path.
    pub name: String,
    /// Its kind, as the result has it that is looked at; without one, as it came first.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub mime: Option<String>,
}

/// The bytes of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct MediaBytes {
    /// Their kind.
    pub mime: String,
    /// Base64.
    pub data: String,
}
