//! One child process with its group: started, watched, and ended so that nothing of it is left.
//!
//! On Windows there are no process groups: only the process itself is ended.

use std::{io, process::Stdio, time::Duration};

use tokio::{
    process::{Child, ChildStderr, ChildStdin, ChildStdout, Command},
    time::timeout,
};

use crate::{
    error::Error,
    exit::Exit,
    settings::Launch,
    stdio::guard::{Guard, Watched},
};

/// How long the killed are waited for.
const AFTER_KILL: Duration = Duration::from_secs(1);

/// A running process. Dropped before its end, it and its group are killed.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    pid: u32,
    gone: bool,
    _watched: Watched,
}

/// Its three pipes.
#[derive(Debug)]
pub(crate) struct Pipes {
    pub(crate) stdin: ChildStdin,
    pub(crate) stdout: ChildStdout,
    pub(crate) stderr: ChildStderr,
}

impl Process {
    /// Starts it in a group of its own, with nothing of our environment.
    pub(crate) fn start(launch: &Launch, guard: &Guard) -> Result<(Self, Pipes), Error> {
        let failed =
            |source| Error::Spawn { command: launch.program.display().to_string(), source };
        let mut command = Command::new(&launch.program);
        command
            .args(launch.args.iter().map(|arg| arg.reveal()))
            .env_clear()
            .envs(launch.env.iter().map(|(name, value)| (name, value.reveal())))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        if let Some(cwd) = &launch.cwd {
            if !cwd.is_dir() {
                // The system would say that the program is missing.
                let text = format!("there is no folder `{}` to run it in", cwd.display());
                return Err(failed(io::Error::new(io::ErrorKind::NotADirectory, text)));
            }
            command.current_dir(cwd);
        }
        #[cfg(unix)]
        command.process_group(0);
        let mut child = command.spawn().map_err(failed)?;
        let pid = child.id().ok_or_else(|| failed(io::ErrorKind::NotFound.into()))?;
        let watched = guard.watch(pid);
        let taken = child.stdin.take().zip(child.stdout.take()).zip(child.stderr.take());
        let ((stdin, stdout), stderr) =
            taken.ok_or_else(|| failed(io::ErrorKind::BrokenPipe.into()))?;
        let watched = match watched {
            Ok(watched) => watched,
            Err(error) => {
                group::kill(pid);
                return Err(error);
            }
        };
        let process = Self { child, pid, gone: false, _watched: watched };
        Ok((process, Pipes { stdin, stdout, stderr }))
    }

    /// Its id, which is its group's as well.
    pub(crate) fn pid(&self) -> u32 {
        self.pid
    }

    /// Waits for its end. On Unix its id stays taken until [`Process::stop`], so that no stranger
    /// can bear it.
    pub(crate) async fn exited(&mut self) -> Exit {
        #[cfg(unix)]
        return group::exited(self.pid).await;
        #[cfg(not(unix))]
        return self.reap().await;
    }

    /// Ends it and all of its group: `polite` for its own end (its stdin should be closed by now),
    /// SIGTERM, `grace`, SIGKILL. Returns when all are gone.
    pub(crate) async fn stop(mut self, polite: Duration, grace: Duration) -> Exit {
        let ended = timeout(polite, self.exited()).await.is_ok();
        group::terminate(self.pid);
        // After a polite end there is mostly nobody left to wait for.
        if ended || timeout(grace, self.exited()).await.is_ok() {
            let exit = self.reap().await;
            if !group::empties(self.pid, grace).await {
                group::kill(self.pid);
                group::empties(self.pid, AFTER_KILL).await;
            }
            self.gone = true;
            return exit;
        }
        group::kill(self.pid);
        self.child.start_kill().ok();
        let exit = timeout(AFTER_KILL, self.reap()).await.unwrap_or(Exit::Unknown);
        group::empties(self.pid, AFTER_KILL).await;
        self.gone = true;
        exit
    }

    async fn reap(&mut self) -> Exit {
        self.child.wait().await.map_or(Exit::Unknown, Exit::from)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Its leader has not been reaped, so the group still is its own.
        if !self.gone {
            group::kill(self.pid);
        }
    }
}

#[cfg(unix)]
mod group {
    use std::time::Duration;

    use crate::exit::Exit;
    use rustix::{
        io::Errno,
        process::{
            Pid, Signal, WaitId, WaitIdOptions, kill_process_group, test_kill_process_group, waitid,
        },
    };
    use tokio::{
        signal::unix::{SignalKind, signal},
        time::{Instant, sleep},
    };

    /// How often a group that should be empty is looked at.
    const LOOK: Duration = Duration::from_millis(10);
    /// How often a process is looked at where its end cannot be heard.
    const LISTEN: Duration = Duration::from_millis(50);

    pub(super) fn terminate(group: u32) {
        send(group, Signal::TERM);
    }

    pub(super) fn kill(group: u32) {
        send(group, Signal::KILL);
    }

    /// A group that is gone already is as good as one that is ended.
    fn send(group: u32, signal: Signal) {
        if let Some(group) = pid(group) {
            kill_process_group(group, signal).ok();
        }
    }

    fn pid(number: u32) -> Option<Pid> {
        i32::try_from(number).ok().and_then(Pid::from_raw)
    }

    /// Waits until the child has ended, and leaves it to be reaped.
    pub(super) async fn exited(child: u32) -> Exit {
        let Some(child) = pid(child) else { return Exit::Unknown };
        // The listening begins before the first look, so that no end falls between the two.
        let mut children = signal(SignalKind::child()).ok();
        loop {
            if let Some(exit) = end_of(child) {
                return exit;
            }
            match &mut children {
                Some(children) => {
                    children.recv().await;
                }
                None => sleep(LISTEN).await,
            }
        }
    }

    fn end_of(child: Pid) -> Option<Exit> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        match waitid(WaitId::Pid(child), options) {
            Ok(None) | Err(Errno::INTR) => None,
            Ok(Some(end)) => Some(match (end.exit_status(), end.terminating_signal()) {
                (Some(status), _) => Exit::Status(status),
                (None, Some(signal)) => Exit::Signal(signal),
                (None, None) => Exit::Unknown,
            }),
            // There is no such child any more.
            Err(_) => Some(Exit::Unknown),
        }
    }

    /// Whether nobody is left in the group, within `patience`.
    pub(super) async fn empties(group: u32, patience: Duration) -> bool {
        let until = Instant::now() + patience;
        while lives(group) {
            if Instant::now() >= until {
                return false;
            }
            sleep(LOOK).await;
        }
        true
    }

    fn lives(group: u32) -> bool {
        let Some(id) = pid(group) else { return false };
        match test_kill_process_group(id) {
            Err(Errno::SRCH) => false,
            Ok(()) | Err(_) => only_zombies(group) != Some(true),
        }
    }

    /// Whether all that is left of the group waits to be reaped, which in a container without a
    /// proper first process may be for ever. `None` where that cannot be told.
    fn only_zombies(group: u32) -> Option<bool> {
        let mut processes = std::fs::read_dir("/proc").ok()?;
        std::fs::metadata("/proc/self/stat").ok()?;
        let group = group.to_string();
        Some(processes.all(|entry| {
            let Ok(stat) = entry.and_then(|it| std::fs::read_to_string(it.path().join("stat")))
            else {
                return true;
            };
            // The name in brackets may hold anything, so the fields are counted from its end.
            let mut fields = stat.rsplit(") ").next().unwrap_or_default().split(' ');
            let (state, _parent, of) = (fields.next(), fields.next(), fields.next());
            of != Some(group.as_str()) || matches!(state, Some("Z" | "X"))
        }))
    }
}

#[cfg(not(unix))]
mod group {
    use std::time::Duration;

    pub(super) fn terminate(_group: u32) {}

    pub(super) fn kill(_group: u32) {}

    pub(super) async fn empties(_group: u32, _patience: Duration) -> bool {
        true
    }
}
