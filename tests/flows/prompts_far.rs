//! A password for `sudo` on another host, typed at the terminal and held by the SSH server alone: a
//! real `sshd` on loopback, which takes root.

use std::{fs, os::unix::fs::DirBuilderExt as _};

use flows::{
    canary::Canary,
    peers,
    pty::{Left, Seated},
    sshd::Host,
    terminal::Terminal,
};
use serde_json::{Value, json};

/// A person who knows the host, and whose SSH server runs under `stewardctl serve`.
fn person(host: &Host) -> Terminal {
    let terminal = Terminal::new();
    let ssh = terminal.home().join(".ssh");
    fs::DirBuilder::new().mode(0o700).create(&ssh).unwrap();
    fs::write(ssh.join("known_hosts"), host.says("known")).unwrap();
    terminal.add("ssh", &peers::ssh());
    let ran = terminal.run(&["call", "ssh", "add_alias", &host.alias("box").to_string()]);
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
    let Some(host) = Host::start(canary.value()) else { return };
    let terminal = person(&host);
    let serving = terminal.serve();
    let mut seated = as_root(&terminal, "whoami; whoami");
    seated.sees("Server “ssh” asks, for the call “exec”:");
    seated.sees("run as root: `whoami; whoami`");
    seated.sees("> ");
    assert!(!seated.echoes());
    seated.types(canary.value());
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
