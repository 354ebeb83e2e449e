//! Flows against servers that are scripted for one fault each; what they saw is their own witness.

use std::{future::Future, path::PathBuf, time::Duration};

use serde_json::{Map, Value};
use stdx::secret::Secret;
use tempfile::TempDir;
use tokio::sync::mpsc;

use crate::{
    Block, Call, Connection, EraChoice, Error, Guard, Launch, Notice, Outcome, Settings, connect,
};

pub(crate) mod asker;
mod asking;
mod calls;
mod death;
mod eras;
mod floods;
mod http;
mod listening;
mod lists;
pub(crate) mod near;
mod offers;
mod questions;
mod replies;
mod required;
mod rounds;
mod start;

/// A wait that is far over anything a test should need.
const HANG: Duration = Duration::from_secs(30);

/// A desk: the guard, a place for witnesses, and what was told.
struct Desk {
    guard: Guard,
    place: TempDir,
    settings: Settings,
    told: mpsc::Receiver<Notice>,
    tell: mpsc::Sender<Notice>,
}

impl Desk {
    fn new() -> Self {
        let (tell, told) = mpsc::channel(100_000);
        let settings = Settings {
            stop_grace: Duration::from_millis(300),
            probe_limit: Duration::from_millis(1500),
            ..Settings::default()
        };
        Self {
            guard: Guard::start().unwrap(),
            place: tempfile::tempdir().unwrap(),
            settings,
            told,
            tell,
        }
    }

    fn era(mut self, era: EraChoice) -> Self {
        self.settings.era = era;
        self
    }

    /// What runs a scripted server, with its witness file.
    fn launch(&self, script: &str, args: &[&str]) -> Launch {
        let servers = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../tests/servers");
        let script = servers.join(script).display().to_string();
        let witness = self.witness_file().display().to_string();
        let words = [script.as_str(), "--log", &witness].into_iter().chain(args.iter().copied());
        Launch {
            program: "python3".into(),
            args: words.map(Secret::from).collect(),
            env: environment(),
            cwd: None,
        }
    }

    async fn try_connect(&self, script: &str, args: &[&str]) -> Result<Connection, Error> {
        let launch = self.launch(script, args);
        soon(connect(launch, self.settings.clone(), &self.guard, self.tell.clone())).await
    }

    async fn connect(&self, script: &str, args: &[&str]) -> Connection {
        self.try_connect(script, args).await.unwrap()
    }

    fn witness_file(&self) -> PathBuf {
        self.place.path().join("witness.jsonl")
    }

    /// What the server saw of one kind.
    fn witness(&self, event: &str) -> Vec<Value> {
        let text = std::fs::read_to_string(self.witness_file()).unwrap_or_default();
        let rows = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        rows.filter(|row| row["event"] == event).collect()
    }

    /// The messages of one method that the server received.
    fn received(&self, method: &str) -> Vec<Value> {
        let rows = self.witness("received").into_iter().map(|mut row| row["message"].take());
        rows.filter(|message| message["method"] == method).collect()
    }

    /// All that has been told so far.
    fn notices(&mut self) -> Vec<Notice> {
        std::iter::from_fn(|| self.told.try_recv().ok()).collect()
    }

    fn warnings(&mut self) -> Vec<String> {
        let warning = |notice| if let Notice::Warning(text) = notice { Some(text) } else { None };
        self.notices().into_iter().filter_map(warning).collect()
    }

    /// Waits until the server says this, and drops what is told before.
    async fn hears(&mut self, event: &str) {
        let said = Notice::Stderr(format!("[{event}]"));
        soon(async { while self.told.recv().await.unwrap() != said {} }).await;
    }
}

/// The little that a script needs, and no bytecode beside it.
fn environment() -> Vec<(String, Secret)> {
    let path = std::env::var("PATH").unwrap();
    vec![("PATH".to_owned(), path.into()), ("PYTHONDONTWRITEBYTECODE".to_owned(), "1".into())]
}

/// Fails the test rather than hang it.
async fn soon<T>(work: impl Future<Output = T>) -> T {
    tokio::time::timeout(HANG, work).await.expect("it hangs")
}

/// Waits until a process has ended, whoever its parent is.
async fn gone(pid: u64) {
    use rustix::{event, process};
    let pid = process::Pid::from_raw(i32::try_from(pid).unwrap()).unwrap();
    let Ok(process) = process::pidfd_open(pid, process::PidfdFlags::empty()) else { return };
    let wait = move || {
        let limit = event::Timespec { tv_sec: 30, tv_nsec: 0 };
        let mut ends = [event::PollFd::new(&process, event::PollFlags::IN)];
        event::poll(&mut ends, Some(&limit)).unwrap();
    };
    tokio::task::spawn_blocking(wait).await.unwrap();
}

fn call(name: &str) -> Call {
    Call { limit: Duration::from_secs(20), ..Call::new(name, Map::new()) }
}

fn call_with(name: &str, arguments: Value) -> Call {
    let Value::Object(arguments) = arguments else { panic!("arguments are an object") };
    Call { limit: Duration::from_secs(20), ..Call::new(name, arguments) }
}

/// The first text of an outcome.
fn text(outcome: &Outcome) -> &str {
    match outcome.blocks.first() {
        Some(Block::Text(text)) => text,
        other => panic!("no text but {other:?}"),
    }
}

/// The most memory that this process ever had, in bytes.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").trim().parse::<u64>().unwrap() << 10
}

fn lives(pid: u64) -> bool {
    // A zombie has ended; only nobody has asked how.
    std::fs::read_to_string(format!("/proc/{pid}/stat"))
        .is_ok_and(|stat| !stat.rsplit(") ").next().unwrap_or_default().starts_with('Z'))
}
