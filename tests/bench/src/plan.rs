//! Which server is called, and how it is reached: as a process of its own, or at an address of one
//! that serves over HTTP. It knows no client.

use std::{
    fmt,
    io::{BufRead as _, BufReader},
    path::PathBuf,
    process::{Child, ChildStdin, Command, Stdio},
};

use crate::{error::Error, job::Era, odd::Odd};

/// How messages get to the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Transport {
    /// By the standard streams of a process.
    Stdio,
    /// By Streamable HTTP, whose answers are JSON.
    Http,
    /// By Streamable HTTP, whose answers are streams of one event.
    HttpEvents,
}

/// A kind of server.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The program `echo_server`.
    pub program: PathBuf,
    /// The only era it speaks.
    pub era: Era,
    /// How it is reached.
    pub transport: Transport,
    /// How many tools it has.
    pub tools: usize,
    /// How many of them are on a page of its list.
    pub page: usize,
    /// What is wrong with its calls.
    pub odd: Option<Odd>,
}

/// Where one client finds one server.
#[derive(Debug, Clone)]
pub enum Door {
    /// A process that the client starts.
    Process(PathBuf, Vec<String>),
    /// A port of this machine, and whether answers are streams of events.
    Port(u16, Transport),
}

/// A running process that serves over HTTP; it ends with its owner.
#[derive(Debug)]
pub struct Site {
    child: Child,
    /// `None` once it is closed.
    stdin: Option<ChildStdin>,
}

impl Plan {
    /// A server with two tools.
    pub fn new(program: PathBuf, era: Era, transport: Transport) -> Self {
        Self { program, era, transport, tools: 2, page: usize::MAX, odd: None }
    }

    /// So many servers of this kind. Over HTTP one process is all of them, each at a port of its own.
    ///
    /// # Errors
    /// [`Error::Server`]
    pub fn open(&self, count: usize) -> Result<(Vec<Door>, Option<Site>), Error> {
        if self.transport == Transport::Stdio {
            let door = Door::Process(self.program.clone(), self.args());
            return Ok((vec![door; count], None));
        }
        let mut child = Command::new(&self.program)
            .args(self.args())
            .args(["--ports", &count.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(Error::Server)?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        // Whatever happens from here on, it is ended.
        let site = Site { child, stdin };
        let mut said = String::new();
        let mut stdout = BufReader::new(stdout.ok_or_else(Error::broken)?);
        stdout.read_line(&mut said).map_err(Error::Server)?;
        let ports = said.split_whitespace().filter_map(|port| port.parse().ok());
        let doors: Vec<_> = ports.map(|port| Door::Port(port, self.transport)).collect();
        if doors.len() == count { Ok((doors, Some(site))) } else { Err(Error::broken()) }
    }

    fn args(&self) -> Vec<String> {
        let mut args = vec![
            format!("--era={}", self.era),
            format!("--tools={}", self.tools),
            format!("--page={}", self.page),
        ];
        args.extend(self.odd.map(|odd| format!("--odd={odd}")));
        if self.transport == Transport::HttpEvents {
            args.push("--events".to_owned());
        }
        args
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        // It ends with its stdin.
        self.stdin = None;
        self.child.wait().ok();
    }
}

impl fmt::Display for Transport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stdio => "stdio",
            Self::Http => "HTTP",
            Self::HttpEvents => "HTTP, answers as events",
        })
    }
}

/// The program that answers, beside the one that runs.
///
/// # Errors
/// [`Error::Server`]
pub fn echo_server() -> Result<PathBuf, Error> {
    Ok(std::env::current_exe().map_err(Error::Server)?.with_file_name("echo_server"))
}
