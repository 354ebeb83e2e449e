//! Takes the secrets of one launch out of what its server says, before anybody keeps or shows it;
//! it knows no server.
//!
//! It knows each secret as it is and as JSON escapes it. Other encodings (base64, percent, hex) are
//! not known yet: a server that sends one of those still gives its secret away.

use std::{borrow::Cow, sync::Arc};

use serde_json::{Map, Value};
use stdx::secret::Secret;

/// What stands in place of a secret.
const MARK: &str = "•••";
/// Shorter texts are taken out only as whole words: they are part of too many others.
const LONG: usize = 8;
/// The shortest beginning of a secret that is taken out where a text was cut.
const SHORTEST_BEGINNING: usize = 4;

/// The secrets of one launch; clones share them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Redactor {
    /// The longest first, so that none leaves the rest of another.
    forms: Arc<[Secret]>,
}

impl Redactor {
    /// Takes out these secrets, and nothing if there are none.
    pub(crate) fn new<'a>(secrets: impl IntoIterator<Item = &'a Secret>) -> Self {
        let mut forms: Vec<Secret> = secrets.into_iter().flat_map(forms).collect();
        forms.sort_by(|a, b| {
            b.reveal().len().cmp(&a.reveal().len()).then_with(|| a.reveal().cmp(b.reveal()))
        });
        forms.dedup();
        Self { forms: forms.into() }
    }

    /// A text without them.
    pub(crate) fn text(&self, text: String) -> String {
        if self.forms.is_empty() {
            return text;
        }
        let mut clean = Cow::Borrowed(text.as_str());
        for form in self.forms.iter() {
            if let Some(without) = without(&clean, form.reveal()) {
                clean = Cow::Owned(without);
            }
        }
        if let Some(without) = self.without_cut(&clean) {
            return without;
        }
        match clean {
            Cow::Borrowed(_) => text,
            Cow::Owned(clean) => clean,
        }
    }

    /// Texts without them.
    pub(crate) fn texts(&self, texts: Vec<String>) -> Vec<String> {
        texts.into_iter().map(|it| self.text(it)).collect()
    }

    /// A value without them, in whichever text, key or number they stand.
    pub(crate) fn value(&self, value: Value) -> Value {
        if self.forms.is_empty() {
            return value;
        }
        match value {
            Value::String(text) => Value::String(self.text(text)),
            Value::Array(items) => items.into_iter().map(|it| self.value(it)).collect(),
            Value::Object(fields) => {
                let clean = |(key, value)| (self.text(key), self.value(value));
                Value::Object(fields.into_iter().map(clean).collect::<Map<_, _>>())
            }
            Value::Number(number) => {
                let written = number.to_string();
                let clean = self.text(written.clone());
                if clean == written { Value::Number(number) } else { Value::String(clean) }
            }
            Value::Null | Value::Bool(_) => value,
        }
    }

    /// JSON without them, letter for letter as it was if none was in it.
    pub(crate) fn json(&self, json: String) -> String {
        if self.forms.is_empty() {
            return json;
        }
        let clean = self.text(json.clone());
        // A secret can be escaped in more ways than are known, so that the values count too.
        match serde_json::from_str::<Value>(&json) {
            Ok(value) => {
                let without = self.value(value.clone());
                if clean == json && without == value { json } else { without.to_string() }
            }
            Err(_) => clean,
        }
    }

    /// What was cut off at its end may leave the beginning of a secret there.
    fn without_cut(&self, text: &str) -> Option<String> {
        let kept = text.strip_suffix('…')?;
        let beginning =
            self.forms.iter().map(Secret::reveal).filter(|it| it.len() >= LONG).find_map(
                |form| {
                    let ends = form.char_indices().map(|(at, _)| at).rev();
                    let mut beginnings = ends.filter(|at| *at >= SHORTEST_BEGINNING);
                    beginnings.find_map(|at| form.get(..at).filter(|it| kept.ends_with(it)))
                },
            )?;
        let kept = kept.strip_suffix(beginning)?;
        Some(format!("{kept}{MARK}…"))
    }
}

/// How a secret may stand in a text: as it is, without the space around it, each long line of it,
/// and all of these as JSON has them.
fn forms(secret: &Secret) -> Vec<Secret> {
    let text = secret.reveal();
    let lines = text.lines().map(str::trim).filter(|it| it.len() >= LONG);
    let plain = [text, text.trim()].into_iter().chain(lines).filter(|it| !it.trim().is_empty());
    plain
        .flat_map(|it| [it.to_owned(), escaped(it, false), escaped(it, true)])
        .map(Secret::new)
        .collect()
}

/// As it stands between the quotes of JSON; `ascii` writes everything else as `\u….`.
fn escaped(text: &str, ascii: bool) -> String {
    let quoted = Value::from(text).to_string();
    let inner = quoted.get(1..quoted.len() - 1).unwrap_or_default();
    if !ascii {
        return inner.to_owned();
    }
    let mut escaped = String::with_capacity(inner.len());
    for one in inner.chars() {
        if one.is_ascii() {
            escaped.push(one);
        } else {
            let units = one.encode_utf16(&mut [0; 2]).to_vec();
            escaped.extend(units.iter().map(|unit| format!("\\u{unit:04x}")));
        }
    }
    escaped
}

/// `text` with the mark in place of `form`; nothing if it is not in there.
fn without(text: &str, form: &str) -> Option<String> {
    let mut clean = String::new();
    let mut done = 0;
    for (at, _) in text.match_indices(form) {
        let end = at + form.len();
        if form.len() < LONG && !is_word(text, at, end) {
            continue;
        }
        clean.push_str(text.get(done..at)?);
        clean.push_str(MARK);
        done = end;
    }
    if done == 0 {
        return None;
    }
    clean.push_str(text.get(done..)?);
    Some(clean)
}

fn is_word(text: &str, start: usize, end: usize) -> bool {
    let part = |one: char| one.is_alphanumeric() || one == '_';
    let before = text.get(..start).and_then(|it| it.chars().next_back());
    let after = text.get(end..).and_then(|it| it.chars().next());
    !before.is_some_and(part) && !after.is_some_and(part)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn redactor(secrets: &[&str]) -> Redactor {
        let secrets: Vec<_> = secrets.iter().map(|it| Secret::from(*it)).collect();
        Redactor::new(&secrets)
    }

    fn said(secrets: &[&str], text: &str) -> String {
        redactor(secrets).text(text.to_owned())
    }

    /// HOST-48
    #[test]
    fn a_secret_is_taken_out_wherever_it_stands() {
        assert_eq!(said(&["hunter2hunter2"], "bad token hunter2hunter2."), "bad token •••.");
        assert_eq!(said(&["hunter2hunter2"], "xhunter2hunter2hunter2hunter2"), "x••••••");
        assert_eq!(said(&[], "bad token hunter2hunter2"), "bad token hunter2hunter2");
        assert_eq!(said(&["", "  "], "nothing to hide"), "nothing to hide");
    }

    #[test]
    fn a_short_secret_is_taken_out_as_a_whole_word() {
        assert_eq!(said(&["1234"], "pin 1234, not 12345 or a1234"), "pin •••, not 12345 or a1234");
        assert_eq!(said(&["ab"], "ab cab ab"), "••• cab •••");
    }

    #[test]
    fn a_secret_within_another_leaves_nothing_of_it() {
        assert_eq!(said(&["abcdefgh", "abcdefgh12345"], "abcdefgh12345 abcdefgh"), "••• •••");
    }

    /// HOST-48
    #[test]
    fn a_secret_is_known_as_json_has_it() {
        let secret = "pä\"ss\\wörd";
        assert_eq!(said(&[secret], r#"{"t":"pä\"ss\\wörd"}"#), r#"{"t":"•••"}"#);
        assert_eq!(said(&[secret], r#"{"t":"p\u00e4\"ss\\w\u00f6rd"}"#), r#"{"t":"•••"}"#);
    }

    #[test]
    fn a_secret_of_several_lines_is_known_line_by_line() {
        let key = "-----BEGIN KEY-----\nMIIEvQIBADANBg\nAbC=\n-----END KEY-----\n";
        assert_eq!(said(&[key], "MIIEvQIBADANBg"), "•••");
        assert_eq!(said(&["longsecret\n"], "it is longsecret"), "it is •••");
    }

    #[test]
    fn the_beginning_of_a_secret_at_a_cut_is_taken_out() {
        assert_eq!(said(&["hunter2hunter2"], "token hunter2h…"), "token •••…");
        assert_eq!(said(&["hunter2hunter2"], "token hun…"), "token hun…");
    }

    /// HOST-48
    #[test]
    fn a_value_is_cleaned_in_texts_keys_and_numbers() {
        let redactor = redactor(&["hunter2hunter2", "12345678"]);
        let value = json!({"hunter2hunter2": ["a hunter2hunter2", 12_345_678, null, 7, true]});
        assert_eq!(redactor.value(value), json!({"•••": ["a •••", "•••", null, 7, true]}));
    }

    /// HOST-48
    #[test]
    fn json_is_cleaned_however_it_is_escaped() {
        let redactor = redactor(&["hunter2hunter2"]);
        let escaped = r#"{"t":"\u0068unter2hunter2"}"#;
        assert_eq!(redactor.json(escaped.to_owned()), r#"{"t":"•••"}"#);
        assert_eq!(redactor.json("[1, hunter2hunter2".to_owned()), "[1, •••");
        let big = r#"{ "n": 123456789012345678901234567890 }"#;
        assert_eq!(redactor.json(big.to_owned()), big, "what holds none keeps its letters");
    }

    #[test]
    fn a_redactor_does_not_print_its_secrets() {
        assert!(!format!("{:?}", redactor(&["hunter2hunter2"])).contains("hunter2"));
    }
}
