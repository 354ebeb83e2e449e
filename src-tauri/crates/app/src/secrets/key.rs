//! The name that a person gives a secret.

use std::fmt;

use crate::wire::failure::{Code, Failure};

/// Names are as long as that in bytes at most.
const LONGEST: usize = 200;

/// A name that keeps the rule `[A-Z][A-Z0-9_]*`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Key(String);

impl Key {
    /// Reads a name that a front end sent.
    ///
    /// # Errors
    /// `Invalid`
    pub(crate) fn parse(text: &str) -> Result<Self, Failure> {
        let first = text.starts_with(|one: char| one.is_ascii_uppercase());
        let fits = |one: char| one.is_ascii_uppercase() || one.is_ascii_digit() || one == '_';
        if first && text.chars().all(fits) && text.len() <= LONGEST {
            return Ok(Self(text.to_owned()));
        }
        let words =
            "the name of a secret is made of capitals, digits and `_`, and begins with a capital";
        Err(Failure::new(Code::Invalid, words).field("key").hint("Write it like `GITHUB_TOKEN`."))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// HOST-64
    #[test]
    fn a_name_keeps_the_rule() {
        for good in ["A", "GITHUB_TOKEN", "A1__"] {
            assert_eq!(Key::parse(good).unwrap().as_str(), good);
        }
        let long = "A".repeat(LONGEST + 1);
        for bad in ["", "a", "_A", "1A", "A-B", "A B", "Ä", "A=hunter2", "elicit/x/y", &long] {
            let failure = Key::parse(bad).unwrap_err();
            assert_eq!((failure.code, failure.field.as_deref()), (Code::Invalid, Some("key")));
            assert!(
                bad.len() < 2 || !failure.message.contains(bad),
                "it may be a value: {failure:?}"
            );
        }
    }
}
