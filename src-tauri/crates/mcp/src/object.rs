//! A JSON object of an entry that is read only when somebody looks at it: of a long list most is
//! never looked at. It knows no entry.

use std::borrow::Cow;

use serde_json::{Value, json, value::RawValue};

use crate::mend;

/// More brackets than this may be nested deeper than a value can be.
const MOST_BRACKETS: usize = 100;
/// More digits than this may be a number that no value holds.
const MOST_DIGITS: usize = 300;

/// A JSON object.
#[derive(Debug, Clone)]
pub struct Object(Kept);

#[derive(Debug, Clone)]
enum Kept {
    /// As it came; it is certain that it can be read.
    Unread(Box<RawValue>),
    Read(Value),
}

impl Object {
    /// One that has been read.
    pub(crate) fn read(value: Value) -> Self {
        Self(Kept::Read(value))
    }

    /// One that is a part of a [`plain`] text; `None` where it is no object.
    pub(crate) fn unread(raw: &RawValue) -> Option<Self> {
        raw.get().starts_with('{').then(|| Self(Kept::Unread(raw.to_owned())))
    }

    /// The object as a value.
    pub fn value(&self) -> Cow<'_, Value> {
        match &self.0 {
            Kept::Unread(raw) => Cow::Owned(value(raw)),
            Kept::Read(value) => Cow::Borrowed(value),
        }
    }

    /// The same, where nobody else needs it.
    pub fn into_value(self) -> Value {
        match self.0 {
            Kept::Unread(raw) => value(&raw),
            Kept::Read(value) => value,
        }
    }

    /// Whether these words may stand in it, or brackets more than so many.
    pub(crate) fn may_hold(&self, word: &str, brackets: usize) -> bool {
        match &self.0 {
            // A backslash may hide any word.
            Kept::Unread(raw) => {
                let text = raw.get();
                text.contains(word) || text.contains('\\') || count(text, is_open) > brackets
            }
            Kept::Read(_) => true,
        }
    }
}

impl PartialEq for Object {
    fn eq(&self, other: &Self) -> bool {
        self.value() == other.value()
    }
}

fn value(raw: &RawValue) -> Value {
    // What is plain can be read.
    mend::value(raw.get()).unwrap_or_else(|_| json!({}))
}

/// Whether JSON that is well formed can certainly be read as a value: it is not nested deep, all of its
/// numbers are in range, and no character of it is cut in half. Anything odd may say no as well.
pub(crate) fn plain(json: &str) -> bool {
    let bytes = json.as_bytes();
    let next = || bytes.iter().skip(1);
    // Each of them looks at all bytes, since that is faster than to stop at the first.
    let exponent = bytes
        .iter()
        .zip(next())
        .fold(false, |found, (a, b)| found | (a.is_ascii_digit() & matches!(b, b'e' | b'E')));
    let half =
        bytes.iter().zip(next()).zip(bytes.iter().skip(2)).fold(false, |found, ((a, b), c)| {
            found | ((*a == b'\\') & (*b == b'u') & matches!(c, b'd' | b'D'))
        });
    !exponent
        && !half
        && count(json, is_open) <= MOST_BRACKETS
        && count(json, |it| it.is_ascii_digit()) <= MOST_DIGITS
}

fn is_open(byte: u8) -> bool {
    matches!(byte, b'{' | b'[')
}

fn count(text: &str, is: impl Fn(u8) -> bool) -> usize {
    text.bytes().fold(0, |all, byte| all + usize::from(is(byte)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop, proptest};

    use super::*;

    #[test]
    fn what_cannot_be_read_as_a_value_is_not_plain() {
        let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
        let long = format!("[{}]", "9".repeat(400));
        for odd in ["[1e999]", "[1.5E400]", r#"["cut \ud83d"]"#, r#"["\uDE00"]"#, &deep, &long] {
            assert!(!plain(odd), "{odd}");
        }
        for fine in ["{}", r#"{"a":[1,2.5,-3],"b":"{\"","c":"\u00b7"}"#] {
            assert!(plain(fine), "{fine}");
        }
    }

    #[test]
    fn an_object_is_the_same_read_or_unread() {
        let value = json!({ "type": "object", "n": [1, 2.5] });
        let raw = serde_json::value::to_raw_value(&value).unwrap();
        let unread = Object::unread(&raw).unwrap();
        assert_eq!((unread.value().as_ref(), &unread), (&value, &Object::read(value.clone())));
        assert_eq!(unread.into_value(), value);
        assert!(Object::unread(RawValue::TRUE).is_none());
    }

    proptest! {
        /// Whatever is well formed and plain can be read.
        #[test]
        fn what_is_plain_can_be_read(pieces in prop::collection::vec(any::<u8>(), 0..40)) {
            const GLUE: [&str; 16] = [
                "{", "}", "[", "]", ",", ":", "\"a\"", "\"\\ud83d\"", "\"\\ude00\"", "1", "e", "9", ".", "-",
                "\"\\\\ud\"", "null",
            ];
            let text: String = pieces.iter().map(|it| GLUE[usize::from(*it) % GLUE.len()]).collect();
            if let Ok(raw) = serde_json::from_str::<&RawValue>(&text) && plain(raw.get()) {
                assert!(serde_json::from_str::<Value>(raw.get()).is_ok(), "{text}");
            }
        }
    }
}
