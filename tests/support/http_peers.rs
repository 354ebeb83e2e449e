//! The servers over HTTP that the flows talk to: other people's, at pinned versions, on a port of
//! this machine that they keep from one start to the next.

use std::{
    net::{Ipv4Addr, TcpListener},
    os::unix::process::CommandExt as _,
    path::PathBuf,
    process::{Child, Command, Stdio},
    time::Duration,
};

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::net::TcpStream;

use crate::{
    peers::{self, Era, Program},
    wait::within,
};

/// Ten times what a peer takes to listen on a busy machine.
const LIMIT: Duration = Duration::from_secs(60);
/// Below the ports that systems hand out by themselves.
const FIRST: u32 = 20_000;
const PORTS: u32 = 10_000;

/// Somebody else's server over HTTP.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Peer {
    /// npm's `@modelcontextprotocol/server-everything`, of the legacy era.
    Everything,
    /// The same as servers of 2024-11-05 were: one stream for all answers.
    OldEverything,
    /// A server made with PyPI's `fastmcp`.
    Fastmcp(Era),
    /// A server made with PyPI's `mcp`.
    Mcp(Era),
    /// The one with PyPI's `fastmcp` that offers all there is.
    WholeFastmcp(Era),
    /// The one with PyPI's `mcp` that offers all there is.
    WholeMcp(Era),
    /// Our own, that lets in who has the key.
    Door {
        /// The key; without one it lets everybody in.
        key: Option<&'static str>,
        /// How many requests it is too busy for.
        busy: u32,
        /// Where it writes what it sees.
        witness: PathBuf,
    },
    /// Our own, that is bad at one thing.
    Faults {
        /// What it is bad at, as its options say it.
        options: &'static [&'static str],
        /// Where it writes what it sees.
        witness: PathBuf,
    },
    /// Our own, whose tools want arguments told in headers.
    HeaderTools {
        /// Where it writes what it sees.
        witness: PathBuf,
    },
}

/// A peer that runs. Dropping it ends it.
#[derive(Debug)]
pub struct Running {
    peer: Peer,
    port: u16,
    child: Option<Child>,
}

impl Peer {
    /// Starts it, and returns when it listens.
    ///
    /// # Panics
    /// When it does not.
    pub async fn start(self) -> Running {
        let mut running = Running { peer: self, port: free_port(), child: None };
        running.start_again().await;
        running
    }

    fn command(&self, port: u16) -> Command {
        let program = match *self {
            Self::Everything => peers::everything().with(&["streamableHttp"]),
            Self::OldEverything => peers::everything().with(&["sse"]),
            Self::Fastmcp(era) => python("fastmcp", era, port),
            Self::Mcp(era) => python("mcp", era, port),
            Self::WholeFastmcp(era) => peers::fastmcp(era).with(&["--http", &port.to_string()]),
            Self::WholeMcp(era) => peers::mcp(era).with(&["--http", &port.to_string()]),
            Self::Door { key, busy, ref witness } => {
                let (port, busy) = (port.to_string(), busy.to_string());
                let door = peers::scripted("http_door", witness);
                let door = door.with(&["--port", &port, "--busy", &busy]);
                key.map_or(door.clone(), |key| door.with(&["--key", key]))
            }
            Self::Faults { options, ref witness } => {
                let faults = peers::scripted("http_faults", witness);
                faults.with(&["--port", &port.to_string()]).with(options)
            }
            Self::HeaderTools { ref witness } => {
                peers::scripted("header_tools", witness).with(&["--port", &port.to_string()])
            }
        };
        let mut command = Command::new(&program.command);
        command.args(&program.args).env("PORT", port.to_string());
        command
    }
}

fn python(maker: &str, era: Era, port: u16) -> Program {
    let script = peers::checkout().join("tests/servers/http_peer.py").display().to_string();
    let port = port.to_string();
    let peer =
        Program::new(peers::fastmcp(Era::Modern).command, &[&script, maker, "--port", &port]);
    match era {
        Era::Legacy => peer.with(&["--legacy"]),
        Era::Modern => peer,
    }
}

impl Running {
    /// Its address.
    pub fn url(&self) -> String {
        let path = if self.peer == Peer::OldEverything { "sse" } else { "mcp" };
        format!("http://127.0.0.1:{}/{path}", self.port)
    }

    /// Ends it as a crash would, and returns when it is gone.
    ///
    /// # Panics
    /// When it cannot be ended.
    pub fn kill(&mut self) {
        let Some(mut child) = self.child.take() else { return };
        kill_process_group(Pid::from_child(&child), Signal::KILL).expect("it runs");
        child.wait().expect("it can be waited for");
    }

    /// Starts it where it was, and returns when it listens.
    ///
    /// # Panics
    /// When it does not.
    pub async fn start_again(&mut self) {
        let mut command = self.peer.command(self.port);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        self.child = Some(command.process_group(0).spawn().expect("the peer starts"));
        let place = (Ipv4Addr::LOCALHOST, self.port);
        let listens = within(LIMIT, async || TcpStream::connect(place).await.ok()).await;
        assert!(listens.is_some(), "{:?} does not listen", self.peer);
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A port that nobody listens on, and that no other test of this run is given.
fn free_port() -> u16 {
    // Each test is a process of its own.
    let process = std::process::id() % PORTS * 7;
    let port = |step| u16::try_from(FIRST + (process + step * 3) % PORTS).expect("it is a port");
    let is_free = |port: &u16| TcpListener::bind((Ipv4Addr::UNSPECIFIED, *port)).is_ok();
    (0..PORTS).map(port).find(is_free).expect("some port is free")
}
