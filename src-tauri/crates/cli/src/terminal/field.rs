//! One field of a form at the terminal: what is shown of it, and what a typed line enters into it.

use app::{Secret, asking, terminal::Given};
use model::form::{Choice, Entry, Field, Kind};

use crate::terminal::{
    dialog::Line,
    words::{brackets, ours, yes_or_no},
};

/// The longest default that stands in the prompt itself, in characters.
const SHORT: usize = 40;
/// Bytes of a label that stand in a line of ours, which it must not fill.
const LABEL: usize = 60;
/// What stands in the review for no answer.
const EMPTY: &str = "(nothing)";
/// Typed for no answer, where Enter takes what is there.
const NOTHING: &str = "-";

/// A field as it is asked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shown<'a> {
    pub(crate) field: &'a Field,
    /// Its place, counted from one, and how many there are.
    pub(crate) place: (usize, usize),
    /// What was given for it before.
    pub(crate) before: Option<&'a Given>,
    /// Who asks, as the person calls it.
    pub(crate) server: &'a str,
    /// Whether a value is remembered for it.
    pub(crate) remembered: bool,
    /// Whether nothing is seen of what is typed.
    pub(crate) hidden: bool,
    /// Whether the person may hide it.
    pub(crate) hideable: bool,
}

/// Why a line enters nothing, in words for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Wrong(pub(crate) String);

impl<'a> Shown<'a> {
    /// What was given before, and is more than nothing: Enter takes it.
    pub(crate) fn again(&self) -> Option<&'a Given> {
        self.before.filter(|given| match given {
            Given::Entry(entry) => self.review(entry) != EMPTY,
            Given::Remembered => true,
        })
    }

    /// For what a value is remembered: this field of this server, whatever it asks about.
    pub(crate) fn remembered_for(&self) -> String {
        let field = app::clip(&app::visible(&self.field.name), LABEL);
        let server = app::clip(&app::visible(self.server), LABEL);
        format!("remembered for the field “{field}” of the server “{server}”")
    }

    /// What is shown above the line that is typed.
    pub(crate) fn above(&self) -> Vec<Line> {
        let (at, of) = self.place;
        let whole = app::visible(&self.field.label);
        let label = app::clip(&whole, LABEL);
        // A yes or no is filled in whichever of them it is.
        let marked = self.field.required && !matches!(self.field.kind, Kind::Flag { .. });
        let needed = if marked { " (required)" } else { "" };
        let mut above = vec![ours(format!("[{at}/{of}] {label}{needed}"))];
        above.extend((label != whole).then_some(Line::Theirs(whole)));
        let said = self.field.description.as_deref().map(asking::lines);
        above.extend(said.filter(|it| !it.is_empty()).map(Line::Theirs));
        above.extend(self.hints().into_iter().map(|it| ours(format!("      {it}"))));
        if let Kind::One { choices, .. } | Kind::Many { choices, .. } = &self.field.kind {
            above.extend(choices.iter().enumerate().map(|(at, it)| choice(at, it)));
        }
        if let Some(long) = self.default().filter(|it| !is_short(it)) {
            above.push(ours("      Enter takes this:"));
            above.push(Line::Theirs(long));
        }
        above
    }

    /// What stands before what is typed.
    pub(crate) fn prompt(&self) -> String {
        if let Kind::Flag { default } = &self.field.kind {
            let default = match self.before {
                Some(Given::Entry(Entry::Flag(set))) => set,
                Some(_) | None => default,
            };
            return format!("{} ", brackets(Some(*default)));
        }
        match self.default() {
            Some(default) if is_short(&default) => format!("[{default}] > "),
            Some(_) => "[as above] > ".to_owned(),
            None => "> ".to_owned(),
        }
    }

    fn hints(&self) -> Vec<String> {
        let rules = match &self.field.kind {
            Kind::Text(rules) => asking::text_hint(rules),
            Kind::Number(rules) => Some(asking::number_hint(rules)),
            Kind::Flag { .. } => None,
            Kind::One { .. } => Some("Type its number.".to_owned()),
            Kind::Many { least, most, .. } => {
                let count = asking::count_hint(*least, *most).unwrap_or_default();
                Some(format!("{count} Type their numbers, such as 1 2.").trim_start().to_owned())
            }
        };
        let mut hints: Vec<String> = rules.into_iter().collect();
        if self.hidden {
            hints.push("Nothing is shown of what you type.".to_owned());
        } else if self.hideable {
            hints.push("Ctrl+T hides what you type.".to_owned());
        }
        if self.remembered {
            hints.push(format!("Enter takes the one {}.", self.remembered_for()));
        }
        if self.may_be_emptied() {
            hints.push(format!("Enter takes what is in brackets; {NOTHING} leaves it empty."));
        }
        hints
    }

    /// What Enter takes, as it is shown.
    fn default(&self) -> Option<String> {
        let shown = |text: &str| app::visible(text);
        if let Some(Given::Entry(entry)) = self.again() {
            return Some(self.review(entry));
        }
        match &self.field.kind {
            _ if self.remembered => Some("the remembered one".to_owned()),
            Kind::Text(rules) => rules.default.as_deref().filter(|it| !it.is_empty()).map(shown),
            Kind::Number(rules) => rules.default.as_ref().map(ToString::to_string),
            Kind::Flag { .. } => None,
            Kind::One { choices, default } => {
                default.and_then(|it| choices.get(it)).map(|it| shown(&it.title))
            }
            Kind::Many { choices, default, .. } if !default.is_empty() => {
                Some(titles(choices, default))
            }
            Kind::Many { .. } => None,
        }
    }

    /// Whether Enter is not the way to leave it empty, though it may be.
    fn may_be_emptied(&self) -> bool {
        !self.field.required && !self.remembered && self.default().is_some()
    }

    /// What a line enters.
    ///
    /// # Errors
    /// Why it enters nothing.
    pub(crate) fn entry(&self, line: &Secret) -> Result<Entry, Wrong> {
        let text = line.reveal().trim();
        let empties = text == NOTHING && self.may_be_emptied();
        let entry = match &self.field.kind {
            Kind::Text(rules) => Entry::Typed(match &rules.default {
                Some(default) if line.is_empty() => default.as_str().into(),
                Some(_) | None if empties => "".into(),
                Some(_) | None => line.clone(),
            }),
            Kind::Number(rules) => Entry::Typed(match &rules.default {
                Some(default) if text.is_empty() => default.to_string().into(),
                Some(_) | None if empties => "".into(),
                Some(_) | None => line.clone(),
            }),
            Kind::Flag { default } if text.is_empty() => Entry::Flag(*default),
            Kind::Flag { .. } => Entry::Flag(yes_or_no(text).ok_or_else(|| wrong("Type y or n."))?),
            Kind::One { .. } if empties => Entry::One(None),
            Kind::One { default, .. } if text.is_empty() => Entry::One(*default),
            Kind::One { choices, .. } => Entry::One(Some(place(choices, text)?)),
            Kind::Many { .. } if empties => Entry::Many(Vec::new()),
            Kind::Many { default, .. } if text.is_empty() => Entry::Many(default.clone()),
            Kind::Many { choices, .. } => Entry::Many(places(choices, text)?),
        };
        self.field.fill(&entry).map_err(|it| wrong(it.to_string()))?;
        Ok(entry)
    }

    /// What was entered, as it is reviewed.
    pub(crate) fn review(&self, entry: &Entry) -> String {
        match (entry, &self.field.kind) {
            (Entry::Typed(text), _) if text.is_empty() => EMPTY.to_owned(),
            (Entry::Typed(_), _) if self.hidden => "(hidden)".to_owned(),
            (Entry::Typed(text), _) => app::visible(text.reveal()).replace('\t', "\\t"),
            (Entry::Flag(set), _) => (if *set { "yes" } else { "no" }).to_owned(),
            (Entry::One(Some(at)), Kind::One { choices, .. }) => titles(choices, &[*at]),
            (Entry::Many(places), Kind::Many { choices, .. }) if !places.is_empty() => {
                titles(choices, places)
            }
            (Entry::One(_) | Entry::Many(_), _) => EMPTY.to_owned(),
        }
    }
}

fn wrong(text: impl Into<String>) -> Wrong {
    Wrong(text.into())
}

fn is_short(default: &str) -> bool {
    default.chars().count() <= SHORT
}

fn choice(at: usize, choice: &Choice) -> Line {
    Line::Theirs(format!("{}) {}", at + 1, app::visible(&choice.title)))
}

fn titles(choices: &[Choice], places: &[usize]) -> String {
    let titles = places.iter().filter_map(|it| choices.get(*it));
    titles.map(|it| app::visible(&it.title)).collect::<Vec<_>>().join(", ")
}

/// The place of a choice by its number; by its title as well, since a choice may be called `2`.
fn place(choices: &[Choice], text: &str) -> Result<usize, Wrong> {
    let number = text.parse::<usize>().ok().and_then(|it| it.checked_sub(1));
    let titled = || choices.iter().position(|it| it.title.trim() == text);
    number
        .filter(|it| *it < choices.len())
        .or_else(titled)
        .ok_or_else(|| wrong(format!("Type a number from 1 to {}.", choices.len())))
}

fn places(choices: &[Choice], text: &str) -> Result<Vec<usize>, Wrong> {
    let words = text.split([',', ' ']).filter(|it| !it.is_empty());
    let mut places = words.map(|it| place(choices, it)).collect::<Result<Vec<_>, _>>()?;
    places.sort_unstable();
    places.dedup();
    Ok(places)
}
