//! Sets of letters: which bytes of a text are the same letter, which are passed over, and what
//! makes a word; it knows no secret.

use crate::redact::span::Span;

/// A set of letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Script {
    /// Each byte is a letter, but NUL: so is UTF-16 read that was taken for something else.
    Text,
    /// The characters of base64 and of its sister for addresses, in lines of any length.
    Base64,
    /// Hex digits of either case, with whatever people put between bytes.
    Hex,
}

/// What lies beyond one end of what is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Beyond {
    /// Nothing.
    Nothing,
    /// More of the same text, which is searched elsewhere.
    More,
    /// What is still to come.
    Unknown,
}

/// How the bytes of a text are read in one script.
pub(super) struct Letters {
    script: Script,
    /// NUL for what is passed over: it is no letter of any script.
    table: [u8; 256],
}

impl Letters {
    /// Those of this script.
    pub(super) fn of(script: Script) -> Self {
        let mut table = [0; 256];
        for (byte, letter) in (0..=u8::MAX).zip(&mut table) {
            *letter = letter_of(script, byte).unwrap_or_default();
        }
        Self { script, table }
    }

    /// The letter that a byte is, if it is not passed over.
    pub(super) fn read(&self, byte: u8) -> Option<u8> {
        self.table.get(usize::from(byte)).copied().filter(|it| *it != 0)
    }

    /// How many letters at a cut are more than chance.
    pub(super) fn few(&self) -> usize {
        match self.script {
            Script::Text | Script::Base64 => 4,
            Script::Hex => 8,
        }
    }

    /// How many of `letters` follow from `from` on, and where the last of them ends.
    pub(super) fn go_along(&self, text: &[u8], from: usize, letters: &[u8]) -> (usize, usize) {
        let rest = text.get(from..).unwrap_or_default();
        if rest.starts_with(letters) {
            return (letters.len(), from + letters.len());
        }
        let (mut same, mut end) = (0, from);
        for (at, byte) in rest.iter().enumerate() {
            let Some(letter) = self.read(*byte) else { continue };
            if letters.get(same) != Some(&letter) {
                break;
            }
            (same, end) = (same + 1, from + at + 1);
        }
        (same, end)
    }

    /// Where the last `count` letters before `end` start.
    pub(super) fn back(&self, text: &[u8], end: usize, count: usize) -> Option<usize> {
        let before = text.get(..end)?.iter().enumerate().rev();
        let mut letters = before.filter(|(_, byte)| self.read(**byte).is_some());
        letters.nth(count.checked_sub(1)?).map(|(at, _)| at)
    }

    /// Past what is passed over.
    pub(super) fn past_silent(&self, text: &[u8], at: usize) -> usize {
        let rest = text.get(at..).unwrap_or_default();
        at + rest.iter().take_while(|it| self.read(**it).is_none()).count()
    }

    /// One character of base64 further to the front.
    pub(super) fn one_before(&self, text: &[u8], start: usize) -> usize {
        let one = self.back(text, start, 1);
        one.filter(|at| text.get(*at).is_some_and(is_base64)).unwrap_or(start)
    }

    /// One character of base64 further to the back.
    pub(super) fn one_after(&self, text: &[u8], end: usize) -> usize {
        let at = self.past_silent(text, end);
        if text.get(at).is_some_and(is_base64) { at + 1 } else { end }
    }

    /// Past what base64 is filled up with, which tells how long the secret is.
    pub(super) fn past_padding(&self, text: &[u8], end: usize) -> usize {
        let rest = text.get(end..).unwrap_or_default().iter();
        match self.script {
            Script::Base64 => end + rest.take(2).take_while(|it| **it == b'=').count(),
            Script::Text | Script::Hex => end,
        }
    }

    /// Whether `span` stands alone, as a word does.
    pub(super) fn is_word(&self, text: &[u8], span: &Span, beyond: [Beyond; 2]) -> bool {
        let before = text.get(..span.start).and_then(last_char);
        let after = text.get(span.end..).and_then(first_char);
        let ends = |one: Option<char>, beyond| match one {
            Some(one) => !self.is_part(one),
            None => beyond != Beyond::More,
        };
        ends(before, beyond[0]) && ends(after, beyond[1])
    }

    fn is_part(&self, one: char) -> bool {
        let base64 = self.script == Script::Base64 && matches!(one, '+' | '/' | '-');
        one.is_alphanumeric() || one == '_' || base64
    }

    /// Whether a word may have something between its letters: digits with points and spaces between
    /// them are a number, not hex.
    pub(super) fn may_be_spread(&self) -> bool {
        match self.script {
            Script::Text => true,
            Script::Base64 | Script::Hex => false,
        }
    }
}

fn letter_of(script: Script, byte: u8) -> Option<u8> {
    match (script, byte) {
        (_, 0) => None,
        (Script::Text, _) => Some(byte),
        (Script::Base64 | Script::Hex, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c) => None,
        (Script::Base64, b'-') => Some(b'+'),
        (Script::Base64, b'_') => Some(b'/'),
        (Script::Base64, _) => Some(byte),
        (Script::Hex, b':' | b'-' | b',' | b'.' | b'_' | b'x' | b'X' | b'\\') => None,
        (Script::Hex, _) => Some(byte.to_ascii_lowercase()),
    }
}

fn is_base64(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_')
}

fn first_char(text: &[u8]) -> Option<char> {
    let head = text.get(..4).unwrap_or(text);
    head.utf8_chunks().next().and_then(|it| it.valid().chars().next())
}

fn last_char(text: &[u8]) -> Option<char> {
    let tail = text.get(text.len().saturating_sub(4)..)?;
    tail.utf8_chunks().last().and_then(|it| it.valid().chars().next_back())
}
