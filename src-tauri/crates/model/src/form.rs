//! A form that a server asks the person to fill in: its fields, typed, and what may be entered in
//! each. It knows no dialog; how a schema is read is in `read`, whether an entry fits in `check`.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Number, Value};
use stdx::secret::Secret;

pub mod check;
mod masked;
pub mod read;
mod when;

/// A form. One without fields asks for yes or no (HOST-44).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Form {
    /// Its fields, in the server's order.
    pub fields: Vec<Field>,
}

/// One field.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Field {
    /// Its name, letter for letter, as it goes back.
    pub name: String,
    /// What it is called, at most 200 bytes, as the server wrote it.
    pub label: String,
    /// More words about it, at most 1 kB, as the server wrote them.
    pub description: Option<String>,
    /// Whether it must be filled in.
    pub required: bool,
    /// What goes into it.
    pub kind: Kind,
}

/// What goes into a field.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Kind {
    /// One line of text.
    Text(Text),
    /// A number.
    Number(Numeric),
    /// Yes or no.
    Flag {
        /// What is set at first.
        default: bool,
    },
    /// One of several.
    One {
        /// What there is to choose from.
        choices: Vec<Choice>,
        /// The place of what is chosen at first.
        default: Option<usize>,
    },
    /// Any of several.
    Many {
        /// What there is to choose from.
        choices: Vec<Choice>,
        /// The places of what is chosen at first.
        default: Vec<usize>,
        /// At least so many.
        least: Option<u64>,
        /// At most so many.
        most: Option<u64>,
    },
}

/// Rules of a text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Text {
    /// At least so many characters.
    pub least: Option<u64>,
    /// At most so many characters.
    pub most: Option<u64>,
    /// A shape it must have.
    pub format: Option<Format>,
    /// An expression that must match somewhere in it; one that we cannot read is left out.
    pub pattern: Option<String>,
    /// What stands there at first; never in a masked field.
    pub default: Option<String>,
    /// Whether nobody may read it over a shoulder (HOST-43).
    pub masked: bool,
}

/// A shape of a text, from the specification's list (elicitation, string schema).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Format {
    /// `name@host`
    Email,
    /// Any address with a scheme.
    Uri,
    /// `2026-11-30`
    Date,
    /// `2026-11-30T14:05:00+01:00`
    DateTime,
}

/// Rules of a number.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Numeric {
    /// Whether it must be whole.
    pub whole: bool,
    /// Not below this.
    pub least: Option<Number>,
    /// Not above this.
    pub most: Option<Number>,
    /// What stands there at first; never in a masked field.
    pub default: Option<Number>,
    /// Whether nobody may read it over a shoulder (HOST-43): a PIN is a number too.
    pub masked: bool,
}

/// One of several.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    /// What goes back.
    pub value: Value,
    /// What is shown, at most 200 bytes.
    pub title: String,
}

/// What a person entered into a field.
#[derive(Debug, Clone, PartialEq)]
pub enum Entry {
    /// What they typed into a text or number.
    Typed(Secret),
    /// Whether it is set.
    Flag(bool),
    /// The place of what they chose.
    One(Option<usize>),
    /// The places of what they chose.
    Many(Vec<usize>),
}

/// What a filled-in field is worth. It does not print itself: it may be private.
#[derive(Clone, PartialEq)]
pub enum Filled {
    /// A text.
    Text(Secret),
    /// Anything else.
    Value(Value),
}

/// A form, filled in: the fields that hold something, by name.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Filling(pub Vec<(String, Filled)>);

impl Form {
    /// Whether something in it is masked.
    pub fn is_sensitive(&self) -> bool {
        self.fields.iter().any(Field::is_masked)
    }

    /// The one field whose mask a person may switch on: the only one, a number or a plain text that
    /// does not say what it is (security 30).
    pub fn may_mask(&self) -> Option<&Field> {
        match self.fields.as_slice() {
            [one] => match &one.kind {
                Kind::Text(Text { masked: false, format: None, .. })
                | Kind::Number(Numeric { masked: false, .. }) => Some(one),
                Kind::Text(_)
                | Kind::Number(_)
                | Kind::Flag { .. }
                | Kind::One { .. }
                | Kind::Many { .. } => None,
            },
            _ => None,
        }
    }
}

impl Field {
    /// Whether nobody may read it over a shoulder.
    pub fn is_masked(&self) -> bool {
        match &self.kind {
            Kind::Text(rules) => rules.masked,
            Kind::Number(rules) => rules.masked,
            Kind::Flag { .. } | Kind::One { .. } | Kind::Many { .. } => false,
        }
    }
}

impl fmt::Debug for Filled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Filled(…)")
    }
}
