//! One question to the login shell: what its `PATH` is once its start files have run. It does
//! not know what the answer is for.

use std::{
    collections::BTreeMap,
    ffi::{OsStr, OsString},
    fs::File,
    io,
    os::unix::ffi::OsStringExt as _,
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::{
    io::AsyncReadExt as _,
    process::{Child, ChildStdout, Command},
    time::{sleep, timeout},
};

use crate::environment::{allowed::Vars, silence::Silence};

/// Most bytes that start files may print before the answer.
const MOST_NOISE: usize = 1 << 20;

/// What start files left half done has so long to be undone, once their terminal is said to be gone.
const GRACE: Duration = Duration::from_millis(300);

/// How long a killed shell has to be gone before it is left to the system.
const LAST_WAIT: Duration = Duration::from_secs(1);

/// Runs in a POSIX shell below the login shell, whose own language may be any. The marks are
/// put together by `printf`, so that an echo of this line is not taken for the answer.
const QUESTION: &str =
    r#"/bin/sh -c 'printf "\n%s:%s:%s:%s:%s\n" steward path "$PATH" path steward'"#;
const BEGIN: &[u8] = b"\nsteward:path:";
const END: &[u8] = b":path:steward\n";

/// The `PATH` of the login shell in `ours`, which is given `base` and `path`. It and what it
/// started in its process group are gone when this returns or is dropped.
pub(super) async fn ask(
    ours: &Vars,
    base: &BTreeMap<String, String>,
    path: &OsStr,
    limit: Duration,
) -> Result<OsString, Silence> {
    let shell = login_shell(ours);
    let mut command = Command::new(&shell);
    command.args(arguments(&shell, has_terminal()));
    command.env_clear().envs(base).env("PATH", path).env("TERM", "dumb");
    // Frameworks that would ask or update in an interactive start.
    command.env("DISABLE_AUTO_UPDATE", "true").env("ZSH_TMUX_AUTOSTART", "false");
    let (group, output) =
        Group::start(command).map_err(|source| Silence::Spawn { shell: shell.clone(), source })?;
    let answer = timeout(limit, answer(output)).await;
    if !matches!(answer, Ok(Answer::Path(_))) {
        // Its start files are not through: one of them may hold a lock that later shells wait for.
        group.signal(Signal::HUP);
        sleep(GRACE).await;
    }
    group.end().await;
    match answer {
        Ok(Answer::Path(path)) => Ok(path),
        Ok(Answer::Ended) => Err(Silence::Ended { shell }),
        Ok(Answer::Noise) => Err(Silence::Noise { shell }),
        Err(_) => Err(Silence::Slow { shell, limit }),
    }
}

fn login_shell(ours: &Vars) -> PathBuf {
    let told = ours.get(OsStr::new("SHELL")).map(PathBuf::from).filter(|it| it.is_absolute());
    told.unwrap_or_else(|| {
        let likely: &[&str] =
            if cfg!(target_os = "macos") { &["/bin/zsh"] } else { &["/bin/bash"] };
        likely.iter().map(PathBuf::from).find(|it| it.exists()).unwrap_or_else(|| "/bin/sh".into())
    })
}

/// Login and interactive, since people put their `PATH` in the files of either. Where there is a
/// terminal an interactive shell outside its foreground group would be stopped by it; we then
/// were started from an interactive shell and have its `PATH` already.
fn arguments(shell: &Path, has_terminal: bool) -> Vec<&'static str> {
    let csh = shell.file_name().is_some_and(|it| it == "csh" || it == "tcsh");
    match (csh, has_terminal) {
        // These take `-l` only when it stands alone.
        (true, _) => vec!["-c", QUESTION],
        (false, true) => vec!["-l", "-c", QUESTION],
        (false, false) => vec!["-l", "-i", "-c", QUESTION],
    }
}

fn has_terminal() -> bool {
    File::open("/dev/tty").is_ok()
}

enum Answer {
    Path(OsString),
    Ended,
    Noise,
}

/// Reads up to the answer and not to the end: what start files leave in the background may hold
/// the output open.
async fn answer(mut output: ChildStdout) -> Answer {
    let mut printed = Vec::with_capacity(8 << 10);
    loop {
        match output.read_buf(&mut printed).await {
            Ok(0) | Err(_) => return Answer::Ended,
            Ok(_) => {}
        }
        if let Some(path) = between_marks(&printed) {
            return Answer::Path(OsString::from_vec(path.to_vec()));
        }
        if printed.len() > MOST_NOISE {
            return Answer::Noise;
        }
    }
}

fn between_marks(printed: &[u8]) -> Option<&[u8]> {
    let begin = position(printed, BEGIN)? + BEGIN.len();
    let rest = printed.get(begin..)?;
    rest.get(..position(rest, END)?)
}

fn position(text: &[u8], mark: &[u8]) -> Option<usize> {
    text.windows(mark.len()).position(|it| it == mark)
}

/// A running shell with its process group; dropping it kills both.
struct Group {
    child: Child,
    id: Option<Pid>,
}

impl Group {
    fn start(mut command: Command) -> io::Result<(Self, ChildStdout)> {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.process_group(0).kill_on_drop(true).spawn()?;
        let id = child.id().and_then(|it| i32::try_from(it).ok()).and_then(Pid::from_raw);
        let output = child.stdout.take().ok_or_else(|| io::Error::other("no output"))?;
        Ok((Self { child, id }, output))
    }

    async fn end(mut self) {
        self.kill();
        // Only now: until it is waited for, the number of the group stays ours.
        if timeout(LAST_WAIT, self.child.wait()).await.is_ok() {
            self.id = None;
        }
    }

    fn kill(&self) {
        self.signal(Signal::KILL);
    }

    fn signal(&self, signal: Signal) {
        if let Some(id) = self.id {
            // It fails when the group is gone, which is what we want.
            kill_process_group(id, signal).ok();
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_is_what_stands_between_the_marks() {
        let told = |printed: &str| {
            between_marks(printed.as_bytes()).map(|it| String::from_utf8(it.to_vec()).unwrap())
        };
        assert_eq!(
            told("Welcome!\nPATH=/no\n\nsteward:path:/a:/b:path:steward\n"),
            Some("/a:/b".into())
        );
        assert_eq!(told("\nsteward:path:/a:/b"), None, "not all of it is there yet");
        assert_eq!(told(&format!("+ {QUESTION}\n")), None, "an echo of the question is no answer");
    }

    #[test]
    fn a_terminal_is_not_fought_over() {
        assert_eq!(arguments(Path::new("/bin/bash"), true)[..2], ["-l", "-c"]);
        assert_eq!(arguments(Path::new("/usr/bin/fish"), false)[..3], ["-l", "-i", "-c"]);
        assert_eq!(arguments(Path::new("/bin/tcsh"), false)[..1], ["-c"]);
    }
}
