//! From a command to a live connection, and back to nothing.

use std::sync::{Arc, atomic::Ordering};

use tokio::sync::mpsc;

use crate::{
    client::Client,
    era::Handshake,
    error::Error,
    hello::Hello,
    meet::{Meeting, Met},
    notice::Notice,
    settings::{Launch, Settings},
    stdio::{
        guard::Guard,
        life::{Ended, Running},
        runner::Runner,
    },
};

/// A live server process. Dropping it stops the server, in the background and in order: stdin is
/// closed, then SIGTERM, then SIGKILL to the whole process group.
#[derive(Debug)]
pub struct Connection {
    running: Running,
    client: Client,
    hello: Box<Hello>,
}

/// Starts the server, finds its era and says hello. Notices begin to come at once, so somebody
/// should take them meanwhile.
///
/// # Errors
/// [`Error::Spawn`], [`Error::Guard`], [`Error::Exited`], [`Error::TimedOut`], and
/// [`Error::Protocol`], with the server's own words where it refuses to be used. Nothing is left
/// running then; nor, soon, when the future is dropped.
pub async fn connect(
    launch: Launch,
    settings: Settings,
    guard: &Guard,
    notices: mpsc::Sender<Notice>,
) -> Result<Connection, Error> {
    let mut handshake = Handshake::new(settings.era);
    loop {
        let mut running = Running::start(&launch, &settings, guard, &notices)?;
        let runner = Runner::of(&launch);
        let meeting = Meeting::new(&mut running, &settings, &mut handshake, runner);
        match meeting.hold().await {
            Ok(Met::Ready(hello)) => {
                let client = Client::new(Arc::new(running.link()), &hello, &settings);
                return Ok(Connection { running, client, hello });
            }
            Ok(Met::Again) => {
                let text = "it is started again, since the question for its era spoiled it";
                running.hub.herald.tell(Notice::Lifecycle(text.to_owned()));
                running.close().await;
            }
            Err(error) => {
                running.close().await;
                return Err(error);
            }
        }
    }
}

impl Connection {
    /// A handle to use the server by. It may outlive the connection, and gives errors then.
    pub fn client(&self) -> Client {
        self.client.clone()
    }

    /// What the server said of itself.
    pub fn hello(&self) -> &Hello {
        &self.hello
    }

    /// The process, while it runs.
    pub fn pid(&self) -> Option<u32> {
        (!self.running.over()).then_some(self.running.pid)
    }

    /// How many lines of stdout were no messages.
    pub fn noise(&self) -> u64 {
        self.running.hub.counts.noise.load(Ordering::Relaxed)
    }

    /// How many notices were left out, since there were too many of them.
    pub fn dropped_notices(&self) -> u64 {
        self.running.hub.herald.dropped()
    }

    /// Waits for the end, whoever brings it about, and until nothing of the server is left. Calls
    /// fail as soon as the end begins.
    pub async fn ended(&mut self) -> Ended {
        self.running.ended().await
    }

    /// Stops the server in order, and returns when its whole group is gone.
    pub async fn close(self) -> Ended {
        self.running.close().await
    }
}
