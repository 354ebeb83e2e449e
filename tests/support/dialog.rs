//! Native dialogs as a screen reader has them: read, answered and waited for by their title.

use std::collections::BTreeMap;

use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};

use crate::{
    desktop::Desktop,
    reader::{NotFound, Reader},
};

/// The titles of Steward's dialogs.
pub const ADDING: &str = "Add a server";
/// See [`ADDING`].
pub const STARTING: &str = "Start a server";
/// See [`ADDING`].
pub const SECRET: &str = "A secret is needed";
/// See [`ADDING`].
pub const FAR: &str = "Let a server ask for secrets";
/// See [`ADDING`].
pub const ALLOWING: &str = "Let calls run without asking";
/// See [`ADDING`].
pub const CANNOT_OPEN: &str = "Steward cannot start";
/// See [`ADDING`].
pub const ASKING: &str = "A server asks";
/// See [`ADDING`].
pub const OPENING: &str = "Open a page?";

/// See [`ADDING`].
pub const SAVING: &str = "Save the conversation";

/// What is left of a question that was taken back.
pub const TAKEN_BACK: &str = "The question was taken back";

/// What is on a dialog.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Dialog {
    /// The title of its window.
    pub title: String,
    /// Its labels, from top to bottom.
    pub texts: Vec<String>,
    /// Its texts and entries.
    pub fields: Vec<Field>,
    /// What is ticked or chosen from.
    pub boxes: Vec<Choice>,
    /// Its buttons, from left to right.
    pub buttons: Vec<Button>,
}

/// A text, which may be one that can be typed into.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Field {
    /// What a screen reader calls it.
    pub name: String,
    /// Whether its characters are hidden.
    pub masked: bool,
    /// What is in it, as it is seen.
    pub text: String,
    /// Whether it has the focus.
    pub focused: bool,
    /// What is said of it.
    pub said: Vec<String>,
}

/// A box to tick, one of several buttons, or a list that opens.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Choice {
    /// `check box`, `radio button` or `combo box`.
    pub role: String,
    /// What a screen reader calls it.
    pub name: String,
    /// Whether it is ticked.
    pub on: bool,
    /// What is chosen in it.
    pub chosen: Option<String>,
    /// Whether it has the focus.
    pub focused: bool,
    /// What is said of it.
    pub said: Vec<String>,
}

/// A button.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Button {
    /// What is on it.
    pub name: String,
    /// Whether it can be pressed.
    pub alive: bool,
    /// Whether it has the focus.
    pub focused: bool,
}

/// A look-out for a dialog that is still to come.
#[derive(Debug)]
pub struct Watch(Reader);

/// What a look-out saw.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Watched {
    /// The dialog when it was seen first.
    pub first: Dialog,
    /// How many milliseconds before that it was not there yet.
    pub first_after: u64,
    /// And how many it was from then until each button was first seen alive.
    pub alive_after: BTreeMap<String, u64>,
}

impl Dialog {
    /// The dialog of that title, as soon as it is there.
    ///
    /// # Panics
    /// When it does not come within twenty seconds; so do the functions below.
    pub fn read(desktop: &Desktop, title: &str) -> Self {
        find(desktop, &json!({ "verb": "read", "title": title }))
    }

    /// Looks out for the dialog from now on.
    pub fn watch(desktop: &Desktop, title: &str) -> Watch {
        let mut reader = desktop.another_reader();
        // Once it has answered, it does not lose time with its own start.
        reader.ask(&json!({ "verb": "count", "title": title }));
        let count = reader.hear();
        assert_eq!(count, Ok(json!(0)), "{title}");
        reader.ask(&json!({ "verb": "watch", "title": title }));
        Watch(reader)
    }

    /// Presses a button, as soon as it can be pressed; a box is one too.
    pub fn press(desktop: &Desktop, title: &str, button: &str) {
        find::<bool>(desktop, &json!({ "verb": "press", "title": title, "name": button }));
    }

    /// Presses a button if it can be pressed at this moment; whether it could.
    pub fn press_now(desktop: &Desktop, title: &str, button: &str) -> bool {
        find(desktop, &json!({ "verb": "now", "title": title, "name": button }))
    }

    /// Types into a field, as soon as it can be typed into.
    pub fn fill(desktop: &Desktop, title: &str, field: &str, text: &str) {
        let question = json!({ "verb": "type", "title": title, "name": field, "text": text });
        find::<bool>(desktop, &question);
    }

    /// Chooses a row of a list that opens.
    pub fn choose(desktop: &Desktop, title: &str, list: &str, row: &str) {
        let question = json!({ "verb": "choose", "title": title, "name": list, "text": row });
        find::<bool>(desktop, &question);
    }

    /// The middle of a button on the screen, for the mouse.
    pub fn place(desktop: &Desktop, title: &str, button: &str) -> (i32, i32) {
        find(desktop, &json!({ "verb": "place", "title": title, "name": button }))
    }

    /// Where a field is on the screen, whether it can be typed into or not: from its top to its
    /// bottom.
    pub fn reach(desktop: &Desktop, title: &str, field: &str) -> (i32, i32) {
        find(desktop, &json!({ "verb": "reach", "title": title, "name": field }))
    }

    /// Where the whole of it is on the screen: left, top, width and height.
    pub fn extents(desktop: &Desktop, title: &str) -> (i32, i32, i32, i32) {
        find(desktop, &json!({ "verb": "extents", "title": title }))
    }

    /// Waits until a button can be pressed.
    pub fn wait_until_alive(desktop: &Desktop, title: &str, button: &str) {
        find::<bool>(desktop, &json!({ "verb": "alive", "title": title, "name": button }));
    }

    /// How many such dialogs there are now.
    pub fn count(desktop: &Desktop, title: &str) -> usize {
        find(desktop, &json!({ "verb": "count", "title": title }))
    }

    /// Waits until there is no such dialog.
    pub fn wait_until_gone(desktop: &Desktop, title: &str) {
        find::<bool>(desktop, &json!({ "verb": "gone", "title": title }));
    }

    /// What is in the field of that name.
    pub fn field(&self, name: &str) -> &str {
        &self.line(name).text
    }

    /// The field of that name.
    ///
    /// # Panics
    /// When there is none.
    pub fn line(&self, name: &str) -> &Field {
        let found = self.fields.iter().find(|it| it.name == name);
        found.unwrap_or_else(|| panic!("no `{name}` in {self:?}"))
    }

    /// The box of that name.
    ///
    /// # Panics
    /// When there is none.
    pub fn choice(&self, name: &str) -> &Choice {
        let found = self.boxes.iter().find(|it| it.name == name);
        found.unwrap_or_else(|| panic!("no `{name}` in {self:?}"))
    }
}

impl Watch {
    /// What it saw, once it has seen all buttons alive.
    pub fn seen(mut self, desktop: &Desktop) -> Watched {
        found(self.0.hear(), desktop, "watch")
    }
}

fn find<T: DeserializeOwned>(desktop: &Desktop, question: &Value) -> T {
    found(desktop.ask_reader(question), desktop, question)
}

/// A program that has crashed is not on the bus; the processes tell it from one that hides.
fn found<T: DeserializeOwned>(
    answer: Result<Value, NotFound>,
    desktop: &Desktop,
    question: impl std::fmt::Display,
) -> T {
    let found = answer.unwrap_or_else(|NotFound(words)| {
        let running: Vec<_> = desktop.processes().into_iter().map(|it| it.line).collect();
        panic!("{question}: {words}; running: {running:#?}")
    });
    serde_json::from_value(found).unwrap_or_else(|it| panic!("{question}: {it}"))
}
