//! Native dialogs as a screen reader has them: read, answered and waited for by their title.

use std::{
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
};

use serde::Deserialize;

use crate::desktop::Desktop;

/// The titles of Steward's dialogs.
pub const ADDING: &str = "Add a server";
/// See [`ADDING`].
pub const STARTING: &str = "Start a server";
/// See [`ADDING`].
pub const SECRET: &str = "A secret is needed";
/// See [`ADDING`].
pub const CANNOT_OPEN: &str = "Steward cannot start";

/// What is on a dialog.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Dialog {
    /// The title of its window.
    pub title: String,
    /// Its labels, from top to bottom.
    pub texts: Vec<String>,
    /// Its texts and entries.
    pub fields: Vec<Field>,
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

impl Dialog {
    /// The dialog of that title, as soon as it is there.
    ///
    /// # Panics
    /// When it does not come within twenty seconds; so do the functions below.
    pub fn read(desktop: &Desktop, title: &str) -> Self {
        let told = run(desktop, &["read", title], "");
        serde_json::from_str(&told).expect("the script prints JSON")
    }

    /// Presses a button, as soon as it can be pressed.
    pub fn press(desktop: &Desktop, title: &str, button: &str) {
        run(desktop, &["press", title, button], "");
    }

    /// Types into a field.
    pub fn fill(desktop: &Desktop, title: &str, field: &str, text: &str) {
        run(desktop, &["type", title, field], text);
    }

    /// Waits until a button can be pressed.
    pub fn wait_until_alive(desktop: &Desktop, title: &str, button: &str) {
        run(desktop, &["alive", title, button], "");
    }

    /// How many such dialogs there are now.
    pub fn count(desktop: &Desktop, title: &str) -> usize {
        run(desktop, &["count", title], "").parse().expect("the script prints a number")
    }

    /// Waits until there is no such dialog.
    pub fn wait_until_gone(desktop: &Desktop, title: &str) {
        run(desktop, &["gone", title], "");
    }

    /// What is in the field of that name.
    pub fn field(&self, name: &str) -> &str {
        let found = self.fields.iter().find(|it| it.name == name);
        &found.unwrap_or_else(|| panic!("no `{name}` in {self:?}")).text
    }
}

fn run(desktop: &Desktop, arguments: &[&str], input: &str) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("support/atspi.py");
    // Another Python on the PATH has no `gi`.
    let mut command: Command = desktop.command("/usr/bin/python3");
    command.arg(script).args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("Debian's Python is there");
    let mut told = child.stdin.take().expect("it is piped");
    told.write_all(input.as_bytes()).expect("it takes its input");
    drop(told);
    let output = child.wait_with_output().expect("it ends");
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {words}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}
