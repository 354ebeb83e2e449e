//! The files of the media folder as such: how one is written whole, and which go when room is needed.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write as _},
    path::{Path, PathBuf},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use stdx::clock::Millis;

/// The ending of a file that is being written.
const UNFINISHED: &str = "part";

/// How much is in the folder.
#[derive(Debug)]
pub(super) struct Folder {
    bytes: u64,
}

impl Folder {
    /// Counts what is there. What was never finished goes.
    pub(super) fn look(path: &Path) -> Self {
        for unfinished in files(path).filter(|it| is_unfinished(&it.path)) {
            // One that stays is tried again by the next run.
            fs::remove_file(unfinished.path).ok();
        }
        Self { bytes: files(path).map(|it| it.size).sum() }
    }

    /// Lets the longest unused go until `size` more bytes fit under `most`.
    pub(super) fn make_room(&mut self, path: &Path, size: u64, most: u64) {
        if self.bytes.saturating_add(size) <= most {
            return;
        }
        let mut all: Vec<_> = files(path).collect();
        all.sort_by_key(|it| it.used);
        // Counted anew: somebody may have tidied up by hand.
        self.bytes = all.iter().map(|it| it.size).sum();
        for file in all {
            if self.bytes.saturating_add(size) <= most {
                return;
            }
            if fs::remove_file(&file.path).is_ok() {
                self.bytes = self.bytes.saturating_sub(file.size);
            }
        }
    }

    /// Writes a file so that it is there whole or not at all, and its owner's alone.
    pub(super) fn write(&mut self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let unfinished = path.with_extension(UNFINISHED);
        let written = write(&unfinished, bytes).and_then(|()| fs::rename(&unfinished, path));
        if written.is_err() {
            fs::remove_file(&unfinished).ok();
        } else {
            self.bytes = self.bytes.saturating_add(bytes.len() as u64);
        }
        written
    }
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Notes that a file was used now. A disk that cannot note it loses nothing but the order.
pub(super) fn used(path: &Path, now: Millis) {
    let now = UNIX_EPOCH + Duration::from_millis(u64::try_from(now.0).unwrap_or_default());
    if let Ok(file) = File::options().append(true).open(path) {
        file.set_modified(now).ok();
    }
}

struct Found {
    path: PathBuf,
    size: u64,
    used: SystemTime,
}

/// The files of the folder; what is a link or a folder is none of ours.
fn files(path: &Path) -> impl Iterator<Item = Found> {
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    entries.filter_map(|entry| {
        let found = entry.metadata().ok().filter(fs::Metadata::is_file)?;
        let used = found.modified().unwrap_or(UNIX_EPOCH);
        Some(Found { path: entry.path(), size: found.len(), used })
    })
}

fn is_unfinished(path: &Path) -> bool {
    path.extension().is_some_and(|it| it == UNFINISHED)
}
