//! From a command or an address to a live connection, and back to nothing.

use std::sync::{Arc, atomic::Ordering};

use tokio::sync::mpsc;

use crate::{
    client::Client,
    ended::Ended,
    era::{Handshake, Peer},
    error::Error,
    hello::Hello,
    http::{life::Online, meet::Meeting as SiteMeeting, pool::Pool, target::Target},
    hub::Hub,
    meet::{Meeting, Met},
    notice::Notice,
    settings::{Launch, Settings},
    stdio::{guard::Guard, life::Running, runner::Runner, stderr::Tail},
};

/// A live connection to a server. Dropping it ends it, in the background and in order: over HTTP the
/// session is given back; of a process stdin is closed, then SIGTERM, then SIGKILL to the whole
/// process group.
#[derive(Debug)]
pub struct Connection {
    life: Life,
    client: Client,
    hello: Box<Hello>,
}

/// What a connection is made of.
#[derive(Debug)]
enum Life {
    Process(Running),
    Site(Online),
}

/// How messages get to a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Carrier {
    /// The standard streams of a process.
    Stdio,
    /// Streamable HTTP.
    Http,
    /// HTTP with one stream for all answers, as servers of 2024-11-05 have it.
    OldHttp,
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
    let mut handshake = Handshake::with(settings.era, Peer::Process);
    // Where the second process says nothing, what the first one said is why.
    let tail = Arc::new(Tail::default());
    loop {
        let mut running = Running::start(&launch, &settings, guard, &notices, Arc::clone(&tail))?;
        let runner = Runner::of(&launch);
        let meeting = Meeting::new(&mut running, &settings, &mut handshake, runner);
        match meeting.hold().await {
            Ok(Met::Ready(hello)) => {
                let client = Client::new(Arc::new(running.link()), &hello, &settings);
                return Ok(Connection { life: Life::Process(running), client, hello });
            }
            Ok(Met::Again) => {
                let text = "it is started again, since the question for its era spoiled it";
                running.hub.herald.tell(Notice::Lifecycle(text.to_owned()));
                running.close().await;
                tail.next_process();
            }
            Err(error) => {
                running.close().await;
                return Err(error);
            }
        }
    }
}

/// Connects to a server over HTTP, finds its era and says hello. Notices begin to come at once, so
/// somebody should take them meanwhile. Nothing is fetched but from the target's own origin.
///
/// # Errors
/// [`Error::Http`], [`Error::TimedOut`], and [`Error::Protocol`], with the server's own words where
/// it refuses to be used.
pub async fn connect_http(
    target: Target,
    settings: Settings,
    pool: &Pool,
    guard: &Guard,
    notices: mpsc::Sender<Notice>,
) -> Result<Connection, Error> {
    let online = Online::start(&target, &settings, pool, guard, &notices)?;
    match SiteMeeting::new(&online, &settings).hold().await {
        Ok(hello) => {
            let hello = Box::new(hello);
            let client = Client::new(Arc::new(online.link()), &hello, &settings);
            Ok(Connection { life: Life::Site(online), client, hello })
        }
        Err(error) => {
            online.close().await;
            Err(error)
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

    /// The process, while it runs; none over HTTP.
    pub fn pid(&self) -> Option<u32> {
        match &self.life {
            Life::Process(running) => (!running.over()).then_some(running.pid),
            Life::Site(_) => None,
        }
    }

    /// How messages get there.
    pub fn carrier(&self) -> Carrier {
        match &self.life {
            Life::Process(_) => Carrier::Stdio,
            Life::Site(online) if online.http.courier.old.get().is_some() => Carrier::OldHttp,
            Life::Site(_) => Carrier::Http,
        }
    }

    /// Whether the server keeps a session for us; never with a process.
    pub fn has_session(&self) -> bool {
        match &self.life {
            Life::Process(_) => false,
            Life::Site(online) => online.http.courier.session.now().has_id(),
        }
    }

    /// How many lines of stdout were no messages.
    pub fn noise(&self) -> u64 {
        self.hub().counts.noise.load(Ordering::Relaxed)
    }

    /// How many notices were left out, since there were too many of them.
    pub fn dropped_notices(&self) -> u64 {
        self.hub().herald.dropped()
    }

    /// Waits for the end, whoever brings it about, and until nothing of it is left. Calls fail as soon
    /// as the end begins. Over HTTP only closing ends it, or an old server that ends its one stream:
    /// a server that is away for a while fails the calls, and the connection lives.
    pub async fn ended(&mut self) -> Ended {
        match &mut self.life {
            Life::Process(running) => running.ended().await,
            Life::Site(online) => online.ended().await,
        }
    }

    /// Ends it in order, and returns when nothing of it is left.
    pub async fn close(self) -> Ended {
        match self.life {
            Life::Process(running) => running.close().await,
            Life::Site(online) => online.close().await,
        }
    }

    fn hub(&self) -> &Hub {
        match &self.life {
            Life::Process(running) => &running.hub,
            Life::Site(online) => &online.hub,
        }
    }
}
