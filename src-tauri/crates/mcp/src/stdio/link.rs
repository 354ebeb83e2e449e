//! Requests over one pair of pipes: written by whoever asks, answered by whoever reads. It knows no
//! process and no tool.

use std::{
    fmt, io,
    pin::pin,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    time::Duration,
};

use serde_json::json;
use tokio::{
    io::AsyncWrite,
    sync::{Mutex, mpsc, oneshot},
    time::{Instant, sleep_until, timeout},
};

use crate::{
    asker::{Asker, CallRef},
    error::Error,
    herald::Herald,
    legacy::completed::Completed,
    notice::Progress,
    patience::{Limits, Wait},
    pending::{Pending, Reply},
    request,
    settings::Era,
    stdio::writer::Writer,
};

/// How many answers to the server's own requests may wait for a server that does not read.
const MOST_OWED: usize = 1000;
/// How long a request whose pipe broke waits for the news of the server's end.
const NEWS: Duration = Duration::from_secs(1);

/// One live pair of pipes.
pub(crate) struct Link {
    pub(crate) pending: Arc<Pending>,
    pub(crate) herald: Herald,
    pub(crate) counts: Counts,
    /// Who is asked when the server asks the person something.
    pub(crate) asker: Option<Arc<dyn Asker>>,
    /// The era that is spoken, once it is known.
    pub(crate) era: OnceLock<Era>,
    /// Which pages the server said to be dealt with.
    pub(crate) completed: Completed,
    /// The longest line that is read, in bytes.
    pub(crate) line_limit: usize,
    writer: Mutex<Writer>,
    outbox: mpsc::UnboundedSender<Parcel>,
    owed: AtomicUsize,
}

/// What is counted rather than told one by one.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    /// Lines of stdout that were no messages.
    pub(crate) noise: AtomicU64,
    /// Replies that came after their request had been given up.
    pub(crate) late: AtomicU64,
    /// Replies and progress for nobody.
    pub(crate) strays: AtomicU64,
    /// Lines that hold nothing but the beginning of an object: JSON over several lines.
    pub(crate) pretty: AtomicU64,
}

/// One request.
pub(crate) struct Ask<F> {
    /// Makes the frame when the id is known.
    pub(crate) frame: F,
    /// When it began to count.
    pub(crate) began: Instant,
    /// How long it may take.
    pub(crate) limits: Limits,
    /// Who hears of progress.
    pub(crate) progress: Option<mpsc::Sender<Progress>>,
    /// Which call it is, where a question of the server may belong to it.
    pub(crate) call: Option<Arc<CallRef>>,
}

/// Frames that somebody else must carry, posted where nothing may wait.
pub(crate) type Outbox = mpsc::UnboundedReceiver<Parcel>;

/// A posted frame.
#[derive(Debug)]
pub(crate) enum Parcel {
    /// A request or a cancel of ours: there are no more of these than calls.
    Own(Vec<u8>),
    /// An answer to the server, which could ask without end.
    Answer(Vec<u8>),
}

impl Link {
    /// A link that writes into `pipe`, and the frames that [`Link::carry`] must be given.
    pub(crate) fn new(
        pipe: impl AsyncWrite + Send + Unpin + 'static,
        herald: Herald,
        line_limit: usize,
        asker: Option<Arc<dyn Asker>>,
    ) -> (Self, Outbox) {
        let (outbox, frames) = mpsc::unbounded_channel();
        let link = Self {
            pending: Arc::default(),
            herald,
            counts: Counts::default(),
            asker,
            era: OnceLock::new(),
            completed: Completed::default(),
            line_limit,
            writer: Mutex::new(Writer::new(pipe)),
            outbox,
            owed: AtomicUsize::new(0),
        };
        (link, frames)
    }

    /// Asks, and waits for the reply. A request that is given up, by time or by dropping the
    /// future, is cancelled at the server exactly once, if the server has got any of it.
    pub(crate) async fn exchange<F: FnOnce(u64) -> Vec<u8>>(&self, ask: Ask<F>) -> Reply {
        let Ask { frame, began, limits, progress, call } = ask;
        let (id, reply) = self.pending.open(progress, call)?;
        let flight = Flight { link: self, id, sent: AtomicBool::new(false) };
        let mut work = pin!(self.deliver(frame(id), &flight.sent, reply));
        let first = limits.silence.min(limits.cap.saturating_sub(limits.spent));
        let mut alarm = pin!(sleep_until(began + first));
        loop {
            tokio::select! {
                biased;
                reply = &mut work => return reply,
                () = &mut alarm => {}
            }
            match self.pending.patience(id).wait(began, &limits) {
                // HOST-37: nothing runs out until the person has answered.
                Wait::Still => {
                    tokio::select! {
                        biased;
                        reply = &mut work => return reply,
                        () = self.pending.moves(id) => alarm.as_mut().reset(Instant::now()),
                    }
                }
                Wait::Until(until, _) if until > Instant::now() => alarm.as_mut().reset(until),
                Wait::Until(_, limit) if flight.give_up("timeout") => {
                    return Err(Error::CallTimedOut { limit });
                }
                // The reply came in this very moment.
                Wait::Until(..) => return work.await,
            }
        }
    }

    /// Writes one frame, after those before it. `sent` tells whether any of it may be out.
    pub(crate) async fn write(&self, frame: Vec<u8>, sent: &AtomicBool) -> io::Result<()> {
        let mut writer = self.writer.lock().await;
        writer.flush().await?;
        sent.store(true, Ordering::Release);
        writer.write(frame).await
    }

    /// Has a frame written soon, without waiting for it.
    pub(crate) fn post(&self, frame: Vec<u8>) {
        // After the end nobody carries any more, and nobody reads.
        self.outbox.send(Parcel::Own(frame)).ok();
    }

    /// Has an answer written soon, unless the server has left too many unread.
    pub(crate) fn answer(&self, frame: Vec<u8>) {
        if self.owed.fetch_add(1, Ordering::Relaxed) < MOST_OWED {
            self.outbox.send(Parcel::Answer(frame)).ok();
        } else {
            self.owed.fetch_sub(1, Ordering::Relaxed);
            self.herald.count_dropped();
        }
    }

    /// Writes what was posted, until the link is gone.
    pub(crate) async fn carry(self: Arc<Self>, mut frames: Outbox) {
        while let Some(parcel) = frames.recv().await {
            let frame = match parcel {
                Parcel::Own(frame) => frame,
                Parcel::Answer(frame) => {
                    self.owed.fetch_sub(1, Ordering::Relaxed);
                    frame
                }
            };
            // A broken pipe is the end of the server, and told by whoever waits for that.
            self.write(frame, &AtomicBool::new(false)).await.ok();
        }
    }

    /// Closes the pipe to the server, once nobody is in the middle of writing.
    pub(crate) async fn hang_up(&self) {
        self.writer.lock().await.close();
    }

    async fn deliver(
        &self,
        frame: Vec<u8>,
        sent: &AtomicBool,
        mut reply: oneshot::Receiver<Reply>,
    ) -> Reply {
        let written = tokio::select! {
            biased;
            written = self.write(frame, sent) => written,
            // The server may end, or be ended, while it does not read.
            early = &mut reply => return early.unwrap_or(Err(Error::Closed)),
        };
        if written.is_ok() {
            return reply.await.unwrap_or(Err(Error::Closed));
        }
        match timeout(NEWS, reply).await {
            Ok(news) => news.unwrap_or(Err(Error::Closed)),
            Err(_) => Err(Error::Ended { how: "it does not read any more".to_owned() }),
        }
    }
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Link").field("waiting", &self.pending.count()).finish_non_exhaustive()
    }
}

/// A request under way: dropping it takes it back.
struct Flight<'a> {
    link: &'a Link,
    id: u64,
    sent: AtomicBool,
}

impl Flight<'_> {
    /// `false` when the reply was there first: then nothing is said.
    fn give_up(&self, reason: &str) -> bool {
        if !self.link.pending.forget(self.id) {
            return false;
        }
        if self.sent.load(Ordering::Acquire) {
            let params = json!({ "requestId": self.id, "reason": reason });
            self.link.post(request::notification("notifications/cancelled", &params));
        }
        true
    }
}

impl Drop for Flight<'_> {
    fn drop(&mut self) {
        self.give_up("stopped");
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, duplex};

    use super::*;
    use crate::{herald::herald, stdio::life};

    /// A link that nobody carries for yet, what was posted, and what arrives at the server.
    fn link(room: usize) -> (Arc<Link>, Outbox, Lines<BufReader<DuplexStream>>) {
        let (ours, theirs) = duplex(room);
        let (herald, _walk) = herald(mpsc::channel(1).0);
        let (link, outbox) = Link::new(ours, herald, 1 << 20, None);
        (Arc::new(link), outbox, BufReader::new(theirs).lines())
    }

    fn ask(size: usize, limit: Duration) -> Ask<impl FnOnce(u64) -> Vec<u8>> {
        let frame = move |id| format!("{id} {}\n", "x".repeat(size)).into_bytes();
        let limits = Limits::new(limit, limit * 3);
        Ask { frame, began: Instant::now(), limits, progress: None, call: None }
    }

    fn posted(outbox: &mut Outbox) -> Vec<Value> {
        let frames = std::iter::from_fn(|| outbox.try_recv().ok());
        frames
            .map(|parcel| match parcel {
                Parcel::Own(frame) | Parcel::Answer(frame) => {
                    serde_json::from_slice(&frame).unwrap()
                }
            })
            .collect()
    }

    const LONG: Duration = Duration::from_secs(60);

    #[tokio::test(start_paused = true)]
    async fn a_frame_stays_whole_when_its_writer_gives_up_in_the_middle() {
        let (link, mut outbox, mut server) = link(16);
        let ended = timeout(Duration::from_secs(1), link.exchange(ask(100, LONG))).await;
        assert!(ended.is_err(), "the pipe is full");
        assert_eq!(posted(&mut outbox)[0]["params"]["requestId"], 1, "part of it was sent");
        let sent = AtomicBool::new(false);
        let next = link.write(b"next\n".to_vec(), &sent);
        let read = async {
            let first = server.next_line().await.unwrap().unwrap();
            (first, server.next_line().await.unwrap().unwrap())
        };
        let (written, (first, second)) = tokio::join!(next, read);
        written.unwrap();
        assert_eq!((first.len(), second.as_str()), (102, "next"));
    }

    /// HOST-36
    #[tokio::test(start_paused = true)]
    async fn what_never_reached_the_server_is_not_cancelled() {
        let (link, mut outbox, _server) = link(16);
        let limit = Duration::from_secs(2);
        let (first, second) =
            tokio::join!(link.exchange(ask(100, LONG)), link.exchange(ask(1, limit)));
        assert!(matches!(
            (first, second),
            (Err(Error::CallTimedOut { .. }), Err(Error::CallTimedOut { .. }))
        ));
        let cancels = posted(&mut outbox);
        assert_eq!(cancels.len(), 1, "{cancels:?}");
        assert_eq!(cancels[0]["params"]["requestId"], 1);
        assert_eq!(cancels[0]["params"]["reason"], "timeout");
    }

    #[tokio::test(start_paused = true)]
    async fn a_server_that_asks_and_never_reads_is_not_answered_without_end() {
        let (link, mut outbox, _server) = link(16);
        for _ in 0..MOST_OWED + 500 {
            link.answer(b"{}\n".to_vec());
        }
        assert_eq!(posted(&mut outbox).len(), MOST_OWED);
        assert_eq!(link.herald.dropped(), 500);
    }

    /// HOST-21: replies in any order, in pieces of any size, reach those who asked.
    #[tokio::test]
    async fn no_answer_is_crossed_in_whatever_order_they_come() {
        let (link, _outbox, mut server) = link(1 << 20);
        let (mut answers, stdout) = duplex(64);
        let reading = life::read(stdout, Arc::clone(&link), tokio::sync::watch::channel(false).0);
        let serve = async {
            let mut asked = Vec::new();
            for _ in 0..500 {
                asked.push(server.next_line().await.unwrap().unwrap());
            }
            // Every seventh first, and so on: far from the order in which they were asked.
            asked.sort_by_key(|line| line.len() * 7 % 501);
            for line in asked {
                let id = line.trim_end_matches('x').trim_end();
                let reply = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{id}}}\n");
                answers.write_all(reply.as_bytes()).await.unwrap();
            }
            drop(answers);
        };
        let mut calls = tokio::task::JoinSet::new();
        for size in 0..500 {
            let link = Arc::clone(&link);
            calls.spawn(async move {
                let mut own = 0;
                let frame = |id| {
                    own = id;
                    format!("{id} {}\n", "x".repeat(size)).into_bytes()
                };
                let (began, limits) = (Instant::now(), Limits::new(LONG, LONG));
                let ask = Ask { frame, began, limits, progress: None, call: None };
                let reply = link.exchange(ask).await;
                (own, reply.unwrap().get().to_owned())
            });
        }
        tokio::join!(reading, serve);
        let mut done = 0;
        while let Some(ended) = calls.join_next().await {
            let (id, result) = ended.unwrap();
            assert_eq!(id.to_string(), result);
            done += 1;
        }
        assert_eq!((done, link.pending.count()), (500, 0));
    }
}
