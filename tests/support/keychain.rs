//! The keychain of a test's desktop: how it is reached, and the dialog in which it asks its person;
//! it knows no app.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::desktop::Desktop;

/// What unlocks it.
pub(crate) const PASSWORD: &str = "the keychain of a test";
/// Its name on the bus.
pub(crate) const BUS_NAME: &str = "org.freedesktop.secrets";
/// Has `gdbus` lock it.
pub(crate) const LOCK: [&str; 9] = [
    "call",
    "--session",
    "--dest",
    BUS_NAME,
    "--object-path",
    "/org/freedesktop/secrets",
    "--method",
    "org.freedesktop.Secret.Service.Lock",
    "['/org/freedesktop/secrets/collection/login']",
];

/// Where a system keeps what its bus may start.
const SERVICES: &str = "/usr/share/dbus-1/services";
/// What the bus of a test may not start: with these it would bring up a keychain by itself.
const KEYCHAINS: [&str; 3] = [BUS_NAME, "org.gnome.keyring", "org.freedesktop.impl.portal.Secret"];

/// Writes how the bus of a desktop is: as that of a session, but no keychain comes by itself.
pub(crate) fn write_bus(home: &Path) -> PathBuf {
    let services = home.join("services");
    fs::create_dir_all(&services).expect("a folder can be made");
    for entry in fs::read_dir(SERVICES).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let stem = name.strip_suffix(".service").unwrap_or(&name);
        if !KEYCHAINS.contains(&stem) {
            fs::copy(entry.path(), services.join(&name)).expect("a file can be copied");
        }
    }
    let (run, services) = (home.join("run"), services.display());
    let bus = home.join("bus.conf");
    let text = format!(
        r#"<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:dir={}</listen>
  <auth>EXTERNAL</auth>
  <servicedir>{services}</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"#,
        run.display()
    );
    fs::write(&bus, text).expect("a file can be written");
    bus
}

/// The dialog of the keychain's own, which takes the whole keyboard.
impl Desktop {
    /// Answers it with the right password.
    ///
    /// # Panics
    /// When it does not come.
    pub fn unlock_when_asked(&self) {
        self.wait_until_keychain_asks();
        let status = self.command("xdotool").args(["type", PASSWORD]).status();
        assert!(status.is_ok_and(|it| it.success()), "xdotool cannot type");
        self.press_keys(&["Return"]);
    }

    /// Closes it.
    ///
    /// # Panics
    /// When it does not come.
    pub fn refuse_when_asked(&self) {
        self.wait_until_keychain_asks();
        self.press_keys(&["Escape"]);
    }

    /// Waits until it asks.
    ///
    /// # Panics
    /// When it does not.
    pub fn wait_until_keychain_asks(&self) {
        let asks = self.finds_window(&["--class", "gcr-prompter"], &[]);
        assert!(asks, "the keychain does not ask");
    }
}
