//! The lock of a data folder. It is held by the process, so a crash cannot leave it behind; in the
//! file stand the owner's process and, while it takes guests, the way to its socket.

use std::{
    ffi::OsStr,
    fs::{self, File, OpenOptions, TryLockError},
    io,
    os::unix::{
        ffi::OsStrExt as _,
        fs::{FileExt as _, OpenOptionsExt as _},
    },
    path::{Path, PathBuf},
    time::Duration,
};

use tokio::time::{Instant, sleep};

use crate::{
    owner::{
        folder::{settle, unusable},
        place::Place,
    },
    paths,
    wire::failure::{Code, Failure},
};

/// A folder whose owner is just leaving is free within this while.
const LEAVING: Duration = Duration::from_secs(1);
const BETWEEN_TRIES: Duration = Duration::from_millis(50);

/// Held as long as the folder is ours.
#[derive(Debug)]
pub(crate) struct Lock {
    file: File,
    data_dir: PathBuf,
    place: Place,
}

/// What an owner says of itself in the lock's file. The file may be one that a crash left: only
/// the lock says whether there is an owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Note {
    /// Its process.
    pub(crate) pid: String,
    /// Where it listens. `None`: it takes no guests yet, or none any more.
    pub(crate) socket: Option<PathBuf>,
    /// What it finishes for its guests, in words, once it takes none any more.
    pub(crate) finishes: Option<String>,
}

impl Lock {
    /// The folder, by its one name.
    pub(crate) fn data_dir(&self) -> &Path {
        &self.data_dir
    }

    /// Where terminals find us.
    pub(super) fn socket(&self) -> &Path {
        self.place.socket()
    }

    /// Says that we take guests.
    ///
    /// # Errors
    /// As the file system has it.
    pub(super) fn invite(&self) -> io::Result<()> {
        self.write(self.place.socket().as_os_str().as_bytes())
    }

    /// Says that we take none any more, and what we finish for those who are in.
    pub(crate) fn withdraw(&self, finishes: &str) {
        // Whoever comes all the same is turned away at the door.
        self.write(format!("\n{finishes}").as_bytes()).ok();
    }

    /// What is said behind the number of our process: where we listen, which begins no line of its
    /// own, or a line of what we finish.
    fn write(&self, said: &[u8]) -> io::Result<()> {
        let mut text = std::process::id().to_string().into_bytes();
        text.push(b'\n');
        text.extend_from_slice(said);
        self.file.set_len(0)?;
        self.file.write_all_at(&text, 0)
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // The file stays: removing it would let two processes lock two files of one name.
        self.file.set_len(0).ok();
    }
}

/// Becomes the owner of a data folder, making it if it is not there.
///
/// # Errors
/// `Storage` when the folder cannot be used, `Owned` when it has an owner that does not leave.
pub(crate) async fn take(data_dir: &Path) -> Result<Lock, Failure> {
    let data_dir = settle(data_dir)?;
    let file = open(&data_dir).map_err(|error| unusable(&data_dir, &error))?;
    let until = Instant::now() + LEAVING;
    loop {
        match file.try_lock() {
            Ok(()) => break,
            Err(TryLockError::WouldBlock) if Instant::now() < until => sleep(BETWEEN_TRIES).await,
            Err(TryLockError::WouldBlock) => return Err(owned(&data_dir)),
            Err(TryLockError::Error(error)) => return Err(unusable(&data_dir, &error)),
        }
    }
    if let Some(left) = note_of(&data_dir).and_then(|it| it.socket) {
        Place::clear(&left);
    }
    let place = Place::find(&data_dir, &paths::passing())?;
    let lock = Lock { file, data_dir, place };
    lock.write(b"").map_err(|error| unusable(&lock.data_dir, &error))?;
    Ok(lock)
}

/// What the owner of a data folder says, if there is or was one.
pub(crate) fn note_of(data_dir: &Path) -> Option<Note> {
    let text = fs::read(data_dir.join("owner.lock")).ok().filter(|it| !it.is_empty())?;
    let mut parts = text.splitn(2, |it| *it == b'\n');
    let pid = String::from_utf8_lossy(parts.next()?).into_owned();
    let said = parts.next().filter(|it| !it.is_empty());
    let (finishes, socket) = match said.map(|it| (it, it.strip_prefix(b"\n"))) {
        None | Some((_, Some(b""))) => (None, None),
        Some((_, Some(finishes))) => (Some(String::from_utf8_lossy(finishes).into_owned()), None),
        Some((socket, None)) => (None, Some(PathBuf::from(OsStr::from_bytes(socket)))),
    };
    Some(Note { pid, socket, finishes })
}

fn open(data_dir: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false).mode(0o600);
    options.open(data_dir.join("owner.lock"))
}

/// The folder has an owner.
fn owned(data_dir: &Path) -> Failure {
    let pid = note_of(data_dir).map(|it| format!(" (process {})", it.pid));
    let process = pid.unwrap_or_default();
    let message = format!("another Steward{process} uses the data folder `{}`", data_dir.display());
    Failure::new(Code::Owned, message)
        .hint("Use that one, or close it and start again. Another folder: `--data-dir DIR`.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_folder_has_one_owner() {
        let folder = tempfile::tempdir().unwrap();
        let first = take(folder.path()).await.unwrap();
        let second = take(folder.path()).await.unwrap_err();
        assert_eq!(second.code, Code::Owned);
        let pid = std::process::id();
        assert!(second.message.contains(&format!("(process {pid})")), "{}", second.message);
        drop(first);
        take(folder.path()).await.unwrap();
    }

    #[tokio::test]
    async fn an_owner_is_found_by_what_it_wrote_and_not_by_how_the_folder_is_spelled() {
        let folder = tempfile::tempdir().unwrap();
        let lock = take(&folder.path().join("data/../data")).await.unwrap();
        let data_dir = folder.path().canonicalize().unwrap().join("data");
        assert_eq!(lock.data_dir(), data_dir);
        assert_eq!(note_of(&data_dir).unwrap().socket, None, "nobody listens yet");
        lock.invite().unwrap();
        let note = note_of(&data_dir).unwrap();
        let pid = std::process::id().to_string();
        let socket = Some(data_dir.join("owner.sock"));
        assert_eq!(note, Note { pid: pid.clone(), socket, finishes: None });
        lock.withdraw("a call of “ask”");
        let finishes = Some("a call of “ask”".to_owned());
        assert_eq!(note_of(&data_dir).unwrap(), Note { pid: pid.clone(), socket: None, finishes });
        lock.withdraw("");
        assert_eq!(note_of(&data_dir).unwrap(), Note { pid, socket: None, finishes: None });
        drop(lock);
        assert_eq!(note_of(&data_dir), None);
    }

    #[tokio::test]
    async fn a_file_in_place_of_the_folder_is_said_and_stays() {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), "mine").unwrap();
        let failure = take(file.path()).await.unwrap_err();
        assert!(failure.message.contains("is not a folder"), "{}", failure.message);
        assert!(failure.hint.is_some());
        assert_eq!(fs::read_to_string(file.path()).unwrap(), "mine");
    }
}
