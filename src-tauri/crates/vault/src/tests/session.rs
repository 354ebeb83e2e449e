//! A test that runs itself again inside a session of its own, and what it can do there.

use std::{
    any::type_name,
    env,
    io::Write,
    path::Path,
    process::{Child, Command, Stdio},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open},
};

/// Set where a test runs inside its session.
const INSIDE: &str = "VAULT_TEST_INSIDE";

/// The keyring that a session has.
#[derive(Clone, Copy)]
pub(super) enum Session {
    /// An empty one, unlocked.
    Unlocked,
    /// The program alone: nobody has made a keyring yet.
    New,
    /// A bus, and nobody on it who keeps secrets.
    None,
    /// Not even a bus.
    NoBus,
}

/// Runs `body` in a session of its own: the test's program is started again there, for this test.
pub(super) fn run<F: Future<Output = ()>>(session: Session, body: impl Fn() -> F) {
    if env::var_os(INSIDE).is_some() {
        return tokio::runtime::Runtime::new().unwrap().block_on(body());
    }
    let test = name_of(&body);
    let output = command(session)
        .arg(env::current_exe().unwrap())
        .args(["--exact", &test, "--nocapture"])
        .env(INSIDE, "1")
        // A keyring must not ask the person who runs the tests.
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
    assert!(output.status.success(), "{}\n{out}\n{err}", output.status);
    assert!(out.contains("1 passed"), "`{test}` did not run inside the session\n{out}\n{err}");
}

fn command(session: Session) -> Command {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../scripts/with-keyring");
    let options: &[&str] = match session {
        Session::Unlocked => &[],
        Session::New => &["--new"],
        Session::None => &["--none"],
        Session::NoBus => &["--none", "env", "DBUS_SESSION_BUS_ADDRESS=unix:path=/nowhere/bus"],
    };
    let mut command = Command::new(script);
    command.arg("--bare-bus").args(options);
    command
}

/// The path of the test that made `_body`, as the test program's command line wants it.
fn name_of<F>(_body: &F) -> String {
    let path = type_name::<F>().split("::{{closure}}").next().unwrap();
    path.split_once("::").unwrap().1.to_owned()
}

/// A keyring program that may be ended; one that a test started ends with it.
pub(super) struct Daemon {
    pid: Pid,
    child: Option<Child>,
}

impl Daemon {
    /// The one that the session began with.
    pub(super) fn of_the_session() -> Self {
        let pid = env::var("KEYRING_PID").unwrap().parse().unwrap();
        Self { pid: Pid::from_raw(pid).unwrap(), child: None }
    }

    /// Starts one over the keyring that the session has, unlocked, and waits until it answers.
    pub(super) fn start() -> Self {
        let mut child = Command::new("gnome-keyring-daemon")
            .args(["--unlock", "--components=secrets", "--foreground"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(b"test").unwrap();
        let wait = ["wait", "--session", "--timeout", "30", "org.freedesktop.secrets"];
        assert!(Command::new("gdbus").args(wait).status().unwrap().success());
        Self { pid: Pid::from_child(&child), child: Some(child) }
    }

    /// Ends it at once, and returns when it is gone.
    pub(super) fn kill(mut self) {
        self.end();
    }

    fn end(&mut self) {
        let process = pidfd_open(self.pid, PidfdFlags::empty()).unwrap();
        kill_process(self.pid, Signal::KILL).unwrap();
        let limit = Timespec { tv_sec: 20, tv_nsec: 0 };
        let ended = poll(&mut [PollFd::new(&process, PollFlags::IN)], Some(&limit)).unwrap();
        assert_eq!(ended, 1, "the keyring program did not end");
        if let Some(mut child) = self.child.take() {
            child.wait().unwrap();
        }
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        if self.child.is_some() {
            self.end();
        }
    }
}

/// Calls a method of the Secret Service.
pub(super) fn gdbus(method: &str, argument: &str) {
    let method = format!("org.freedesktop.Secret.Service.{method}");
    let output = Command::new("gdbus")
        .args(["call", "--session", "--dest", "org.freedesktop.secrets"])
        .args(["--object-path", "/org/freedesktop/secrets", "--method", &method, argument])
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
}

/// What `secret-tool` prints, given `input`.
pub(super) fn secret_tool(command: &str, args: &[&str], input: &str) -> String {
    secret_tool_bytes(command, args, input.as_bytes())
}

/// The same for input that is no text.
pub(super) fn secret_tool_bytes(command: &str, args: &[&str], input: &[u8]) -> String {
    let mut child = Command::new("secret-tool")
        .arg(command)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}
