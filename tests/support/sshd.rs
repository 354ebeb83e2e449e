//! A real `sshd` on loopback and a user of its own, which takes root; it knows no test.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{Child, Command, Stdio},
};

use serde_json::{Value, json};

use crate::peers;

/// The host and its user. Dropping it takes both away.
#[derive(Debug)]
pub struct Host {
    child: Child,
    told: Value,
}

impl Host {
    /// A host whose user has this password; `None` where such tests cannot run, which is said.
    ///
    /// # Panics
    /// When it cannot be started for another reason.
    #[expect(clippy::print_stderr, reason = "what is left out is said")]
    pub fn start(password: &str) -> Option<Self> {
        let script = peers::checkout().join("tests/servers/sshd_for.py");
        let mut command = Command::new("python3");
        command.arg(script).env("PYTHONUTF8", "1").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("python starts");
        let mut stdin = child.stdin.as_ref().expect("it is piped");
        writeln!(stdin, "{password}").expect("it reads");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("it is piped");
        BufReader::new(stdout).read_line(&mut line).expect("it says something");
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

    /// What it says of itself: `user`, `key`, `known`.
    ///
    /// # Panics
    /// When it says no such thing.
    pub fn says(&self, what: &str) -> &str {
        self.told[what].as_str().expect("it says that")
    }

    /// The arguments of `add_alias` for it; sudo asks.
    pub fn alias(&self, name: &str) -> Value {
        json!({
            "alias": name, "hostname": "127.0.0.1", "port": self.told["port"],
            "username": self.says("user"), "identity_file": self.says("key"), "sudo": "prompt",
        })
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        self.child.wait().ok();
    }
}
