//! The lines of one stream, one after another, without the secrets that stand over their ends; it
//! knows no stream and no time.

use stdx::secret::Secret;

use crate::redact::{
    Redactor,
    span::{Span, marked, merged},
};

/// How much is kept of what was said, in bytes. No secret is longer by far.
const KEPT: usize = 64 << 10;

/// Takes lines and gives them back without secrets, some of them only when the next one is there.
#[derive(Debug)]
pub(crate) struct Lines {
    redactor: Redactor,
    /// The lines in which a secret may have begun, as they were.
    kept: Vec<Kept>,
    /// How many of these, the last ones, were not given back yet.
    waiting: usize,
}

/// A line as it was, and what must be taken out of it for all that is known so far.
#[derive(Debug)]
struct Kept {
    line: Secret,
    spans: Vec<Span>,
}

/// What to do with a line that ends as a secret begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Then {
    Wait,
    GiveBack,
}

impl Lines {
    /// Takes out what `redactor` knows.
    pub(crate) fn new(redactor: Redactor) -> Self {
        Self { redactor, kept: Vec::new(), waiting: 0 }
    }

    /// The next line; gives those that are sure now, in order.
    pub(crate) fn push(&mut self, line: String) -> Vec<String> {
        let known = self.redactor.known();
        let Some(search) = known.search() else { return vec![line] };
        if self.kept.is_empty() {
            let found = search.find_in_lines(&[&line]);
            if found.begun.is_none() {
                let spans = found.spans.first().map(Vec::as_slice).unwrap_or_default();
                return vec![if spans.is_empty() { line } else { marked(&line, spans) }];
            }
        }
        self.kept.push(Kept { line: Secret::new(line), spans: Vec::new() });
        self.waiting += 1;
        self.settle(Then::Wait)
    }

    /// Whether a line waits for the next one.
    pub(crate) fn is_waiting(&self) -> bool {
        self.waiting > 0
    }

    /// Gives what waits: nothing came that would make a secret of it.
    pub(crate) fn release(&mut self) -> Vec<String> {
        if self.is_waiting() { self.settle(Then::GiveBack) } else { Vec::new() }
    }

    fn settle(&mut self, then: Then) -> Vec<String> {
        let known = self.redactor.known();
        let Some(search) = known.search() else { return Vec::new() };
        let lines: Vec<&str> = self.kept.iter().map(|it| it.line.reveal()).collect();
        let found = search.find_in_lines(&lines);
        let count = lines.len();
        for (kept, spans) in self.kept.iter_mut().zip(found.spans) {
            kept.spans.extend(spans);
            kept.spans = merged(std::mem::take(&mut kept.spans));
        }
        let first = count - self.waiting;
        let held = match then {
            Then::Wait => found.likely.unwrap_or(count).max(first),
            Then::GiveBack => count,
        };
        let sure = self.kept.iter().take(held).skip(first);
        let clean = sure.map(|it| marked(it.line.reveal(), &it.spans)).collect();
        self.waiting = count - held;
        let open = found.begun.map_or(held, |it| it.min(held));
        self.kept.drain(..open);
        self.forget();
        clean
    }

    /// Forgets the oldest of what is too much.
    fn forget(&mut self) {
        let mut size: usize = self.kept.iter().map(|it| it.line.reveal().len()).sum();
        let mut old = 0;
        for kept in self.kept.iter().take(self.kept.len() - self.waiting) {
            if size <= KEPT {
                break;
            }
            size -= kept.line.reveal().len();
            old += 1;
        }
        self.kept.drain(..old);
    }
}
