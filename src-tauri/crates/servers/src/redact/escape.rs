//! Characters that are written otherwise: as JSON, as addresses and as HTML have them. It turns
//! them back, and tells which place came from which; it knows no secret.

use memchr::{memchr, memchr2};

use crate::redact::span::{CUT, Span};

/// A way to write characters otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Escape {
    /// `\n`, `\"`, `\u00e4`, and `\x1b` as programs print it.
    Backslash,
    /// `%20`
    Percent,
    /// The same, and `+` for a space.
    PercentAndPlus,
    /// `&amp;`, `&#39;`, `&#x27;`
    Entity,
}

/// One escaped character and what it stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Unit {
    at: usize,
    end: usize,
    bytes: [u8; 4],
    len: usize,
}

/// Bytes of the longest escape: two that are one character.
const LONGEST: usize = 12;

/// A part of a text, and where it is in what was read.
struct Piece {
    source: Span,
    read: Span,
    /// What it stands for, if not for itself.
    unit: Option<Unit>,
}

impl Piece {
    fn plain(end: usize, done: &mut usize, read: &mut usize) -> Self {
        let (source, from) = (*done..end, *read);
        *done = end;
        *read += source.len();
        Self { source, read: from..*read, unit: None }
    }

    fn escape(unit: Unit, done: &mut usize, read: &mut usize) -> Self {
        let from = *read;
        *done = unit.end;
        *read += unit.len;
        Self { source: unit.at..unit.end, read: from..*read, unit: Some(unit) }
    }

    fn start_of(&self, place: usize) -> usize {
        let plain = self.unit.is_none();
        self.source.start + if plain { place - self.read.start } else { 0 }
    }

    fn end_of(&self, place: usize) -> usize {
        let plain = self.unit.is_none();
        self.source.end - if plain { self.read.end - place } else { 0 }
    }
}

/// An escape that is not over where the text is cut.
const NOTHING: ([u8; 4], usize) = ([0; 4], 0);

impl Escape {
    /// The next stretch from `from` on that is worth reading through this: all escapes that are
    /// less than `reach` apart, and `reach` on both sides. Also where its last escape ends.
    pub(super) fn stretch(self, text: &[u8], from: usize, reach: usize) -> Option<(Span, usize)> {
        let first = self.next(text, from)?;
        let mut end = first.end;
        while let Some(unit) = self.next(text, end).filter(|it| it.at - end <= reach) {
            end = unit.end;
        }
        Some((first.at.saturating_sub(reach)..(end + reach).min(text.len()), end))
    }

    /// The text with each escape turned back.
    pub(super) fn read(self, text: &[u8]) -> Vec<u8> {
        let mut read = Vec::with_capacity(text.len());
        for piece in self.pieces(text) {
            match piece.unit {
                Some(unit) => read.extend(unit.bytes.iter().take(unit.len)),
                None => read.extend_from_slice(text.get(piece.source).unwrap_or_default()),
            }
        }
        read
    }

    /// Where merged spans of what [`Escape::read`] gave stand in `text`.
    pub(super) fn origin(self, text: &[u8], spans: &[Span]) -> Vec<Span> {
        let mut spans = spans.iter();
        let mut found = Vec::with_capacity(spans.len());
        let (mut wanted, mut start) = (spans.next(), None);
        for piece in self.pieces(text) {
            while let Some(span) = wanted {
                if start.is_none() && span.start < piece.read.end {
                    start = Some(piece.start_of(span.start));
                }
                let Some(begun) = start.filter(|_| span.end <= piece.read.end) else { break };
                found.push(begun..self.past_unfinished(text, piece.end_of(span.end)));
                (wanted, start) = (spans.next(), None);
            }
            if wanted.is_none() {
                break;
            }
        }
        found
    }

    /// Where one place of what [`Escape::read`] gave stands in `text`.
    pub(super) fn origin_of(self, text: &[u8], place: usize) -> usize {
        let one = place..place + 1;
        self.origin(text, &[one]).first().map_or(text.len(), |it| it.start)
    }

    /// Where an escape begins that is not over at the end of `text`, if it may be one.
    pub(super) fn begun(self, text: &[u8]) -> Option<usize> {
        let last = text.len().saturating_sub(LONGEST)..text.len();
        let mut units = last.filter_map(|at| self.next(text, at));
        units.find(|it| it.len == 0 && it.end == text.len()).map(|it| it.at)
    }

    /// Past an escape that begins here and was cut off: the mark of the cut follows.
    fn past_unfinished(self, text: &[u8], at: usize) -> usize {
        let here = self.next(text, at).filter(|it| it.at == at && it.len == 0);
        let cut = here.filter(|it| text.get(it.end..).is_some_and(|rest| rest.starts_with(CUT)));
        cut.map_or(at, |it| it.end)
    }

    /// The text in order: what stands for itself, and escapes.
    fn pieces(self, text: &[u8]) -> impl Iterator<Item = Piece> {
        let (mut done, mut read) = (0, 0);
        let mut waiting = None;
        std::iter::from_fn(move || {
            if let Some(unit) = waiting.take() {
                return Some(Piece::escape(unit, &mut done, &mut read));
            }
            let unit: Option<Unit> = self.next(text, done);
            let end = unit.map_or(text.len(), |it| it.at);
            if end > done {
                waiting = unit;
                return Some(Piece::plain(end, &mut done, &mut read));
            }
            unit.map(|it| Piece::escape(it, &mut done, &mut read))
        })
    }

    fn next(self, text: &[u8], from: usize) -> Option<Unit> {
        let mut at = from;
        loop {
            let rest = text.get(at..)?;
            at += match self {
                Self::Backslash => memchr(b'\\', rest),
                Self::Percent => memchr(b'%', rest),
                Self::PercentAndPlus => memchr2(b'%', b'+', rest),
                Self::Entity => memchr(b'&', rest),
            }?;
            let rest = text.get(at..)?;
            let unit = match self {
                Self::Backslash => backslash(rest),
                Self::Percent | Self::PercentAndPlus => percent(rest),
                Self::Entity => entity(rest),
            };
            if let Some((size, (bytes, len))) = unit {
                return Some(Unit { at, end: at + size, bytes, len });
            }
            at += 1;
        }
    }
}

/// How long an escape is, and what it stands for.
type Read = Option<(usize, ([u8; 4], usize))>;

fn backslash(rest: &[u8]) -> Read {
    let simple = |byte| Some((2, one(byte)));
    match rest.get(1) {
        Some(b'n') => simple(b'\n'),
        Some(b'r') => simple(b'\r'),
        Some(b't') => simple(b'\t'),
        Some(b'b') => simple(8),
        Some(b'f') => simple(12),
        Some(b'0') => simple(0),
        Some(byte @ (b'"' | b'\\' | b'/' | b'\'')) => simple(*byte),
        Some(b'x') => {
            let (size, code) = digits(rest, 2, 2)?;
            Some((size, code.map_or(NOTHING, |it| one(u8::try_from(it).unwrap_or_default()))))
        }
        Some(b'u') if rest.get(2) == Some(&b'{') => {
            let (size, code) = digits(rest, 3, 6)?;
            let Some(code) = code else { return Some((size, NOTHING)) };
            (rest.get(size) == Some(&b'}')).then(|| (size + 1, character(code)))
        }
        Some(b'u') => match digits(rest, 2, 4)? {
            (size, None) => Some((size, NOTHING)),
            (6, Some(high @ 0xd800..=0xdbff)) => Some(pair(rest, high)),
            (size, Some(code)) => Some((size, character(code))),
        },
        Some(_) => ends(rest, 1),
        None => Some((1, NOTHING)),
    }
}

/// Two escapes that are one character.
fn pair(rest: &[u8], high: u32) -> (usize, ([u8; 4], usize)) {
    let low = rest.get(6..).filter(|it| it.starts_with(b"\\u")).and_then(|it| digits(it, 2, 4));
    match low {
        Some((6, Some(low @ 0xdc00..=0xdfff))) => {
            (12, character(0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00)))
        }
        Some((size, None)) => (6 + size, NOTHING),
        Some(_) | None => (6, character(high)),
    }
}

fn percent(rest: &[u8]) -> Read {
    if rest.first() == Some(&b'+') {
        return Some((1, one(b' ')));
    }
    let (size, code) = digits(rest, 1, 2)?;
    Some((size, code.map_or(NOTHING, |it| one(u8::try_from(it).unwrap_or_default()))))
}

fn entity(rest: &[u8]) -> Read {
    const MOST: usize = 10;
    const NAMES: &[(&[u8], u8)] = &[
        (b"&amp;", b'&'),
        (b"&lt;", b'<'),
        (b"&gt;", b'>'),
        (b"&quot;", b'"'),
        (b"&apos;", b'\''),
    ];
    if let Some((name, byte)) = NAMES.iter().find(|(name, _)| rest.starts_with(name)) {
        return Some((name.len(), one(*byte)));
    }
    let head = rest.get(..MOST.min(rest.len()))?;
    let Some(end) = memchr(b';', head) else {
        let size =
            head.iter().take_while(|it| matches!(it, b'&' | b'#') || it.is_ascii_alphanumeric());
        return ends(rest, size.count());
    };
    let number = std::str::from_utf8(head.get(..end)?).ok()?.strip_prefix("&#")?;
    let code = match number.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => number.parse(),
    };
    Some((end + 1, character(code.ok()?)))
}

/// Hex digits from `from` on: exactly `most`, or any number up to it before a brace. No number
/// where the text is cut before they are all there.
fn digits(rest: &[u8], from: usize, most: usize) -> Option<(usize, Option<u32>)> {
    let there = rest.iter().skip(from).take(most).take_while(|it| it.is_ascii_hexdigit()).count();
    let end = from + there;
    let braced = most == 6 && there > 0 && rest.get(end) == Some(&b'}');
    if there < most && !braced {
        return ends(rest, end).map(|(size, _)| (size, None));
    }
    let text = std::str::from_utf8(rest.get(from..end)?).ok()?;
    Some((end, Some(u32::from_str_radix(text, 16).ok()?)))
}

/// An escape that was cut off at `size`: nothing follows, or the mark of a cut.
fn ends(rest: &[u8], size: usize) -> Read {
    let rest = rest.get(size..)?;
    (rest.is_empty() || rest.starts_with(CUT)).then_some((size, NOTHING))
}

fn one(byte: u8) -> ([u8; 4], usize) {
    ([byte, 0, 0, 0], 1)
}

fn character(code: u32) -> ([u8; 4], usize) {
    let mut bytes = [0; 4];
    let one = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
    let len = one.encode_utf8(&mut bytes).len();
    (bytes, len)
}
