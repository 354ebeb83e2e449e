//! A text that may be used but not shown: it prints as a mark and is wiped when dropped.

use std::fmt;

use zeroize::Zeroizing;

/// A value that no log, error or event may hold. It has no `Serialize` on purpose.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Zeroizing<String>);

impl Secret {
    /// Takes the text over.
    pub fn new(text: String) -> Self {
        Self(Zeroizing::new(text))
    }

    /// The text itself, for the one place that must hand it on.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Whether there is anything in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl From<&str> for Secret {
    fn from(text: &str) -> Self {
        Self::new(text.to_owned())
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Self::new(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_does_not_print_itself() {
        let secret = Secret::from("hunter2");
        assert_eq!(format!("{secret:?}"), "Secret(…)");
        assert_eq!(secret.reveal(), "hunter2");
    }
}
