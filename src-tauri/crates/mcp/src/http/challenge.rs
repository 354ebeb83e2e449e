//! What a server says of how to log in: the header `WWW-Authenticate`, read and kept. It fetches
//! nothing.

use stdx::text::{clip, visible};

/// The longest value that is kept, in bytes.
const LONGEST: usize = 2 << 10;

/// How to log in, by the server's own account: nothing of it is to be trusted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Challenge {
    /// Where the server describes its login (RFC 9728), as it was written.
    pub resource_metadata: Option<String>,
    /// The scopes that are needed.
    pub scope: Option<String>,
    /// What is wrong with what was sent, such as `insufficient_scope`.
    pub error: Option<String>,
}

impl Challenge {
    /// Reads the values of all headers of that name.
    pub(crate) fn read<'a>(values: impl Iterator<Item = &'a str>) -> Self {
        let mut found = Self::default();
        for value in values {
            for (name, value) in Params(value) {
                let place = match name.to_ascii_lowercase().as_str() {
                    "resource_metadata" => &mut found.resource_metadata,
                    "scope" => &mut found.scope,
                    "error" => &mut found.error,
                    _ => continue,
                };
                place.get_or_insert_with(|| clip(&visible(&value), LONGEST));
            }
        }
        found
    }
}

/// The `name=value` pairs of a header, whatever stands between them.
struct Params<'a>(&'a str);

impl Iterator for Params<'_> {
    type Item = (String, String);

    fn next(&mut self) -> Option<Self::Item> {
        let (before, after) = self.0.split_once('=')?;
        let name = before.rsplit([' ', ',', '\t']).next().unwrap_or_default().to_owned();
        let after = after.trim_start();
        let Some(quoted) = after.strip_prefix('"') else {
            let end = after.find([',', ' ']).unwrap_or(after.len());
            let (value, rest) = after.split_at(end);
            self.0 = rest;
            return Some((name, value.to_owned()));
        };
        let (mut value, mut escaped) = (String::new(), false);
        let mut rest = "";
        for (at, one) in quoted.char_indices() {
            match one {
                _ if escaped => {
                    escaped = false;
                    value.push(one);
                }
                '\\' => escaped = true,
                '"' => {
                    rest = quoted.get(at + 1..).unwrap_or_default();
                    break;
                }
                _ => value.push(one),
            }
        }
        self.0 = rest;
        Some((name, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(values: &[&str]) -> Challenge {
        Challenge::read(values.iter().copied())
    }

    #[test]
    fn what_is_needed_for_a_login_is_kept() {
        let challenge = read(&[
            r#"Basic realm="a, scope=\"no\"""#,
            r#"Bearer error="insufficient_scope", scope="files:read files:write",  resource_metadata="https://a.example/x?y=z""#,
        ]);
        assert_eq!(challenge.error.as_deref(), Some("insufficient_scope"));
        assert_eq!(challenge.scope.as_deref(), Some("files:read files:write"));
        assert_eq!(challenge.resource_metadata.as_deref(), Some("https://a.example/x?y=z"));
        assert_eq!(read(&["Bearer Scope=one, x"]).scope.as_deref(), Some("one"));
    }

    #[test]
    fn what_is_no_challenge_is_none() {
        for odd in ["", "Bearer", "=", "Bearer scope=\"never ends", "\"", "a==b"] {
            assert_eq!(read(&[odd]).resource_metadata, None, "{odd}");
        }
    }
}
