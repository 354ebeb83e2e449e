//! Empties a server's stderr, line by line, whatever it writes there; it knows no log file.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use stdx::text::clip;
use tokio::{
    io::{AsyncRead, AsyncReadExt},
    sync::mpsc::{Sender, error::SendTimeoutError},
};

use crate::notice::Notice;

/// The longest line that is told, in bytes; it says when it was cut.
const LONGEST_LINE: usize = 8 << 10;
/// How many lines are kept for an error, and how long each.
const KEPT_LINES: usize = 20;
const KEPT_LENGTH: usize = 2 << 10;
/// How long a slow listener is waited for before lines are left out. The pipe must not stay full:
/// a server that waits for it answers nothing.
const PATIENCE: Duration = Duration::from_millis(500);

/// The last lines of a start, for whoever must explain its end: those of its last process that said
/// anything.
#[derive(Debug, Default)]
pub(crate) struct Tail(Mutex<Last>);

#[derive(Debug, Default)]
struct Last {
    lines: VecDeque<String>,
    /// The lines are of a process before the one that runs.
    earlier: bool,
}

impl Tail {
    /// The lines, oldest first.
    pub(crate) fn lines(&self) -> Vec<String> {
        self.last().lines.iter().cloned().collect()
    }

    /// Another process of the same start follows.
    pub(crate) fn next_process(&self) {
        self.last().earlier = true;
    }

    fn push(&self, line: &str) {
        let mut last = self.last();
        if std::mem::take(&mut last.earlier) {
            last.lines.clear();
        }
        if last.lines.len() == KEPT_LINES {
            last.lines.pop_front();
        }
        last.lines.push_back(clip(line, KEPT_LENGTH));
    }

    fn last(&self) -> MutexGuard<'_, Last> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads to the end. A listener that is slow is waited for a little, one that is gone not at all.
pub(crate) async fn drain(
    mut stderr: impl AsyncRead + Unpin,
    tail: &Tail,
    listener: Sender<Notice>,
) {
    let mut chunk = vec![0; 16 << 10];
    let mut lines = Lines::default();
    let mut teller = Teller { listener, skipped: 0 };
    loop {
        // An error means that nothing more can be read, as at the end.
        let read = stderr.read(&mut chunk).await.unwrap_or(0);
        for line in lines.take(chunk.get(..read).unwrap_or_default()) {
            tail.push(&line);
            teller.tell(line).await;
        }
        if read == 0 {
            break;
        }
    }
    if let Some(line) = lines.rest() {
        tail.push(&line);
        teller.tell(line).await;
    }
}

struct Teller {
    listener: Sender<Notice>,
    skipped: u64,
}

impl Teller {
    async fn tell(&mut self, line: String) {
        if self.skipped > 0 {
            let text = format!("{} lines of stderr were left out", self.skipped);
            if self.listener.try_send(Notice::Warning(text)).is_err() {
                self.skipped += 1;
                return;
            }
            self.skipped = 0;
        }
        match self.listener.send_timeout(Notice::Stderr(line), PATIENCE).await {
            Ok(()) | Err(SendTimeoutError::Closed(_)) => {}
            Err(SendTimeoutError::Timeout(_)) => self.skipped += 1,
        }
    }
}

/// Cuts bytes into lines at `\n` and `\r`, blank ones left out, long ones cut.
#[derive(Debug, Default)]
struct Lines {
    open: Vec<u8>,
    /// How much of the open line is not kept.
    beyond: usize,
}

impl Lines {
    fn take(&mut self, bytes: &[u8]) -> Vec<String> {
        let mut done = Vec::new();
        let mut pieces = bytes.split(|byte| *byte == b'\n' || *byte == b'\r').peekable();
        while let Some(piece) = pieces.next() {
            let room = LONGEST_LINE - self.open.len();
            let kept = piece.len().min(room);
            self.open.extend(piece.iter().take(kept));
            self.beyond += piece.len() - kept;
            if pieces.peek().is_some() {
                done.extend(self.rest());
            }
        }
        done
    }

    /// The open line, as it is.
    fn rest(&mut self) -> Option<String> {
        let open = std::mem::take(&mut self.open);
        let beyond = std::mem::take(&mut self.beyond);
        let mut line = String::from_utf8_lossy(&open).into_owned();
        if beyond > 0 {
            line.push_str(&format!("… ({beyond} more bytes)"));
        }
        (!open.trim_ascii().is_empty()).then_some(line)
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc;

    use super::*;

    fn lines(chunks: &[&[u8]]) -> Vec<String> {
        let mut lines = Lines::default();
        let mut all: Vec<String> = chunks.iter().flat_map(|chunk| lines.take(chunk)).collect();
        all.extend(lines.rest());
        all
    }

    #[test]
    fn a_line_ends_at_a_newline_or_a_carriage_return_however_it_is_split() {
        assert_eq!(
            lines(&[b"one\r\ntw", b"o\n\n50%\r99%", b"\rend"]),
            ["one", "two", "50%", "99%", "end"]
        );
        assert_eq!(
            lines(&["grün".as_bytes().split_at(3).0, "grün".as_bytes().split_at(3).1]),
            ["grün"]
        );
        assert_eq!(lines(&[b"\xff\xfe ok\n"]), ["\u{fffd}\u{fffd} ok"]);
    }

    #[test]
    fn a_long_line_is_cut_and_says_so() {
        let found = lines(&[&vec![b'#'; 3 * LONGEST_LINE], b"\nnext\n"]);
        assert_eq!(found.len(), 2);
        assert!(found[0].ends_with("… (16384 more bytes)"), "{}", &found[0][LONGEST_LINE..]);
        assert_eq!(found[1], "next");
    }

    /// HOST-15
    #[tokio::test(start_paused = true)]
    async fn a_listener_that_never_reads_does_not_stop_the_draining() {
        let (listener, mut heard) = mpsc::channel(2);
        let tail = Tail::default();
        let flood: Vec<u8> =
            (0..100_000).flat_map(|n| format!("line {n}\n").into_bytes()).collect();
        drain(flood.as_slice(), &tail, listener).await;
        assert_eq!(tail.lines().len(), KEPT_LINES);
        assert_eq!(tail.lines().last().map(String::as_str), Some("line 99999"));
        assert_eq!(heard.recv().await, Some(Notice::Stderr("line 0".to_owned())));
    }
}
