//! Carries each message to a server over HTTP and brings back what comes. It decides nothing: what
//! an answer is worth is `verdict`'s own business.

use std::{sync::OnceLock, time::Duration};

use bytes::Bytes;
use reqwest::{Response, Url, header::HeaderMap};
use serde_json::{Value, json};
use tokio::{
    sync::{Semaphore, oneshot},
    time::timeout,
};
use tokio_util::sync::CancellationToken;

use crate::{
    error::Error,
    http::{
        body::{self, Body, MOST_OF_A_REFUSAL},
        events::{Events, Mark, Next},
        fault::HttpError,
        feed::Feed,
        verdict::{self, Reading, Refusal},
        wire::Wire,
    },
    legacy::session::{SESSION, Session, State},
    request,
    settings::Era,
};

/// How many requests may be on their way at once: each may need a connection of its own.
const MOST_AT_ONCE: usize = 256;
/// How many new sessions one request may take.
const MOST_RENEWED: u32 = 3;
/// How long the rest of an answer is waited for once the reply is there. What is read to its end
/// leaves a connection that can be used again.
const REST: Duration = Duration::from_secs(1);
/// How long a message that is no request may take.
const SHORT: Duration = Duration::from_secs(30);

/// All that carries for one connection.
#[derive(Debug)]
pub(crate) struct Courier {
    pub(crate) wire: Wire,
    pub(crate) feed: Feed,
    /// What only the legacy era has.
    pub(crate) session: Session,
    /// How a session is opened again; unknown until the first is.
    pub(crate) opening: OnceLock<Opening>,
    /// Where an old server takes messages; what it answers comes by its stream.
    pub(crate) old: OnceLock<Url>,
    /// The server has ended what cannot be begun again.
    pub(crate) over: CancellationToken,
    room: Semaphore,
}

/// The `params` of `initialize`.
#[derive(Debug)]
pub(crate) struct Opening {
    pub(crate) params: Value,
    pub(crate) limit: Duration,
}

/// One request.
#[derive(Debug)]
pub(crate) struct Errand {
    pub(crate) id: u64,
    pub(crate) frame: Bytes,
    pub(crate) kind: Kind,
}

/// What a request needs beside it.
#[derive(Debug)]
pub(crate) enum Kind {
    /// `initialize`, which has no session yet.
    Opening,
    /// Any other of the legacy era.
    Legacy,
    /// One of the modern era, and its headers.
    Modern(HeaderMap),
}

/// What came of one way there and back.
pub(crate) enum Trip {
    /// The request has its reply, or what stands for it.
    Done,
    /// The server did not know the session. The request was not carried out.
    Lost(HttpError),
}

impl Courier {
    /// Nothing is on its way yet.
    pub(crate) fn new(wire: Wire, feed: Feed) -> Self {
        Self {
            wire,
            feed,
            session: Session::default(),
            opening: OnceLock::new(),
            old: OnceLock::new(),
            over: CancellationToken::new(),
            room: Semaphore::new(MOST_AT_ONCE),
        }
    }

    /// Carries one request until it has its reply, or until nobody waits for that any more.
    pub(crate) async fn carry(&self, errand: Errand, stopped: oneshot::Receiver<&'static str>) {
        let Ok(room) = self.room.acquire().await else { return };
        if !self.feed.waits(errand.id) {
            return;
        }
        let work = async {
            if let Err(fault) = self.deliver(&errand).await {
                self.feed.fail(errand.id, fault);
            }
        };
        tokio::select! {
            biased;
            () = work => {}
            // The other end goes without a word when the reply is there.
            Ok(reason) = stopped => self.take_back(&errand, reason),
        }
        drop(room);
    }

    /// Tells a server of the legacy era that a request is given up. The modern era says it by
    /// ending the stream, which dropping it does.
    fn take_back(&self, errand: &Errand, reason: &str) {
        match errand.kind {
            Kind::Legacy => {
                let params = json!({ "requestId": errand.id, "reason": reason });
                let frame = request::notification("notifications/cancelled", &params);
                self.feed.hub.post(frame);
            }
            Kind::Opening | Kind::Modern(_) => {}
        }
    }

    /// HOST-23: a request that was refused since the session is lost goes out once more in a new
    /// one. It was not carried out; nothing else is ever sent a second time.
    async fn deliver(&self, errand: &Errand) -> Result<(), HttpError> {
        let mut state = self.session.now();
        for renewed in 0.. {
            match Box::pin(self.trip(errand, &state)).await? {
                Trip::Done => break,
                // One that served others, or does so now, and was lost since is another matter than
                // one that never served anybody.
                Trip::Lost(fault) if renewed > 0 && !self.session.is_of_use(&state) => {
                    return Err(fault);
                }
                Trip::Lost(fault) if renewed == MOST_RENEWED => return Err(fault),
                Trip::Lost(_) => {}
            }
            Box::pin(self.renew(state.round)).await?;
            state = self.session.now();
        }
        Ok(())
    }

    /// One way there and back.
    pub(crate) async fn trip(&self, errand: &Errand, state: &State) -> Result<Trip, HttpError> {
        let (headers, in_session) = match &errand.kind {
            Kind::Opening => (HeaderMap::new(), false),
            Kind::Legacy => (state.headers(), state.has_id()),
            Kind::Modern(headers) => (headers.clone(), false),
        };
        let _busy = state.busy();
        let response = self.wire.post(self.place(), headers, errand.frame.clone()).await?;
        let status = response.status();
        if !status.is_success() {
            return self.refused(errand, response, in_session.then_some(state)).await;
        }
        if in_session {
            self.session.serves(state.round);
        }
        if matches!(errand.kind, Kind::Opening) {
            self.session.begin(response.headers().get(SESSION));
        }
        if self.old.get().is_some() {
            // The reply comes by the stream.
            return Ok(Trip::Done);
        }
        let limit = self.feed.hub.line_limit;
        match verdict::reading(status.as_u16(), response.headers()) {
            Reading::Nothing => Err(HttpError::NoReply(format!("status {}", status.as_u16()))),
            Reading::Events => {
                let events = Events::of(response, limit, Mark::default());
                self.follow(errand, events, state).await.map(|()| Trip::Done)
            }
            Reading::Message => {
                match body::read(response, limit).await? {
                    Body::Whole(body) => self.message(errand.id, &body)?,
                    Body::TooLong(_) => self.feed.fail(errand.id, Error::TooLarge { limit }),
                }
                Ok(Trip::Done)
            }
        }
    }

    /// Where messages go.
    pub(crate) fn place(&self) -> Url {
        self.old.get().cloned().unwrap_or_else(|| self.wire.url())
    }

    /// A whole body, which should be the reply.
    fn message(&self, id: u64, body: &[u8]) -> Result<(), HttpError> {
        let text = String::from_utf8_lossy(body);
        let bare = text.trim();
        if !bare.starts_with(['{', '[']) {
            let title = body::title(body);
            let what = if title.is_empty() { "nothing that can be read" } else { &title };
            return Err(HttpError::NoReply(format!("`{what}`")));
        }
        self.feed.take(bare, Some(id));
        if self.feed.waits(id) {
            return Err(HttpError::NoReply("what it holds answers something else".to_owned()));
        }
        Ok(())
    }

    async fn refused(
        &self,
        errand: &Errand,
        response: Response,
        session: Option<&State>,
    ) -> Result<Trip, HttpError> {
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        // A refusal that breaks off is one all the same.
        let body = body::read(response, MOST_OF_A_REFUSAL).await;
        let body = match body {
            Ok(Body::Whole(body) | Body::TooLong(body)) => body,
            Err(_) => Vec::new(),
        };
        let refusal = |in_session| verdict::refusal(status, &headers, &body, errand.id, in_session);
        let found = match (refusal(session.is_some()), session) {
            (Refusal::Doubtful, Some(state)) if self.knows(state).await => refusal(false),
            (found, _) => found,
        };
        match found {
            Refusal::Reply => {
                self.message(errand.id, &body)?;
                Ok(Trip::Done)
            }
            Refusal::Lost(fault) => Ok(Trip::Lost(fault)),
            Refusal::Doubtful => Ok(Trip::Lost(verdict::lost())),
            Refusal::Fault(fault) => Err(fault),
        }
    }

    /// Whether the server still knows a session, by a question that every server answers.
    async fn knows(&self, state: &State) -> bool {
        if self.session.now().round != state.round {
            return false;
        }
        let Ok((id, _reply)) = self.feed.hub.pending.open(None, None) else { return true };
        self.feed.hub.pending.forget(id);
        let frame = request::request(id, "ping", &json!({}));
        !matches!(self.say(frame).await, Err(HttpError::Status { status: 400 | 404 | 410, .. }))
    }

    /// Reads a stream until the reply is there. One that ends before is asked for again where the
    /// server said how.
    async fn follow(
        &self,
        errand: &Errand,
        mut events: Events,
        state: &State,
    ) -> Result<(), HttpError> {
        let id = errand.id;
        loop {
            let how = match self.read(&mut events, Some(id)).await {
                None => {
                    self.rest(events, id).await;
                    return Ok(());
                }
                Some(Next::TooLong) => {
                    let limit = self.feed.hub.line_limit;
                    self.feed.fail(id, Error::TooLarge { limit });
                    return Ok(());
                }
                Some(Next::Event(..)) => "the stream ended".to_owned(),
                Some(Next::End(how)) => how,
            };
            if !matches!(errand.kind, Kind::Legacy) {
                return Err(HttpError::Broken(how));
            }
            events = self.resume(events, state, how).await?;
        }
    }

    /// Hands on what comes. `None` when the request has its reply; else how the stream ended.
    pub(crate) async fn read(&self, events: &mut Events, request: Option<u64>) -> Option<Next> {
        loop {
            match events.next().await {
                Next::Event(None, data) => self.feed.take(&data, request),
                Next::Event(Some(name), data) if name == "message" => {
                    self.feed.take(&data, request);
                }
                // Other events are none of the protocol's.
                Next::Event(Some(_), _) => {}
                end @ (Next::End(_) | Next::TooLong) => return Some(end),
            }
            if request.is_some_and(|id| !self.feed.waits(id)) {
                return None;
            }
        }
    }

    /// Reads what comes after the reply.
    async fn rest(&self, mut events: Events, id: u64) {
        let work = async {
            while let Next::Event(_, data) = events.next().await {
                self.feed.take(&data, Some(id));
            }
        };
        timeout(REST, work).await.ok();
    }

    /// Carries a message that wants no reply.
    ///
    /// # Errors
    /// Where the server does not take it.
    pub(crate) async fn say(&self, frame: Vec<u8>) -> Result<(), HttpError> {
        let work = async {
            let headers = match self.feed.hub.era.get() {
                Some(Era::Modern) => HeaderMap::new(),
                Some(Era::Legacy) | None => self.session.now().headers(),
            };
            let response = self.wire.post(self.place(), headers, Bytes::from(frame)).await?;
            let status = response.status().as_u16();
            let ended = body::read(response, MOST_OF_A_REFUSAL).await;
            if (200..300).contains(&status) {
                return Ok(());
            }
            let title = match ended {
                Ok(Body::Whole(body) | Body::TooLong(body)) => body::title(&body),
                Err(_) => String::new(),
            };
            Err(HttpError::Status { status, title })
        };
        timeout(SHORT, work)
            .await
            .unwrap_or_else(|_| Err(HttpError::Broken(format!("no answer within {SHORT:?}"))))
    }
}
