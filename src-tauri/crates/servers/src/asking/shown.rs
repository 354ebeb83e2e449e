//! A form as the person gets it: no secret of its server stands in it, also where it goes back. What
//! comes back has the server's own names and values again.

use std::collections::{BTreeMap, BTreeSet};

use model::form::{Choice, Filled, Filling, Form, Kind};
use serde_json::Value;
use stdx::secret::Secret;

use crate::redact::Redactor;

/// The same form twice, field for field and choice for choice.
#[derive(Debug)]
pub(super) struct Shown {
    raw: Form,
    form: Form,
}

impl Shown {
    /// Of a form whose texts are clean already.
    pub(super) fn of(raw: Form, redactor: &Redactor) -> Self {
        let mut form = raw.clone();
        let names: Vec<_> = raw.fields.iter().map(|it| it.name.clone()).collect();
        let names = told_apart(names, |name| redactor.text(name.clone()), String::clone);
        for (field, name) in form.fields.iter_mut().zip(names) {
            field.name = name;
            match &mut field.kind {
                Kind::One { choices, .. } | Kind::Many { choices, .. } => veil(choices, redactor),
                Kind::Text(_) | Kind::Number(_) | Kind::Flag { .. } => {}
            }
        }
        Self { raw, form }
    }

    /// As the server asks.
    pub(super) fn raw(&self) -> &Form {
        &self.raw
    }

    /// As the person is asked.
    pub(super) fn form(&self) -> &Form {
        &self.form
    }

    /// Values by the server's names, by the names that are shown.
    pub(super) fn named(&self, values: BTreeMap<String, Secret>) -> BTreeMap<String, Secret> {
        let shown = |name: String| match self.raw.fields.iter().position(|it| it.name == name) {
            Some(place) => self.form.fields.get(place).map_or(name, |it| it.name.clone()),
            None => name,
        };
        values.into_iter().map(|(name, value)| (shown(name), value)).collect()
    }

    /// What was filled in, in the server's own words.
    pub(super) fn lift(&self, filling: Filling) -> Filling {
        let lifted = filling.0.into_iter().map(|(name, filled)| {
            let mut fields = self.form.fields.iter().zip(&self.raw.fields);
            match fields.find(|(shown, _)| shown.name == name) {
                Some((shown, raw)) => (raw.name.clone(), value_of(&shown.kind, &raw.kind, filled)),
                None => (name, filled),
            }
        });
        Filling(lifted.collect())
    }
}

fn veil(choices: &mut [Choice], redactor: &Redactor) {
    let values: Vec<_> = choices.iter().map(|it| it.value.clone()).collect();
    let clean = told_apart(values, |it| redactor.value(it.clone()), as_text);
    for (choice, value) in choices.iter_mut().zip(clean) {
        choice.value = value;
    }
}

/// The same, clean; those that changed are numbered where they would be the same as another.
fn told_apart<T: Clone + PartialEq + From<String>>(
    all: Vec<T>,
    clean: impl Fn(&T) -> T,
    text: impl Fn(&T) -> String,
) -> Vec<T> {
    let mut taken: BTreeSet<String> = all.iter().map(&text).collect();
    let mut one = |raw: T| {
        let bare = clean(&raw);
        if bare == raw {
            return raw;
        }
        let bare = text(&bare);
        let names = (2..).map(|number| format!("{bare} {number}"));
        let free = std::iter::once(bare.clone()).chain(names).find(|it| !taken.contains(it));
        let free = free.unwrap_or(bare);
        taken.insert(free.clone());
        T::from(free)
    };
    all.into_iter().map(&mut one).collect()
}

fn as_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn value_of(shown: &Kind, raw: &Kind, filled: Filled) -> Filled {
    let choices = match (shown, raw) {
        (Kind::One { choices: shown, .. }, Kind::One { choices: raw, .. })
        | (Kind::Many { choices: shown, .. }, Kind::Many { choices: raw, .. }) => (shown, raw),
        _ => return filled,
    };
    let lift = |value: Value| {
        let mut pairs = choices.0.iter().zip(choices.1);
        pairs.find(|(shown, _)| shown.value == value).map_or(value, |(_, raw)| raw.value.clone())
    };
    match filled {
        Filled::Value(Value::Array(values)) => {
            Filled::Value(values.into_iter().map(lift).collect())
        }
        Filled::Value(value) => Filled::Value(lift(value)),
        Filled::Text(text) => Filled::Text(text),
    }
}

#[cfg(test)]
mod tests {
    use model::form::Entry;
    use serde_json::json;

    use super::*;
    use crate::asking::content;

    const SECRET: &str = "hunter2hunter2";

    /// HOST-48: the person sees marks, and the server gets what it listed.
    #[test]
    fn no_secret_is_shown_and_what_goes_back_is_the_servers_own() {
        let redactor = Redactor::default();
        redactor.add(&SECRET.into());
        let schema = json!({ "properties": {
            SECRET: { "default": SECRET, "pattern": SECRET },
            format!("{SECRET} "): { "description": format!("as {SECRET}") },
            "one": { "title": SECRET, "enum": ["a", SECRET, format!("{SECRET}!")] },
            "many": { "type": "array", "items": { "anyOf": [{ "const": SECRET, "title": SECRET }] } },
            "long": { "title": format!("{}{SECRET}", "x".repeat(190)) },
        } });
        let clean = |text: &str| redactor.text(text.to_owned());
        let shown = Shown::of(Form::read_as(Some(&schema), &clean).unwrap(), &redactor);
        let seen = format!("{:?}", shown.form());
        assert!(!seen.contains("hunter2"), "{seen}");
        let typed = |text: &str| Entry::Typed(text.into());
        let by_name = |name: &str| match name {
            "one" => Entry::One(Some(1)),
            "many" => Entry::Many(vec![0]),
            _ => typed("x"),
        };
        let entries: Vec<_> = shown.raw().fields.iter().map(|it| by_name(&it.name)).collect();
        let filling = shown.lift(shown.form().fill(&entries).unwrap());
        assert_eq!(
            Value::Object(content::of(&filling).reveal().clone()),
            json!({ SECRET: "x", format!("{SECRET} "): "x", "one": SECRET, "many": [SECRET], "long": "x" })
        );
        let named = shown.named([(SECRET.to_owned(), "y".into())].into());
        assert_eq!(named.keys().collect::<Vec<_>>(), ["•••"]);
    }
}
