//! A browser that only notes what it is given, set up as the one of a test's desktop.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use crate::desktop::Desktop;

const ENTRY: &str = "[Desktop Entry]\nType=Application\nName=Recorder\n\
    MimeType=x-scheme-handler/http;x-scheme-handler/https;\n";
const CHOICE: &str = "[Default Applications]\nx-scheme-handler/http=recorder.desktop\n\
    x-scheme-handler/https=recorder.desktop\n";
/// Takes the browsers of the machine away from a test's desktop.
const NONE: &str = "[Removed Associations]\nx-scheme-handler/http=chromium.desktop;firefox-esr.desktop;\n\
    x-scheme-handler/https=chromium.desktop;firefox-esr.desktop;\n";

/// The browser of a desktop.
#[derive(Debug)]
pub struct Recorder {
    visits: PathBuf,
}

impl Recorder {
    /// Sets it up; it is to be done before the app is started.
    ///
    /// # Panics
    /// When its files cannot be written.
    pub fn set_up(desktop: &Desktop) -> Self {
        let visits = desktop.home().join("visits");
        let program = desktop.home().join("recorder");
        // One line for each start: how many arguments, and the first.
        let script =
            format!("#!/bin/sh\nprintf '%s %s\\n' \"$#\" \"$1\" >> '{}'\n", visits.display());
        write(&program, &script);
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("it is ours");
        let entry = format!("{ENTRY}Exec={} %u\n", program.display());
        write(&desktop.home().join(".local/share/applications/recorder.desktop"), &entry);
        write(&desktop.home().join(".config/mimeapps.list"), CHOICE);
        Self { visits }
    }

    /// Sets a desktop up that has no browser.
    pub fn none(desktop: &Desktop) {
        write(&desktop.home().join(".config/mimeapps.list"), NONE);
    }

    /// What it was started with, each time: the number of arguments and the first of them.
    pub fn visits(&self) -> Vec<String> {
        let noted = fs::read_to_string(&self.visits).unwrap_or_default();
        noted.lines().map(str::to_owned).collect()
    }
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap_or(path)).expect("a folder can be made");
    fs::write(path, text).expect("a file can be written");
}
