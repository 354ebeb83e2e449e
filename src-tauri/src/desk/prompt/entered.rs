//! What a press in the window says, kind by kind of question; it trusts nothing of it.

use std::collections::BTreeMap;

use app::{
    Secret,
    desk::FormReply,
    prompt::{PromptEntry, PromptWrong},
};
use model::form::{Entry, Form};

use super::{open::Pressed, shown::KEEP};
use crate::desk::{consent, form, link};

/// What a button of a consent says. Whatever is no button only closes it.
pub(super) fn consent<S: Copy>(choices: &[consent::Choice<S>], closed: S, pressed: &Pressed) -> S {
    choices.get(pressed.button).map_or(closed, |it| it.says)
}

/// What a button says when a page is to be opened.
pub(super) fn link(choices: &[link::Choice], pressed: &Pressed) -> link::Says {
    choices.get(pressed.button).map_or(link::Says::Cancel, |it| it.says)
}

/// The secret that was typed. An empty one is an answer only where it removes one.
pub(super) fn secret(removes: bool, pressed: Pressed) -> Result<Option<Secret>, Vec<PromptWrong>> {
    if pressed.button != KEEP {
        return Ok(None);
    }
    match pressed.entries.into_iter().next() {
        Some(PromptEntry::Typed { text }) if removes || !text.is_empty() => Ok(Some(text)),
        _ => Err(Vec::new()),
    }
}

/// What a form was answered with, or what is wrong with it.
pub(super) fn form(
    choices: &[form::Choice],
    form: &Form,
    remembered: &BTreeMap<String, Secret>,
    pressed: Pressed,
) -> Result<FormReply, Vec<PromptWrong>> {
    match choices.get(pressed.button).map(|it| it.says) {
        None | Some(form::Says::Cancel) => Ok(FormReply::Cancel),
        Some(form::Says::Decline) => Ok(FormReply::Decline),
        Some(form::Says::Accept) => {
            let fields = form.fields.iter().map(|it| it.name.as_str());
            let entries = pressed.entries.into_iter().zip(fields);
            let entries: Vec<_> =
                entries.map(|(entry, name)| read(entry, remembered.get(name))).collect();
            let filling = form.fill(&entries).map_err(|wrong| {
                wrong
                    .into_iter()
                    .map(|(place, why)| said(place, &why.to_string()))
                    .collect::<Vec<_>>()
            })?;
            // A person can only hide what may be hidden, and have only what is hidden remembered.
            let masked = pressed.masked && form.may_mask().is_some();
            let remember = pressed.remember && (masked || form.is_sensitive());
            Ok(FormReply::Accept { filling, remember, masked })
        }
    }
}

fn read(entry: PromptEntry, kept: Option<&Secret>) -> Entry {
    let place = |at: u32| usize::try_from(at).unwrap_or(usize::MAX);
    match entry {
        PromptEntry::Typed { text } => Entry::Typed(text),
        PromptEntry::Kept => Entry::Typed(kept.cloned().unwrap_or_else(|| "".into())),
        PromptEntry::Flag { set } => Entry::Flag(set),
        PromptEntry::One { at } => Entry::One(at.map(place)),
        PromptEntry::Many { at } => Entry::Many(at.into_iter().map(place).collect()),
    }
}

fn said(place: usize, words: &str) -> PromptWrong {
    PromptWrong { place: u32::try_from(place).unwrap_or(u32::MAX), words: words.to_owned() }
}

#[cfg(test)]
mod tests {
    use app::desk::{About, Consent, ConsentQuestion, FormQuestion};
    use model::plan::{LaunchPlan, Target};
    use serde_json::{Value, json};

    use super::*;

    fn press(button: usize, entries: Vec<PromptEntry>) -> Pressed {
        Pressed { button, entries, remember: true, masked: true }
    }

    fn typed(text: &str) -> PromptEntry {
        PromptEntry::Typed { text: text.into() }
    }

    fn fill(schema: &Value, entries: Vec<PromptEntry>) -> Result<FormReply, Vec<PromptWrong>> {
        let form = Form::read(Some(schema)).unwrap();
        let remembered = BTreeMap::from([("password".to_owned(), Secret::from("hunter2"))]);
        let question = FormQuestion {
            origin: app::item::Origin::default(),
            message: String::new(),
            form: form.clone(),
            remembered: remembered.clone(),
            keychain: app::desk::keychain::Keychain::Open,
            deadline: None,
        };
        let choices = form::Sheet::of(&question).choices;
        let send = choices.iter().position(|it| it.says == form::Says::Accept).unwrap();
        super::form(choices, &form, &remembered, press(send, entries))
    }

    /// Security 31.
    #[test]
    fn a_place_without_a_button_allows_nothing() {
        let plan = LaunchPlan {
            title: "x".to_owned(),
            target: Target::Program,
            line: "true".to_owned(),
            cwd: None,
            names: vec![],
            refers: vec![],
            cautions: vec![],
            digest: String::new(),
        };
        let question = ConsentQuestion { plan, before: None, about: About::Starting };
        let sheet = consent::Sheet::of(&question);
        let said = |button| super::consent(sheet.choices, sheet.closed, &press(button, vec![]));
        assert_eq!(said(1), Consent::Start);
        for button in [0, 2, usize::MAX] {
            assert_eq!(said(button), Consent::Cancel);
        }
        assert_eq!(super::link(&[], &press(2, vec![])), link::Says::Cancel);
    }

    /// HOST-64
    #[test]
    fn an_empty_secret_is_an_answer_only_where_it_removes_one() {
        let keep = |removes, text: &str| super::secret(removes, press(KEEP, vec![typed(text)]));
        assert_eq!(keep(false, "hunter2"), Ok(Some("hunter2".into())));
        assert_eq!(keep(false, ""), Err(vec![]));
        assert_eq!(keep(true, ""), Ok(Some("".into())));
        assert_eq!(super::secret(true, press(KEEP, vec![])), Err(vec![]));
        assert_eq!(super::secret(true, press(0, vec![typed("hunter2")])), Ok(None));
    }

    /// HOST-45
    #[test]
    fn what_does_not_fit_comes_back_with_its_field() {
        let schema = json!({
            "properties": { "name": {}, "age": { "type": "integer" } }, "required": ["name"],
        });
        let wrong = fill(&schema, vec![typed(""), typed("old")]).unwrap_err();
        let wrong: Vec<_> = wrong.iter().map(|it| (it.place, it.words.as_str())).collect();
        assert_eq!(wrong, [(0, "This must be filled in."), (1, "Enter a number.")]);
        let short = fill(&schema, vec![]).unwrap_err();
        assert_eq!(short.len(), 2, "a page may leave fields out: {short:?}");
        let odd = fill(&schema, vec![PromptEntry::Flag { set: true }, typed("")]).unwrap_err();
        assert_eq!(odd[0].words, "This cannot be read.");
    }

    /// HOST-52: what is remembered is filled in here, and was never in the window.
    #[test]
    fn what_was_kept_is_sent_without_having_been_shown() {
        let schema = json!({ "properties": { "password": {} }, "required": ["password"] });
        let reply = fill(&schema, vec![PromptEntry::Kept]).unwrap();
        let FormReply::Accept { filling, remember, masked } = reply else { panic!("{reply:?}") };
        let kept = model::form::Filled::Text("hunter2".into());
        assert_eq!(filling.0, [("password".to_owned(), kept)]);
        assert!(remember && !masked, "it is hidden by itself");
    }

    /// HOST-52: the page cannot have remembered what was never hidden.
    #[test]
    fn only_what_was_hidden_is_remembered() {
        let open = json!({ "properties": { "a": {}, "b": {} } });
        let reply = fill(&open, vec![typed("x"), typed("y")]).unwrap();
        let FormReply::Accept { remember, masked, .. } = reply else { panic!("{reply:?}") };
        assert!(!remember && !masked);
    }
}
