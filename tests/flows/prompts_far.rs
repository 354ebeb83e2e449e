//! A password for `sudo` on another host, typed at the terminal and held by the SSH server alone: a
//! real `sshd` on loopback, which takes root.

use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    os::unix::fs::DirBuilderExt as _,
    process::{Child, Command, Stdio},
};

use flows::{
    canary::Canary,
    peers,
    pty::{Left, Seated},
    terminal::Terminal,
};
use serde_json::{Value, json};

/// The host; its user has the canary for a password. Dropping it takes both away.
struct Host {
    child: Child,
    told: Value,
}

impl Host {
    /// `None` where these tests cannot run, which is said.
    fn start(canary: &Canary) -> Option<Self> {
        let script = peers::checkout().join("tests/servers/sshd_for.py");
        let mut command = Command::new("python3");
        command.arg(script).env("PYTHONUTF8", "1").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        writeln!(child.stdin.as_ref().unwrap(), "{}", canary.value()).unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let told: Value = serde_json::from_str(&line).unwrap_or_else(|it| panic!("{it}: {line}"));
        let host = Self { child, told };
        match host.told["why"].as_str() {
            Some(why) => {
                eprintln!("\n*** {why} ***\n");
                None
            }
            None => Some(host),
        }
    }

    fn says(&self, what: &str) -> &str {
        self.told[what].as_str().unwrap()
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        self.child.wait().ok();
    }
}

/// A person who knows the host, and whose SSH server runs under `stewardctl serve`.
fn person(host: &Host) -> Terminal {
    let terminal = Terminal::new();
    let ssh = terminal.home().join(".ssh");
    fs::DirBuilder::new().mode(0o700).create(&ssh).unwrap();
    fs::write(ssh.join("known_hosts"), host.says("known")).unwrap();
    terminal.add("ssh", &peers::ssh());
    let alias = json!({
        "alias": "box", "hostname": "127.0.0.1", "port": host.told["port"],
        "username": host.says("user"), "identity_file": host.says("key"), "sudo": "prompt",
    });
    let ran = terminal.run(&["call", "ssh", "add_alias", &alias.to_string()]);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    terminal
}

fn as_root(terminal: &Terminal, command: &str) -> Seated {
    let arguments = json!({ "alias": "box", "command": command, "sudo": true }).to_string();
    Seated::start(&terminal.command(&["call", "ssh", "exec", &arguments]))
}

#[track_caller]
fn printed(left: &Left, stdout: &str) {
    let told: Value =
        serde_json::from_str(&left.ran.out).unwrap_or_else(|it| panic!("{it}: {left:?}"));
    assert_eq!((&told["stdout"], &told["exit_code"]), (&json!(stdout), &json!(0)), "{left:?}");
}

/// HOST-42 HOST-48
#[test]
fn a_sudo_password_is_typed_once_and_held_by_the_ssh_server_alone() {
    let canary = Canary::new();
    let Some(host) = Host::start(&canary) else { return };
    let terminal = person(&host);
    let serving = terminal.serve();
    let mut seated = as_root(&terminal, "whoami; whoami");
    seated.sees("Server “ssh” asks, for the call “exec”:");
    seated.sees("run as root: `whoami; whoami`");
    seated.sees("> ");
    assert!(!seated.echoes());
    seated.types(canary.value());
    seated.sees("Remember in the keychain? [y/N] ");
    seated.types("n");
    seated.sees("[S]end");
    seated.types("s");
    let first = seated.leaves();
    printed(&first, "root\nroot\n");
    let second = as_root(&terminal, "id -u").leaves();
    printed(&second, "0\n");
    assert_eq!(second.text(), "", "nobody is asked again");

    for left in [&first, &second] {
        for shown in [&left.seen[..], left.ran.out.as_bytes(), left.ran.err.as_bytes()] {
            assert_eq!(canary.seen_in(shown), [] as [&str; 0]);
        }
    }
    for process in terminal.processes() {
        for file in ["environ", "cmdline"] {
            let told = fs::read(format!("/proc/{}/{file}", process.pid)).unwrap_or_default();
            assert_eq!(canary.seen_in(&told), [] as [&str; 0], "{}", process.line);
        }
    }
    serving.end();
    assert_eq!(canary.seen_below(terminal.home()), []);
}
