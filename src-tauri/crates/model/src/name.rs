//! The name of a server: the rule, and how a given name becomes one (HOST-34).

use std::fmt;

use serde::{Deserialize, Serialize};

/// Most characters of a name.
pub const LONGEST: usize = 32;

/// Names that mean something else where servers are named.
const TAKEN_BY_US: &[&str] = &["config", "help", "steward"];

/// A name that keeps the rule: `[a-z][a-z0-9_-]*`, at most 32 characters, without `__`, not
/// ending in `_`, and not one of ours.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ServerName(String);

/// Why a text is no server name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotAName {
    /// The text.
    pub given: String,
    /// The nearest name that would do, if there is one.
    pub suggestion: Option<ServerName>,
}

impl ServerName {
    /// Takes a text that keeps the rule.
    ///
    /// # Errors
    /// [`NotAName`], with the nearest name that would do.
    pub fn parse(given: &str) -> Result<Self, NotAName> {
        if keeps_the_rule(given) {
            return Ok(Self(given.to_owned()));
        }
        Err(NotAName { given: given.to_owned(), suggestion: Self::slug(given) })
    }

    /// The name that a given one becomes: `My Server 2` is `my-server-2`. `None` if nothing of
    /// it can stand in a name.
    pub fn slug(given: &str) -> Option<Self> {
        let mut slug = String::new();
        for one in given.chars().flat_map(char::to_lowercase) {
            match one {
                'a'..='z' => slug.push(one),
                '0'..='9' if !slug.is_empty() => slug.push(one),
                '_' if !slug.is_empty() && !slug.ends_with(['_', '-']) => slug.push('_'),
                _ if !slug.is_empty() && !slug.ends_with(['_', '-']) => slug.push('-'),
                _ => {}
            }
        }
        slug.truncate(LONGEST);
        let mut slug = slug.trim_end_matches(['_', '-']).to_owned();
        if TAKEN_BY_US.contains(&slug.as_str()) {
            slug.push_str("-server");
        }
        keeps_the_rule(&slug).then_some(Self(slug))
    }

    /// This name, or the first of `name-2`, `name-3`, … that is not `taken`.
    pub fn free(&self, taken: impl Fn(&Self) -> bool) -> Self {
        if !taken(self) {
            return self.clone();
        }
        (2_u32..)
            .map(|number| {
                let tail = format!("-{number}");
                let stem = self.0.get(..LONGEST - tail.len()).unwrap_or(&self.0);
                Self(format!("{}{tail}", stem.trim_end_matches(['_', '-'])))
            })
            .find(|name| !taken(name))
            .unwrap_or_else(|| self.clone())
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn keeps_the_rule(text: &str) -> bool {
    text.len() <= LONGEST
        && text.starts_with(|one: char| one.is_ascii_lowercase())
        && text.chars().all(|one| matches!(one, 'a'..='z' | '0'..='9' | '_' | '-'))
        && !text.contains("__")
        && !text.ends_with('_')
        && !TAKEN_BY_US.contains(&text)
}

impl fmt::Display for ServerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for ServerName {
    type Error = NotAName;

    fn try_from(text: String) -> Result<Self, NotAName> {
        Self::parse(&text)
    }
}

impl From<ServerName> for String {
    fn from(name: ServerName) -> Self {
        name.0
    }
}

impl fmt::Display for NotAName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let given = stdx::text::visible(&stdx::text::clip(&self.given, 80));
        write!(f, "`{given}` is not a server name")?;
        match &self.suggestion {
            Some(name) => write!(f, "; `{name}` would be"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for NotAName {}

#[cfg(test)]
mod tests {
    use super::*;

    /// HOST-34
    #[test]
    fn a_name_keeps_the_rule() {
        for good in ["a", "everything", "a_b", "x-1", "a23456789012345678901234567890xx"] {
            assert!(ServerName::parse(good).is_ok(), "{good}");
        }
        let long = "a".repeat(33);
        for bad in
            ["", "A", "1a", "a__b", "a_", "ä", "a b", "config", "help", "steward", &long, "a\n"]
        {
            assert!(ServerName::parse(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn a_refused_name_comes_with_one_that_would_do() {
        let refused = ServerName::parse("a__b").unwrap_err();
        assert_eq!(refused.to_string(), "`a__b` is not a server name; `a_b` would be");
        assert_eq!(ServerName::parse("…").unwrap_err().to_string(), "`…` is not a server name");
    }

    #[test]
    fn a_given_name_becomes_a_slug() {
        let slug = |given| ServerName::slug(given).map(String::from);
        assert_eq!(slug("My Server 2").as_deref(), Some("my-server-2"));
        assert_eq!(slug("@scope/server-name").as_deref(), Some("scope-server-name"));
        assert_eq!(slug("Größe (neu)").as_deref(), Some("gr-e-neu"));
        assert_eq!(slug("help").as_deref(), Some("help-server"));
        assert_eq!(slug("42"), None);
    }

    #[test]
    fn a_taken_name_gets_a_number() {
        let name = ServerName::parse("a23456789012345678901234567890xx").unwrap();
        let free = name.free(|it| *it == name);
        assert_eq!(free.as_str(), "a23456789012345678901234567890-2");
    }
}
