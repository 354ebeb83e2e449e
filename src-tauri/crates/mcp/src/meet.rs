//! Asks a fresh process who it is and which era it speaks: does what `era` decides, and keeps the
//! limits. It knows no tool.

use std::{sync::atomic::Ordering, time::Duration};

use serde_json::{Value, json};
use tokio::{
    sync::{oneshot, watch},
    time::{Instant, sleep_until, timeout_at},
};

use crate::{
    era::{Handshake, Heard, Step},
    error::Error,
    evidence::Evidence,
    exit::Exit,
    hello::Hello,
    legacy,
    letter::Trace,
    modern,
    notice::{Notice, Phase},
    pending::Reply,
    request,
    settings::{Era, Settings},
    stdio::{life::Running, runner::Runner},
};

/// How a meeting ended well.
#[derive(Debug)]
pub(crate) enum Met {
    /// The server is ready.
    Ready(Box<Hello>),
    /// It must be started again.
    Again,
}

/// One meeting with one process.
pub(crate) struct Meeting<'a> {
    running: &'a mut Running,
    settings: &'a Settings,
    handshake: &'a mut Handshake,
    clocks: Clocks,
    discover: Option<Question>,
    initialize: Option<Question>,
    evidence: Evidence,
}

/// The limits, as points in time. While a package runner fetches they lie ahead by the install
/// limit.
#[derive(Debug)]
struct Clocks {
    fetching: Option<Runner>,
    /// When the question that waits has waited long enough.
    probe: Option<Instant>,
    end: Instant,
}

/// A question that waits for its answer.
struct Question {
    id: u64,
    reply: oneshot::Receiver<Reply>,
}

/// What happens next to a meeting.
enum Event {
    /// What an answer is worth; `None` when it is the news of the end, which will be heard.
    Answer(Option<Heard>),
    Fetched,
    Silence,
    Late,
    Ended(Option<Exit>),
}

impl<'a> Meeting<'a> {
    /// A meeting with the process in `running`.
    pub(crate) fn new(
        running: &'a mut Running,
        settings: &'a Settings,
        handshake: &'a mut Handshake,
        fetching: Option<Runner>,
    ) -> Self {
        let limit = if fetching.is_some() { settings.install_limit } else { settings.start_limit };
        let clocks = Clocks { fetching, probe: None, end: Instant::now() + limit };
        let (discover, initialize) = (None, None);
        let evidence = Evidence::default();
        Self { running, settings, handshake, clocks, discover, initialize, evidence }
    }

    /// Meets it.
    pub(crate) async fn hold(mut self) -> Result<Met, Error> {
        let fetching = self.clocks.fetching.is_some();
        self.tell(Notice::Phase(if fetching { Phase::Installing } else { Phase::Connecting }));
        let mut step = self.handshake.begin();
        loop {
            match step {
                Step::Discover => self.ask_discover(),
                Step::Initialize => self.ask_initialize(),
                Step::Wait => {}
                Step::Restart => return Ok(Met::Again),
                Step::Settled(era) => {
                    return self.settle(era).await.map(|it| Met::Ready(Box::new(it)));
                }
                Step::Fail => return Err(std::mem::take(&mut self.evidence).failure()),
            }
            step = match self.event().await {
                Event::Answer(Some(heard)) => self.answered(heard),
                Event::Answer(None) => Step::Wait,
                Event::Fetched => {
                    self.fetched();
                    Step::Wait
                }
                Event::Silence => {
                    self.clocks.probe = None;
                    self.handshake.on(Heard::Silence)
                }
                Event::Late => return Err(self.late()),
                Event::Ended(exit) => {
                    let next = self.handshake.on(Heard::Exited);
                    if next == Step::Fail {
                        return Err(self.exited(exit));
                    }
                    next
                }
            };
        }
    }

    async fn event(&mut self) -> Event {
        let Self { running, clocks, discover, initialize, evidence, .. } = self;
        let (pid, heard) = (running.pid, running.heard.clone());
        // A runner that becomes the server shows nothing, so its question must not wait for ever.
        let probing = clocks.probe.is_some() && clocks.fetching != Some(Runner::Parent);
        let probe = clocks.probe.unwrap_or(clocks.end);
        tokio::select! {
            biased;
            reply = answer(discover) => Event::Answer(evidence.discovered(reply)),
            reply = answer(initialize) => Event::Answer(evidence.initialized(reply)),
            ended = running.ended() => Event::Ended(ended.exit),
            () = fetched(clocks.fetching, pid, heard) => Event::Fetched,
            () = sleep_until(probe), if probing => Event::Silence,
            () = sleep_until(clocks.end) => Event::Late,
        }
    }

    fn ask_discover(&mut self) {
        let params =
            json!({ "_meta": modern::meta(&self.settings.client, &self.settings.capabilities()) });
        self.discover = self.ask(modern::DISCOVER, &params);
    }

    fn ask_initialize(&mut self) {
        let Settings { client, .. } = self.settings;
        let capabilities = self.settings.capabilities();
        let params = legacy::initialize(client, &capabilities, self.evidence.version());
        self.initialize = self.ask(legacy::INITIALIZE, &params);
    }

    /// `None` when the server has ended: then that will be heard next.
    fn ask(&mut self, method: &str, params: &Value) -> Option<Question> {
        let (id, reply) = self.running.hub.pending.open(None, None).ok()?;
        self.running.hub.post(request::request(id, method, params));
        self.clocks.probe = Some(Instant::now() + self.settings.probe_limit);
        Some(Question { id, reply })
    }

    fn answered(&mut self, heard: Heard) -> Step {
        if heard == Heard::Discovered {
            // The other question may be open, and then has its time as well.
            self.clocks.probe = Some(Instant::now() + self.settings.probe_limit);
        }
        self.handshake.on(heard)
    }

    fn exited(&self, exit: Option<Exit>) -> Error {
        let stderr = self.running.tail.lines();
        Error::Exited { exit: exit.unwrap_or(Exit::Unknown), stderr }
    }

    fn fetched(&mut self) {
        self.clocks.fetching = None;
        let now = Instant::now();
        self.clocks.end = now + self.settings.start_limit;
        self.clocks.probe = self.clocks.probe.map(|_| now + self.settings.probe_limit);
        self.tell(Notice::Phase(Phase::Connecting));
    }

    async fn settle(&mut self, era: Era) -> Result<Hello, Error> {
        if era == Era::Legacy {
            let frame = request::notification(legacy::INITIALIZED, &json!({}));
            let trace = Trace::default();
            let written = self.running.pipe.write(frame, &trace);
            // A broken pipe is the server's end, which the first call will tell.
            if timeout_at(self.clocks.end, written).await.is_err() {
                return Err(self.late());
            }
        }
        let hello = self.evidence.hello(era);
        let mut hello = hello.expect("an era is settled only by an answer that was read");
        hello.restarted_for_era = self.handshake.restarted();
        for warning in &hello.warnings {
            self.tell(Notice::Warning(warning.clone()));
        }
        Ok(hello)
    }

    fn late(&self) -> Error {
        let counts = &self.running.hub.counts;
        let hint = if self.clocks.fetching.is_some() {
            ", since its package was still being fetched"
        } else if counts.pretty.load(Ordering::Relaxed) > 0 {
            ", and it writes its JSON over several lines where a message must be on one"
        } else if self.evidence.refused_anything() {
            ", and it refused what it did answer"
        } else if counts.noise.load(Ordering::Relaxed) > 0 {
            ", and what it wrote to stdout were no messages"
        } else {
            ""
        };
        Error::TimedOut { limit: self.limit(), hint, stderr: self.running.tail.lines() }
    }

    fn limit(&self) -> Duration {
        match self.clocks.fetching {
            Some(_) => self.settings.install_limit,
            None => self.settings.start_limit,
        }
    }

    fn tell(&self, notice: Notice) {
        self.running.hub.herald.tell(notice);
    }
}

impl Drop for Meeting<'_> {
    /// HOST-36: a question that was not answered is forgotten, and never cancelled.
    fn drop(&mut self) {
        for question in [self.discover.take(), self.initialize.take()].into_iter().flatten() {
            self.running.hub.pending.forget(question.id);
        }
    }
}

/// The reply to a question that waits; for ever where none does.
async fn answer(question: &mut Option<Question>) -> Reply {
    let Some(Question { reply, .. }) = question else { return std::future::pending().await };
    let reply = reply.await.unwrap_or(Err(Error::Closed));
    *question = None;
    reply
}

/// Waits until the package is there.
async fn fetched(runner: Option<Runner>, pid: u32, mut heard: watch::Receiver<bool>) {
    let Some(runner) = runner else { return std::future::pending().await };
    tokio::select! {
        () = runner.has_started(pid) => {}
        // A failure means that the reader is gone, and the end will be heard.
        Ok(_) = heard.wait_for(|heard| *heard) => {}
    }
}
