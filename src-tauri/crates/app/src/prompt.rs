//! What the prompt window is shown and says, where there is no toolkit to ask with; TypeScript is
//! printed from it. It stands apart from `wire`: here alone a value may pass that a person typed.

use serde::{Deserialize, Deserializer, Serialize};
use stdx::secret::Secret;
use ts_rs::TS;

/// Everything in the window, fit to be shown. It holds no value from the keychain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Prompt {
    /// Lets the window answer, once.
    pub ticket: String,
    /// The first line, always ours.
    pub heading: String,
    /// What stands above the fields.
    pub above: Vec<PromptPiece>,
    /// The fields, in order.
    pub fields: Vec<PromptField>,
    /// What stands below them.
    pub below: Vec<PromptPiece>,
    /// When it goes by itself.
    pub lapses: Option<PromptLapse>,
    /// The tick that has hidden values remembered.
    pub remember: Option<PromptTick>,
    /// What to know of the keychain: seen beside that tick, and while something is hidden alone.
    pub keychain: Vec<String>,
    /// What is on the button that shows a hidden text while it is held.
    pub show: PromptLabel,
    /// What is on the box that hides a text.
    pub hide: PromptLabel,
    /// The buttons from left to right.
    pub buttons: Vec<PromptButton>,
    /// The place of the one that Enter presses, and that has the focus where there is no field.
    pub default: u32,
    /// For how many milliseconds the buttons that are dead at first are so.
    pub dead: u32,
    /// How many pixels wide the window is at first.
    pub width: u32,
}

/// A text in the window.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "piece", rename_all = "camelCase")]
pub enum PromptPiece {
    /// A server's words, marked as its own.
    Quote {
        /// Says whose they are.
        label: String,
        /// The words.
        text: String,
    },
    /// A whole text in mono.
    Block {
        /// What it is.
        label: String,
        /// All of it.
        text: String,
    },
    /// A thing to look at twice.
    Note {
        /// The words.
        text: String,
    },
    /// A line in bold.
    Strong {
        /// The words.
        text: String,
    },
    /// A line.
    Line {
        /// The words.
        text: String,
    },
    /// A line in small type.
    Small {
        /// The words.
        text: String,
    },
}

/// What is on something that can be pressed, and by which key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct PromptLabel {
    /// The words.
    pub text: String,
    /// The letter that presses it.
    pub key: Option<char>,
}

/// How long a question waits, and what happens then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct PromptLapse {
    /// What stands before the time that is left.
    pub words: String,
    /// The time that is left, in milliseconds.
    pub left: u32,
}

/// A box and whether it is ticked at first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct PromptTick {
    /// What is on it.
    pub label: PromptLabel,
    /// At first.
    pub on: bool,
}

/// A field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct PromptField {
    /// What it is called.
    pub label: String,
    /// What is said of it.
    pub notes: Vec<String>,
    /// What one enters it with.
    pub input: PromptInput,
}

/// What a field is entered with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "input", rename_all = "camelCase")]
pub enum PromptInput {
    /// A line to type into.
    Line {
        /// What stands there at first; never a value from the keychain.
        start: String,
        /// Whether Steward holds a value for it, which is sent if nobody types another.
        kept: bool,
        /// Whether it is seen.
        mask: PromptMask,
        /// What kind of text it takes, for the keyboard on a screen.
        purpose: PromptPurpose,
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
        /// What stands for no choice, if that may be chosen or is so at first.
        none: Option<String>,
        /// Whether no choice may be chosen again.
        open: bool,
        /// The place of what is chosen at first.
        start: Option<u32>,
        /// Whether all are seen at once.
        spread: bool,
    },
    /// Any of several.
    Many {
        /// What there is to choose from.
        titles: Vec<String>,
        /// The places of what is chosen at first.
        start: Vec<u32>,
    },
}

/// Whether a text is seen as it is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum PromptMask {
    /// It is.
    Never,
    /// The person may hide it.
    Off,
    /// The person may show it.
    On,
    /// It is hidden.
    Always,
}

/// What kind of text a line takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum PromptPurpose {
    /// Any.
    Text,
    /// An e-mail address.
    Email,
    /// An address with a scheme.
    Url,
    /// A whole number.
    Numeric,
    /// A number.
    Decimal,
}

/// A button.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PromptButton {
    /// What is on it.
    pub label: PromptLabel,
    /// Whether it is dead at first.
    pub dead: bool,
    /// Whether Enter does nothing on it.
    pub deaf: bool,
    /// Whether it stands out.
    pub main: bool,
    /// What becomes of it while the first field is empty.
    pub when_empty: Option<PromptEmpty>,
}

/// What becomes of a button while there is nothing to give.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "empty", rename_all = "camelCase")]
pub enum PromptEmpty {
    /// It cannot be pressed.
    Dead,
    /// It says this, and Enter in the field does not press it.
    Says {
        /// The words.
        label: PromptLabel,
    },
}

/// What the window says.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AnswerPrompt {
    /// The one it was given last.
    pub ticket: String,
    /// What happened.
    pub said: PromptSaid,
}

/// What happened in the window.
#[derive(Debug, Deserialize, TS)]
#[serde(tag = "said", rename_all = "camelCase", deny_unknown_fields)]
pub enum PromptSaid {
    /// All is drawn, and wants so much room. The ticket stays good.
    Drawn {
        /// In pixels of the page.
        height: u32,
    },
    /// A button was pressed.
    Pressed {
        /// Its place.
        button: u32,
        /// What stands in the fields, in order.
        entries: Vec<PromptEntry>,
        /// Whether hidden values are to be remembered.
        remember: bool,
        /// Whether the person hid a field that was not hidden by itself.
        masked: bool,
    },
    /// It was given up, as Escape does.
    Closed,
}

/// What stands in a field.
#[derive(Debug, Deserialize, TS)]
#[serde(tag = "entry", rename_all = "camelCase", deny_unknown_fields)]
pub enum PromptEntry {
    /// A text.
    Typed {
        /// As it was typed.
        #[serde(deserialize_with = "typed")]
        #[ts(type = "string")]
        text: Secret,
    },
    /// Nothing was typed over what Steward holds.
    Kept,
    /// A box.
    Flag {
        /// Whether it is ticked.
        set: bool,
    },
    /// One of several.
    One {
        /// Its place.
        at: Option<u32>,
    },
    /// Any of several.
    Many {
        /// Their places.
        at: Vec<u32>,
    },
}

/// What the window hears.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "heard", rename_all = "camelCase")]
pub enum PromptHeard {
    /// It is seen.
    Shown,
    /// The answer was taken; the window goes.
    Taken,
    /// Something is to be mended, and a new ticket is needed for it.
    Again {
        /// It.
        ticket: String,
        /// What is wrong.
        wrong: Vec<PromptWrong>,
    },
}

/// What is wrong with one field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct PromptWrong {
    /// Its place.
    pub place: u32,
    /// What to do.
    pub words: String,
}

/// The text is moved, not copied, into what wipes it.
fn typed<'a, D: Deserializer<'a>>(from: D) -> Result<Secret, D::Error> {
    String::deserialize(from).map(Secret::new)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Security 16: what was typed is in no debug text.
    #[test]
    fn what_is_typed_does_not_print_itself() {
        let said = json!({ "ticket": "t", "said": { "said": "pressed", "button": 1,
            "entries": [{ "entry": "typed", "text": "hunter2" }], "remember": false,
            "masked": false } });
        let said: AnswerPrompt = serde_json::from_value(said).unwrap();
        assert!(!format!("{said:?}").contains("hunter2"), "{said:?}");
    }

    #[test]
    fn what_has_no_place_is_refused() {
        for said in [
            json!({ "ticket": "t", "said": { "said": "drawn", "height": 1 }, "more": 1 }),
            json!({ "ticket": "t", "said": { "said": "drawn", "height": -1 } }),
            json!({ "ticket": "t", "said": { "said": "drawn", "height": 1, "more": 1 } }),
            json!({ "ticket": "t", "said": { "said": "opened" } }),
        ] {
            assert!(serde_json::from_value::<AnswerPrompt>(said.clone()).is_err(), "{said}");
        }
    }
}
