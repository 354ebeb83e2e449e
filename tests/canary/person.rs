//! A person at the app and at terminals, with what their programs say kept to be searched.

use std::{
    env,
    fs::{self, File},
    os::unix::fs::PermissionsExt as _,
    path::Path,
    process::{Command, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
};

use flows::{
    desktop::{Desktop, Theme},
    processes::Running,
    pty::Seated,
    reader::INTERPRETER,
    window::{Window, program},
};

use crate::place::Ground;

/// The desktop, the window and the folders of one run.
pub(crate) struct Person {
    /// What the app shows.
    pub(crate) window: Window,
    /// What it stands on.
    pub(crate) desktop: Desktop,
    /// Where everything of the run is.
    pub(crate) ground: Ground,
    terminals: AtomicUsize,
}

impl Person {
    /// Starts the desktop and the app, which says all it can say to its log.
    ///
    /// # Panics
    /// When anything does not start; a run that has nothing to search is no run.
    pub(crate) async fn arrive(run: &Path) -> Self {
        let desktop = Desktop::start(Theme::Light);
        let said = run.join("said");
        fs::create_dir_all(&said).expect("a folder can be made");
        let app = said.join("app");
        let script = format!(
            "#!/bin/sh\nexport RUST_LOG=trace\nexec '{}' \"$@\" >'{2}/app.out' 2>'{2}/app.err' {1}\n",
            program().display(),
            "</dev/null",
            said.display(),
        );
        fs::write(&app, script).expect("a file can be written");
        fs::set_permissions(&app, fs::Permissions::from_mode(0o700)).expect("it is ours");
        let window = Window::open_program(&desktop, app).await;
        let home = desktop.home().to_owned();
        let ground = Ground { run: run.to_owned(), data: desktop.data_dir(), home, said };
        Self { window, desktop, ground, terminals: AtomicUsize::new(0) }
    }

    /// Types a `stewardctl` command, and expects it to work.
    ///
    /// # Panics
    /// When it does not.
    pub(crate) fn types(&self, arguments: &[&str]) {
        let number = self.terminals.fetch_add(1, Ordering::Relaxed);
        let output = |which: &str| {
            let path = self.ground.said.join(format!("terminal-{number}.{which}"));
            File::create(path).expect("a file can be made")
        };
        let mut command = self.stewardctl(arguments);
        command.stdout(output("out")).stderr(output("err"));
        let status = command.status().expect("stewardctl starts");
        // What was typed may be a secret, so only what kind of command it was is said.
        assert!(
            status.success(),
            "`stewardctl {:?}` fails: {}",
            &arguments[..2],
            self.said(number)
        );
    }

    /// Sits down at a terminal and starts `stewardctl` there.
    pub(crate) fn sits_down(&self, arguments: &[&str]) -> Seated {
        Seated::start(&self.stewardctl(arguments))
    }

    /// Keeps what a terminal showed, to be searched.
    ///
    /// # Panics
    /// When it cannot be written.
    pub(crate) fn keeps(&self, shown: &[u8]) {
        let number = self.terminals.fetch_add(1, Ordering::Relaxed);
        let path = self.ground.said.join(format!("terminal-{number}.screen"));
        fs::write(path, shown).expect("a file can be written");
    }

    fn stewardctl(&self, arguments: &[&str]) -> Command {
        let mut command = self.desktop.command(program().with_file_name("stewardctl"));
        command.args(arguments).envs(env::var_os("PATH").map(|it| ("PATH", it)));
        command
    }

    /// What a terminal said, for the words of a failure.
    fn said(&self, number: usize) -> String {
        let path = self.ground.said.join(format!("terminal-{number}.err"));
        fs::read_to_string(path).unwrap_or_default()
    }

    /// Copies a text in another program, which holds it until this is dropped.
    pub(crate) fn copies(&self, text: &str) -> Running {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("canary/clipboard.py");
        let mut holder = self.desktop.command(INTERPRETER);
        holder.arg(script).stdin(Stdio::piped()).stdout(Stdio::piped());
        let (holder, mut told, mut said) = Running::start_and_talk(&mut holder);
        std::io::Write::write_all(&mut told, text.as_bytes()).expect("it takes its input");
        drop(told);
        let mut line = String::new();
        std::io::BufRead::read_line(&mut said, &mut line).expect("its words can be read");
        assert_eq!(line, "held\n", "the clipboard is not held");
        holder
    }

    /// What the keychain holds, as its own program tells it.
    pub(crate) fn keychain(&self) -> Vec<u8> {
        let mut tool = self.desktop.command("secret-tool");
        tool.args(["search", "--all", "--unlock", "service", "dev.steward.desktop"]);
        tool.stdout(Stdio::piped()).stderr(Stdio::piped());
        tool.output().expect("libsecret-tools is there").stdout
    }
}
