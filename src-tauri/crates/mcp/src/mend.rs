//! JSON that is almost right: half characters are replaced, the rest is explained.

use std::borrow::Cow;

use serde_json::Value;

/// How deep a value may be nested to be read.
const DEEPEST: usize = 128;

/// Why a text is no value, in words for people.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Misread {
    /// Reading it would take too much of the stack.
    #[error("it is nested deeper than {DEEPEST}")]
    TooDeep,
    /// It breaks the rules of JSON.
    #[error(transparent)]
    Broken(serde_json::Error),
}

/// Reads a value; a lone half of a `\ud83d\ude00` pair becomes `\ufffd`, since servers cut texts
/// in the middle of one.
///
/// # Errors
/// As [`Misread`] says.
pub(crate) fn value(json: &str) -> Result<Value, Misread> {
    let first: serde_json::Error = match serde_json::from_str(json) {
        Ok(value) => return Ok(value),
        Err(error) => error,
    };
    if let Cow::Owned(mended) = whole_pairs(json)
        && let Ok(value) = serde_json::from_str(&mended)
    {
        return Ok(value);
    }
    if depth(json) > DEEPEST {
        return Err(Misread::TooDeep);
    }
    Err(Misread::Broken(first))
}

/// `json` with every lone surrogate escape replaced.
fn whole_pairs(json: &str) -> Cow<'_, str> {
    let mut mended = String::new();
    let mut rest = json;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        mended.push_str(before);
        let (kept, length) = match (unit(escape), unit(escape.get(6..).unwrap_or_default())) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => (escape.get(..12), 12),
            (Some(0xd800..=0xdfff), _) => (Some("\\ufffd"), 6),
            (Some(_), _) => (escape.get(..6), 6),
            // Any other escape is two characters long, and the second may be a backslash.
            (None, _) => (escape.get(..2), 2),
        };
        mended.push_str(kept.unwrap_or(escape));
        rest = escape.get(length..).unwrap_or_default();
    }
    if mended.is_empty() {
        return Cow::Borrowed(json);
    }
    mended.push_str(rest);
    Cow::Owned(mended)
}

/// The number of the `\uXXXX` that `text` begins with.
fn unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    u16::from_str_radix(digits, 16).ok()
}

/// How deep arrays and objects are nested.
fn depth(json: &str) -> usize {
    let (mut now, mut most) = (0usize, 0);
    let (mut quoted, mut escaped) = (false, false);
    for byte in json.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'[' | b'{' if !quoted => {
                now += 1;
                most = most.max(now);
            }
            b']' | b'}' if !quoted => now = now.saturating_sub(1),
            _ => {}
        }
    }
    most
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_half_character_is_replaced_and_a_whole_one_kept() {
        assert_eq!(value(r#"["cut \ud83d"]"#).unwrap(), json!(["cut \u{fffd}"]));
        let whole = value(r#"["\ude00\ud83d\ude00\\ud83d"]"#).unwrap();
        assert_eq!(whole, json!(["\u{fffd}😀\\ud83d"]));
    }

    #[test]
    fn deep_nesting_is_refused_with_its_reason() {
        let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
        let misread = value(&deep).unwrap_err();
        assert_eq!(misread.to_string(), "it is nested deeper than 128");
        assert_eq!(depth(r#"{"a":"[[[\"[["}"#), 1);
    }

    #[test]
    fn a_number_out_of_range_is_named() {
        let misread = value("[1e999]").unwrap_err();
        assert!(misread.to_string().contains("out of range"), "{misread}");
    }
}
