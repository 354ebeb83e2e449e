//! Stretches of a text, and the mark that takes their place; it knows no secret.

use std::ops::Range;

/// What stands in place of a secret.
const MARK: &str = "•••";

/// What stands where a text was cut.
pub(super) const CUT: &[u8] = "…".as_bytes();

/// A stretch of a text, in bytes.
pub(super) type Span = Range<usize>;

/// In order, and those that overlap or touch as one: one mark stands for what hangs together.
pub(super) fn merged(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_unstable_by_key(|it| it.start);
    spans.dedup_by(|next, kept| {
        let hangs_together = next.start <= kept.end;
        if hangs_together {
            kept.end = kept.end.max(next.end);
        }
        hangs_together
    });
    spans
}

/// `text` with the mark in place of merged spans.
pub(super) fn marked(text: &str, spans: &[Span]) -> String {
    let gone: usize = spans.iter().map(Range::len).sum();
    let room = text.len().saturating_sub(gone) + spans.len() * MARK.len();
    let mut clean = String::with_capacity(room);
    let mut done = 0;
    for span in spans {
        let start = text.floor_char_boundary(span.start).max(done);
        clean.push_str(text.get(done..start).unwrap_or_default());
        clean.push_str(MARK);
        done = text.ceil_char_boundary(span.end).max(start);
    }
    clean.push_str(text.get(done..).unwrap_or_default());
    clean
}

/// The parts of merged spans that lie in `within`, counted from its start.
pub(super) fn inside(spans: &[Span], within: &Span) -> Vec<Span> {
    let parts = spans.iter().map(|it| it.start.max(within.start)..it.end.min(within.end));
    parts
        .filter(|it| it.start < it.end)
        .map(|it| it.start - within.start..it.end - within.start)
        .collect()
}
