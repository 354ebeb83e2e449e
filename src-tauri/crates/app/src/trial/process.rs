//! The Python process that installs or serves the small model: what it says, and its end. It lives as
//! long as the pipe to it is open, so that nothing of it outlives us, however we end.

use std::{
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};

use serde::Deserialize;
use stdx::{secret::Secret, tasks::Tasks};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines},
    process::{Child, ChildStdin, ChildStdout, Command},
    time::timeout,
};

use crate::trial::{fault::Fault, words};

/// It ends itself as soon as the pipe is closed.
const END_LIMIT: Duration = Duration::from_secs(5);
/// What it wrote last is read up to its end, unless what it started holds that open.
const LAST_LIMIT: Duration = Duration::from_secs(1);

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
    /// Until nobody asks for them any more.
    lines: Option<Lines<BufReader<ChildStdout>>>,
    /// Read what it writes, so that it never waits for a reader.
    readers: Tasks,
    dir: PathBuf,
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
        let file = words::begin(dir).await?;
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
            .stderr(Stdio::piped())
            // An installer has children of its own, and ends them itself when the pipe closes.
            .kill_on_drop(verb == Verb::Serve)
            .spawn()?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let (Some(mut stdin), Some(stdout), Some(stderr)) = (stdin, stdout, child.stderr.take())
        else {
            return Err(Fault::Io("it has no pipes".to_owned()));
        };
        let mut readers = Tasks::new();
        readers.spawn(words::keep(stderr, file, dir.to_owned()));
        // One that is gone already says why in its last words.
        stdin.write_all(format!("{key}\n").as_bytes()).await.ok();
        stdin.flush().await.ok();
        let lines = Some(BufReader::new(stdout).lines());
        Ok(Self { child, stdin: Some(stdin), lines, readers, dir: dir.to_owned() })
    }

    /// The next line of it; `None` at its end. Other programs' chatter is passed over.
    pub(super) async fn line(&mut self) -> Result<Option<Line>, Fault> {
        let Some(lines) = &mut self.lines else { return Ok(None) };
        while let Some(line) = lines.next_line().await? {
            if let Ok(line) = serde_json::from_str(&line) {
                return Ok(Some(line));
            }
        }
        Ok(None)
    }

    /// Has what it says from now on read and forgotten.
    pub(super) fn hush(&mut self) {
        if let Some(mut lines) = self.lines.take() {
            self.readers.spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        }
    }

    /// The end of what it wrote beside its lines, once it says no more.
    pub(super) async fn last_words(&mut self) -> String {
        timeout(LAST_LIMIT, self.readers.ended()).await.ok();
        words::last(&self.dir).await
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
