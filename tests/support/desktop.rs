//! A desktop for one test: a display, a message bus, a home and an open keychain; it knows no app.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use rustix::process::Signal;
use serde_json::Value;

use crate::{
    guard::Guard,
    keychain,
    processes::{Process, Running},
    reader::{INTERPRETER, NotFound, Reader},
};

/// How the desktop looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// The screen, and how large texts are on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Screen {
    /// Pixels.
    pub wide: u32,
    /// Pixels.
    pub high: u32,
    /// Texts in hundredths of their usual size.
    pub texts: u32,
}

/// Points that texts usually are high.
const USUAL: u32 = 10;
/// A screen that has room for everything.
const ROOMY: Screen = Screen { wide: 1280, high: 900, texts: 100 };

const MANAGER: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <keyboard><keybind key="A-F4"><action name="Close"/></keybind></keyboard>
  <applications>
    <application title="Steward" type="normal"><maximized>yes</maximized></application>
  </applications>
</openbox_config>
"#;

/// What a test's programs stand on. Dropping it ends everything that lives in its home.
#[derive(Debug)]
pub struct Desktop {
    variables: Vec<(&'static str, String)>,
    running: Vec<Running>,
    keychain: Mutex<Option<Running>>,
    reader: Mutex<Option<Reader>>,
    // What goes here goes in order.
    _guard: Guard,
    // The last to go: the others write into it.
    home: tempfile::TempDir,
}

impl Desktop {
    /// Starts one, with an open keychain. Its screen is 1280 by 900.
    ///
    /// # Panics
    /// When a part does not start: `Xvfb`, `dbus-daemon`, `openbox`, `gnome-keyring-daemon`.
    pub fn start(theme: Theme) -> Self {
        let desktop = Self::without_keychain(theme);
        desktop.start_keychain();
        desktop
    }

    /// The same with nothing that keeps secrets, and nothing that would be started to.
    ///
    /// # Panics
    /// As [`start`](Self::start).
    pub fn without_keychain(theme: Theme) -> Self {
        Self::on(ROOMY, theme)
    }

    /// The same on another screen.
    ///
    /// # Panics
    /// As [`start`](Self::start).
    pub fn on(screen: Screen, theme: Theme) -> Self {
        let home = tempfile::Builder::new().prefix("steward-desk-").tempdir();
        let home = home.expect("a folder can be made");
        let mut desktop = Self {
            variables: variables(home.path(), theme),
            running: vec![],
            keychain: Mutex::default(),
            reader: Mutex::default(),
            _guard: Guard::start(home.path()),
            home,
        };
        desktop.make_folders(screen.texts);
        let size = format!("{}x{}x24", screen.wide, screen.high);
        let screen = ["-displayfd", "1", "-screen", "0", &size, "-nolisten", "tcp"];
        let number = desktop.start_and_hear("Xvfb", &screen);
        desktop.variables.push(("DISPLAY", format!(":{number}")));
        let conf = format!("--config-file={}", keychain::write_bus(desktop.home()).display());
        let bus = [conf.as_str(), "--nofork", "--nopidfile", "--print-address=1"];
        let address = desktop.start_and_hear("dbus-daemon", &bus);
        desktop.variables.push(("DBUS_SESSION_BUS_ADDRESS", address));
        let manager = Running::start(&mut desktop.command("openbox"));
        desktop.running.push(manager);
        desktop
    }

    /// A command that runs on this desktop, quietly.
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.env_remove("WAYLAND_DISPLAY").env_remove("NO_AT_BRIDGE").env_remove("XAUTHORITY");
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// The home folder of its person.
    pub fn home(&self) -> &Path {
        self.home.path()
    }

    /// Where Steward keeps its things if it is not told otherwise.
    pub fn data_dir(&self) -> PathBuf {
        self.home().join(".local/share/steward")
    }

    /// Everything that runs on it.
    pub fn processes(&self) -> Vec<Process> {
        Process::all_in(self.home())
    }

    /// What its screen reader finds; it is started when it is asked first.
    ///
    /// # Errors
    /// When it finds nothing.
    pub fn ask_reader(&self, question: &Value) -> Result<Value, NotFound> {
        let mut reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        let reader = reader.get_or_insert_with(|| self.another_reader());
        reader.ask(question);
        reader.hear()
    }

    /// A screen reader besides the first one.
    pub fn another_reader(&self) -> Reader {
        Reader::start(self.command(INTERPRETER))
    }

    /// Starts the keychain over what it kept, unlocked, and waits until it answers.
    ///
    /// # Panics
    /// When it does not come up.
    pub fn start_keychain(&self) {
        let mut daemon = self.command("gnome-keyring-daemon");
        daemon.args(["--unlock", "--components=secrets", "--foreground"]);
        *self.keychain() = Some(Running::start_and_tell(&mut daemon, keychain::PASSWORD));
        let wait = ["wait", "--session", "--timeout", "20", keychain::BUS_NAME];
        let status = self.command("gdbus").args(wait).status();
        assert!(status.is_ok_and(|it| it.success()), "the keychain does not answer");
    }

    /// Ends the keychain's program at once, as a crash would.
    pub fn end_keychain(&self) {
        *self.keychain() = None;
    }

    /// Locks the keychain; whoever wants something of it has the person asked.
    ///
    /// # Panics
    /// When it does not do that.
    pub fn lock_keychain(&self) {
        let status = self.command("gdbus").args(keychain::LOCK).status();
        assert!(status.is_ok_and(|it| it.success()), "the keychain cannot be locked");
    }

    fn keychain(&self) -> MutexGuard<'_, Option<Running>> {
        self.keychain.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Presses keys, as `xdotool` names them, in the window that has the focus.
    ///
    /// # Panics
    /// When there is no `xdotool`.
    pub fn press_keys(&self, keys: &[&str]) {
        let status = self.command("xdotool").arg("key").args(keys).status();
        assert!(status.is_ok_and(|it| it.success()), "xdotool cannot press {keys:?}");
    }

    /// Puts the window of that title away, as its button on the frame does.
    ///
    /// # Panics
    /// When there is none, or no `xdotool`.
    pub fn minimize(&self, title: &str) {
        let away = self.finds_window(&["--name", &format!("^{title}$")], &["windowminimize"]);
        assert!(away, "`{title}` cannot be put away");
    }

    /// Waits up to 20 s for a window, and does with it what `then` says. While it looks, a window
    /// that goes takes `xdotool` with it by an error of X; then it looks again.
    pub(crate) fn finds_window(&self, search: &[&str], then: &[&str]) -> bool {
        let begun = Instant::now();
        loop {
            let mut look = self.command("timeout");
            look.args(["20", "xdotool", "search", "--sync", "--onlyvisible"]);
            if look.args(search).args(then).status().is_ok_and(|it| it.success()) {
                return true;
            }
            if begun.elapsed() > Duration::from_secs(20) {
                return false;
            }
        }
    }

    /// The title of the window that has the focus, if one has it.
    ///
    /// # Panics
    /// When there is no `xdotool`.
    pub fn front_window(&self) -> Option<String> {
        let mut asked = self.command("xdotool");
        asked.args(["getactivewindow", "getwindowname"]).stdout(Stdio::piped());
        let told = asked.output().expect("xdotool is there");
        let title = String::from_utf8_lossy(&told.stdout).trim_end().to_owned();
        told.status.success().then_some(title)
    }

    /// Saves what is on the screen as a PNG file.
    ///
    /// # Panics
    /// When it cannot be taken or written.
    pub fn photograph(&self, to: &Path) {
        let status = self.command("import").args(["-window", "root"]).arg(to).status();
        assert!(status.is_ok_and(|it| it.success()), "no picture at {}", to.display());
    }

    /// Folders, and what the window manager does: the window fills the screen, and Alt F4 closes it.
    /// The toolkit has its texts as large as they are to be, where they are not as usual.
    fn make_folders(&self, texts: u32) {
        for folder in [
            "run",
            ".config/openbox",
            ".etc/gtk-3.0",
            ".cache",
            ".local/share/keyrings",
            ".local/state",
        ] {
            fs::create_dir_all(self.home().join(folder)).expect("a folder can be made");
        }
        if texts != 100 {
            // What is written in the person's own folder the toolkit passes over here.
            let look = format!("[Settings]\ngtk-font-name=Sans {}\n", USUAL * texts / 100);
            let settings = self.home().join(".etc/gtk-3.0/settings.ini");
            fs::write(settings, look).expect("a file can be written");
        }
        let manager = self.home().join(".config/openbox/rc.xml");
        fs::write(manager, MANAGER).expect("a file can be written");
        let owner_only = fs::Permissions::from_mode(0o700);
        fs::set_permissions(self.home().join("run"), owner_only).expect("it is ours");
    }

    fn start_and_hear(&mut self, program: &str, arguments: &[&str]) -> String {
        let (running, line) = Running::start_and_hear(self.command(program).args(arguments));
        self.running.push(running);
        line
    }
}

impl Drop for Desktop {
    fn drop(&mut self) {
        *self.reader.get_mut().unwrap_or_else(PoisonError::into_inner) = None;
        self.end_keychain();
        // The programs first and the screen they draw on last, in the reverse order of birth.
        while self.running.pop().is_some() {}
        for left in self.processes() {
            left.signal(Signal::KILL);
        }
    }
}

fn variables(home: &Path, theme: Theme) -> Vec<(&'static str, String)> {
    let within = |folder: &str| home.join(folder).display().to_string();
    let look = match theme {
        Theme::Light => "Adwaita",
        Theme::Dark => "Adwaita:dark",
    };
    vec![
        ("HOME", home.display().to_string()),
        ("XDG_RUNTIME_DIR", within("run")),
        ("XDG_CONFIG_HOME", within(".config")),
        ("XDG_CONFIG_DIRS", format!("{}:/etc/xdg", within(".etc"))),
        ("XDG_CACHE_HOME", within(".cache")),
        ("XDG_DATA_HOME", within(".local/share")),
        ("XDG_STATE_HOME", within(".local/state")),
        ("XDG_CURRENT_DESKTOP", "GNOME".to_owned()),
        ("XDG_SESSION_TYPE", "x11".to_owned()),
        ("GDK_BACKEND", "x11".to_owned()),
        ("GTK_THEME", look.to_owned()),
        ("LANG", "C.UTF-8".to_owned()),
        // A virtual screen has no buffers to share, and trying costs 70 MB a window.
        ("WEBKIT_DISABLE_DMABUF_RENDERER", "1".to_owned()),
        ("LIBGL_ALWAYS_SOFTWARE", "1".to_owned()),
    ]
}
