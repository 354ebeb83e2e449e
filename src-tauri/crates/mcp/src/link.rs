//! Requests over one connection: sent by whoever asks, answered by whoever reads. It knows no
//! process, no address and no tool.

use std::{fmt, pin::pin, sync::Arc};

use futures_util::FutureExt as _;
use serde_json::json;
use tokio::{
    sync::{mpsc, oneshot},
    time::{Instant, sleep_until},
};

use crate::{
    asker::CallRef,
    error::Error,
    http::transport::Http,
    hub::Hub,
    letter::{About, Letter, Trace},
    modern::mirror::Mirrors,
    notice::Progress,
    patience::{Limits, Wait},
    pending::Reply,
    request,
    settings::Era,
    stdio::pipe::Pipe,
};

/// One live connection, as those see it who ask.
pub(crate) struct Link {
    pub(crate) hub: Arc<Hub>,
    transport: Transport,
}

/// How frames are carried.
#[derive(Debug, Clone)]
pub(crate) enum Transport {
    /// Line by line into one pipe; whoever reads the other pipe settles the replies.
    Pipe(Arc<Pipe>),
    /// Each as a request of its own, whose answer settles the reply.
    Http(Arc<Http>),
}

/// One request.
pub(crate) struct Ask<'a, F> {
    /// Makes the frame when the id is known.
    pub(crate) frame: F,
    /// What it is about.
    pub(crate) about: About<'a>,
    /// When it began to count.
    pub(crate) began: Instant,
    /// How long it may take.
    pub(crate) limits: Limits,
    /// Who hears of progress.
    pub(crate) progress: Option<mpsc::Sender<Progress>>,
    /// Which call it is, where a question of the server may belong to it.
    pub(crate) call: Option<Arc<CallRef>>,
}

impl Link {
    /// A link between a hub and what carries for it.
    pub(crate) fn new(hub: Arc<Hub>, transport: Transport) -> Self {
        Self { hub, transport }
    }

    /// Asks, and waits for the reply. A request that is given up, by time or by dropping the
    /// future, is cancelled at the server exactly once, if the server has got any of it.
    pub(crate) async fn exchange<F: FnOnce(u64) -> Vec<u8>>(&self, ask: Ask<'_, F>) -> Reply {
        let Ask { frame, about, began, limits, progress, call } = ask;
        let (id, reply) = self.hub.pending.open(progress, call).map_err(Error::before_sending)?;
        let flight = Flight { link: self, id, trace: Trace::default() };
        let letter = Letter { id, frame: frame(id), about };
        let mut work = pin!(self.deliver(letter, &flight.trace, reply));
        let first = limits.silence.min(limits.cap.saturating_sub(limits.spent));
        let mut alarm = pin!(sleep_until(began + first));
        loop {
            tokio::select! {
                biased;
                // First: a server that talks without end uses up all that a task may do at once, and
                // nothing that is asked after it would ever be ready.
                () = &mut alarm => {}
                reply = &mut work => return reply,
            }
            match self.hub.pending.patience(id).wait(began, &limits) {
                // HOST-37: nothing runs out until the person has answered.
                Wait::Still => {
                    tokio::select! {
                        biased;
                        reply = &mut work => return reply,
                        () = self.hub.pending.moves(id) => alarm.as_mut().reset(Instant::now()),
                    }
                }
                Wait::Until(until, _) if until > Instant::now() => alarm.as_mut().reset(until),
                // What came in this very moment, and was not read yet.
                Wait::Until(..) if let Some(reply) = work.as_mut().now_or_never() => return reply,
                Wait::Until(_, passed) if flight.give_up("timeout") => {
                    return Err(Error::CallTimedOut { limit: limits.limit(passed), passed });
                }
                // The reply came in this very moment.
                Wait::Until(..) => return work.await,
            }
        }
    }

    /// What has to be told of calls beside them; `None` where nothing has.
    pub(crate) fn mirrors(&self) -> Option<&Mirrors> {
        match (&self.transport, self.hub.era.get()) {
            (Transport::Http(http), Some(Era::Modern)) => Some(&http.mirrors),
            (Transport::Http(_) | Transport::Pipe(_), _) => None,
        }
    }

    async fn deliver(
        &self,
        letter: Letter<'_>,
        trace: &Trace,
        reply: oneshot::Receiver<Reply>,
    ) -> Reply {
        match &self.transport {
            Transport::Pipe(pipe) => {
                let reply = pipe.deliver(letter.frame, trace, reply).await;
                if trace.sent() { reply } else { reply.map_err(Error::before_sending) }
            }
            Transport::Http(http) => Box::pin(http.deliver(letter, trace, reply)).await,
        }
    }
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Link").field(&self.hub).finish()
    }
}

/// A request under way: dropping it takes it back.
struct Flight<'a> {
    link: &'a Link,
    id: u64,
    trace: Trace,
}

impl Flight<'_> {
    /// `false` when the reply was there first: then nothing is said.
    fn give_up(&self, reason: &'static str) -> bool {
        let Link { hub, transport } = self.link;
        if !hub.pending.forget(self.id) {
            return false;
        }
        // Over HTTP the modern era says it by ending the stream, which dropping it does.
        let by_stream =
            matches!(transport, Transport::Http(_)) && hub.era.get() == Some(&Era::Modern);
        if self.trace.sent() && !by_stream {
            let params = json!({ "requestId": self.id, "reason": reason });
            hub.post(request::notification("notifications/cancelled", &params));
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
    use std::time::Duration;

    use serde_json::Value;
    use tokio::{
        io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, duplex},
        time::timeout,
    };

    use super::*;
    use crate::{herald::herald, hub::Outbox, stdio::life};

    /// A link that nobody carries for yet, what was posted, and what arrives at the server.
    fn link(room: usize) -> (Arc<Link>, Outbox, Lines<BufReader<DuplexStream>>) {
        let (ours, theirs) = duplex(room);
        let (herald, _walk) = herald(mpsc::channel(1).0);
        let (hub, outbox) = Hub::new(herald, 1 << 20, None);
        let transport = Transport::Pipe(Arc::new(Pipe::new(ours)));
        let link = Link::new(Arc::new(hub), transport);
        (Arc::new(link), outbox, BufReader::new(theirs).lines())
    }

    fn ask(size: usize, limit: Duration) -> Ask<'static, impl FnOnce(u64) -> Vec<u8>> {
        let frame = move |id| format!("{id} {}\n", "x".repeat(size)).into_bytes();
        let limits = Limits::new(limit, limit * 3);
        Ask { frame, about: ABOUT, began: Instant::now(), limits, progress: None, call: None }
    }

    fn posted(outbox: &mut Outbox) -> Vec<Value> {
        outbox.all().iter().map(|frame| serde_json::from_slice(frame).unwrap()).collect()
    }

    const ABOUT: About<'_> = About { method: "tools/call", name: None, mirrored: &[] };
    const LONG: Duration = Duration::from_secs(60);

    #[tokio::test(start_paused = true)]
    async fn a_frame_stays_whole_when_its_writer_gives_up_in_the_middle() {
        let (link, mut outbox, mut server) = link(16);
        let ended = timeout(Duration::from_secs(1), link.exchange(ask(100, LONG))).await;
        assert!(ended.is_err(), "the pipe is full");
        assert_eq!(posted(&mut outbox)[0]["params"]["requestId"], 1, "part of it was sent");
        let Transport::Pipe(pipe) = &link.transport else { panic!("it is a pipe") };
        let trace = Trace::default();
        let next = pipe.write(b"next\n".to_vec(), &trace);
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

    /// HOST-23: what never left can be sent again, and only that.
    #[tokio::test(start_paused = true)]
    async fn what_was_never_sent_is_told_from_what_may_have_run() {
        let (link, _outbox, server) = self::link(16);
        drop(server);
        let error = link.exchange(ask(1, LONG)).await.unwrap_err();
        assert!(matches!(error, Error::NotSent { how: Some(_) }), "{error}");

        let (link, _outbox, mut server) = self::link(16);
        let began = link.exchange(ask(100, LONG));
        let dies = async {
            // Some of it is out by then.
            server.get_mut().fill_buf().await.unwrap();
            drop(server);
        };
        let (ended, ()) = tokio::join!(began, dies);
        assert!(matches!(ended, Err(Error::Ended { .. })), "{ended:?}");

        let (link, _outbox, _server) = self::link(1 << 10);
        link.hub.pending.finish(crate::pending::Over::Closed);
        let error = link.exchange(ask(1, LONG)).await.unwrap_err();
        assert!(matches!(error, Error::NotSent { how: None }), "{error}");
    }

    /// HOST-21: replies in any order, in pieces of any size, reach those who asked.
    #[tokio::test]
    async fn no_answer_is_crossed_in_whatever_order_they_come() {
        let (link, _outbox, mut server) = link(1 << 20);
        let (mut answers, stdout) = duplex(64);
        let reading =
            life::read(stdout, Arc::clone(&link.hub), tokio::sync::watch::channel(false).0);
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
                let ask = Ask { frame, about: ABOUT, began, limits, progress: None, call: None };
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
        assert_eq!((done, link.hub.pending.count()), (500, 0));
    }
}
