//! A screen reader that stays for as long as its desktop: it is asked one line at a time, which
//! spares each question the start of an interpreter.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    path::Path,
    process::{ChildStdin, ChildStdout, Command, Stdio},
};

use serde::Deserialize;
use serde_json::Value;

use crate::processes::Running;

/// Another Python on the PATH has no `gi`.
pub const INTERPRETER: &str = "/usr/bin/python3";

/// The process and its pipes. Dropping it ends it.
#[derive(Debug)]
pub struct Reader {
    told: ChildStdin,
    said: BufReader<ChildStdout>,
    _running: Running,
}

/// What it answers.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Answer {
    Found(Value),
    Failure(String),
}

/// Nothing was found in twenty seconds; the words say what there is instead.
#[derive(Debug, PartialEq, Eq)]
pub struct NotFound(pub String);

impl Reader {
    /// Starts one with a command of its desktop for the [`INTERPRETER`].
    ///
    /// # Panics
    /// When it cannot be started.
    pub fn start(mut command: Command) -> Self {
        command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("support/atspi.py"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let (running, told, said) = Running::start_and_talk(&mut command);
        Self { told, said, _running: running }
    }

    /// Asks; the answer is to be heard next.
    ///
    /// # Panics
    /// When it has ended.
    pub fn ask(&mut self, question: &Value) {
        writeln!(self.told, "{question}").expect("the screen reader takes questions");
    }

    /// What was found, waited for.
    ///
    /// # Errors
    /// When nothing was found.
    ///
    /// # Panics
    /// When it has ended.
    pub fn hear(&mut self) -> Result<Value, NotFound> {
        let mut line = String::new();
        self.said.read_line(&mut line).expect("the screen reader's output can be read");
        match serde_json::from_str(&line) {
            Ok(Answer::Found(found)) => Ok(found),
            Ok(Answer::Failure(words)) => Err(NotFound(words)),
            Err(error) => panic!("the screen reader says `{line}`: {error}"),
        }
    }
}
