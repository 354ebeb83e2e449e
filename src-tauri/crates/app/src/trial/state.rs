//! How the small model stands, as it is told.

use crate::trial::fault::Fault;

/// How it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum State {
    /// It is not here.
    Absent,
    /// A place for it is made.
    Preparing,
    /// So many bytes of it are here.
    Fetching(u64),
    /// All of it is here, and is unpacked.
    Unpacking,
    /// It could not be installed.
    Failed(Fault),
    /// It is here, and takes so many bytes.
    Here(u64),
}
