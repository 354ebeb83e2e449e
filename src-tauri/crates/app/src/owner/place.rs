//! Where an owner listens: in the data folder, or, when its path is too long for a socket, in a
//! new folder of ours below one of those for passing things. Its name cannot be guessed.

use std::{
    fs, io,
    os::unix::fs::DirBuilderExt as _,
    path::{Path, PathBuf},
};

use uuid::Uuid;

use crate::{
    owner::folder::{is_private, unusable},
    wire::failure::Failure,
};

/// The longest path that fits into a socket's address on every system, in bytes.
const LONGEST: usize = 100;

/// Dropping it removes the socket, and the folder if that was made for it.
#[derive(Debug)]
pub(super) struct Place {
    socket: PathBuf,
    made: Option<PathBuf>,
}

impl Place {
    /// The place for a data folder; the first of the `passing` folders that will do is used.
    ///
    /// # Errors
    /// `Storage` when there is none.
    pub(super) fn find(data_dir: &Path, passing: &[PathBuf]) -> Result<Self, Failure> {
        let socket = data_dir.join("owner.sock");
        if fits(&socket) {
            return Ok(Self { socket, made: None });
        }
        let mut problem = io::Error::other("its path is too long for a socket");
        for parent in passing {
            let name = format!("steward-{:.12}", Uuid::new_v4().simple().to_string());
            let folder = parent.join(name);
            let socket = folder.join("owner.sock");
            if !fits(&socket) {
                continue;
            }
            match fs::DirBuilder::new().mode(0o700).create(&folder) {
                Ok(()) if is_private(&folder) => {
                    return Ok(Self { socket, made: Some(folder) });
                }
                Ok(()) => {}
                Err(error) => problem = error,
            }
        }
        Err(unusable(data_dir, &problem))
    }

    pub(super) fn socket(&self) -> &Path {
        &self.socket
    }

    /// Removes what an owner left that was killed.
    pub(super) fn clear(socket: &Path) {
        fs::remove_file(socket).ok();
        let folder = socket.parent().filter(|it| is_private(it));
        let made = folder.filter(|it| {
            it.file_name().is_some_and(|it| it.as_encoded_bytes().starts_with(b"steward-"))
        });
        // A folder that holds anything else stays.
        made.map(fs::remove_dir);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        fs::remove_file(&self.socket).ok();
        self.made.as_ref().map(fs::remove_dir);
    }
}

fn fits(socket: &Path) -> bool {
    socket.as_os_str().len() <= LONGEST
}

#[cfg(test)]
mod tests {
    use super::*;

    fn long() -> PathBuf {
        PathBuf::from("/").join("x".repeat(200))
    }

    #[test]
    fn a_short_path_keeps_its_socket_in_the_folder() {
        let place = Place::find(Path::new("/short"), &[]).unwrap();
        assert_eq!(place.socket(), Path::new("/short/owner.sock"));
    }

    #[test]
    fn a_long_path_gets_a_new_folder_that_is_ours_alone() {
        let passing = tempfile::tempdir().unwrap();
        let below = [PathBuf::from("/no/such/folder"), passing.path().to_owned()];
        let first = Place::find(&long(), &below).unwrap();
        let second = Place::find(&long(), &below).unwrap();
        assert!(is_private(first.socket().parent().unwrap()));
        assert_ne!(first.socket(), second.socket(), "its name cannot be guessed");
        drop((first, second));
        assert_eq!(fs::read_dir(passing.path()).unwrap().count(), 0, "nothing is left");
    }

    #[test]
    fn what_a_killed_owner_left_is_cleared_and_nothing_else() {
        let passing = tempfile::tempdir().unwrap();
        let place = Place::find(&long(), &[passing.path().to_owned()]).unwrap();
        fs::write(place.socket(), "").unwrap();
        Place::clear(place.socket());
        assert_eq!(fs::read_dir(passing.path()).unwrap().count(), 0);

        let other = passing.path().join("steward-mine");
        fs::create_dir(&other).unwrap();
        fs::write(other.join("kept"), "").unwrap();
        Place::clear(&other.join("owner.sock"));
        assert!(other.join("kept").exists());
    }

    #[test]
    fn no_folder_that_will_do_is_said() {
        let failure = Place::find(&long(), &[long()]).unwrap_err();
        assert!(failure.message.contains("too long for a socket"), "{}", failure.message);
    }
}
