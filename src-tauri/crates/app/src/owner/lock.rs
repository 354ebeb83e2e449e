//! The lock of a data folder. It is held by the process, so a crash cannot leave it behind.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{Read as _, Seek as _, Write as _},
    path::{Path, PathBuf},
    time::Duration,
};

use tokio::time::{Instant, sleep};

use crate::{
    owner::folder::{make_folder, unusable},
    wire::failure::{Code, Failure},
};

/// A folder whose owner is just leaving is free within this while.
const LEAVING: Duration = Duration::from_secs(1);
const BETWEEN_TRIES: Duration = Duration::from_millis(50);

/// Held as long as the folder is ours.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
    /// Where terminals find us.
    pub(crate) socket: PathBuf,
}

impl Drop for Lock {
    fn drop(&mut self) {
        // The file stays: removing it would let two processes lock two files of one name.
        fs::remove_file(&self.socket).ok();
    }
}

/// Becomes the owner of a data folder, making it if it is not there.
///
/// # Errors
/// `Storage` when the folder cannot be used, `Owned` when it has an owner that does not leave.
pub(crate) async fn take(data_dir: &Path) -> Result<Lock, Failure> {
    make_folder(data_dir)?;
    let path = data_dir.join("owner.lock");
    let mut file = open(&path).map_err(|error| unusable(data_dir, &error))?;
    let until = Instant::now() + LEAVING;
    loop {
        match file.try_lock() {
            Ok(()) => break,
            Err(TryLockError::WouldBlock) if Instant::now() < until => sleep(BETWEEN_TRIES).await,
            Err(TryLockError::WouldBlock) => return Err(owned(data_dir, &mut file)),
            Err(TryLockError::Error(error)) => return Err(unusable(data_dir, &error)),
        }
    }
    let pid = std::process::id().to_string();
    file.set_len(0)
        .and_then(|()| file.rewind())
        .and_then(|()| file.write_all(pid.as_bytes()))
        .map_err(|error| unusable(data_dir, &error))?;
    Ok(Lock { _file: file, socket: socket_of(data_dir) })
}

fn open(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn owned(data_dir: &Path, file: &mut File) -> Failure {
    let mut pid = String::new();
    file.read_to_string(&mut pid).ok();
    let process = if pid.is_empty() { String::new() } else { format!(" (process {pid})") };
    let message = format!("another Steward{process} uses the data folder `{}`", data_dir.display());
    Failure::new(Code::Owned, message)
        .hint("Use that one, or close it and start again. Another folder: --data-dir DIR.")
}

/// Where the owner of a data folder listens. A socket's path may be about 100 bytes long; for a
/// longer one a folder of this person's own below the temporary folder takes its place.
pub(crate) fn socket_of(data_dir: &Path) -> PathBuf {
    let path = data_dir.join("owner.sock");
    if path.as_os_str().len() <= 100 {
        return path;
    }
    use sha2::{Digest as _, Sha256};
    let digest = Sha256::digest(path.as_os_str().as_encoded_bytes());
    let short: String = digest.iter().take(8).map(|it| format!("{it:02x}")).collect();
    let runtime = std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
    let folder = runtime.filter(|it| it.is_absolute()).unwrap_or_else(std::env::temp_dir);
    folder.join(format!("steward-{short}")).join("owner.sock")
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
    async fn a_file_in_place_of_the_folder_is_said() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let failure = take(file.path()).await.unwrap_err();
        assert!(failure.message.contains("is not a folder"), "{}", failure.message);
        assert!(failure.hint.is_some());
    }

    #[test]
    fn a_long_path_gets_a_short_socket() {
        let long = PathBuf::from("/").join("x".repeat(200));
        assert!(socket_of(&long).as_os_str().len() < 104);
        assert_eq!(socket_of(Path::new("/short")), Path::new("/short/owner.sock"));
    }
}
