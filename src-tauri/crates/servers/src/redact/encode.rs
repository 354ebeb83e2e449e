//! Writes bytes as base64, hex and UTF-16; it knows nothing of where they stand in a text.
//!
//! All of it is written straight into a [`Secret`] of the right size, so that no copy is left.

use stdx::secret::Secret;

const SIXTHS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// As base64 without padding.
pub(super) fn base64(bytes: impl Iterator<Item = u8> + Clone) -> Secret {
    let mut text = String::with_capacity(bytes.clone().count().div_ceil(3) * 4);
    let (mut bits, mut held) = (0_u32, 0_u32);
    for byte in bytes {
        bits = ((bits << 8) | u32::from(byte)) & 0xffff;
        held += 8;
        while held >= 6 {
            held -= 6;
            text.push(sixth(bits >> held));
        }
    }
    if held > 0 {
        text.push(sixth(bits << (6 - held)));
    }
    Secret::new(text)
}

/// The part of base64 that these bytes alone decide, wherever they stand: `before` bytes, of three,
/// come first. Also whether the characters on its two sides hold bits of them too.
pub(super) fn base64_after(
    before: usize,
    bytes: impl Iterator<Item = u8> + Clone,
) -> (Secret, bool, bool) {
    let (start, end) = (before * 8, (before + bytes.clone().count()) * 8);
    let whole = base64(std::iter::repeat_n(0, before).chain(bytes));
    let inner = whole.reveal().get(start.div_ceil(6)..end / 6).unwrap_or_default();
    (Secret::from(inner), !start.is_multiple_of(6), !end.is_multiple_of(6))
}

/// As small hex digits, each byte behind `lead`.
pub(super) fn hex(bytes: impl Iterator<Item = u8> + Clone, lead: &str) -> Secret {
    let mut text = String::with_capacity(bytes.clone().count() * (lead.len() + 2));
    for byte in bytes {
        text.push_str(lead);
        text.extend([byte >> 4, byte & 15].map(|it| letter(DIGITS, usize::from(it))));
    }
    Secret::new(text)
}

/// As UTF-16, the small end first.
pub(super) fn utf16_little(text: &str) -> impl Iterator<Item = u8> + Clone {
    text.encode_utf16().flat_map(u16::to_le_bytes)
}

/// As UTF-16, the big end first.
pub(super) fn utf16_big(text: &str) -> impl Iterator<Item = u8> + Clone {
    text.encode_utf16().flat_map(u16::to_be_bytes)
}

/// As it stands between the quotes of JSON.
pub(super) fn json(text: &str) -> Secret {
    let quoted = Secret::new(serde_json::Value::from(text).to_string());
    let inner = quoted.reveal();
    Secret::from(inner.get(1..inner.len() - 1).unwrap_or_default())
}

fn sixth(bits: u32) -> char {
    letter(SIXTHS, usize::try_from(bits & 63).unwrap_or_default())
}

fn letter(letters: &[u8], at: usize) -> char {
    letters.get(at).copied().map_or('?', char::from)
}
