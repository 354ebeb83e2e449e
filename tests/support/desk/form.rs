//! What a script enters into a server's form, as a person would: field by field, and only what fits.

use app::{
    Secret,
    desk::{FormQuestion, FormReply},
};
use model::form::{Choice, Entry, Field, Kind};
use serde::Deserialize;
use serde_json::{Map, Value};

/// What the person does with a form.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Entered {
    /// They enter these values, by the names of the fields, and send them.
    Send {
        /// The values; what is not named is left as it stands.
        values: Map<String, Value>,
        /// Whether they tick “Remember in the keychain”.
        #[serde(default)]
        remember: bool,
    },
    /// They send what was filled in beforehand.
    SendRemembered,
    /// They say no.
    Decline,
    /// They close the dialog.
    Cancel,
}

/// The reply to a form.
///
/// # Panics
/// When what the script enters does not fit: a dialog would not let it out.
pub(super) fn reply(question: &FormQuestion, entered: Entered) -> FormReply {
    let (values, remember) = match entered {
        Entered::Decline => return FormReply::Decline,
        Entered::Cancel => return FormReply::Cancel,
        Entered::Send { values, remember } => (values, remember),
        Entered::SendRemembered => {
            let values = question.remembered.iter();
            (values.map(|(name, it)| (name.clone(), it.reveal().into())).collect(), true)
        }
    };
    let entries: Vec<Entry> =
        question.form.fields.iter().map(|it| entry(it, values.get(&it.name))).collect();
    let filling = question.form.fill(&entries);
    let filling = filling.unwrap_or_else(|wrong| panic!("the script does not fit: {wrong:?}"));
    FormReply::Accept { filling, remember, masked: false }
}

fn entry(field: &Field, value: Option<&Value>) -> Entry {
    match &field.kind {
        Kind::Text(_) | Kind::Number(_) => Entry::Typed(Secret::from(typed(value))),
        Kind::Flag { default } => Entry::Flag(value.and_then(Value::as_bool).unwrap_or(*default)),
        Kind::One { choices, default } => {
            Entry::One(value.map_or(*default, |it| Some(place(choices, it))))
        }
        Kind::Many { choices, default, .. } => Entry::Many(match value.and_then(Value::as_array) {
            Some(chosen) => chosen.iter().map(|it| place(choices, it)).collect(),
            None => default.clone(),
        }),
    }
}

fn typed(value: Option<&Value>) -> String {
    match value {
        None => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    }
}

fn place(choices: &[Choice], value: &Value) -> usize {
    choices.iter().position(|it| it.value == *value).expect("the script chooses what there is")
}
