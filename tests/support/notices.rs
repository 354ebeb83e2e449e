//! The desktop's own service for notices, which notes all that it is told, and what is in front.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::PathBuf,
    process::{Command, Stdio},
};

use crate::{desktop::Desktop, processes::Running, wait::eventually};

/// None goes by itself, and each is handed to a script.
const SETTINGS: &str = "[global]\n    idle_threshold = 0\n[urgency_normal]\n    timeout = 0\n\
    [noted]\n    summary = \"*\"\n    script = ";

/// The service of a desktop. Dropping it ends it.
#[derive(Debug)]
pub struct Notices<'a> {
    desktop: &'a Desktop,
    noted: PathBuf,
    _service: Running,
}

impl<'a> Notices<'a> {
    /// Starts it.
    ///
    /// # Panics
    /// When there is no `dunst`, or it does not come onto the bus.
    pub fn start(desktop: &'a Desktop) -> Self {
        let [noted, script, settings] =
            ["noted", "note", "dunstrc"].map(|it| desktop.home().join(it));
        let file = noted.display();
        let lines = format!("#!/bin/sh\nprintf '%s|' \"$@\" >> '{file}'; echo >> '{file}'\n");
        fs::write(&script, lines).expect("a file can be written");
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("it is ours");
        let rules = format!("{SETTINGS}{}\n", script.display());
        fs::write(&settings, rules).expect("a file can be written");
        let service = Running::start(desktop.command("dunst").arg("-conf").arg(&settings));
        let wait = ["wait", "--session", "--timeout", "20", "org.freedesktop.Notifications"];
        let status = desktop.command("gdbus").args(wait).status();
        assert!(status.is_ok_and(|it| it.success()), "dunst does not answer");
        Self { desktop, noted, _service: service }
    }

    /// What was told so far, a line each: program, summary, body, icon and urgency.
    pub fn noted(&self) -> Vec<String> {
        let noted = fs::read_to_string(&self.noted).unwrap_or_default();
        noted.lines().map(str::to_owned).collect()
    }

    /// Clicks on the one that is shown.
    ///
    /// # Panics
    /// When there is no `dunstctl`.
    pub fn click(&self) {
        said(self.desktop.command("dunstctl").arg("action"));
    }

    /// Waits until so many are on the screen.
    ///
    /// # Panics
    /// When they do not come, or go, within twenty seconds.
    pub async fn shows(&self, count: usize) {
        eventually(&format!("there are not {count} notices"), async || {
            let shown = said(self.desktop.command("dunstctl").args(["count", "displayed"]));
            (shown == count.to_string()).then_some(())
        })
        .await;
    }
}

/// The title of the window that has the person's attention.
///
/// # Panics
/// When there is no `xdotool`.
pub fn in_front(desktop: &Desktop) -> String {
    said(desktop.command("xdotool").args(["getactivewindow", "getwindowname"]))
}

/// Waits until a window has the person's attention.
///
/// # Panics
/// When it does not come to that within twenty seconds.
pub async fn comes_to_front(desktop: &Desktop, title: &str) {
    eventually(&format!("{title} is not in front"), async || {
        (in_front(desktop) == title).then_some(())
    })
    .await;
}

fn said(command: &mut Command) -> String {
    let output = command.stdout(Stdio::piped()).output();
    let output = output.unwrap_or_else(|it| panic!("cannot start {command:?}: {it}"));
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}
