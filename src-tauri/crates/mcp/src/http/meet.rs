//! Asks a server over HTTP who it is and which era it speaks: does what `era` decides, and keeps the
//! limits. It knows no tool.

use std::{sync::Arc, time::Duration};

use reqwest::header::HeaderMap;
use serde_json::{Value, json};
use tokio::{
    sync::oneshot,
    time::{Instant, sleep_until, timeout_at},
};

use crate::{
    era::{Handshake, Heard, Peer, Step},
    error::Error,
    evidence::Evidence,
    hello::Hello,
    http::{
        courier::{Kind, Opening},
        events::{Events, Mark},
        fault::HttpError,
        headers,
        life::Online,
    },
    legacy::{self, old, resume},
    letter::{About, Stop},
    modern,
    notice::{Notice, Phase},
    pending::Reply,
    request,
    settings::{Era, EraChoice, Settings},
};

/// How long an old server may take to say where messages go.
const ENDPOINT: Duration = Duration::from_secs(10);

/// One meeting with one server.
pub(crate) struct Meeting<'a> {
    online: &'a Online,
    settings: &'a Settings,
    handshake: Handshake,
    evidence: Evidence,
    /// When the question that waits has waited long enough.
    probe: Option<Instant>,
    end: Instant,
    discover: Option<Question>,
    initialize: Option<Question>,
    /// What was wrong with the last answer, where that is a matter of HTTP.
    fault: Option<HttpError>,
    /// `initialize` was refused as by a server that is older than this transport.
    looks_old: bool,
}

/// A question that waits for its answer.
struct Question {
    id: u64,
    reply: oneshot::Receiver<Reply>,
    stop: Stop,
}

/// What happens next to a meeting.
enum Event {
    Discovered(Reply),
    Initialized(Reply),
    Silence,
    Late,
    Over,
}

impl<'a> Meeting<'a> {
    /// A meeting with the server behind `online`.
    pub(crate) fn new(online: &'a Online, settings: &'a Settings) -> Self {
        Self {
            online,
            settings,
            handshake: Handshake::with(settings.era, Peer::Site),
            evidence: Evidence::default(),
            probe: None,
            end: Instant::now() + settings.start_limit,
            discover: None,
            initialize: None,
            fault: None,
            looks_old: false,
        }
    }

    /// Meets it.
    ///
    /// # Errors
    /// [`Error::Http`], [`Error::TimedOut`] and [`Error::Protocol`].
    pub(crate) async fn hold(mut self) -> Result<Hello, Error> {
        self.tell(Notice::Phase(Phase::Connecting));
        let mut step = self.handshake.begin();
        loop {
            match step {
                Step::Discover => self.ask_discover(),
                Step::Initialize => self.ask_initialize(),
                Step::Wait => {}
                Step::Settled(era) => return self.settle(era).await,
                Step::Fail if self.looks_old && self.is_old().await => {
                    step = self.handshake.begin();
                    continue;
                }
                // There is no process that could be started again.
                Step::Restart | Step::Fail => return Err(self.failure()),
            }
            let heard = match self.event().await {
                Event::Discovered(reply) => {
                    self.notes(&reply)?;
                    self.evidence.discovered(reply)
                }
                Event::Initialized(reply) => {
                    self.notes(&reply)?;
                    self.looks_old |= refused_as_old(&reply);
                    self.evidence.initialized(reply)
                }
                Event::Silence => {
                    self.probe = None;
                    Some(Heard::Silence)
                }
                Event::Late => return Err(self.late()),
                Event::Over => return Err(Error::Closed),
            };
            step = match heard {
                Some(heard) => self.answered(heard),
                None => return Err(Error::Closed),
            };
        }
    }

    async fn event(&mut self) -> Event {
        let Self { online, discover, initialize, probe, end, .. } = self;
        let until = probe.unwrap_or(*end);
        tokio::select! {
            biased;
            reply = answer(discover) => Event::Discovered(reply),
            reply = answer(initialize) => Event::Initialized(reply),
            _ = online.hub.pending.over() => Event::Over,
            () = sleep_until(until), if probe.is_some() => Event::Silence,
            () = sleep_until(*end) => Event::Late,
        }
    }

    fn answered(&mut self, heard: Heard) -> Step {
        if heard == Heard::Discovered {
            // The other question may be open, and then has its time as well.
            self.probe = Some(Instant::now() + self.settings.probe_limit);
        }
        self.handshake.on(heard)
    }

    fn ask_discover(&mut self) {
        let params =
            json!({ "_meta": modern::meta(&self.settings.client, &self.settings.capabilities()) });
        let about = About { method: modern::DISCOVER, name: None, mirrored: &[] };
        self.discover = self.ask(modern::DISCOVER, &params, Kind::Modern(headers::modern(&about)));
    }

    fn ask_initialize(&mut self) {
        let params = self.opening();
        self.initialize = self.ask(legacy::INITIALIZE, &params, Kind::Opening);
    }

    fn opening(&self) -> Value {
        let capabilities = self.settings.capabilities();
        legacy::initialize(&self.settings.client, &capabilities, self.evidence.version())
    }

    /// `None` when the connection is over: then that will be heard next.
    fn ask(&mut self, method: &str, params: &Value, kind: Kind) -> Option<Question> {
        let (id, reply) = self.online.hub.pending.open(None, None).ok()?;
        let stop = self.online.http.begin(id, method, request::request(id, method, params), kind);
        self.probe = Some(Instant::now() + self.settings.probe_limit);
        Some(Question { id, reply, stop })
    }

    /// Whether it is a server of 2024-11-05. Then it is asked anew, in its own way.
    async fn is_old(&mut self) -> bool {
        self.looks_old = false;
        let courier = Arc::clone(&self.online.http.courier);
        let opened = timeout_at(self.end.min(Instant::now() + ENDPOINT), async {
            let response = courier.wire.get(HeaderMap::new()).await?;
            if !resume::is_stream(&response) {
                return Err(HttpError::NoReply("there is no stream".to_owned()));
            }
            let limit = self.settings.line_limit;
            let mut events = Events::of(response, limit, Mark::default());
            let endpoint = old::endpoint(&courier.wire.url(), &mut events).await?;
            Ok((endpoint, events))
        });
        let Ok(Ok((endpoint, mut events))) = opened.await else { return false };
        courier.old.set(endpoint).ok();
        self.online.http.spawn(async move { courier.attend(&mut events).await });
        self.handshake = Handshake::with(EraChoice::Only(Era::Legacy), Peer::Site);
        self.evidence = Evidence::default();
        true
    }

    async fn settle(&mut self, era: Era) -> Result<Hello, Error> {
        let hello = self.evidence.hello(era);
        let hello = hello.expect("an era is settled only by an answer that was read");
        if era == Era::Legacy {
            self.open(&hello).await;
        }
        for warning in &hello.warnings {
            self.tell(Notice::Warning(warning.clone()));
        }
        Ok(hello)
    }

    /// Tells the server that its session can be used, and begins to listen.
    async fn open(&self, hello: &Hello) {
        let courier = Arc::clone(&self.online.http.courier);
        courier.session.speaks(&hello.version);
        let (params, limit) = (self.opening(), self.settings.start_limit);
        courier.opening.set(Opening { params, limit }).ok();
        let frame = request::notification(legacy::INITIALIZED, &json!({}));
        let said = timeout_at(self.end, courier.say(frame)).await;
        if let Ok(Err(fault)) = said {
            // The first request will tell whether that matters.
            self.tell(Notice::Warning(format!("it did not take `initialized`: {fault}")));
        }
        courier.session.open();
        if courier.old.get().is_none() {
            let listener = Arc::clone(&courier);
            self.online.http.spawn(async move { listener.listen().await });
        }
    }

    /// What no other question would change is the end of the meeting; all else is kept.
    fn notes(&mut self, reply: &Reply) -> Result<(), Error> {
        self.fault = match reply {
            Err(Error::Http(fault)) if fault.is_final() => return Err(fault.clone().into()),
            Err(Error::Http(fault)) => Some(fault.clone()),
            Ok(_) | Err(_) => None,
        };
        Ok(())
    }

    /// A server that is out of order now may be in order soon; one that answers and refuses is not.
    fn failure(&mut self) -> Error {
        let failure = std::mem::take(&mut self.evidence).failure();
        self.fault.take().map_or(failure, Error::Http)
    }

    fn late(&self) -> Error {
        let hint = if self.evidence.refused_anything() {
            ", and it refused what it did answer"
        } else {
            ""
        };
        Error::TimedOut { limit: self.settings.start_limit, hint, stderr: Vec::new() }
    }

    fn tell(&self, notice: Notice) {
        self.online.hub.herald.tell(notice);
    }
}

impl Drop for Meeting<'_> {
    /// HOST-36: a question that was not answered is forgotten, and never cancelled.
    fn drop(&mut self) {
        for question in [self.discover.take(), self.initialize.take()].into_iter().flatten() {
            self.online.hub.pending.forget(question.id);
            // One that has just been answered has nothing to stop.
            question.stop.send("stopped").ok();
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

fn refused_as_old(reply: &Reply) -> bool {
    matches!(reply, Err(Error::Http(HttpError::Status { status: 400 | 404 | 405, .. })))
}
