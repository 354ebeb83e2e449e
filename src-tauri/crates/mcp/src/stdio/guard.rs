//! Sees to it that no server outlives this process, however it ends; it knows no server.
//!
//! On Unix a small shell reads the process groups of all servers from a pipe. The pipe closes when
//! this process is gone, by whatever death, and then the shell ends what is left. On Windows there
//! is no guard yet: a killed application may leave servers behind that do not end with their stdin.

use std::{
    future::Future,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use stdx::tasks::Tasks;
use tracing::error;

use crate::error::Error;

/// One small process for the whole application, told of each process group. Clones share it.
///
/// It also owns the tasks that stop servers in the background. When the last clone goes while
/// servers run, they keep it until they have ended.
#[derive(Debug, Clone)]
pub struct Guard {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    // Both are std mutexes: nothing awaits while one is held.
    shell: Mutex<shell::Shell>,
    tasks: Mutex<Tasks>,
}

/// A process group that the guard watches; dropping it ends the watch.
#[derive(Debug)]
pub(crate) struct Watched {
    guard: Guard,
    group: u32,
}

impl Guard {
    /// Starts the guard process. Must be called inside a tokio runtime.
    ///
    /// # Errors
    /// [`Error::Guard`] when it cannot be started.
    pub fn start() -> Result<Self, Error> {
        let shell = Mutex::new(shell::Shell::start().map_err(Error::Guard)?);
        Ok(Self { shared: Arc::new(Shared { shell, tasks: Mutex::default() }) })
    }

    /// Watches a process group. A guard process that has died is replaced first.
    pub(crate) fn watch(&self, group: u32) -> Result<Watched, Error> {
        self.shell().add(group).map_err(Error::Guard)?;
        Ok(Watched { guard: self.clone(), group })
    }

    /// Runs the work that must end in order even when nobody waits for it.
    pub(crate) fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        let mut tasks = self.shared.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        for panic in tasks.reap() {
            error!(%panic, "the task of a server panicked");
        }
        tasks.spawn(work);
    }

    /// Returns when no server runs any more. New ones should not be started meanwhile.
    pub async fn settled(&self) {
        let tasks =
            std::mem::take(&mut *self.shared.tasks.lock().unwrap_or_else(PoisonError::into_inner));
        tasks.finish().await;
    }

    /// The guard process, for those who look after it.
    #[cfg(test)]
    pub(crate) fn pid(&self) -> Option<u32> {
        self.shell().pid()
    }

    /// The groups that are watched.
    #[cfg(test)]
    pub(crate) fn watched(&self) -> Vec<u32> {
        self.shell().watched()
    }

    fn shell(&self) -> MutexGuard<'_, shell::Shell> {
        self.shared.shell.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.guard.shell().remove(self.group);
    }
}

#[cfg(unix)]
mod shell {
    use std::{collections::BTreeSet, io, os::fd::OwnedFd, process::Stdio};

    use tokio::process::{Child, Command};

    /// It ignores what a terminal sends to all, and ends only with the pipe. SIGTERM may be
    /// ignored by a server, so SIGKILL follows soon. What this process got from its own parent and
    /// would hand on without knowing is closed.
    const SCRIPT: &str = r#"
trap '' INT TERM HUP QUIT
exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-
groups=
while read -r line; do
  case $line in
    +*) groups="$groups ${line#+}" ;;
    -*) left=
        for group in $groups; do
          [ "$group" = "${line#-}" ] || left="$left $group"
        done
        groups=$left ;;
  esac
done
[ -n "$groups" ] || exit 0
for group in $groups; do kill -TERM "-$group"; done
sleep 0.5 || sleep 1
for group in $groups; do kill -KILL "-$group"; done
"#;

    #[derive(Debug)]
    pub(super) struct Shell {
        running: Running,
        /// What a successor must be told.
        groups: BTreeSet<u32>,
    }

    #[derive(Debug)]
    struct Running {
        child: Child,
        pipe: OwnedFd,
    }

    impl Shell {
        pub(super) fn start() -> io::Result<Self> {
            Ok(Self { running: Running::start()?, groups: BTreeSet::new() })
        }

        pub(super) fn add(&mut self, group: u32) -> io::Result<()> {
            self.groups.insert(group);
            if self.running.alive() && self.running.say('+', group).is_ok() {
                return Ok(());
            }
            let result = self.replace();
            if result.is_err() {
                self.groups.remove(&group);
            }
            result
        }

        pub(super) fn remove(&mut self, group: u32) {
            self.groups.remove(&group);
            // One that is dead needs no telling. One that hangs must not keep the number of a
            // group that will belong to somebody else one day.
            if self.running.alive() && self.running.say('-', group).is_err() {
                self.running.child.start_kill().ok();
            }
        }

        #[cfg(test)]
        pub(super) fn pid(&self) -> Option<u32> {
            self.running.child.id()
        }

        #[cfg(test)]
        pub(super) fn watched(&self) -> Vec<u32> {
            self.groups.iter().copied().collect()
        }

        fn replace(&mut self) -> io::Result<()> {
            let successor = Running::start()?;
            for group in &self.groups {
                successor.say('+', *group)?;
            }
            // One that hangs would take its old groups for its own when its pipe closes.
            self.running.child.start_kill().ok();
            self.running = successor;
            Ok(())
        }
    }

    impl Running {
        fn start() -> io::Result<Self> {
            let mut child = Command::new("/bin/sh")
                .args(["-c", SCRIPT, "steward-guard"])
                .env_clear()
                .env("PATH", "/usr/bin:/bin")
                .current_dir("/")
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .process_group(0)
                .spawn()?;
            let pipe = child.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?.into_owned_fd()?;
            // A guard that hangs must not hold up the starting of servers.
            rustix::io::ioctl_fionbio(&pipe, true)?;
            Ok(Self { child, pipe })
        }

        fn alive(&mut self) -> bool {
            matches!(self.child.try_wait(), Ok(None))
        }

        /// A line is shorter than what a pipe takes in one piece.
        fn say(&self, sign: char, group: u32) -> io::Result<()> {
            rustix::io::write(&self.pipe, format!("{sign}{group}\n").as_bytes())?;
            Ok(())
        }
    }
}

#[cfg(not(unix))]
mod shell {
    use std::io;

    #[derive(Debug)]
    pub(super) struct Shell;

    impl Shell {
        pub(super) fn start() -> io::Result<Self> {
            Ok(Self)
        }

        pub(super) fn add(&mut self, _group: u32) -> io::Result<()> {
            Ok(())
        }

        pub(super) fn remove(&mut self, _group: u32) {}
    }
}
