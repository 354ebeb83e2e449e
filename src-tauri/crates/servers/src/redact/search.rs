//! Searches a text for all secrets of one launch, in every reading of it: as it is, and through
//! what may have been escaped.

use std::ops::Range;

use stdx::secret::Secret;

use crate::redact::{
    escape::Escape,
    forms::Forms,
    found::{Found, Open},
    letters::{Beyond, Letters, Script},
    reading::{self, Reading},
    span::{Span, inside, merged},
};

/// The secrets of one launch, ready to be searched for.
pub(super) struct Search {
    readings: [Reading; 3],
    escapes: [Escape; 3],
    /// No secret reaches further from an escaped character of it.
    reach: usize,
}

/// How often a text may have been escaped, one time after another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Depth {
    /// A text, which may hold JSON or an address that holds another.
    Text,
    /// JSON that holds such texts.
    Json,
}

/// What was found in lines that follow each other.
#[derive(Debug)]
pub(super) struct FoundLines {
    /// What must be taken out of each.
    pub(super) spans: Vec<Vec<Span>>,
    /// From which line on a secret may have begun.
    pub(super) begun: Option<usize>,
    /// The same, where it is more than chance, but too little to be taken out.
    pub(super) likely: Option<usize>,
}

impl Search {
    /// Makes them ready.
    pub(super) fn new(secrets: &[Secret]) -> Self {
        let Forms { plain, base64, hex, spaces } = Forms::of(secrets);
        let readings = [
            Reading::new(Letters::of(Script::Text), plain),
            Reading::new(Letters::of(Script::Base64), base64),
            Reading::new(Letters::of(Script::Hex), hex),
        ];
        let percent = if spaces { Escape::PercentAndPlus } else { Escape::Percent };
        // UTF-16 and separators make them longer, and lines have an end.
        let longest = readings.iter().map(Reading::longest).max().unwrap_or_default();
        let reach = longest * 4 + 64;
        Self { readings, escapes: [Escape::Backslash, percent, Escape::Entity], reach }
    }

    /// Where secrets stand in `text`, in order.
    pub(super) fn find(&self, text: &str, depth: Depth) -> Vec<Span> {
        let times = match depth {
            Depth::Text => 2,
            Depth::Json => 3,
        };
        self.within(text.as_bytes(), times, [Beyond::Nothing; 2]).spans
    }

    /// Where secrets stand in lines that follow each other, also over their ends: a line may have
    /// been broken anywhere, or the secret may have lines itself.
    pub(super) fn find_in_lines(&self, lines: &[&str]) -> FoundLines {
        let mut all =
            FoundLines { spans: vec![Vec::new(); lines.len()], begun: None, likely: None };
        let joints: &[&str] = if lines.len() > 1 { &["", "\n"] } else { &[""] };
        for joint in joints {
            let whole = Secret::new(lines.join(joint));
            let places = places(lines, joint.len());
            let bytes = whole.reveal().as_bytes();
            let Found { mut spans, open } =
                self.within(bytes, 2, [Beyond::Nothing, Beyond::Unknown]);
            spans.extend(open.sure.map(|it| it..bytes.len()));
            let spans = merged(spans);
            for (found, place) in all.spans.iter_mut().zip(&places) {
                found.extend(inside(&spans, place));
            }
            // What is taken out anyway need not wait.
            let gone = |at: &usize| {
                spans.last().is_some_and(|it| it.contains(at) && it.end == bytes.len())
            };
            let line_of = |at: usize| places.iter().position(|it| at < it.end);
            let earlier = |one: Option<usize>, other: Option<usize>| {
                one.into_iter().chain(other.and_then(line_of)).min()
            };
            all.begun = earlier(all.begun, open.begun);
            all.likely = earlier(all.likely, open.likely.filter(|it| !gone(it)));
        }
        all.spans = all.spans.into_iter().map(merged).collect();
        all
    }

    fn within(&self, text: &[u8], times: usize, beyond: [Beyond; 2]) -> Found {
        let mut found = Found::default();
        reading::search(&self.readings, text, beyond, &mut found);
        if times > 0 {
            for escape in self.escapes {
                self.through(escape, text, times - 1, beyond, &mut found);
            }
        }
        found.spans = merged(found.spans);
        found
    }

    /// Reads the text through `escape`, wherever there is something to be read so.
    fn through(
        &self,
        escape: Escape,
        text: &[u8],
        times: usize,
        beyond: [Beyond; 2],
        found: &mut Found,
    ) {
        let mut from = 0;
        while let Some((stretch, end)) = escape.stretch(text, from, self.reach) {
            let source = text.get(stretch.clone()).unwrap_or_default();
            let read = escape.read(source);
            let before = if stretch.start == 0 { beyond[0] } else { Beyond::More };
            let after = if stretch.end == text.len() { beyond[1] } else { Beyond::More };
            let inner = self.within(&read, times, [before, after]);
            let shifted = |it: Range<usize>| it.start + stretch.start..it.end + stretch.start;
            found.spans.extend(escape.origin(source, &inner.spans).into_iter().map(shifted));
            found.open.join(inner.open, |at| escape.origin_of(source, at) + stretch.start);
            from = end;
        }
        if beyond[1] == Beyond::Unknown {
            // A secret may begin with what it stands for.
            let begun = escape.begun(text);
            found.open.join(Open { begun, ..Open::default() }, |it| it);
        }
    }
}

/// Where each line stands when they are joined.
fn places(lines: &[&str], between: usize) -> Vec<Span> {
    let mut start = 0;
    let place = |line: &&str| {
        let place = start..start + line.len();
        start = place.end + between;
        place
    };
    lines.iter().map(place).collect()
}
