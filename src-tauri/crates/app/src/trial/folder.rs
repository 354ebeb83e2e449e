//! The folder of the small model: whose it is, and what is in it. Only one that bears our mark is ever
//! taken away: a data folder can be a person's own, with a folder of this name in it.

use std::{io, path::Path};

use serde::{Deserialize, Serialize};
use tokio::fs;

use crate::{owner::folder::make_folder, trial::fault::Fault};

/// Written first and taken away last: what lies beside it is ours.
const OURS: &str = "made-by-steward.txt";
const OURS_SAYS: &str = "Steward made this folder. It goes when the small model is removed.\n";
/// Written last: what is there is whole.
const WHOLE: &str = "installed.json";

#[derive(Debug, Serialize, Deserialize)]
struct Mark {
    requirements: String,
    bytes: u64,
}

/// What is at its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    /// Nothing, or an empty folder.
    Nothing,
    /// Something that we did not make.
    Foreign,
    /// What an installation of ours left that did not come to its end.
    Part,
    /// An installation of ours, which may be an older version's, of so many bytes.
    Whole(u64),
}

/// Looks at what is there.
///
/// # Errors
/// `Io` where that cannot be told: nothing may be done to it then.
pub(super) async fn look(dir: &Path) -> Result<Found, Fault> {
    let Some(there) = had(fs::symlink_metadata(dir).await)? else { return Ok(Found::Nothing) };
    if !there.is_dir() {
        return Ok(Found::Foreign);
    }
    let ours = had(fs::symlink_metadata(dir.join(OURS)).await)?.is_some_and(|it| it.is_file());
    let whole = had(fs::read(dir.join(WHOLE)).await)?;
    Ok(match whole.map(|it| serde_json::from_slice::<Mark>(&it)) {
        // Before there was the first mark, there was this one.
        Some(Ok(mark)) => Found::Whole(mark.bytes),
        Some(Err(_)) | None if ours => Found::Part,
        Some(Err(_)) | None if fs::read_dir(dir).await?.next_entry().await?.is_none() => {
            Found::Nothing
        }
        Some(Err(_)) | None => Found::Foreign,
    })
}

/// Makes it, with our mark in it; what is there of ours goes first.
///
/// # Errors
/// `Foreign` where something is there that is not ours, which stays as it is.
pub(super) async fn make(dir: &Path) -> Result<(), Fault> {
    take_away(dir).await?;
    if look(dir).await? != Found::Nothing {
        return Err(Fault::Foreign(dir.to_owned()));
    }
    make_folder(dir).map_err(|failure| Fault::Io(failure.message))?;
    Ok(fs::write(dir.join(OURS), OURS_SAYS).await?)
}

/// Notes that what is there is whole.
pub(super) async fn finish(dir: &Path, requirements: &str, bytes: u64) -> Result<(), Fault> {
    let mark = Mark { requirements: requirements.to_owned(), bytes };
    let mark = serde_json::to_vec(&mark).map_err(|it| Fault::Io(it.to_string()))?;
    Ok(fs::write(dir.join(WHOLE), mark).await?)
}

/// Takes it away if it is ours; anything else stays.
pub(super) async fn take_away(dir: &Path) -> Result<(), Fault> {
    match look(dir).await? {
        Found::Nothing | Found::Foreign => return Ok(()),
        Found::Part => {}
        Found::Whole(_) => {
            // Whatever ends us meanwhile, the rest is known for ours, and for no more than a part.
            fs::write(dir.join(OURS), OURS_SAYS).await?;
            fs::remove_file(dir.join(WHOLE)).await?;
        }
    }
    let mut entries = fs::read_dir(dir).await?;
    while let Some(entry) = entries.next_entry().await? {
        if entry.file_name() == OURS {
            continue;
        }
        if entry.file_type().await?.is_dir() {
            had(fs::remove_dir_all(entry.path()).await)?;
        } else {
            had(fs::remove_file(entry.path()).await)?;
        }
    }
    had(fs::remove_file(dir.join(OURS)).await)?;
    had(fs::remove_dir(dir).await)?;
    Ok(())
}

/// What was read, if it is there.
fn had<T>(read: io::Result<T>) -> io::Result<Option<T>> {
    match read {
        Ok(it) => Ok(Some(it)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use std::{fs as files, path::PathBuf};

    use super::*;

    fn place() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path().join("small-model");
        (folder, dir)
    }

    #[tokio::test]
    async fn a_folder_of_the_persons_own_is_neither_used_nor_taken_away() {
        let (_folder, dir) = place();
        files::create_dir(&dir).unwrap();
        files::write(dir.join("thesis.txt"), "years").unwrap();
        for theirs in [None, Some("{}"), Some("no JSON")] {
            if let Some(it) = theirs {
                files::write(dir.join(WHOLE), it).unwrap();
            }
            assert_eq!(look(&dir).await, Ok(Found::Foreign));
            assert_eq!(make(&dir).await, Err(Fault::Foreign(dir.clone())));
            take_away(&dir).await.unwrap();
            assert_eq!(files::read_to_string(dir.join("thesis.txt")).unwrap(), "years");
        }
    }

    #[tokio::test]
    async fn a_file_or_a_link_in_its_place_stays() {
        let (folder, dir) = place();
        let theirs = folder.path().join("theirs");
        make(&theirs).await.unwrap();
        std::os::unix::fs::symlink(&theirs, &dir).unwrap();
        assert_eq!(make(&dir).await, Err(Fault::Foreign(dir.clone())));
        assert!(theirs.join(OURS).exists());
        files::remove_file(&dir).unwrap();
        files::write(&dir, "mine").unwrap();
        assert_eq!(make(&dir).await, Err(Fault::Foreign(dir.clone())));
        assert_eq!(files::read_to_string(&dir).unwrap(), "mine");
    }

    #[tokio::test]
    async fn what_cannot_be_read_is_not_taken_away() {
        let (_folder, dir) = place();
        make(&dir).await.unwrap();
        files::write(dir.join("big"), "bytes").unwrap();
        // Whoever reads a folder as a file fails, whatever they may.
        files::create_dir(dir.join(WHOLE)).unwrap();
        assert!(matches!(look(&dir).await, Err(Fault::Io(_))));
        assert!(matches!(take_away(&dir).await, Err(Fault::Io(_))));
        assert!(matches!(make(&dir).await, Err(Fault::Io(_))));
        assert!(dir.join("big").exists());
    }

    #[tokio::test]
    async fn what_is_ours_is_known_and_goes_whole_or_not() {
        let (_folder, dir) = place();
        for whole in [false, true] {
            make(&dir).await.unwrap();
            files::create_dir(dir.join("venv")).unwrap();
            files::write(dir.join("venv/big"), "bytes").unwrap();
            assert_eq!(look(&dir).await, Ok(Found::Part));
            if whole {
                finish(&dir, "pins", 12).await.unwrap();
                assert_eq!(look(&dir).await, Ok(Found::Whole(12)));
            }
            take_away(&dir).await.unwrap();
            assert!(!dir.exists());
        }
    }

    /// What an installation wrote before there was a mark at its beginning.
    #[tokio::test]
    async fn an_installation_of_ours_without_the_first_mark_is_known_and_can_be_removed() {
        let (_folder, dir) = place();
        files::create_dir(&dir).unwrap();
        files::write(dir.join(WHOLE), r#"{"requirements":"older","bytes":12}"#).unwrap();
        assert_eq!(look(&dir).await, Ok(Found::Whole(12)));
        take_away(&dir).await.unwrap();
        assert!(!dir.exists());
    }

    #[tokio::test]
    async fn an_empty_folder_can_be_used() {
        let (_folder, dir) = place();
        files::create_dir(&dir).unwrap();
        make(&dir).await.unwrap();
        assert_eq!(look(&dir).await, Ok(Found::Part));
    }
}
