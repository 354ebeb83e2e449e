//! Puts the small model into its folder, step by step; what is there only in part is taken away again.

use std::path::{Path, PathBuf};

use stdx::secret::Secret;
use tokio::fs;
use tokio_util::sync::CancellationToken;

use crate::trial::{
    fault::Fault,
    folder::{finish, take_away},
    process::{Kind, Line, Process, Step, Verb},
    state::State,
};

/// What is installed: pins with digests.
const REQUIREMENTS: &str = include_str!("requirements.txt");
/// Bytes that are downloaded, on the system where they were counted.
pub(crate) const DOWNLOAD: u64 = 126_698_538;
/// Bytes that it takes on the disk then.
pub(crate) const ROOM: u64 = 227_600_000;

/// The Python of what is installed.
pub(super) fn python_of(dir: &Path) -> PathBuf {
    dir.join("venv").join(if cfg!(windows) { r"Scripts\python.exe" } else { "bin/python" })
}

/// Writes what the process needs besides.
pub(super) async fn lay_out(dir: &Path) -> Result<(), Fault> {
    fs::write(dir.join("trial.py"), include_str!("trial.py")).await?;
    fs::write(dir.join("chat.jinja"), include_str!("chat.jinja")).await?;
    fs::write(dir.join("requirements.txt"), REQUIREMENTS).await?;
    Ok(())
}

/// Installs into `dir`, which is there and ours; its bytes then. Stopped or failed, it leaves nothing.
pub(super) async fn install(
    python: &Path,
    env: &[(String, Secret)],
    dir: &Path,
    stop: &CancellationToken,
    tell: impl Fn(State),
) -> Result<u64, Fault> {
    let done = steps(python, env, dir, stop, tell).await;
    if done.is_err() {
        take_away(dir).await?;
    }
    done
}

async fn steps(
    python: &Path,
    env: &[(String, Secret)],
    dir: &Path,
    stop: &CancellationToken,
    tell: impl Fn(State),
) -> Result<u64, Fault> {
    room_in(dir)?;
    lay_out(dir).await?;
    let mut process = Process::start(python, env, dir, Verb::Install, "").await?;
    loop {
        let line = tokio::select! {
            biased;
            () = stop.cancelled() => {
                process.end().await;
                return Err(Fault::Stopped);
            }
            line = process.line() => line?,
        };
        match line {
            Some(Line::Step { step: Step::Preparing, .. }) => tell(State::Preparing),
            Some(Line::Step { step: Step::Fetching, done }) if done < DOWNLOAD => {
                tell(State::Fetching(done));
            }
            Some(Line::Step { step: Step::Fetching, .. }) => tell(State::Unpacking),
            Some(Line::Step { step: Step::Done, done: bytes }) => {
                finish(dir, REQUIREMENTS, bytes).await?;
                return Ok(bytes);
            }
            Some(Line::Fault { fault, said }) => return Err(fault_of(fault, &said)),
            Some(Line::Address { .. }) => {}
            None => return Err(Fault::Prepare(process.last_words().await)),
        }
    }
}

fn fault_of(kind: Kind, said: &str) -> Fault {
    let said = stdx::text::quotable(said, 600);
    match kind {
        Kind::Old => Fault::OldPython(said),
        Kind::Venv => Fault::NoVenv,
        Kind::Prepare => Fault::Prepare(said),
        Kind::Fetch => Fault::Fetch(said),
        Kind::Load => Fault::Load(said),
    }
}

/// Whether the disk has room for what is downloaded and what is unpacked from it at once.
fn room_in(dir: &Path) -> Result<(), Fault> {
    let disk = rustix::fs::statvfs(dir).map_err(|it| Fault::Io(it.to_string()))?;
    let (free, needed) = (disk.f_bavail.saturating_mul(disk.f_frsize), DOWNLOAD + ROOM);
    if free < needed {
        const MB: u64 = 1_000_000;
        return Err(Fault::NoRoom { free: free / MB, needed: needed.div_ceil(MB) });
    }
    Ok(())
}

#[cfg(test)]
mod tests;
