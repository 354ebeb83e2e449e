//! One log file and its backup, as positions that go on growing over a rotation (HOST-54).
//!
//! It blocks: callers run it off the async threads.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write as _},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use model::name::ServerName;

use crate::log::{
    extent::Extent,
    reader::{Lines, Range, read_lines},
};

/// A log is moved to its backup before it would pass this many bytes.
pub const LOGS_AT_MOST: u64 = 5 * 1000 * 1000;

/// A server's log; clones are the same log. Its writer and its readers take turns.
#[derive(Debug, Clone)]
pub struct LogFile {
    path: Arc<PathBuf>,
    // Held over file work, never over an await.
    state: Arc<Mutex<State>>,
}

#[derive(Debug)]
struct State {
    file: Option<File>,
    extent: Extent,
    /// Whether the current file may end within a line: the next record begins a new one.
    torn: bool,
}

impl LogFile {
    /// The log of `server` below `folder`; files of an earlier run are counted (HOST-54).
    pub fn of(folder: &Path, server: &ServerName) -> Self {
        Self::at(folder.join(format!("{server}.log")))
    }

    /// A log at this place; its backup stands beside it with `.1` at the end.
    pub fn at(path: PathBuf) -> Self {
        let extent = Extent::of(size(&backup_of(&path)), size(&path));
        // How an earlier run ended is not known.
        let torn = extent.current() > 0;
        let state = State { file: None, extent, torn };
        Self { path: Arc::new(path), state: Arc::new(Mutex::new(state)) }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends whole lines, rotating before the limit would be passed.
    ///
    /// # Errors
    /// As the file system has it. The lines that did not fit are lost; the next call tries anew.
    pub fn append(&self, lines: &[String]) -> io::Result<()> {
        let mut state = self.state();
        state.look(&self.path);
        let mut batch = String::new();
        for line in lines {
            let size = state.extent.current() + u64::from(state.torn) + batch.len() as u64;
            if size > 0 && size + line.len() as u64 + 1 > LOGS_AT_MOST {
                state.write(&self.path, &batch)?;
                batch.clear();
                state.rotate(&self.path)?;
            }
            batch.push_str(line);
            batch.push('\n');
        }
        state.write(&self.path, &batch)
    }

    /// At most `limit` lines of `range`.
    ///
    /// # Errors
    /// As the file system has it; a file that is not there reads as empty.
    pub fn read(&self, range: Range, limit: usize) -> io::Result<Lines> {
        let mut state = self.state();
        state.look(&self.path);
        read_lines(&self.path, &backup_of(&self.path), state.extent, range, limit)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Sees whether somebody else changed the file meanwhile: took it away, emptied it, added to
    /// it. What is open is let go then, so that a log is never written to a name that is gone.
    fn look(&mut self, path: &Path) {
        let size = size(path);
        if size != self.extent.current() {
            self.file = None;
            self.extent.found(size);
            self.torn = size > 0;
        }
    }

    fn write(&mut self, path: &Path, batch: &str) -> io::Result<()> {
        if batch.is_empty() {
            return Ok(());
        }
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(open(path)?),
        };
        let begun = if self.torn { file.write_all(b"\n") } else { Ok(()) };
        match begun.and_then(|()| file.write_all(batch.as_bytes())) {
            Ok(()) => {
                self.extent.end += batch.len() as u64 + u64::from(self.torn);
                self.torn = false;
                Ok(())
            }
            Err(error) => {
                // How much went out is not known: the next look counts what is there.
                self.file = None;
                self.torn = true;
                Err(error)
            }
        }
    }

    fn rotate(&mut self, path: &Path) -> io::Result<()> {
        self.file = None;
        fs::rename(path, backup_of(path))?;
        self.extent.rotate();
        self.torn = false;
        Ok(())
    }
}

fn size(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |it| it.len())
}

fn backup_of(path: &Path) -> PathBuf {
    path.with_extension("log.1")
}

fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        // A log may hold what a server says of its owner: it is nobody else's to read.
        options.mode(0o600);
    }
    options.open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log() -> (tempfile::TempDir, LogFile) {
        let folder = tempfile::tempdir().unwrap();
        let log = LogFile::of(folder.path(), &ServerName::parse("demo").unwrap());
        (folder, log)
    }

    /// HOST-54
    #[test]
    fn a_log_is_moved_away_before_it_passes_its_limit() {
        let (_folder, log) = log();
        let line = "x".repeat(99_999);
        for _ in 0..130 {
            log.append(std::slice::from_ref(&line)).unwrap();
            assert!(size(log.path()) <= LOGS_AT_MOST);
        }
        assert_eq!(size(&backup_of(log.path())), LOGS_AT_MOST);
        assert_eq!(size(log.path()), 3_000_000);
        assert!(!log.path().with_extension("log.2").exists());
    }

    /// HOST-54
    #[test]
    fn what_an_earlier_run_wrote_is_counted() {
        let (folder, first) = log();
        first.append(&["x".repeat(3_000_000)]).unwrap();
        let second = LogFile::of(folder.path(), &ServerName::parse("demo").unwrap());
        second.append(&["y".repeat(3_000_000)]).unwrap();
        assert_eq!(size(second.path()), 3_000_001);
        assert_eq!(size(&backup_of(second.path())), 3_000_001);
    }

    #[test]
    fn a_batch_may_cross_a_rotation() {
        let (_folder, log) = log();
        let lines: Vec<_> = (0..60).map(|_| "z".repeat(99_999)).collect();
        log.append(&lines).unwrap();
        assert_eq!(size(&backup_of(log.path())), LOGS_AT_MOST);
        assert_eq!(size(log.path()), 1_000_000);
    }

    #[test]
    fn a_log_that_was_taken_away_is_made_anew() {
        let (_folder, log) = log();
        log.append(&["one".into()]).unwrap();
        fs::remove_file(log.path()).unwrap();
        log.append(&["two".into()]).unwrap();
        assert_eq!(fs::read_to_string(log.path()).unwrap(), "two\n");
        assert_eq!(log.read(Range::End, 10).unwrap().lines.len(), 1);
    }

    #[test]
    fn a_record_is_not_glued_to_half_a_line() {
        let (folder, log) = log();
        log.append(&["one".into()]).unwrap();
        // A full disk leaves half a line of a record behind.
        let half = OpenOptions::new().append(true).open(log.path()).unwrap();
        (&half).write_all(b"ha").unwrap();
        log.append(&["two".into()]).unwrap();
        assert_eq!(fs::read_to_string(log.path()).unwrap(), "one\nha\ntwo\n");
        (&half).write_all(b"lf").unwrap();
        let next_run = LogFile::of(folder.path(), &ServerName::parse("demo").unwrap());
        next_run.append(&["three".into()]).unwrap();
        let texts = texts(&next_run);
        assert_eq!(texts, ["one", "ha", "two", "lf", "three"]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_loses_lines_and_tears_none() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("demo.log");
        std::os::unix::fs::symlink("/dev/full", &path).unwrap();
        let log = LogFile::at(path.clone());
        log.append(&["lost".into()]).unwrap_err();
        fs::remove_file(&path).unwrap();
        log.append(&["kept".into()]).unwrap();
        assert_eq!(texts(&log), ["kept"]);
        let end = log.read(Range::End, 10).unwrap().end;
        assert_eq!(end, size(&path), "positions count what was written");
    }

    #[test]
    fn a_log_that_was_emptied_goes_on_from_there() {
        let (_folder, log) = log();
        log.append(&["one".into(), "two".into()]).unwrap();
        let seen = log.read(Range::End, 10).unwrap().end;
        File::create(log.path()).unwrap();
        log.append(&["new".into()]).unwrap();
        assert_eq!(texts(&log), ["new"]);
        let after = log.read(Range::After(seen), 10).unwrap();
        assert_eq!((after.lines.len(), after.start), (1, seen));
        assert_eq!(log.read(Range::After(after.end), 10).unwrap().lines, []);
    }

    fn texts(log: &LogFile) -> Vec<String> {
        let lines = log.read(Range::End, 100).unwrap().lines;
        lines.into_iter().map(|(_, line)| line.text).collect()
    }

    #[cfg(unix)]
    #[test]
    fn a_log_is_its_owners_alone() {
        use std::os::unix::fs::PermissionsExt as _;
        let (_folder, log) = log();
        log.append(&["one".into()]).unwrap();
        assert_eq!(fs::metadata(log.path()).unwrap().permissions().mode() & 0o777, 0o600);
    }
}
