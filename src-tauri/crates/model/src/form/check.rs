//! Whether what a person entered fits its field, said so that it can stand beside the field
//! (HOST-45); what fits is turned into what goes back.

use std::fmt;

use regex::Regex;
use serde_json::{Number, Value};
use stdx::secret::Secret;
use url::Url;

use super::{Choice, Entry, Field, Filled, Filling, Form, Format, Kind, Numeric, Text, when};

/// Why an entry does not fit. Its words are for people, and never repeat the entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wrong {
    /// It must be filled in.
    Missing,
    /// Fewer characters than it must have.
    TooShort(u64),
    /// More characters than it may have.
    TooLong(u64),
    /// Not of the shape.
    Shape(Format),
    /// The server's expression does not match.
    Pattern,
    /// No number.
    NoNumber,
    /// A number with a fraction.
    NotWhole,
    /// A number below the least.
    TooSmall(Number),
    /// A number above the most.
    TooBig(Number),
    /// Fewer chosen than must be.
    TooFew(u64),
    /// More chosen than may be.
    TooMany(u64),
    /// An entry of another kind than the field: a fault of the front end.
    Kind,
}

impl Form {
    /// The whole form, filled in: `entries` in the order of the fields.
    ///
    /// # Errors
    /// What is wrong, by the place of its field.
    pub fn fill(&self, entries: &[Entry]) -> Result<Filling, Vec<(usize, Wrong)>> {
        let (mut filling, mut wrong) = (Filling::default(), Vec::new());
        for (place, field) in self.fields.iter().enumerate() {
            match entries.get(place).map_or(Err(Wrong::Kind), |it| field.fill(it)) {
                Ok(Some(filled)) => filling.0.push((field.name.clone(), filled)),
                Ok(None) => {}
                Err(why) => wrong.push((place, why)),
            }
        }
        if wrong.is_empty() { Ok(filling) } else { Err(wrong) }
    }
}

impl Field {
    /// What goes back for an entry; nothing for one that was left empty and may be.
    ///
    /// # Errors
    /// Why it does not fit.
    pub fn fill(&self, entry: &Entry) -> Result<Option<Filled>, Wrong> {
        match (&self.kind, entry) {
            (Kind::Text(rules), Entry::Typed(typed)) => self.text(rules, typed),
            (Kind::Number(rules), Entry::Typed(typed)) => self.number(rules, typed.reveal()),
            (Kind::Flag { .. }, Entry::Flag(set)) => Ok(Some(Filled::Value(Value::Bool(*set)))),
            (Kind::One { choices, .. }, Entry::One(chosen)) => {
                match chosen.and_then(|at| choices.get(at)) {
                    Some(choice) => Ok(Some(Filled::Value(choice.value.clone()))),
                    None => self.empty(),
                }
            }
            (Kind::Many { choices, least, most, .. }, Entry::Many(chosen)) => {
                self.many(choices, chosen, *least, *most)
            }
            (
                Kind::Text(_)
                | Kind::Number(_)
                | Kind::Flag { .. }
                | Kind::One { .. }
                | Kind::Many { .. },
                _,
            ) => Err(Wrong::Kind),
        }
    }

    fn empty(&self) -> Result<Option<Filled>, Wrong> {
        if self.required { Err(Wrong::Missing) } else { Ok(None) }
    }

    fn text(&self, rules: &Text, typed: &Secret) -> Result<Option<Filled>, Wrong> {
        let text = typed.reveal();
        if text.is_empty() {
            return self.empty();
        }
        let length = u64::try_from(text.chars().count()).unwrap_or(u64::MAX);
        if let Some(least) = rules.least.filter(|it| length < *it) {
            return Err(Wrong::TooShort(least));
        }
        if let Some(most) = rules.most.filter(|it| length > *it) {
            return Err(Wrong::TooLong(most));
        }
        let text = match rules.format {
            None => return self.matching(rules, typed.clone()),
            Some(format) => shaped(format, text.trim()).ok_or(Wrong::Shape(format))?,
        };
        self.matching(rules, Secret::new(text))
    }

    fn matching(&self, rules: &Text, text: Secret) -> Result<Option<Filled>, Wrong> {
        // An expression of a kind that we cannot read is left to the server.
        let pattern = rules.pattern.as_deref().and_then(|it| Regex::new(it).ok());
        if pattern.is_some_and(|it| !it.is_match(text.reveal())) {
            return Err(Wrong::Pattern);
        }
        Ok(Some(Filled::Text(text)))
    }

    fn number(&self, rules: &Numeric, typed: &str) -> Result<Option<Filled>, Wrong> {
        let typed = typed.trim();
        if typed.is_empty() {
            return self.empty();
        }
        let number = number(typed).ok_or(Wrong::NoNumber)?;
        if rules.whole && !(number.is_i64() || number.is_u64()) {
            return Err(Wrong::NotWhole);
        }
        let size = number.as_f64().unwrap_or(f64::NAN);
        let beyond = |limit: &Option<Number>, is: fn(f64, f64) -> bool| {
            limit.clone().filter(|it| it.as_f64().is_some_and(|it| is(size, it)))
        };
        if let Some(least) = beyond(&rules.least, |size, least| size < least) {
            return Err(Wrong::TooSmall(least));
        }
        if let Some(most) = beyond(&rules.most, |size, most| size > most) {
            return Err(Wrong::TooBig(most));
        }
        Ok(Some(Filled::Value(Value::Number(number))))
    }

    fn many(
        &self,
        choices: &[Choice],
        chosen: &[usize],
        least: Option<u64>,
        most: Option<u64>,
    ) -> Result<Option<Filled>, Wrong> {
        let count = u64::try_from(chosen.len()).unwrap_or(u64::MAX);
        if chosen.is_empty() && !self.required {
            return Ok(None);
        }
        if let Some(least) = least.filter(|it| count < *it) {
            return Err(Wrong::TooFew(least));
        }
        if let Some(most) = most.filter(|it| count > *it) {
            return Err(Wrong::TooMany(most));
        }
        let values = chosen.iter().filter_map(|at| choices.get(*at)).map(|it| it.value.clone());
        Ok(Some(Filled::Value(values.collect())))
    }
}

/// A number as people write it, `,` for the point too; a whole one stays whole.
fn number(typed: &str) -> Option<Number> {
    let plain = typed.strip_prefix('+').unwrap_or(typed).replace('\u{2212}', "-");
    if let Ok(whole) = plain.parse::<i64>() {
        return Some(whole.into());
    }
    if let Ok(whole) = plain.parse::<u64>() {
        return Some(whole.into());
    }
    let plain = if plain.contains('.') { plain } else { plain.replacen(',', ".", 1) };
    if !plain.chars().all(|it| it.is_ascii_digit() || matches!(it, '.' | '-' | '+' | 'e' | 'E')) {
        return None;
    }
    Number::from_f64(plain.parse().ok()?)
}

fn shaped(format: Format, text: &str) -> Option<String> {
    match format {
        Format::Email => is_email(text).then(|| text.to_owned()),
        // A text without a scheme is no address, however it looks.
        Format::Uri => Url::parse(text).ok().map(|_| text.to_owned()),
        Format::Date => when::date(text),
        Format::DateTime => when::date_time(text),
    }
}

/// As lenient as a check can be that still catches a slip.
fn is_email(text: &str) -> bool {
    let Some((name, host)) = text.rsplit_once('@') else { return false };
    let plain =
        |it: &str| !it.is_empty() && !it.contains(|one: char| one.is_whitespace() || one == '@');
    plain(name) && plain(host) && !host.starts_with('.') && !host.ends_with('.')
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("This must be filled in."),
            Self::TooShort(least) => write!(f, "Enter at least {least} characters."),
            Self::TooLong(most) => write!(f, "Enter at most {most} characters."),
            Self::Shape(Format::Email) => {
                f.write_str("Enter an e-mail address, such as ada@example.org.")
            }
            Self::Shape(Format::Uri) => {
                f.write_str("Enter an address, such as https://example.org/.")
            }
            Self::Shape(Format::Date) => {
                f.write_str("Enter a date as year-month-day, such as 2026-11-30.")
            }
            Self::Shape(Format::DateTime) => f.write_str(
                "Enter date, time and offset, such as 2026-11-30 14:05+01:00 (Z for UTC).",
            ),
            Self::Pattern => f.write_str("This is not in the form that the server asks for."),
            Self::NoNumber => f.write_str("Enter a number."),
            Self::NotWhole => f.write_str("Enter a whole number."),
            Self::TooSmall(least) => write!(f, "Enter {least} or more."),
            Self::TooBig(most) => write!(f, "Enter {most} or less."),
            Self::TooFew(least) => write!(f, "Choose at least {least}."),
            Self::TooMany(most) => write!(f, "Choose at most {most}."),
            Self::Kind => f.write_str("This cannot be read."),
        }
    }
}

#[cfg(test)]
mod tests;
