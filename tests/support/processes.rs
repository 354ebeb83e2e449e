//! Processes of a test: started in a group of their own, found by their home, ended with the test.

use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use crate::wait::within;

/// What is to take two seconds may take ten times that on a loaded machine.
const GONE: Duration = Duration::from_secs(20);

/// A listening socket in the system's table of connections.
const LISTENS: &str = "0A";

/// A child and its process group. Dropping it kills the whole group.
#[derive(Debug)]
pub struct Running(Child);

impl Running {
    /// Starts a command in its own group.
    ///
    /// # Panics
    /// When it cannot be started.
    pub fn start(command: &mut Command) -> Self {
        use std::os::unix::process::CommandExt as _;
        let child = command.process_group(0).spawn();
        Self(child.unwrap_or_else(|it| panic!("cannot start {command:?}: {it}")))
    }

    /// Starts a command and waits for its first line, as it is said once it is ready.
    ///
    /// # Panics
    /// When it says nothing.
    pub fn start_and_hear(command: &mut Command) -> (Self, String) {
        let mut running = Self::start(command.stdout(Stdio::piped()));
        let mut line = String::new();
        let said = running.0.stdout.take().expect("it is piped");
        BufReader::new(said).read_line(&mut line).expect("its output can be read");
        assert!(!line.trim().is_empty(), "{command:?} ended without a word");
        (running, line.trim().to_owned())
    }

    /// Starts a command and gives it its whole input.
    ///
    /// # Panics
    /// When it does not take it.
    pub fn start_and_tell(command: &mut Command, input: &str) -> Self {
        let mut running = Self::start(command.stdin(Stdio::piped()));
        let mut told = running.0.stdin.take().expect("it is piped");
        told.write_all(input.as_bytes()).expect("it takes its input");
        running
    }

    /// Starts a command and holds its input, which ends when this process does.
    ///
    /// # Panics
    /// When its input is not piped.
    pub fn start_and_hold(command: &mut Command) -> (Self, ChildStdin) {
        let mut running = Self::start(command);
        let told = running.0.stdin.take().expect("it is piped");
        (running, told)
    }

    /// Starts a command whose input and output are piped, and hands out both ends.
    ///
    /// # Panics
    /// When they are not piped.
    pub fn start_and_talk(command: &mut Command) -> (Self, ChildStdin, BufReader<ChildStdout>) {
        let mut running = Self::start(command);
        let told = running.0.stdin.take().expect("it is piped");
        let said = running.0.stdout.take().expect("it is piped");
        (running, told, BufReader::new(said))
    }

    /// The port on which it listens, once it does: it chose one itself, so that nobody else could
    /// take it meanwhile.
    pub fn port(&self) -> Option<u16> {
        let entries = fs::read_dir(format!("/proc/{}/fd", self.0.id())).ok()?.flatten();
        let links = entries.filter_map(|it| fs::read_link(it.path()).ok());
        let sockets: Vec<_> = links.filter_map(|it| inode_of(&it)).collect();
        let table = fs::read_to_string("/proc/net/tcp").ok()?;
        table.lines().skip(1).find_map(|line| {
            let columns: Vec<_> = line.split_whitespace().collect();
            let (address, state, inode) = (columns.get(1)?, columns.get(3)?, columns.get(9)?);
            let ours = *state == LISTENS && sockets.iter().any(|it| it == inode);
            u16::from_str_radix(address.split_once(':')?.1, 16).ok().filter(|_| ours)
        })
    }

    fn group(&self) -> Option<Pid> {
        Pid::from_raw(i32::try_from(self.0.id()).ok()?)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(group) = self.group() {
            // A group that has ended by itself is as good.
            kill_process_group(group, Signal::KILL).ok();
        }
        self.0.wait().ok();
    }
}

/// The number by which the system's table knows a socket.
fn inode_of(link: &Path) -> Option<String> {
    let inner = link.to_str()?.strip_prefix("socket:[")?.strip_suffix(']')?;
    Some(inner.to_owned())
}

/// A process that has a given folder for its home.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Process {
    /// Its number.
    pub pid: i32,
    /// Its command line, with spaces between the arguments.
    pub line: String,
    /// The program that it runs.
    pub program: PathBuf,
}

impl Process {
    /// All processes that live in `home`: they and their children have it in their environment.
    pub fn all_in(home: &Path) -> Vec<Self> {
        let mark = format!("HOME={}", home.display());
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        entries.filter_map(|it| Self::read(&it.path(), &mark)).collect()
    }

    /// Waits until nothing lives in `home`, and tells how long that took. What was killed just now
    /// is gone in a moment, and the guard goes when it has seen to the rest.
    ///
    /// # Panics
    /// When something stays for twenty seconds.
    pub async fn none_in(home: &Path) -> Duration {
        let began = Instant::now();
        let gone = within(GONE, async || Self::all_in(home).is_empty().then_some(())).await;
        assert!(gone.is_some(), "left running: {:?}", Self::all_in(home));
        began.elapsed()
    }

    /// `None` when it is another's, or has ended.
    fn read(dir: &Path, mark: &str) -> Option<Self> {
        let pid = dir.file_name()?.to_str()?.parse().ok()?;
        let environment = fs::read(dir.join("environ")).ok()?;
        let ours = environment.split(|it| *it == 0).any(|it| it == mark.as_bytes());
        // What has ended and is not waited for yet has an empty command line.
        let line = fs::read(dir.join("cmdline")).ok().filter(|it| !it.is_empty())?;
        ours.then(|| Self {
            pid,
            line: String::from_utf8_lossy(&line).replace('\0', " ").trim_end().to_owned(),
            program: fs::read_link(dir.join("exe")).unwrap_or_default(),
        })
    }

    /// Sends it a signal; one that has ended does not mind.
    pub fn signal(&self, signal: Signal) {
        if let Some(pid) = Pid::from_raw(self.pid) {
            kill_process(pid, signal).ok();
        }
    }

    /// Whether it still runs.
    pub fn lives(&self) -> bool {
        fs::read(format!("/proc/{}/cmdline", self.pid)).is_ok_and(|it| !it.is_empty())
    }
}

/// Whether a process runs. One that has ended does not, even before its parent has noticed: an
/// orphan's new parent is the system's own, and takes its time.
pub fn runs(pid: i32) -> bool {
    fs::read(format!("/proc/{pid}/cmdline")).is_ok_and(|it| !it.is_empty())
}

/// Whether a process is there, in the sense of `kill -0`: also one that nobody has waited for.
pub fn is_alive(pid: i32) -> bool {
    Pid::from_raw(pid).is_some_and(|it| rustix::process::test_kill_process(it).is_ok())
}
