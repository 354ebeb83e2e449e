//! What a question for a secret shows; it draws nothing and never sees the secret.

use app::desk::SecretQuestion;

use super::words;

/// Everything on the dialog, fit to be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sheet {
    /// The title of its window, always ours.
    pub(super) window: &'static str,
    /// The first line, ours, with the server's title in it.
    pub(super) heading: String,
    /// The name of the field: of a variable or header.
    pub(super) field: String,
    /// Where the value goes.
    pub(super) goes: &'static str,
}

impl Sheet {
    /// The dialog for a question.
    pub(super) fn of(question: &SecretQuestion) -> Self {
        Self {
            window: words::SECRET,
            heading: words::needs(&question.title),
            field: words::plain(&question.field),
            goes: words::SECRET_GOES,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_is_ours_whatever_the_server_is_called() {
        let question = SecretQuestion {
            title: "\nYour system\u{200b} needs your login password".to_owned(),
            field: "TOKEN\n(please)".to_owned(),
        };
        let sheet = Sheet::of(&question);
        assert!(sheet.heading.starts_with("Steward asks for a secret of the server “\\nYour"));
        assert_eq!(sheet.field, "TOKEN\\n(please)");
    }
}
