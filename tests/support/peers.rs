//! The servers that the flows talk to: other people's at pinned versions, and scripted ones.

use std::path::{Path, PathBuf};

/// A program and its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// The program.
    pub command: String,
    /// Its arguments.
    pub args: Vec<String>,
}

impl Program {
    /// A program with these arguments.
    pub fn new(command: impl Into<String>, args: &[&str]) -> Self {
        Self { command: command.into(), args: args.iter().map(|it| (*it).to_owned()).collect() }
    }

    /// The same, with more arguments.
    #[must_use]
    pub fn with(mut self, args: &[&str]) -> Self {
        self.args.extend(args.iter().map(|it| (*it).to_owned()));
        self
    }

    /// The whole command line, one word each.
    pub fn words(&self) -> Vec<&str> {
        std::iter::once(&self.command).chain(&self.args).map(String::as_str).collect()
    }
}

/// npm's `@modelcontextprotocol/server-everything`, which speaks the legacy era.
///
/// # Panics
/// When the peers are not installed.
pub fn everything() -> Program {
    let script = installed("node_modules/@modelcontextprotocol/server-everything/dist/index.js");
    Program::new("node", &[&script])
}

/// The same through `npx`, which starts a shell that starts node; from where it is installed.
///
/// # Panics
/// When the peers are not installed.
pub fn everything_by_npx() -> Program {
    installed("node_modules/.bin/mcp-server-everything");
    let folder = peers().display().to_string();
    Program::new("npx", &["--offline", "--prefix", &folder, "mcp-server-everything"])
}

/// Which generation of the protocol a peer speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Era {
    /// 2025-11-25.
    Legacy,
    /// 2026-07-28.
    Modern,
}

/// A server made with PyPI's `fastmcp`.
///
/// # Panics
/// When the peers are not installed.
pub fn fastmcp(era: Era) -> Program {
    let peer = Program::new(installed("venv/bin/python"), &[&script("fastmcp_peer.py")]);
    match era {
        Era::Legacy => peer.with(&["--legacy"]),
        Era::Modern => peer,
    }
}

/// A server made with PyPI's `mcp`, which offers prompts, resources and all there is beside tools.
///
/// # Panics
/// When the peers are not installed.
pub fn mcp(era: Era) -> Program {
    let peer = Program::new(installed("venv/bin/python"), &[&script("mcp_peer.py")]);
    match era {
        Era::Legacy => peer.with(&["--legacy"]),
        Era::Modern => peer,
    }
}

/// The demo server that comes with Steward.
pub fn demo() -> Program {
    Program::new("python3", &[&checkout().join("scripts/demo_server.py").display().to_string()])
}

/// The server that comes with Steward and whose tools ask the person.
pub fn asker() -> Program {
    let script = checkout().join("scripts/elicitation_demo_mcp.py").display().to_string();
    Program::new("python3", &[&script])
}

/// The SSH server that comes with Steward, run by a Python that has what it needs.
///
/// # Panics
/// When the peers are not installed.
pub fn ssh() -> Program {
    let script = checkout().join("scripts/ssh_mcp_server.py").display().to_string();
    Program::new(installed("venv/bin/python"), &[&script])
}

/// One of the servers in `tests/servers`, which writes what it sees to `witness`.
pub fn scripted(name: &str, witness: &Path) -> Program {
    let script = script(&format!("{name}.py"));
    Program::new("python3", &[&script, "--log", &witness.display().to_string()])
}

/// The root of the checkout.
pub fn checkout() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().expect("the tests lie in the checkout").to_owned()
}

fn script(name: &str) -> String {
    checkout().join("tests/servers").join(name).display().to_string()
}

fn installed(inside: &str) -> String {
    let path = peers().join(inside);
    let hint = "run ./scripts/test, or set STEWARD_PEERS to where it installed them";
    assert!(path.exists(), "{} is missing: {hint}", path.display());
    path.display().to_string()
}

/// Where `scripts/test` installs them.
fn peers() -> PathBuf {
    let named = std::env::var_os("STEWARD_PEERS").map(PathBuf::from);
    named.unwrap_or_else(|| {
        let home = std::env::home_dir().expect("a person has a home");
        home.join(".cache/steward/peers")
    })
}
