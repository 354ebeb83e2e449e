//! Asks a fresh process who it is and which era it speaks: does what `era` decides, and keeps the
//! limits. It knows no tool.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use serde_json::{Value, json};
use tokio::{
    sync::{oneshot, watch},
    time::{Instant, sleep_until, timeout_at},
};

use crate::{
    era::{Handshake, Heard, Refusal, Step},
    error::Error,
    exit::Exit,
    hello::Hello,
    legacy,
    modern::{self, Discovery},
    notice::{Notice, Phase},
    pending::Reply,
    request,
    settings::{Era, LEGACY_VERSION, MODERN_VERSION, Settings},
    stdio::{life::Running, runner::Runner},
};

/// How a meeting ended well.
#[derive(Debug)]
pub(crate) enum Met {
    /// The server is ready.
    Ready(Hello),
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
    /// What was said of itself, by era.
    modern: Option<Hello>,
    legacy: Option<Hello>,
    /// The older version that it wants `initialize` to ask for.
    older: Option<&'static str>,
    /// Why it is of no use, if that is the end of it.
    versions: Vec<String>,
    refusal: Option<Error>,
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
    Discover(Reply),
    Initialize(Reply),
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
        let (modern, legacy) = (None, None);
        let (discover, initialize) = (None, None);
        let (older, versions, refusal) = (None, Vec::new(), None);
        Self {
            running,
            settings,
            handshake,
            clocks,
            discover,
            initialize,
            modern,
            legacy,
            older,
            versions,
            refusal,
        }
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
                Step::Settled(era) => return self.settle(era).await.map(Met::Ready),
                Step::Fail => return Err(self.failure()),
            }
            step = match self.event().await {
                Event::Discover(reply) => self.discovered(reply).await,
                Event::Initialize(reply) => self.initialized(reply).await,
                Event::Fetched => {
                    self.fetched();
                    Step::Wait
                }
                Event::Silence => {
                    self.clocks.probe = None;
                    self.handshake.on(Heard::Silence)
                }
                Event::Late => return Err(self.late()),
                Event::Ended(exit) => self.exited(exit),
            };
        }
    }

    async fn event(&mut self) -> Event {
        let Self { running, clocks, discover, initialize, .. } = self;
        let (pid, heard) = (running.pid, running.heard.clone());
        // A runner that becomes the server shows nothing, so its question must not wait for ever.
        let probing = clocks.probe.is_some() && clocks.fetching != Some(Runner::Parent);
        let probe = clocks.probe.unwrap_or(clocks.end);
        tokio::select! {
            biased;
            reply = answer(discover) => Event::Discover(reply),
            reply = answer(initialize) => Event::Initialize(reply),
            ended = running.ended() => Event::Ended(ended.exit),
            () = fetched(clocks.fetching, pid, heard) => Event::Fetched,
            () = sleep_until(probe), if probing => Event::Silence,
            () = sleep_until(clocks.end) => Event::Late,
        }
    }

    fn ask_discover(&mut self) {
        let params = json!({ "_meta": modern::meta(&self.settings.client) });
        self.discover = self.ask(modern::DISCOVER, &params);
    }

    fn ask_initialize(&mut self) {
        let version = self.older.unwrap_or(LEGACY_VERSION);
        let params = legacy::initialize(&self.settings.client, version);
        self.initialize = self.ask("initialize", &params);
    }

    /// `None` when the server has ended: then that will be heard next.
    fn ask(&mut self, method: &str, params: &Value) -> Option<Question> {
        let (id, reply) = self.running.link.pending.open(None).ok()?;
        self.running.link.post(request::request(id, method, params));
        self.clocks.probe = Some(Instant::now() + self.settings.probe_limit);
        Some(Question { id, reply })
    }

    async fn discovered(&mut self, reply: Reply) -> Step {
        let found = match reply {
            Ok(result) => modern::read(&result),
            Err(Error::Ended { .. } | Error::Closed) => return self.wait_for_end().await,
            Err(Error::Rpc(refused)) => {
                let found = modern::read_refusal(&refused);
                self.refusal.get_or_insert(Error::Rpc(refused));
                found
            }
            Err(other) => {
                self.refusal.get_or_insert(other);
                Discovery::Useless
            }
        };
        let heard = match found {
            Discovery::Usable(hello) => {
                self.modern = Some(*hello);
                self.clocks.probe = Some(Instant::now() + self.settings.probe_limit);
                Heard::Discovered
            }
            Discovery::Versions(versions, named) => {
                self.versions = named;
                Heard::Versions(versions)
            }
            Discovery::Useless => Heard::DiscoverRefused,
        };
        self.handshake.on(heard)
    }

    async fn initialized(&mut self, reply: Reply) -> Step {
        let refusal = match reply {
            Ok(result) => match legacy::read(&result) {
                Ok(hello) => {
                    self.legacy = Some(hello);
                    return self.handshake.on(Heard::Initialized);
                }
                Err(why) => {
                    self.refusal = Some(Error::Protocol(why));
                    Refusal::Other
                }
            },
            Err(Error::Ended { .. } | Error::Closed) => return self.wait_for_end().await,
            Err(Error::Rpc(refused)) => {
                let named = modern::supported(&refused).unwrap_or_default();
                self.older = legacy::newest(&named);
                let refusal = match self.older {
                    Some(_) => Refusal::Older,
                    None => modern::read_initialize_refusal(&refused),
                };
                self.versions.extend(named);
                self.refusal = Some(Error::Rpc(refused));
                refusal
            }
            Err(other) => {
                self.refusal = Some(other);
                Refusal::Other
            }
        };
        self.handshake.on(Heard::InitializeRefused(refusal))
    }

    async fn wait_for_end(&mut self) -> Step {
        let ended = self.running.ended().await;
        self.exited(ended.exit)
    }

    fn exited(&mut self, exit: Option<Exit>) -> Step {
        let stderr = self.running.tail.lines();
        self.refusal = Some(Error::Exited { exit: exit.unwrap_or(Exit::Unknown), stderr });
        self.versions.clear();
        self.handshake.on(Heard::Exited)
    }

    fn fetched(&mut self) {
        self.clocks.fetching = None;
        let now = Instant::now();
        self.clocks.end = now + self.settings.start_limit;
        self.clocks.probe = self.clocks.probe.map(|_| now + self.settings.probe_limit);
        self.tell(Notice::Phase(Phase::Connecting));
    }

    async fn settle(&mut self, era: Era) -> Result<Hello, Error> {
        let hello = match era {
            Era::Modern => self.modern.take(),
            Era::Legacy => {
                let frame = request::notification(legacy::INITIALIZED, &json!({}));
                let sent = AtomicBool::new(false);
                let written = self.running.link.write(frame, &sent);
                match timeout_at(self.clocks.end, written).await {
                    // A broken pipe is the server's end, which the first call will tell.
                    Ok(_) => self.legacy.take(),
                    Err(_) => return Err(self.late()),
                }
            }
        };
        let mut hello = hello.expect("an era is settled only by an answer that was read");
        hello.restarted_for_era = self.handshake.restarted();
        for warning in &hello.warnings {
            self.tell(Notice::Warning(warning.clone()));
        }
        Ok(hello)
    }

    fn late(&self) -> Error {
        let counts = &self.running.link.counts;
        let hint = if self.clocks.fetching.is_some() {
            ", since its package was still being fetched"
        } else if counts.pretty.load(Ordering::Relaxed) > 0 {
            ", and it writes its JSON over several lines where a message must be on one"
        } else if self.refusal.is_some() {
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

    fn failure(&mut self) -> Error {
        if !self.versions.is_empty() {
            let theirs = self.versions.join("`, `");
            return Error::Protocol(format!(
                "it speaks `{theirs}`, and this client speaks `{MODERN_VERSION}` and `{LEGACY_VERSION}`"
            ));
        }
        let useless = || Error::Protocol("its answers are of no use".to_owned());
        self.refusal.take().unwrap_or_else(useless)
    }

    fn tell(&self, notice: Notice) {
        self.running.link.herald.tell(notice);
    }
}

impl Drop for Meeting<'_> {
    /// HOST-36: a question that was not answered is forgotten, and never cancelled.
    fn drop(&mut self) {
        for question in [self.discover.take(), self.initialize.take()].into_iter().flatten() {
            self.running.link.pending.forget(question.id);
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
