//! `stewardctl` as a person types it, with a home of its own.

use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    os::unix::process::CommandExt as _,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use tempfile::TempDir;

use crate::{peers::Program, processes::Process, witness::Witness};

/// One person at a terminal. Dropping it ends everything that lives in their home.
#[derive(Debug)]
pub struct Terminal {
    home: TempDir,
}

/// What a command gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ran {
    /// Its exit status; `None` when a signal ended it.
    pub status: Option<i32>,
    /// Its standard output.
    pub out: String,
    /// Its standard error.
    pub err: String,
}

impl Default for Terminal {
    fn default() -> Self {
        Self::new()
    }
}

impl Terminal {
    /// A new one, with nothing registered.
    ///
    /// # Panics
    /// When no folder can be made.
    pub fn new() -> Self {
        let home = tempfile::Builder::new().prefix("steward-term-").tempdir();
        Self { home: home.expect("a folder can be made") }
    }

    /// The person's home.
    pub fn home(&self) -> &Path {
        self.home.path()
    }

    /// The folder that holds everything Steward keeps.
    pub fn data_dir(&self) -> PathBuf {
        self.home().join("data")
    }

    /// A witness file for a scripted server.
    pub fn witness(&self, name: &str) -> Witness {
        Witness::below(self.home(), name)
    }

    /// What is in the log of a server.
    pub fn log(&self, server: &str) -> String {
        let path = self.data_dir().join(format!("logs/mcp/{server}.log"));
        fs::read_to_string(path).unwrap_or_default()
    }

    /// `stewardctl` with these arguments, ready to be started.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(stewardctl());
        command.arg("--data-dir").arg(self.data_dir()).args(arguments);
        self.at_home(&mut command);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Gives a command this home, and nothing of the tester's own session.
    pub fn at_home(&self, command: &mut Command) {
        command.env_clear().env("HOME", self.home()).env("LANG", "C.UTF-8");
        // Where programs are found is the machine's, not the person's.
        command.envs(std::env::var_os("PATH").map(|path| ("PATH", path)));
    }

    /// Runs `stewardctl` to its end.
    ///
    /// # Panics
    /// When it cannot be started.
    pub fn run(&self, arguments: &[&str]) -> Ran {
        Ran::of(self.command(arguments).output().expect("stewardctl starts"))
    }

    /// Runs it with something on its standard input.
    ///
    /// # Panics
    /// When it cannot be started.
    pub fn run_with_input(&self, arguments: &[&str], input: &str) -> Ran {
        let mut child =
            self.command(arguments).stdin(Stdio::piped()).spawn().expect("stewardctl starts");
        let mut told = child.stdin.take().expect("it is piped");
        told.write_all(input.as_bytes()).expect("it takes its input");
        drop(told);
        Ran::of(child.wait_with_output().expect("stewardctl ends"))
    }

    /// Registers a server and expects it to be ready.
    ///
    /// # Panics
    /// When it is not.
    pub fn add(&self, name: &str, program: &Program) -> Ran {
        let words = program.words();
        let ran = self.run(&[&["servers", "add", name, "--"], words.as_slice()].concat());
        assert_eq!(ran.status, Some(0), "{ran:?}");
        ran
    }

    /// `stewardctl serve`, once it says that it serves; in a group of its own, as a shell gives
    /// to what is typed.
    ///
    /// # Panics
    /// When it does not serve.
    pub fn serve(&self) -> Serving {
        let mut child =
            self.command(&["serve"]).process_group(0).spawn().expect("stewardctl starts");
        let mut err = BufReader::new(child.stderr.take().expect("it is piped"));
        let mut said = String::new();
        err.read_line(&mut said).expect("its words can be read");
        assert!(said.starts_with("serving "), "{said}");
        child.stderr = Some(err.into_inner());
        Serving(child)
    }

    /// Everything that runs in this home.
    pub fn processes(&self) -> Vec<Process> {
        Process::all_in(self.home())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        for left in self.processes() {
            left.signal(Signal::KILL);
        }
    }
}

/// A `stewardctl serve`.
#[derive(Debug)]
pub struct Serving(Child);

impl Serving {
    /// The number of its process.
    pub fn pid(&self) -> Pid {
        Pid::from_child(&self.0)
    }

    /// Sends it a signal, and waits until it says that it ends.
    ///
    /// # Panics
    /// When it does not say so.
    pub fn asked_to_end_by(&mut self, signal: Signal) {
        kill_process(self.pid(), signal).expect("it runs");
        let mut err = BufReader::new(self.0.stderr.take().expect("it is piped"));
        let mut said = String::new();
        err.read_line(&mut said).expect("its words can be read");
        assert!(said.starts_with("stopping "), "{said}");
        self.0.stderr = Some(err.into_inner());
    }

    /// Sends it a signal, and gives what it gave when it ended.
    ///
    /// # Panics
    /// When it is gone already.
    pub fn end_by(self, signal: Signal) -> Ran {
        kill_process(self.pid(), signal).expect("it runs");
        Ran::at_the_end_of(self.0)
    }

    /// The same for its whole group, as Ctrl+C does.
    ///
    /// # Panics
    /// When it is gone already.
    pub fn end_group_by(self, signal: Signal) -> Ran {
        kill_process_group(self.pid(), signal).expect("it runs");
        Ran::at_the_end_of(self.0)
    }

    /// Ends it in good order.
    ///
    /// # Panics
    /// When it does not end well.
    pub fn end(self) {
        let ran = self.end_by(Signal::TERM);
        assert_eq!(ran.status, Some(0), "{ran:?}");
    }
}

impl Ran {
    /// What a finished process gave.
    pub fn of(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Self { status: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    /// What a child gives when it ends.
    ///
    /// # Panics
    /// When it cannot be waited for.
    pub fn at_the_end_of(child: Child) -> Self {
        Self::of(child.wait_with_output().expect("it can be waited for"))
    }
}

/// The program under test: beside the tests, where the workspace is built.
///
/// # Panics
/// When it is not built.
pub fn stewardctl() -> PathBuf {
    let test = std::env::current_exe().expect("a test has a program");
    let built = test.ancestors().nth(2).expect("tests lie in `deps` of a profile's folder");
    let path = built.join("stewardctl");
    assert!(
        path.exists(),
        "{} is missing: run ./scripts/test or cargo build -p cli",
        path.display()
    );
    path
}
