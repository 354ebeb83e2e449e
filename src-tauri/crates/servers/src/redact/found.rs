//! What a search found: what must be taken out, and what may go on where the text ends.

use crate::redact::span::Span;

/// What was found in one text.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// What must be taken out.
    pub(super) spans: Vec<Span>,
    /// Beginnings at the end of a text of which more is to come.
    pub(super) open: Open,
}

/// Where the longest beginning of a form at the end starts, by how sure it is that it is one.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Open {
    /// One letter or more: chance, most likely.
    pub(super) begun: Option<usize>,
    /// More than chance, but less than the shortest long secret.
    pub(super) likely: Option<usize>,
    /// As much as the shortest long secret, or more.
    pub(super) sure: Option<usize>,
}

impl Found {
    /// Takes in one more. Those that hang together with the last are one with it: there may be one
    /// for each letter of a text.
    pub(super) fn add(&mut self, span: Span) {
        match self.spans.last_mut() {
            Some(last) if last.start <= span.start && span.start <= last.end => {
                last.end = last.end.max(span.end);
            }
            Some(_) | None => self.spans.push(span),
        }
    }
}

impl Open {
    /// The same beginning, by how long it is where `few` letters are more than chance.
    pub(super) fn at(start: usize, length: usize, few: usize) -> Self {
        let found = Some(start);
        Self {
            begun: found,
            likely: found.filter(|_| (few..2 * few).contains(&length)),
            sure: found.filter(|_| length >= 2 * few),
        }
    }

    /// Takes over what another reading found.
    pub(super) fn join(&mut self, other: Self, origin: impl Fn(usize) -> usize) {
        let earlier = |own: Option<usize>, other: Option<usize>| {
            let other = other.map(&origin);
            own.into_iter().chain(other).min()
        };
        self.begun = earlier(self.begun, other.begun);
        self.likely = earlier(self.likely, other.likely);
        self.sure = earlier(self.sure, other.sure);
    }
}
