//! What the window shows of a question: what the dialogs of a toolkit show, as data. It draws
//! nothing, and decides nothing that the sheets of `desk` do not.

use std::time::Instant;

use app::{
    asking,
    prompt::{
        Prompt, PromptButton, PromptEmpty, PromptField, PromptInput, PromptLabel, PromptLapse,
        PromptMask, PromptPiece, PromptPurpose, PromptTick,
    },
};

use crate::desk::{
    allow, consent, dead,
    form::{
        self,
        field::{Input, Mask, Purpose, Row},
    },
    link, message, secret, words,
};

/// Pixels that the window is wide before a person pulls at it.
const WIDTH: u32 = 600;
/// The place of the button that keeps a secret.
pub(super) const KEEP: usize = 1;

/// A consent.
pub(super) fn consent<S>(sheet: &consent::Sheet<S>) -> Prompt {
    let mut above = vec![block(sheet.label, &sheet.command)];
    above.extend(sheet.cautions.iter().map(|it| note(it)));
    above.extend(sheet.facts.iter().map(|(label, text)| block(label, text)));
    above.push(line(sheet.reach));
    above.push(small(&format!("{}: {}", words::DIGEST, sheet.digest)));
    let lapses = sheet.deadline.map(lapse);
    Prompt { above, lapses, ..consenting(&sheet.heading, sheet.choices) }
}

/// A question whether calls may run unasked.
pub(super) fn allow(sheet: &allow::Sheet) -> Prompt {
    let strong = |text: &String| PromptPiece::Strong { text: text.clone() };
    let mut above: Vec<_> = sheet.what.iter().map(strong).collect();
    above.push(line(sheet.reach));
    above.extend(sheet.definition.as_deref().map(|it| block(asking::DEFINED, it)));
    Prompt { above, ..consenting(sheet.heading, sheet.choices) }
}

/// The buttons of a consent, of which what settles nothing is the default.
fn consenting<S>(heading: &str, choices: &[consent::Choice<S>]) -> Prompt {
    let buttons = choices.iter().map(|it| button(it.label, wary(it.counts())));
    let default = choices.iter().position(|it| !it.counts());
    empty(heading, buttons.collect(), default)
}

/// A question for a secret.
pub(super) fn secret(sheet: &secret::Sheet) -> Prompt {
    let input = PromptInput::Line {
        start: String::new(),
        kept: false,
        mask: PromptMask::Always,
        purpose: PromptPurpose::Text,
    };
    let field = PromptField { label: sheet.field.clone(), notes: vec![], input };
    let when_empty = match sheet.empty {
        Some(_) => PromptEmpty::Says { label: label(words::REMOVE) },
        None => PromptEmpty::Dead,
    };
    let keep = PromptButton {
        main: true,
        when_empty: Some(when_empty),
        // What takes a secret away is alive at once otherwise.
        ..button(sheet.keep, Wary { dead: sheet.empty.is_some(), deaf: false })
    };
    let below = [sheet.goes].into_iter().chain(sheet.empty).map(small).collect();
    let buttons = vec![button(words::CANCEL, wary(false)), keep];
    Prompt { fields: vec![field], below, ..empty(&sheet.heading, buttons, Some(KEEP)) }
}

/// A form, or a question for yes or no.
pub(super) fn form(sheet: &form::Sheet) -> Prompt {
    let fields: Vec<_> = sheet.rows.iter().map(field).collect();
    let asks = !fields.is_empty();
    let buttons = sheet.choices.iter().map(|it| {
        let accepts = it.says == form::Says::Accept;
        let dead = sheet.dead.contains(&it.says);
        // A yes is not given without looking.
        let wary = Wary { dead, deaf: accepts && !asks };
        PromptButton { main: accepts && asks, ..button(it.label, wary) }
    });
    let default = sheet.choices.iter().position(|it| it.says == sheet.default);
    let may_hide = sheet.rows.iter().any(|it| match it.input {
        Input::Line { mask, .. } => mask != Mask::Never,
        Input::Tick { .. } | Input::One { .. } | Input::Many { .. } => false,
    });
    let tick = |on| PromptTick { label: label(words::asking::REMEMBER), on };
    let keychain = sheet.keychain.iter().filter(|_| may_hide).map(|it| (*it).to_owned());
    Prompt {
        above: quote(sheet.words.as_deref()),
        below: asks.then(|| small(sheet.goes)).into_iter().collect(),
        fields,
        lapses: sheet.deadline.map(lapse),
        remember: sheet.remember.filter(|_| may_hide).map(tick),
        keychain: keychain.collect(),
        ..empty(&sheet.heading, buttons.collect(), default)
    }
}

/// A page to be opened.
pub(super) fn link(sheet: &link::Sheet) -> Prompt {
    let mut above = quote(sheet.words.as_deref());
    above.push(block(words::ADDRESS, &sheet.address));
    above.push(PromptPiece::Strong { text: sheet.host.clone() });
    above.extend(sheet.cautions.iter().map(|it| note(it)));
    above.push(line(sheet.goes));
    let opens = |it: &link::Choice| it.says == link::Says::Open;
    let buttons = sheet.choices.iter().map(|it| button(it.label, wary(opens(it))));
    let default = sheet.choices.iter().position(|it| it.says == link::Says::Cancel);
    let lapses = sheet.deadline.map(lapse);
    Prompt { above, lapses, ..empty(&sheet.heading, buttons.collect(), default) }
}

/// A message of the program's own.
pub(super) fn message(sheet: &message::Sheet) -> Prompt {
    let above = sheet.hint.iter().map(|it| line(it)).collect();
    let close = button(words::CLOSE, wary(false));
    Prompt { above, ..empty(&sheet.heading, vec![close], Some(0)) }
}

/// How wary a button is.
#[derive(Debug, Clone, Copy)]
struct Wary {
    dead: bool,
    deaf: bool,
}

/// What allows something is dead at first and deaf to Enter.
fn wary(allows: bool) -> Wary {
    Wary { dead: allows, deaf: allows }
}

fn empty(heading: &str, buttons: Vec<PromptButton>, default: Option<usize>) -> Prompt {
    Prompt {
        ticket: String::new(),
        heading: heading.to_owned(),
        above: vec![],
        fields: vec![],
        below: vec![],
        lapses: None,
        remember: None,
        keychain: vec![],
        show: label(words::SHOW),
        hide: label(words::asking::HIDE),
        buttons,
        default: place(default.unwrap_or_default()),
        dead: u32::try_from(dead::DEAD.as_millis()).unwrap_or(u32::MAX),
        width: WIDTH,
    }
}

fn button(text: &str, Wary { dead, deaf }: Wary) -> PromptButton {
    PromptButton { label: label(text), dead, deaf, main: false, when_empty: None }
}

/// A label of ours, in which `_` stands before the key.
fn label(text: &str) -> PromptLabel {
    let key = text.split_once('_').and_then(|(_, rest)| rest.chars().next());
    PromptLabel { text: text.replacen('_', "", 1), key: key.map(|it| it.to_ascii_lowercase()) }
}

fn field(row: &Row) -> PromptField {
    PromptField { label: row.label.clone(), notes: row.notes.clone(), input: input(row) }
}

fn input(row: &Row) -> PromptInput {
    match &row.input {
        Input::Line { start, mask, purpose } => PromptInput::Line {
            // What comes from the keychain stays here, and is named by the answer.
            start: if row.remembered { String::new() } else { start.reveal().to_owned() },
            kept: row.remembered,
            mask: match mask {
                Mask::Never => PromptMask::Never,
                Mask::Switch { on: false } => PromptMask::Off,
                Mask::Switch { on: true } => PromptMask::On,
                Mask::Always => PromptMask::Always,
            },
            purpose: match purpose {
                Purpose::Free => PromptPurpose::Text,
                Purpose::Email => PromptPurpose::Email,
                Purpose::Uri => PromptPurpose::Url,
                Purpose::Digits => PromptPurpose::Numeric,
                Purpose::Number => PromptPurpose::Decimal,
            },
        },
        Input::Tick { start } => PromptInput::Tick { start: *start },
        Input::One { titles, none, start, spread } => PromptInput::One {
            titles: titles.clone(),
            none: none.map(str::to_owned),
            open: *none == Some(words::asking::NO_ANSWER),
            start: start.map(place),
            spread: *spread,
        },
        Input::Many { titles, start } => PromptInput::Many {
            titles: titles.clone(),
            start: start.iter().copied().map(place).collect(),
        },
    }
}

/// The words end with the time that is left, which the page counts down.
fn lapse(deadline: Instant) -> PromptLapse {
    let left = deadline.saturating_duration_since(Instant::now());
    let whole = asking::lapses(left);
    let words = whole.rsplit_once(' ').map_or(whole.as_str(), |(words, _)| words).to_owned();
    PromptLapse { words, left: u32::try_from(left.as_millis()).unwrap_or(u32::MAX) }
}

fn quote(text: Option<&str>) -> Vec<PromptPiece> {
    let label = || words::asking::SERVER_SAYS.to_owned();
    text.map(|it| PromptPiece::Quote { label: label(), text: it.to_owned() }).into_iter().collect()
}

fn block(label: &str, text: &str) -> PromptPiece {
    PromptPiece::Block { label: label.to_owned(), text: text.to_owned() }
}

fn note(text: &str) -> PromptPiece {
    PromptPiece::Note { text: text.to_owned() }
}

fn line(text: &str) -> PromptPiece {
    PromptPiece::Line { text: text.to_owned() }
}

fn small(text: &str) -> PromptPiece {
    PromptPiece::Small { text: text.to_owned() }
}

fn place(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
