//! Carries each message to a server over HTTP, once, and again only in a new session. What an answer
//! is worth is none of its business.

use std::{
    sync::{Arc, OnceLock, atomic::AtomicBool},
    time::Duration,
};

use bytes::Bytes;
use reqwest::{Url, header::HeaderMap};
use serde_json::Value;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};
use tokio_util::sync::CancellationToken;

use crate::{
    http::{
        body::{self, Body, MOST_OF_A_REFUSAL},
        fault::HttpError,
        feed::Feed,
        wire::Wire,
    },
    legacy::{
        session::{SESSION, Session, State},
        standing::Standing,
    },
    settings::Era,
};

/// How many requests may be on their way at once: each may need a connection of its own.
const MOST_AT_ONCE: usize = 256;
/// How many new sessions one request may take. HOST-23 grants one, and one is what a request gets whose
/// new session serves nobody. A session that served others and was lost before this request had its
/// turn in it was no second chance for this one: where many calls meet a server that forgets soon,
/// that happens again and again (case 29), and this is where it ends.
const MOST_RENEWED: u32 = 3;
/// How long a message that is no request may take.
const SHORT: Duration = Duration::from_secs(30);

/// All that carries for one connection.
#[derive(Debug)]
pub(crate) struct Courier {
    pub(crate) wire: Wire,
    pub(crate) feed: Feed,
    /// What only the legacy era has.
    pub(crate) session: Session,
    /// What a new session has to be told of.
    pub(crate) standing: Standing,
    /// How a session is opened again; unknown until the first is.
    pub(crate) opening: OnceLock<Opening>,
    /// Where an old server takes messages; what it answers comes by its stream.
    pub(crate) old: OnceLock<Url>,
    /// What cannot be begun again is over.
    pub(crate) over: CancellationToken,
    /// Why, in words.
    pub(crate) how: OnceLock<String>,
    /// Whether it is known that the server does not end its answers.
    pub(crate) unended: AtomicBool,
    room: Arc<Semaphore>,
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
            standing: Standing::default(),
            opening: OnceLock::new(),
            old: OnceLock::new(),
            over: CancellationToken::new(),
            how: OnceLock::new(),
            unended: AtomicBool::new(false),
            room: Arc::new(Semaphore::new(MOST_AT_ONCE)),
        }
    }

    /// Waits, but not for long, until what the server says unasked can be heard, if it ever can.
    pub(crate) async fn listened(&self) {
        if self.old.get().is_none() && !self.session.has_listened() {
            Box::pin(self.session.listened()).await;
        }
    }

    /// Room for one request.
    pub(crate) async fn room(&self) -> Option<OwnedSemaphorePermit> {
        // It is never closed.
        Arc::clone(&self.room).acquire_owned().await.ok()
    }

    /// Carries one request until it has its reply.
    pub(crate) async fn carry(&self, errand: &Errand) {
        if !self.feed.waits(errand.id) {
            return;
        }
        if let Err(fault) = self.deliver(errand).await {
            self.feed.fail(errand.id, fault);
        }
        drop(self.last_word(errand.id));
    }

    /// When it is dropped, nobody waits for this request any more; but what an old server answers
    /// comes by its stream, long after the request was carried.
    pub(crate) fn last_word(&self, id: u64) -> Option<LastWord<'_>> {
        self.old.get().is_none().then(|| LastWord { feed: &self.feed, id })
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
        self.accepted(errand, response, state).await
    }

    /// Where messages go.
    pub(crate) fn place(&self) -> Url {
        self.old.get().cloned().unwrap_or_else(|| self.wire.url())
    }

    /// Carries a message that wants no reply.
    ///
    /// # Errors
    /// Where the server does not take it.
    pub(crate) async fn say(&self, frame: impl Into<Bytes>) -> Result<(), HttpError> {
        let work = async {
            let headers = match self.feed.hub.era.get() {
                Some(Era::Modern) => HeaderMap::new(),
                Some(Era::Legacy) | None => self.session.now().headers(),
            };
            let response = self.wire.post(self.place(), headers, frame.into()).await?;
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

/// However the carrying of a request ends, nobody waits for it afterwards.
pub(crate) struct LastWord<'a> {
    feed: &'a Feed,
    id: u64,
}

impl Drop for LastWord<'_> {
    fn drop(&mut self) {
        self.feed.fail(self.id, HttpError::Broken("it was not read to its end".to_owned()));
    }
}
