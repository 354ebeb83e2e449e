//! Folders that are their owner's alone.

use std::{
    fs, io,
    os::unix::fs::{DirBuilderExt as _, MetadataExt as _, PermissionsExt as _},
    path::{Path, PathBuf},
};

use crate::wire::failure::{Code, Failure};

/// Makes a data folder usable and gives its one name, whatever way it was spelled. A folder that
/// is ours and holds nothing else is closed to others; any other stays as it is, and only what we
/// make in it is ours alone.
///
/// # Errors
/// `Storage`, naming the folder and the cause.
pub(crate) fn settle(path: &Path) -> Result<PathBuf, Failure> {
    make_folder(path)?;
    let one = fs::canonicalize(path).map_err(|error| unusable(path, &error))?;
    if is_for_us(&one).map_err(|error| unusable(&one, &error))? {
        close_to_others(&one);
    }
    Ok(one)
}

/// Makes a folder, mode 0700, with all above it; one that is there stays as it is.
///
/// # Errors
/// `Storage`, naming the folder and the cause.
pub(crate) fn make_folder(path: &Path) -> Result<(), Failure> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true).mode(0o700);
    builder.create(path).map_err(|error| unusable(path, &error))
}

/// Closes a folder to others if it is ours.
pub(crate) fn close_to_others(path: &Path) {
    let Ok(found) = fs::symlink_metadata(path) else { return };
    if found.is_dir() && is_ours(&found) && found.mode() & 0o077 != 0 {
        // On a disk that takes no writes, the next write says so.
        fs::set_permissions(path, fs::Permissions::from_mode(0o700)).ok();
    }
}

/// Whether a folder is a real one, ours, and closed to all others.
pub(super) fn is_private(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|it| it.is_dir() && is_ours(&it) && it.mode() & 0o077 == 0)
}

/// Whether the folder is empty, or a Steward's already.
fn is_for_us(path: &Path) -> io::Result<bool> {
    let is_file = |name: &str| path.join(name).is_file();
    Ok(is_file("owner.lock") || is_file("steward.db") || fs::read_dir(path)?.next().is_none())
}

fn is_ours(found: &fs::Metadata) -> bool {
    found.uid() == rustix::process::geteuid().as_raw()
}

/// What a person is told of a folder that cannot be used.
pub(crate) fn unusable(path: &Path, error: &io::Error) -> Failure {
    let shown = path.display();
    #[expect(clippy::wildcard_enum_match_arm, reason = "the rest is named by the system's words")]
    let (message, hint) = match error.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => (
            format!("the data folder `{shown}` cannot be written"),
            "Make it yours and writable, or start with another folder: `--data-dir DIR`.",
        ),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => (
            format!("the disk of the data folder `{shown}` is full"),
            "Make room, then start again. Nothing older was lost.",
        ),
        io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => (
            format!("the data folder `{shown}` is not a folder"),
            "Move the file away, or start with another folder: `--data-dir DIR`.",
        ),
        _ => (
            format!("the data folder `{shown}` cannot be used: {error}"),
            "Start with another folder: `--data-dir DIR`.",
        ),
    };
    Failure::new(Code::Storage, message).hint(hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode_of(path: &Path) -> u32 {
        fs::metadata(path).unwrap().mode() & 0o777
    }

    fn open_folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        folder
    }

    #[test]
    fn an_empty_folder_and_a_stewards_own_are_closed_to_others() {
        let empty = open_folder();
        settle(empty.path()).unwrap();
        assert_eq!(mode_of(empty.path()), 0o700);
        let used = open_folder();
        fs::write(used.path().join("steward.db"), "").unwrap();
        settle(used.path()).unwrap();
        assert_eq!(mode_of(used.path()), 0o700);
    }

    #[test]
    fn a_folder_with_other_things_in_it_stays_as_it_is() {
        let shared = open_folder();
        fs::write(shared.path().join("holiday.jpg"), "").unwrap();
        settle(shared.path()).unwrap();
        assert_eq!(mode_of(shared.path()), 0o755);
    }

    #[test]
    fn however_it_is_spelled_a_folder_has_one_name() {
        let folder = tempfile::tempdir().unwrap();
        let real = folder.path().join("real");
        let one = settle(&real).unwrap();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&real, &link).unwrap();
        assert_eq!(settle(&link).unwrap(), one);
        assert_eq!(settle(&folder.path().join("link/../real")).unwrap(), one);
    }

    #[test]
    fn a_link_or_an_open_folder_is_not_private() {
        let open = open_folder();
        assert!(!is_private(open.path()));
        close_to_others(open.path());
        assert!(is_private(open.path()));
        let link = open.path().join("link");
        std::os::unix::fs::symlink(open.path(), &link).unwrap();
        assert!(!is_private(&link));
    }

    #[test]
    fn each_fault_has_its_sentence_and_something_to_do() {
        let told = |kind| unusable(Path::new("/x"), &io::Error::from(kind));
        let cases = [
            (io::ErrorKind::ReadOnlyFilesystem, "cannot be written"),
            (io::ErrorKind::PermissionDenied, "cannot be written"),
            (io::ErrorKind::StorageFull, "is full"),
            (io::ErrorKind::NotADirectory, "is not a folder"),
            (io::ErrorKind::TimedOut, "cannot be used: timed out"),
        ];
        for (kind, words) in cases {
            let failure = told(kind);
            assert!(failure.message.contains(words), "{}", failure.message);
            assert_eq!(failure.code, Code::Storage);
            assert!(failure.hint.is_some());
        }
    }
}
