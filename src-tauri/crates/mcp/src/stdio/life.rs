//! One server process from its start to its end, with all that reads and writes for it; it knows no
//! protocol.

use std::{sync::Arc, time::Duration};

use stdx::tasks::Tasks;
use tokio::{
    io::{AsyncRead, AsyncReadExt},
    sync::{mpsc, watch},
    time::timeout,
};
use tokio_util::sync::CancellationToken;

use crate::{
    apart::{LARGE, apart},
    ended::{Ended, Reason},
    error::Error,
    exit::Exit,
    herald::{self, Walk},
    hub::{Hub, Outbox},
    link::{Link, Transport},
    notice::Notice,
    pending::Over,
    router::Router,
    settings::{Launch, Settings},
    stdio::{
        frame::{Frame, Framer},
        guard::Guard,
        pipe::Pipe,
        process::Process,
        stderr::{self, Tail},
    },
};

/// How much is read from stdout at once.
const READING: usize = 64 << 10;
/// How long the last words are waited for. A grandchild may keep the pipes open.
const LAST_WORDS: Duration = Duration::from_millis(300);
/// How long a server that closed its stdout may take to end, and the leftovers of one that ended.
const SHORT_GRACE: Duration = Duration::from_millis(500);

/// A server that runs. Dropping it stops the server in the background.
#[derive(Debug)]
pub(crate) struct Running {
    pub(crate) hub: Arc<Hub>,
    pub(crate) pipe: Arc<Pipe>,
    pub(crate) tail: Arc<Tail>,
    pub(crate) pid: u32,
    /// Whether it has written anything to stdout.
    pub(crate) heard: watch::Receiver<bool>,
    ended: watch::Receiver<Option<Ended>>,
    stop: CancellationToken,
}

impl Running {
    /// Starts it. Its last words go to `tail`.
    pub(crate) fn start(
        launch: &Launch,
        settings: &Settings,
        guard: &Guard,
        notices: &mpsc::Sender<Notice>,
        tail: Arc<Tail>,
    ) -> Result<Self, Error> {
        let (process, pipes) = Process::start(launch, guard)?;
        let pid = process.pid();
        let (herald, walk) = herald::herald(notices.clone());
        let (hub, outbox) = Hub::new(herald, settings.line_limit, settings.asker.clone());
        let (hub, pipe) = (Arc::new(hub), Arc::new(Pipe::new(pipes.stdin)));
        let (hear, heard) = watch::channel(false);
        let (end, ended) = watch::channel(None);
        let stop = CancellationToken::new();
        let started = format!("started `{}`, process {pid}", launch.program.display());
        hub.herald.tell(Notice::Lifecycle(started));
        let mut owner = Owner {
            process,
            hub: Arc::clone(&hub),
            pipe: Arc::clone(&pipe),
            reading: Tasks::new(),
            errors: Tasks::new(),
            carrying: Tasks::new(),
            grace: settings.stop_grace,
        };
        owner.read(pipes.stdout, hear);
        owner.drain(pipes.stderr, Arc::clone(&tail), notices.clone());
        owner.carry(outbox);
        let stopped = stop.clone();
        guard.spawn(async move {
            // Whoever waits for the end may be gone.
            end.send(Some(owner.live(stopped, walk).await)).ok();
        });
        Ok(Self { hub, pipe, tail, pid, heard, ended, stop })
    }

    /// Waits for the end, and for nothing of it to be left.
    pub(crate) async fn ended(&mut self) -> Ended {
        match self.ended.wait_for(Option::is_some).await.as_deref() {
            Ok(Some(ended)) => ended.clone(),
            // The runtime is going down.
            Ok(None) | Err(_) => Ended { exit: None, reason: Reason::Closed },
        }
    }

    /// What it is asked by.
    pub(crate) fn link(&self) -> Link {
        Link::new(Arc::clone(&self.hub), Transport::Pipe(Arc::clone(&self.pipe)))
    }

    /// The end, if it has come.
    pub(crate) fn over(&self) -> bool {
        self.ended.borrow().is_some()
    }

    /// Stops it, and waits for the end.
    pub(crate) async fn close(mut self) -> Ended {
        self.stop.cancel();
        self.ended().await
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

/// The one that holds the process and its readers, and ends them in order.
struct Owner {
    process: Process,
    hub: Arc<Hub>,
    pipe: Arc<Pipe>,
    reading: Tasks,
    errors: Tasks,
    carrying: Tasks,
    grace: Duration,
}

impl Owner {
    fn read(&mut self, stdout: impl AsyncRead + Unpin + Send + 'static, hear: watch::Sender<bool>) {
        self.reading.spawn(read(stdout, Arc::clone(&self.hub), hear));
    }

    fn drain(
        &mut self,
        pipe: impl AsyncRead + Unpin + Send + 'static,
        tail: Arc<Tail>,
        notices: mpsc::Sender<Notice>,
    ) {
        self.errors.spawn(async move { stderr::drain(pipe, &tail, notices).await });
    }

    fn carry(&mut self, outbox: Outbox) {
        self.carrying.spawn(Arc::clone(&self.pipe).carry(outbox));
    }

    /// Waits for an end of whatever kind, and brings it to its end.
    async fn live(mut self, stop: CancellationToken, walk: Walk) -> Ended {
        let over = CancellationToken::new();
        let mut telling = Tasks::new();
        telling.spawn(walk.run(over.clone()));
        let (reason, exit) = self.first_end(stop).await;
        self.hub.pending.finish(match (reason, exit) {
            (Reason::Closed, _) => Over::Closed,
            (Reason::Exited | Reason::OutputClosed, Some(exit)) => Over::Ended(exit.to_string()),
            (Reason::Exited | Reason::OutputClosed, None) => {
                Over::Ended("it closed its stdout".to_owned())
            }
        });
        let ended = self.wind_up(reason).await;
        over.cancel();
        // A listener that does not read must not keep the end from being known.
        timeout(SHORT_GRACE, telling.ended()).await.ok();
        ended
    }

    async fn first_end(&mut self, stop: CancellationToken) -> (Reason, Option<Exit>) {
        let exit = tokio::select! {
            biased;
            () = stop.cancelled() => return (Reason::Closed, None),
            exit = self.process.exited() => Some(exit),
            _ = self.reading.ended() => timeout(SHORT_GRACE, self.process.exited()).await.ok(),
        };
        // What it said last may hold a reply, or the reason of its end.
        timeout(LAST_WORDS, async {
            self.reading.ended().await;
            self.errors.ended().await;
        })
        .await
        .ok();
        let reason = if exit.is_some() { Reason::Exited } else { Reason::OutputClosed };
        (reason, exit)
    }

    /// HOST-10: stdin is closed first; signals follow.
    async fn wind_up(self, reason: Reason) -> Ended {
        let Self { process, hub, pipe, mut reading, mut errors, carrying, grace } = self;
        let pid = process.pid();
        carrying.stop().await;
        let hung_up = timeout(SHORT_GRACE, pipe.hang_up()).await.is_ok();
        let polite = if hung_up { grace } else { Duration::ZERO };
        let exit = match reason {
            Reason::Exited => process.stop(Duration::ZERO, grace.min(SHORT_GRACE)).await,
            Reason::Closed | Reason::OutputClosed => process.stop(polite, grace).await,
        };
        timeout(LAST_WORDS, async { tokio::join!(reading.ended(), errors.ended()) }).await.ok();
        hub.herald.tell(Notice::Lifecycle(format!("process {pid} ended: {exit}")));
        Ended { exit: Some(exit).filter(|exit| *exit != Exit::Unknown), reason }
    }
}

/// Reads stdout to its end.
pub(crate) async fn read(
    mut stdout: impl AsyncRead + Unpin,
    hub: Arc<Hub>,
    hear: watch::Sender<bool>,
) {
    let mut framer = Framer::new(hub.line_limit);
    let mut router = Router::new(hub);
    // An error means that nothing more can be read, as at the end.
    while let Ok(1..) = stdout.read_buf(framer.space(READING)).await {
        hear.send_if_modified(|heard| !std::mem::replace(heard, true));
        while let Some(frame) = framer.next() {
            match frame {
                Frame::Line(line) if line.len() > LARGE => {
                    let line = line.to_vec();
                    let Ok(back) = take_apart(router, line).await else { return };
                    router = back;
                }
                Frame::Line(_) | Frame::TooLong(_) => router.take(&frame),
            }
        }
    }
    if let Some(frame) = framer.rest() {
        router.take(&frame);
    }
}

/// Takes one large line, while other servers are read.
async fn take_apart(mut router: Router, line: Vec<u8>) -> Result<Router, Error> {
    let size = line.len();
    let work = move || {
        router.take(&Frame::Line(&line));
        router
    };
    apart(size, work).await
}
