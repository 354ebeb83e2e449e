//! What the dialog shows on whether calls may run unasked from now on: a consent of ours, on which a
//! stranger's words stand last. It draws nothing.

use app::{asking, desk::AllowQuestion};

use super::{
    consent::{Choice, Weight},
    words,
};

/// Everything on the dialog, fit to be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sheet {
    /// The title of its window, always ours.
    pub(super) window: &'static str,
    /// The first line, ours.
    pub(super) heading: &'static str,
    /// The calls, a line each.
    pub(super) what: Vec<String>,
    /// How the one tool is defined.
    pub(super) definition: Option<String>,
    /// What a yes comes to.
    pub(super) reach: &'static str,
    /// The buttons from left to right. The first is the default, and what closing it says.
    pub(super) choices: &'static [Choice<bool>],
}

const CHOICES: &[Choice<bool>] = &[
    Choice { label: words::CANCEL, says: false, weight: Weight::None },
    Choice { label: words::asking::ALLOW, says: true, weight: Weight::Counts },
];

impl Sheet {
    /// The dialog for a question.
    pub(super) fn of(AllowQuestion { what, definition }: &AllowQuestion) -> Self {
        Self {
            window: words::asking::ALLOWING,
            heading: asking::ALLOWS,
            what: what.iter().map(|it| asking::line(it)).collect(),
            definition: definition.as_deref().map(asking::definition),
            reach: asking::ALLOW_REACHES,
            choices: CHOICES,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(what: &str, definition: &str) -> Sheet {
        let definition = Some(definition.to_owned());
        Sheet::of(&AllowQuestion { what: vec![what.to_owned()], definition })
    }

    /// Security 31.
    #[test]
    fn cancel_comes_first_and_allows_nothing() {
        let says: Vec<_> = CHOICES.iter().map(|it| (it.says, it.counts())).collect();
        assert_eq!(says, [(false, false), (true, true)]);
    }

    /// Security 13.
    #[test]
    fn a_strangers_words_are_plain_text_that_hides_nothing_and_ends() {
        let sheet = sheet("Every call of `a\nb`", "{\n\u{202e}\"<b>\"\u{1b}[2J\n}");
        assert_eq!(sheet.what, ["Every call of `a\\nb`"]);
        assert_eq!(sheet.definition.as_deref(), Some("{\n\\u{202e}\"<b>\"\\x1b[2J\n}"));
        let long = self::sheet("x", &"y".repeat(1_000_000)).definition.unwrap();
        assert!(long.len() <= 16 << 10, "{}", long.len());
        assert!(long.ends_with(" more characters are not shown]"), "what is cut says so");
    }
}
