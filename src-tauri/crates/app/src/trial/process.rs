//! The Python process that installs or serves the small model: what it says, and its end. It lives as
//! long as the pipe to it is open, so that nothing of it outlives us, however we end.

use std::{path::Path, process::Stdio, time::Duration};

use serde::Deserialize;
use stdx::secret::Secret;
use tokio::{
    fs,
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines},
    process::{Child, ChildStdin, ChildStdout, Command},
    time::timeout,
};

use crate::trial::fault::Fault;

/// It ends itself as soon as the pipe is closed.
const END_LIMIT: Duration = Duration::from_secs(5);
/// How much of what it wrote is told.
const TOLD: usize = 400;

/// What it is to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    Install,
    Serve,
}

/// A line that it says.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Line {
    Step {
        step: Step,
        #[serde(default)]
        done: u64,
    },
    Fault {
        fault: Kind,
        said: String,
    },
    Address {
        address: String,
    },
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Step {
    Preparing,
    Fetching,
    Done,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    Old,
    Venv,
    Prepare,
    Fetch,
    Load,
}

/// The process.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Process {
    /// Starts it in `dir`, where its script is, and hands it `key`.
    pub(super) async fn start(
        python: &Path,
        env: &[(String, Secret)],
        dir: &Path,
        verb: Verb,
        key: &str,
    ) -> Result<Self, Fault> {
        let errors = fs::File::create(errors_in(dir)).await?.into_std().await;
        let word = match verb {
            Verb::Install => "install",
            Verb::Serve => "serve",
        };
        let mut child = Command::new(python)
            .arg(dir.join("trial.py"))
            .arg(word)
            .arg(dir)
            .current_dir(dir)
            .env_clear()
            .envs(env.iter().map(|(name, value)| (name, value.reveal())))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(errors)
            // An installer has children of its own, and ends them itself when the pipe closes.
            .kill_on_drop(verb == Verb::Serve)
            .spawn()?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let (Some(mut stdin), Some(stdout)) = (stdin, stdout) else {
            return Err(Fault::Io("it has no pipes".to_owned()));
        };
        // One that is gone already says why in its last words.
        stdin.write_all(format!("{key}\n").as_bytes()).await.ok();
        stdin.flush().await.ok();
        Ok(Self { child, stdin: Some(stdin), lines: BufReader::new(stdout).lines() })
    }

    /// The next line of it; `None` at its end. Other programs' chatter is passed over.
    pub(super) async fn line(&mut self) -> Result<Option<Line>, Fault> {
        while let Some(line) = self.lines.next_line().await? {
            if let Ok(line) = serde_json::from_str(&line) {
                return Ok(Some(line));
            }
        }
        Ok(None)
    }

    /// Whether it runs still.
    pub(super) fn runs(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Ends it, and returns when it is gone.
    pub(super) async fn end(mut self) {
        self.stdin.take();
        if timeout(END_LIMIT, self.child.wait()).await.is_err() {
            self.child.kill().await.ok();
        }
    }
}

/// The end of what it wrote beside its lines.
pub(super) async fn last_words(dir: &Path) -> String {
    let text = fs::read(errors_in(dir)).await.unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let text = text.trim();
    if text.is_empty() {
        return "it said nothing".to_owned();
    }
    let from = text.char_indices().rev().nth(TOLD).map_or(0, |(at, _)| at);
    text.get(from..).unwrap_or(text).to_owned()
}

fn errors_in(dir: &Path) -> std::path::PathBuf {
    dir.join("errors.log")
}
