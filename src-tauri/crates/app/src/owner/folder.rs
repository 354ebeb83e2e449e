//! Folders that are their owner's alone.

use std::{fs, io, path::Path};

use crate::wire::failure::{Code, Failure};

/// Makes a folder, mode 0700, with all above it.
///
/// # Errors
/// `Storage`, naming the folder and the cause.
pub(crate) fn make_folder(path: &Path) -> Result<(), Failure> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path).map_err(|error| unusable(path, &error))
}

/// What a person is told of a folder that cannot be used.
pub(crate) fn unusable(path: &Path, error: &io::Error) -> Failure {
    let shown = path.display();
    #[expect(clippy::wildcard_enum_match_arm, reason = "the rest is named by the system's words")]
    let (message, hint) = match error.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => (
            format!("the data folder `{shown}` cannot be written"),
            "Make it yours and writable, or start with another folder: --data-dir DIR.",
        ),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => (
            format!("the disk of the data folder `{shown}` is full"),
            "Make room, then start again. Nothing older was lost.",
        ),
        io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => (
            format!("the data folder `{shown}` is not a folder"),
            "Move the file away, or start with another folder: --data-dir DIR.",
        ),
        _ => (
            format!("the data folder `{shown}` cannot be used: {error}"),
            "Start with another folder: --data-dir DIR.",
        ),
    };
    Failure::new(Code::Storage, message).hint(hint)
}
