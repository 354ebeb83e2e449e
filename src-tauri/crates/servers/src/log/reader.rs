//! Reads some lines of a log by position, oldest first, over the backup and the current file.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom},
    path::Path,
};

use model::log::LogLine;

use crate::log::{extent::Extent, record};

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
    extent: Extent,
    range: Range,
    limit: usize,
) -> io::Result<Lines> {
    let Extent { oldest, end, .. } = extent;
    let source = Source { current, backup, extent };
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
    extent: Extent,
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
        let Extent { oldest, base, .. } = self.extent;
        let mut bytes = Vec::new();
        if from < base {
            read_range(self.backup, from - oldest, to.min(base) - from, &mut bytes)?;
        }
        if to > base {
            let start = from.max(base);
            read_range(self.current, start - base, to - start, &mut bytes)?;
        }
        Ok(bytes)
    }
}

/// Adds exactly `length` bytes of the file. Newlines stand for those that are not there, if it was
/// cut behind our back: positions stay true, and empty lines are shown to nobody.
fn read_range(path: &Path, from: u64, length: u64, into: &mut Vec<u8>) -> io::Result<()> {
    let whole = into.len() + usize::try_from(length).unwrap_or_default();
    match File::open(path) {
        Ok(mut file) => {
            file.seek(SeekFrom::Start(from))?;
            file.take(length).read_to_end(into)?;
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    into.resize(whole, b'\n');
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
