//! Cuts a stream of bytes into lines, however the bytes arrive; it knows nothing of JSON.

use std::ops::Range;

/// How much of a line over the limit is kept, so that its id can be read.
const HEAD: usize = 512;
/// How much of the end of a line over the limit is kept: a message may have been written behind a
/// line that was never ended.
const TAIL: usize = 64 << 10;
/// A buffer that one big line has made larger than this is given back when it is empty. Results of a
/// mebibyte are common, and are a little longer than that as lines: they fit.
const KEEP: usize = 2 << 20;

/// One line, or what is left of one.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Frame<'a> {
    /// A line that is not blank, without its end.
    Line(&'a [u8]),
    /// A line over the limit: its first bytes. The rest is not kept.
    TooLong(&'a [u8]),
}

/// Bytes in, lines out. It holds at most one line of the limit and one reading.
#[derive(Debug)]
pub(crate) struct Framer {
    buffer: Vec<u8>,
    /// Where the next line begins.
    start: usize,
    /// How far from `start` no line end was found.
    seen: usize,
    limit: usize,
    /// The rest of a line over the limit is passed over.
    skipping: bool,
    /// The last of what was passed over, at most twice [`TAIL`].
    tail: Vec<u8>,
}

impl Framer {
    /// Lines of at most `limit` bytes, or of [`HEAD`] where that is more.
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            buffer: Vec::new(),
            start: 0,
            seen: 0,
            limit: limit.max(HEAD),
            skipping: false,
            tail: Vec::new(),
        }
    }

    /// Where the next bytes go: at its end.
    pub(crate) fn space(&mut self, size: usize) -> &mut Vec<u8> {
        if self.start == self.buffer.len() {
            self.buffer.clear();
            self.buffer.shrink_to(KEEP);
            self.start = 0;
        } else if self.start > 0 {
            self.buffer.drain(..self.start);
            self.start = 0;
        }
        self.buffer.reserve(size);
        &mut self.buffer
    }

    /// The next line that is there whole, or known to be too long.
    pub(crate) fn next(&mut self) -> Option<Frame<'_>> {
        loop {
            let open = self.buffer.get(self.start..).unwrap_or_default();
            let fresh = open.get(self.seen..).unwrap_or_default();
            let Some(end) = memchr::memchr(b'\n', fresh).map(|at| self.seen + at) else {
                return self.unended();
            };
            let from = self.start;
            self.start += end + 1;
            self.seen = 0;
            if std::mem::take(&mut self.skipping) {
                self.pass_over(from, from + end);
                if let Some(message) = message_at_end(&self.tail) {
                    return self.tail.get(message).map(Frame::Line);
                }
                continue;
            }
            if end > self.limit {
                // Told first; its end is looked at when it is come to again.
                (self.start, self.skipping) = (from + end, true);
                self.tail.clear();
                self.pass_over(from, from + end);
                return Some(Frame::TooLong(cut(&self.buffer, from, HEAD)));
            }
            if cut(&self.buffer, from, end).iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            return Some(Frame::Line(cut(&self.buffer, from, end).trim_ascii_end()));
        }
    }

    /// What there is without a line end, once the stream has ended.
    pub(crate) fn rest(&mut self) -> Option<Frame<'_>> {
        let from = self.start;
        self.start = self.buffer.len();
        self.seen = 0;
        let rest = self.buffer.get(from..).unwrap_or_default().trim_ascii_end();
        (!self.skipping && !rest.is_empty()).then_some(Frame::Line(rest))
    }

    /// No line end in sight: a line past its limit is given up, all others wait.
    fn unended(&mut self) -> Option<Frame<'_>> {
        let from = self.start;
        let length = self.buffer.len() - from;
        self.seen = length;
        if self.skipping {
            self.pass_over(from, from + length);
            self.start = self.buffer.len();
            self.seen = 0;
            return None;
        }
        if length <= self.limit {
            return None;
        }
        self.skipping = true;
        self.tail.clear();
        self.pass_over(from, from + length);
        self.start = self.buffer.len();
        self.seen = 0;
        Some(Frame::TooLong(cut(&self.buffer, from, HEAD)))
    }

    /// Keeps the end of what is passed over.
    fn pass_over(&mut self, from: usize, to: usize) {
        let passed = self.buffer.get(from..to).unwrap_or_default();
        let last = passed.get(passed.len().saturating_sub(TAIL)..).unwrap_or_default();
        if self.tail.len() + last.len() > 2 * TAIL {
            self.tail.drain(..self.tail.len().saturating_sub(TAIL));
        }
        self.tail.extend_from_slice(last);
    }
}

/// Where a message begins that closes this line: an object of JSON-RPC, behind something that is
/// none. A part of an object does not close the line, so there is one at most.
fn message_at_end(tail: &[u8]) -> Option<Range<usize>> {
    const BEGINS: &[u8] = b"{\"jsonrpc\"";
    // Each is read to where it fails, and a server could write thousands.
    const MOST: usize = 16;
    let tail = tail.trim_ascii_end();
    let whole = |at: &usize| {
        let message = tail.get(*at..).unwrap_or_default();
        serde_json::from_slice::<&serde_json::value::RawValue>(message).is_ok()
    };
    let begins = memchr::memmem::rfind_iter(tail, BEGINS).take(MOST).find(whole)?;
    Some(begins..tail.len())
}

fn cut(buffer: &[u8], from: usize, length: usize) -> &[u8] {
    buffer.get(from..from + length).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{ProptestConfig, any, prop, prop_assert_eq, prop_oneof, proptest};

    use super::*;

    /// All frames of `chunks`, marked by kind.
    fn frames(limit: usize, chunks: &[&[u8]]) -> Vec<(bool, Vec<u8>)> {
        let mut framer = Framer::new(limit);
        let mut found = Vec::new();
        let mut keep = |frame: &Frame<'_>| match frame {
            Frame::Line(line) => found.push((true, line.to_vec())),
            Frame::TooLong(head) => found.push((false, head.to_vec())),
        };
        for chunk in chunks {
            framer.space(chunk.len()).extend_from_slice(chunk);
            while let Some(frame) = framer.next() {
                keep(&frame);
            }
        }
        if let Some(frame) = framer.rest() {
            keep(&frame);
        }
        found
    }

    #[test]
    fn lines_come_without_their_ends_and_blank_ones_not_at_all() {
        assert_eq!(
            frames(1000, &[b"one\r\n\n  \ntw", b"o\nthree"]),
            [(true, b"one".to_vec()), (true, b"two".to_vec()), (true, b"three".to_vec())]
        );
    }

    /// HOST-20
    #[test]
    fn a_line_over_the_limit_leaves_its_head_and_the_next_line_is_read() {
        let mut long = vec![b'x'; 5000];
        long.push(b'\n');
        assert_eq!(
            frames(1000, &[&long, b"next\n"]),
            [(false, vec![b'x'; HEAD]), (true, b"next".to_vec())]
        );
    }

    /// HOST-20: nobody waits in vain for the answer behind a line that a server gave up.
    #[test]
    fn a_message_behind_a_line_that_never_ended_is_read() {
        let answer = br#"{"jsonrpc":"2.0","id":7,"result":{"content":[]}}"#;
        for long in [5000, 500_000] {
            let cut = [&vec![b'x'; long][..], answer, b"\r\nnext\n"].concat();
            let head = (false, vec![b'x'; HEAD]);
            let expected = [head, (true, answer.to_vec()), (true, b"next".to_vec())];
            for size in [1000, 70_000] {
                let chunks: Vec<&[u8]> = cut.chunks(size).collect();
                assert_eq!(frames(1000, &chunks), expected, "{long} {size}");
            }
        }
        for tail in ["{\"jsonrpc\":\"2.0\",\"id\":", "{\"jsonrpc\":\"2.0\"} more", "{\"id\":1}"] {
            let cut = [&vec![b'x'; 5000][..], tail.as_bytes(), b"\n"].concat();
            let chunks: Vec<&[u8]> = cut.chunks(1000).collect();
            assert_eq!(frames(1000, &chunks), [(false, vec![b'x'; HEAD])], "{tail}");
        }
    }

    /// HOST-20
    #[test]
    fn a_line_that_never_ends_is_told_once_and_not_kept() {
        let mut framer = Framer::new(4096);
        let mut told = 0;
        for _ in 0..1000 {
            framer.space(4096).extend_from_slice(&[b'y'; 4096]);
            while framer.next().is_some() {
                told += 1;
            }
            assert!(framer.buffer.len() <= 3 * 4096, "the line is kept");
        }
        assert_eq!(told, 1);
        assert_eq!(framer.rest(), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        /// HOST-20
        #[test]
        fn framing_does_not_depend_on_how_the_bytes_are_split(
            bytes in prop::collection::vec(prop_oneof![5 => any::<u8>(), 1 => proptest::strategy::Just(b'\n')], 0..4000),
            repeat in 1usize..4,
            cuts in prop::collection::vec(0usize..4000, 0..20),
        ) {
            let bytes = bytes.repeat(repeat);
            let whole = frames(600, &[&bytes]);
            let mut cuts: Vec<usize> = cuts.into_iter().filter(|at| *at <= bytes.len()).collect();
            cuts.extend([0, bytes.len()]);
            cuts.sort_unstable();
            let chunks: Vec<&[u8]> = cuts.windows(2).map(|pair| &bytes[pair[0]..pair[1]]).collect();
            prop_assert_eq!(&frames(600, &chunks), &whole);
            let single: Vec<&[u8]> = bytes.chunks(1).collect();
            prop_assert_eq!(&frames(600, &single), &whole);
        }
    }
}
