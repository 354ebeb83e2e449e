//! What the dialog shows in which a server asks for something, and with which buttons; it draws
//! nothing and sends nothing.

pub(super) mod field;

use std::{collections::BTreeMap, time::Instant};

use app::{Secret, asking, desk::FormQuestion};
use model::form::{Field, Form};

use self::field::{Mask, Row};
use super::words;

/// Everything on the dialog, fit to be shown.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sheet {
    /// The title of its window, always ours.
    pub(super) window: &'static str,
    /// The first line, ours: who asks, and for what.
    pub(super) heading: String,
    /// The server's words; none if it said nothing.
    pub(super) words: Option<String>,
    /// Its fields, in its order.
    pub(super) rows: Vec<Row>,
    /// Where the answer goes.
    pub(super) goes: &'static str,
    /// When it goes by itself.
    pub(super) deadline: Option<Instant>,
    /// Whether the tick that has masked values remembered is set at first; `None`: it is not there,
    /// since nothing could be kept.
    pub(super) remember: Option<bool>,
    /// What to know of the keychain, beside that tick.
    pub(super) keychain: Vec<&'static str>,
    /// The buttons from left to right.
    pub(super) choices: &'static [Choice],
    /// Which button Enter presses, and in the absence of fields has the focus.
    pub(super) default: Says,
    /// Which buttons are dead at first: a click or key that was meant for what was there before
    /// must not answer.
    pub(super) dead: &'static [Says],
}

/// One button.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Choice {
    /// What is on it; `_` stands before the key that presses it.
    pub(super) label: &'static str,
    /// What pressing it says.
    pub(super) says: Says,
}

/// What a button says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Says {
    /// Send what was entered.
    Accept,
    /// No.
    Decline,
    /// Nothing; the dialog goes.
    Cancel,
}

const TO_FILL: &[Choice] = &[
    Choice { label: words::CANCEL, says: Says::Cancel },
    Choice { label: words::asking::DECLINE, says: Says::Decline },
    Choice { label: words::asking::SEND, says: Says::Accept },
];

/// A yes is a consent in effect: what the server does with it nobody here can tell. So it is dead
/// at first and deaf to Enter, and No has the focus. No is dead at first as well: a question comes
/// while the person types elsewhere, and a stray Enter is no answer, not even a no.
const YES_OR_NO: &[Choice] = &[
    Choice { label: words::asking::NO, says: Says::Decline },
    Choice { label: words::asking::YES, says: Says::Accept },
];

impl Sheet {
    /// The dialog for a question.
    pub(super) fn of(question: &FormQuestion) -> Self {
        let FormQuestion { origin, message, form, remembered, keychain, deadline } = question;
        let asks = !form.fields.is_empty();
        let rows = form.fields.iter().map(|field| {
            let (mask, remembered) = mask(form, field, remembered);
            Row::of(field, mask, remembered)
        });
        let rows: Vec<_> = rows.collect();
        let kept = rows.iter().any(|it| it.remembered);
        let forgets = kept.then_some(asking::FORGETS);
        Self {
            window: words::asking::ASKING,
            heading: asking::asks(origin),
            words: Some(asking::lines(message)).filter(|it| !it.is_empty()),
            remember: keychain.may_keep().then_some(kept),
            keychain: asking::keychain(*keychain).into_iter().chain(forgets).collect(),
            rows,
            goes: asking::ANSWER_GOES,
            deadline: *deadline,
            choices: if asks { TO_FILL } else { YES_OR_NO },
            default: if asks { Says::Accept } else { Says::Decline },
            dead: &[Says::Accept, Says::Decline],
        }
    }
}

/// Whether a field is seen, and what is filled into it from the keychain: never into one that is.
fn mask<'a>(
    form: &Form,
    field: &Field,
    remembered: &'a BTreeMap<String, Secret>,
) -> (Mask, Option<&'a Secret>) {
    let remembered = remembered.get(&field.name).filter(|it| !it.is_empty());
    if field.is_masked() {
        (Mask::Always, remembered)
    } else if form.may_mask().is_some() {
        // What was remembered had been hidden by hand.
        (Mask::Switch { on: remembered.is_some() }, remembered)
    } else {
        (Mask::Never, None)
    }
}

#[cfg(test)]
mod tests;
