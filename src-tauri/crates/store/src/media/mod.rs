//! The media folder: what servers send as bytes, each a file that is named by its content, written
//! whole or not at all. It knows no server and no protocol, and what it gives away is a hash (HOST-32).

mod folder;
mod kind;
mod picture;
#[cfg(test)]
mod tests;

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use model::media::Kept;
use sha2::{Digest as _, Sha256};
use stdx::clock::Clock;

use crate::media::folder::Folder;

/// How much is kept.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// Most bytes of one file.
    pub one: u64,
    /// Most bytes of all files together; the longest unused go first.
    pub all: u64,
    /// Most pixels of a picture: a small file can unfold into more memory than there is.
    pub pixels: u64,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { one: 32 << 20, all: 1 << 30, pixels: 25_000_000 }
    }
}

/// Why bytes were not kept.
#[derive(Debug, thiserror::Error)]
pub enum NotKept {
    /// There are too many of them.
    #[error("it has {size} bytes, and no more than {most} are kept of one piece")]
    TooLarge {
        /// How many there are.
        size: u64,
        /// How many are kept.
        most: u64,
    },
    /// The picture would be too large once it is drawn.
    #[error("the picture is {width} × {height}, more than {most} pixels")]
    TooManyPixels {
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
        /// How many may be drawn.
        most: u64,
    },
    /// The disk took no more.
    #[error("the file cannot be written: {0}")]
    Disk(io::Error),
}

/// A cheap handle on the folder. Its work is that of the disk: not for an async thread.
#[derive(Debug, Clone)]
pub struct MediaFolder(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    path: PathBuf,
    bounds: Bounds,
    clock: Clock,
    folder: Mutex<Folder>,
}

impl MediaFolder {
    /// The folder at `path`, which exists and has one owner: what is half written is left over from
    /// a run that was killed, and goes.
    pub fn open(path: PathBuf, bounds: Bounds, clock: Clock) -> Self {
        let folder = Mutex::new(Folder::look(&path));
        Self(Arc::new(Shared { path, bounds, clock, folder }))
    }

    /// Most bytes of one file.
    pub fn most(&self) -> u64 {
        self.0.bounds.one
    }

    /// Keeps bytes of the kind that their sender says. Those that are there already are kept once.
    ///
    /// # Errors
    /// [`NotKept`]
    pub fn keep(&self, bytes: &[u8], said: &str) -> Result<Kept, NotKept> {
        let Bounds { one, all, pixels } = self.0.bounds;
        let size = bytes.len() as u64;
        if size > one {
            return Err(NotKept::TooLarge { size, most: one });
        }
        let picture = picture::size(bytes);
        if let Some((width, height)) = picture
            && u64::from(width) * u64::from(height) > pixels
        {
            return Err(NotKept::TooManyPixels { width, height, most: pixels });
        }
        let name: String = Sha256::digest(bytes).iter().map(|it| format!("{it:02x}")).collect();
        let now = self.0.clock.now();
        let mut folder = self.folder();
        let found = find(&self.0.path, &name);
        // A disk that failed may have left another length.
        let whole = found.as_ref().is_some_and(|(_, it)| it.len() == size);
        let path = found.map_or_else(
            || self.0.path.join(format!("{name}.{}", kind::ending(bytes, said))),
            |(path, _)| path,
        );
        if !whole {
            folder.make_room(&self.0.path, size, all);
            folder.write(&path, bytes).map_err(NotKept::Disk)?;
        }
        folder::used(&path, now);
        Ok(Kept { name, path, mime: kind::mime(bytes, said), size, picture })
    }

    /// What is kept under a name; `None` for anything that is no name, or the name of nothing. `said`
    /// is the kind by which it was kept for whoever reads: the same bytes may have come from others
    /// under another.
    ///
    /// # Errors
    /// As the disk has it.
    pub fn read(&self, name: &str, said: Option<&str>) -> io::Result<Option<(Kept, Vec<u8>)>> {
        if !is_name(name) {
            return Ok(None);
        }
        // Nothing is thrown out while it is read.
        let _folder = self.folder();
        let Some((path, _)) = find(&self.0.path, name) else { return Ok(None) };
        let bytes = fs::read(&path)?;
        folder::used(&path, self.0.clock.now());
        let said = said.unwrap_or_else(|| kind::of_ending(&path));
        let (mime, picture) = (kind::mime(&bytes, said), picture::size(&bytes));
        let size = bytes.len() as u64;
        Ok(Some((Kept { name: name.to_owned(), path, mime, size, picture }, bytes)))
    }

    fn folder(&self) -> MutexGuard<'_, Folder> {
        self.0.folder.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a text is the hash of something: that alone names a file, so that nothing leads out.
fn is_name(name: &str) -> bool {
    name.len() == 64 && name.bytes().all(|it| matches!(it, b'0'..=b'9' | b'a'..=b'f'))
}

/// The file of that name, whatever its ending; a link or a folder is none.
fn find(folder: &Path, name: &str) -> Option<(PathBuf, fs::Metadata)> {
    kind::endings().find_map(|ending| {
        let path = folder.join(format!("{name}.{ending}"));
        let found = fs::symlink_metadata(&path).ok().filter(fs::Metadata::is_file)?;
        Some((path, found))
    })
}
