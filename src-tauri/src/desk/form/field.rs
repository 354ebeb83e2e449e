//! One field of a form as it is shown: its label, what is said of it, and what one enters it with;
//! it draws nothing.

use app::{Secret, asking};
use model::form::{Choice, Field, Format, Kind, Text};

use crate::desk::words;

/// Up to so many choices are all seen at once.
const FEW: usize = 4;

/// A field, fit to be shown.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::desk) struct Row {
    /// What it is called, and that it must be filled in.
    pub(in crate::desk) label: String,
    /// What the server says of it, and then what we do.
    pub(in crate::desk) notes: Vec<String>,
    /// What one enters it with.
    pub(in crate::desk) input: Input,
    /// Whether it is filled in from the keychain.
    pub(in crate::desk) remembered: bool,
}

/// What a field is entered with.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::desk) enum Input {
    /// A line to type into.
    Line {
        /// What stands there at first.
        start: Secret,
        /// Whether it is seen.
        mask: Mask,
        /// What kind of text it takes, for the keyboard on a screen.
        purpose: Purpose,
    },
    /// A box to tick.
    Tick {
        /// Whether it is ticked at first.
        start: bool,
    },
    /// One of several.
    One {
        /// What there is to choose from.
        titles: Vec<String>,
        /// What stands for no choice at all, if that may be chosen or is so at first.
        none: Option<&'static str>,
        /// The place of what is chosen at first.
        start: Option<usize>,
        /// Whether all are seen at once.
        spread: bool,
    },
    /// Any of several.
    Many {
        /// What there is to choose from.
        titles: Vec<String>,
        /// The places of what is chosen at first.
        start: Vec<usize>,
    },
}

/// Whether a text is seen as it is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::desk) enum Mask {
    /// It is.
    Never,
    /// The person may hide it (security 30).
    Switch {
        /// Whether it is hidden at first.
        on: bool,
    },
    /// It is hidden (HOST-43).
    Always,
}

/// What kind of text a line takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::desk) enum Purpose {
    /// Any.
    Free,
    /// An e-mail address.
    Email,
    /// An address with a scheme.
    Uri,
    /// A whole number.
    Digits,
    /// A number.
    Number,
}

impl Row {
    /// A field as it is shown.
    pub(super) fn of(field: &Field, mask: Mask, remembered: Option<&Secret>) -> Self {
        let (hint, input) = match &field.kind {
            Kind::Text(rules) => (asking::text_hint(rules), line(rules, mask, remembered)),
            Kind::Number(rules) => {
                let default =
                    || rules.default.as_ref().map(ToString::to_string).unwrap_or_default();
                let start = remembered.cloned().unwrap_or_else(|| default().into());
                let purpose = if rules.whole { Purpose::Digits } else { Purpose::Number };
                let input = Input::Line { start, mask, purpose };
                (Some(asking::number_hint(rules)), input)
            }
            Kind::Flag { default } => (None, Input::Tick { start: *default }),
            Kind::One { choices, default } => (None, one(choices, *default, field.required)),
            Kind::Many { choices, default, least, most } => {
                let input = Input::Many { titles: titles(choices), start: default.clone() };
                (asking::count_hint(*least, *most), input)
            }
        };
        // A box is filled in whether it is ticked or not.
        let marked = field.required && !matches!(input, Input::Tick { .. });
        let words = field.description.as_deref().map(asking::lines);
        Self {
            label: words::asking::label(&field.label, marked),
            notes: words
                .into_iter()
                .chain(hint)
                .chain(remembered.map(|_| words::asking::REMEMBERED.to_owned()))
                .collect(),
            input,
            remembered: remembered.is_some(),
        }
    }
}

fn line(rules: &Text, mask: Mask, remembered: Option<&Secret>) -> Input {
    let start = match remembered {
        Some(secret) => secret.clone(),
        None => rules.default.as_deref().unwrap_or_default().into(),
    };
    let purpose = match rules.format {
        Some(Format::Email) => Purpose::Email,
        Some(Format::Uri) => Purpose::Uri,
        Some(Format::Date | Format::DateTime) | None => Purpose::Free,
    };
    Input::Line { start, mask, purpose }
}

fn one(choices: &[Choice], start: Option<usize>, required: bool) -> Input {
    let none = match (required, start) {
        (false, _) => Some(words::asking::NO_ANSWER),
        (true, None) => Some(words::asking::CHOOSE),
        (true, Some(_)) => None,
    };
    Input::One { titles: titles(choices), none, start, spread: choices.len() <= FEW }
}

fn titles(choices: &[Choice]) -> Vec<String> {
    choices.iter().map(|it| words::plain(&it.title)).collect()
}
