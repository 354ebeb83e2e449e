//! Reads some lines of a log by position, oldest first, over the backup and the current file.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom},
    path::Path,
};

use model::log::LogLine;

use crate::log::{file::State, record};

/// Which lines to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Range {
    /// The last ones.
    End,
    /// The first ones after a position.
    After(u64),
    /// The last ones before a position.
    Before(u64),
}

/// Some lines, oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Lines {
    /// Each with the position at which it starts.
    pub lines: Vec<(u64, LogLine)>,
    /// Where the first one starts.
    pub start: u64,
    /// Where the last one ends.
    pub end: u64,
    /// Whether older lines are there.
    pub more: bool,
}

/// How much of a file is read at once.
const CHUNK: u64 = 256 * 1024;

pub(super) fn read_lines(
    current: &Path,
    backup: &Path,
    state: &State,
    range: Range,
    limit: usize,
) -> io::Result<Lines> {
    let (oldest, base, end) = state.positions();
    let source = Source { current, backup, oldest, base };
    let (bytes, start) = match range {
        Range::End => source.last(oldest, end, limit)?,
        Range::Before(position) => source.last(oldest, position.clamp(oldest, end), limit)?,
        Range::After(position) => source.first(position.clamp(oldest, end), end, limit)?,
    };
    Ok(cut(&bytes, start, oldest))
}

struct Source<'a> {
    current: &'a Path,
    backup: &'a Path,
    oldest: u64,
    base: u64,
}

impl Source<'_> {
    /// The last `limit` lines of `[oldest, end)` and where they start.
    fn last(&self, oldest: u64, end: u64, limit: usize) -> io::Result<(Vec<u8>, u64)> {
        let mut bytes = Vec::new();
        let mut start = end;
        while start > oldest && newlines(&bytes) <= limit {
            let from = start.saturating_sub(CHUNK).max(oldest);
            let mut chunk = self.bytes(from, start)?;
            chunk.append(&mut bytes);
            (bytes, start) = (chunk, from);
        }
        let surplus = newlines(&bytes).saturating_sub(limit);
        let skip = nth_line(&bytes, surplus);
        Ok((bytes.split_off(skip), start + skip as u64))
    }

    /// The first `limit` lines of `[start, end)`.
    fn first(&self, start: u64, end: u64, limit: usize) -> io::Result<(Vec<u8>, u64)> {
        let mut bytes = Vec::new();
        let mut at = start;
        while at < end && newlines(&bytes) < limit {
            let to = (at + CHUNK).min(end);
            bytes.append(&mut self.bytes(at, to)?);
            at = to;
        }
        bytes.truncate(nth_line(&bytes, limit));
        Ok((bytes, start))
    }

    fn bytes(&self, from: u64, to: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        if from < self.base {
            let upto = to.min(self.base);
            read_range(self.backup, from - self.oldest, upto - from, &mut bytes)?;
        }
        if to > self.base {
            let start = from.max(self.base);
            read_range(self.current, start - self.base, to - start, &mut bytes)?;
        }
        // Keeps positions true if a file was cut behind our back.
        bytes.resize(usize::try_from(to - from).unwrap_or_default(), b'\n');
        Ok(bytes)
    }
}

fn read_range(path: &Path, from: u64, length: u64, into: &mut Vec<u8>) -> io::Result<()> {
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    file.seek(SeekFrom::Start(from))?;
    file.take(length).read_to_end(into)?;
    Ok(())
}

fn newlines(bytes: &[u8]) -> usize {
    bytes.iter().filter(|it| **it == b'\n').count()
}

/// Where line `count` starts, counted from 0; the length if there are fewer.
fn nth_line(bytes: &[u8], count: usize) -> usize {
    if count == 0 {
        return 0;
    }
    let mut ends = bytes.iter().enumerate().filter(|(_, it)| **it == b'\n');
    ends.nth(count - 1).map_or(bytes.len(), |(at, _)| at + 1)
}

fn cut(bytes: &[u8], start: u64, oldest: u64) -> Lines {
    let mut lines = Vec::new();
    let mut at = start;
    for line in bytes.split_inclusive(|it| *it == b'\n') {
        let text = String::from_utf8_lossy(line.strip_suffix(b"\n").unwrap_or(line));
        if !text.is_empty() {
            lines.push((at, record::read(&text)));
        }
        at += line.len() as u64;
    }
    Lines { lines, start, end: at, more: start > oldest }
}

#[cfg(test)]
mod tests {
    use model::name::ServerName;

    use super::*;
    use crate::log::file::{LOGS_AT_MOST, LogFile};

    fn filled(lines: usize, width: usize) -> (tempfile::TempDir, LogFile) {
        let folder = tempfile::tempdir().unwrap();
        let log = LogFile::of(folder.path(), &ServerName::parse("demo").unwrap());
        let padded = |n: usize| format!("{}{n:02}", "0".repeat(width - 2));
        let all: Vec<_> = (0..lines).map(padded).collect();
        log.append(&all).unwrap();
        (folder, log)
    }

    fn texts(lines: &Lines) -> Vec<&str> {
        lines.lines.iter().map(|(_, line)| line.text.as_str()).collect()
    }

    #[test]
    fn the_end_is_the_last_lines() {
        let (_folder, log) = filled(10, 2);
        let page = log.read(Range::End, 3).unwrap();
        assert_eq!(texts(&page), ["07", "08", "09"]);
        assert_eq!((page.start, page.end, page.more), (21, 30, true));
    }

    #[test]
    fn pages_join_without_gap_or_overlap() {
        let (_folder, log) = filled(10, 2);
        let last = log.read(Range::End, 4).unwrap();
        let before = log.read(Range::Before(last.start), 4).unwrap();
        assert_eq!(texts(&before), ["02", "03", "04", "05"]);
        let first = log.read(Range::Before(before.start), 4).unwrap();
        assert_eq!(texts(&first), ["00", "01"]);
        assert!(!first.more);
        log.append(&["10".into()]).unwrap();
        assert_eq!(texts(&log.read(Range::After(last.end), 4).unwrap()), ["10"]);
        assert_eq!(texts(&log.read(Range::After(first.end), 2).unwrap()), ["02", "03"]);
    }

    #[test]
    fn a_page_may_cross_the_rotation() {
        let width = 99_999;
        let (_folder, log) = filled(52, width);
        let page = log.read(Range::End, 4).unwrap();
        assert_eq!(page.start, LOGS_AT_MOST - 2 * (width as u64 + 1));
        assert_eq!(page.lines.len(), 4);
        let last: Vec<_> = texts(&page).iter().map(|it| it.trim_start_matches('0')).collect();
        assert_eq!(last, ["48", "49", "50", "51"]);
    }

    #[test]
    fn positions_out_of_reach_are_brought_into_it() {
        let (_folder, log) = filled(2, 2);
        assert_eq!(texts(&log.read(Range::After(999), 4).unwrap()), Vec::<&str>::new());
        assert_eq!(texts(&log.read(Range::Before(999), 4).unwrap()), ["00", "01"]);
    }

    #[test]
    fn a_log_that_is_not_there_is_empty() {
        let folder = tempfile::tempdir().unwrap();
        let log = LogFile::of(folder.path(), &ServerName::parse("none").unwrap());
        assert_eq!(log.read(Range::End, 4).unwrap(), Lines::default());
    }
}
