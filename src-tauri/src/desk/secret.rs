//! What a question for a secret shows; it draws nothing and never sees the secret.

use app::desk::{Goes, SecretQuestion};

use super::words;

/// Everything on the dialog, fit to be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sheet {
    /// The title of its window, always ours.
    pub(super) window: &'static str,
    /// The first line, ours, with the server's title in it.
    pub(super) heading: String,
    /// The name of the field: of a variable or header, or of the secret itself.
    pub(super) field: String,
    /// Where the value goes.
    pub(super) goes: &'static str,
    /// What an empty field does, where it does anything; without it, it is no answer.
    pub(super) empty: Option<&'static str>,
    /// What is on the button that keeps the value.
    pub(super) keep: &'static str,
}

impl Sheet {
    /// The dialog for a question.
    pub(super) fn of(question: &SecretQuestion) -> Self {
        let (goes, keep) = match (question.goes, &question.title) {
            (Goes::Keychain, Some(_)) => (words::SECRET_GOES, words::SAVE),
            (Goes::Keychain, None) => (words::NAMED_GOES, words::SAVE),
            (Goes::Memory, _) => (words::HELD_GOES, words::HOLD),
            (Goes::Provider, _) => (words::KEY_GOES, words::SAVE),
        };
        Self {
            window: words::SECRET,
            heading: match (question.goes, question.title.as_deref()) {
                (Goes::Provider, title) => words::key_of(title.unwrap_or_default()),
                (Goes::Keychain | Goes::Memory, Some(title)) => words::needs(title),
                (Goes::Keychain | Goes::Memory, None) => words::named(&question.field),
            },
            field: words::plain(&question.field),
            goes,
            empty: question.removable.then_some(words::EMPTY_REMOVES),
            keep,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(title: Option<&str>, field: &str) -> SecretQuestion {
        let (title, field) = (title.map(str::to_owned), field.to_owned());
        SecretQuestion { title, field, goes: Goes::Keychain, removable: false }
    }

    #[test]
    fn the_first_line_is_ours_whatever_the_server_is_called() {
        let title = "\nYour system\u{200b} needs your login password";
        let sheet = Sheet::of(&question(Some(title), "TOKEN\n(please)"));
        assert!(sheet.heading.starts_with("Steward asks for a secret of the server “\\nYour"));
        assert_eq!(sheet.field, "TOKEN\\n(please)");
    }

    /// HOST-64
    #[test]
    fn a_dialog_says_where_the_value_goes_and_what_an_empty_one_does() {
        let named = Sheet::of(&question(None, "API_KEY"));
        assert_eq!(named.heading, "Steward asks for your secret “API_KEY”");
        assert!(named.goes.contains("keychain") && named.keep.contains("keychain"));
        assert_eq!(named.empty, None);
        let held = SecretQuestion {
            goes: Goes::Memory,
            removable: true,
            ..question(Some("GitHub"), "API_KEY")
        };
        let held = Sheet::of(&held);
        assert!(held.goes.contains("until it quits") && !held.keep.contains("keychain"));
        assert!(held.empty.is_some());
    }
}
