//! Reads what comes back for one request: a message, a refusal, or a stream that may be gone on with.
//! It sends nothing but to find out whether a session is known.

use reqwest::Response;
use serde_json::json;
use tokio::time::{Duration, timeout};

use crate::{
    error::Error,
    http::{
        body::{self, Body, MOST_OF_A_REFUSAL},
        courier::{Courier, Errand, Kind, Trip},
        events::{Events, Mark, Next},
        fault::HttpError,
        verdict::{self, Reading, Refusal},
    },
    legacy::session::State,
    message, request,
};

/// How long the rest of an answer is waited for once the reply is there. What is read to its end
/// leaves a connection that can be used again.
const REST: Duration = Duration::from_secs(1);

impl Courier {
    /// Reads what a server answered with a good status.
    pub(crate) async fn accepted(
        &self,
        errand: &Errand,
        response: Response,
        state: &State,
    ) -> Result<Trip, HttpError> {
        let (status, limit) = (response.status().as_u16(), self.feed.hub.line_limit);
        match verdict::reading(status, response.headers()) {
            Reading::Nothing => return Err(HttpError::NoReply(format!("status {status}"))),
            Reading::Events => {
                let events = Events::of(response, limit, Mark::default());
                self.follow(errand, events, state).await?;
            }
            Reading::Message => match self.body(response, errand.id).await? {
                Body::Whole(body) => self.message(errand.id, body).await?,
                Body::TooLong(_) => self.feed.fail(errand.id, Error::TooLarge { limit }),
            },
        }
        Ok(Trip::Done)
    }

    /// A whole body, which should be the reply.
    async fn message(&self, id: u64, body: Vec<u8>) -> Result<(), HttpError> {
        let text = String::from_utf8(body)
            .unwrap_or_else(|odd| String::from_utf8_lossy(odd.as_bytes()).into_owned());
        if !message::bare(&text).starts_with(['{', '[']) {
            let title = body::title(text.as_bytes());
            let what = if title.is_empty() { "nothing that can be read" } else { &title };
            return Err(HttpError::NoReply(format!("`{what}`")));
        }
        self.feed.take(text, Some(id)).await;
        if self.feed.waits(id) {
            return Err(HttpError::NoReply("what it holds answers something else".to_owned()));
        }
        Ok(())
    }

    /// Reads what a server answered with any other status.
    pub(crate) async fn refused(
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
                self.message(errand.id, body).await?;
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
            let fault = match self.read(&mut events, Some(id)).await {
                None => {
                    self.rest(events, id).await;
                    return Ok(());
                }
                Some(Next::TooLong) => {
                    let limit = self.feed.hub.line_limit;
                    self.feed.fail(id, Error::TooLarge { limit });
                    return Ok(());
                }
                Some(Next::Event(..)) => HttpError::Broken("the stream ended".to_owned()),
                Some(Next::End(fault)) => fault,
            };
            if !matches!(errand.kind, Kind::Legacy) {
                return Err(fault);
            }
            events = self.resume(events, state, fault).await?;
        }
    }

    /// Hands on what comes. `None` when the request has its reply; else how the stream ended.
    pub(crate) async fn read(&self, events: &mut Events, request: Option<u64>) -> Option<Next> {
        loop {
            match events.next().await {
                Next::Event(None, data) => self.feed.take(data, request).await,
                Next::Event(Some(name), data) if name == "message" => {
                    self.feed.take(data, request).await;
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

    /// Reads the one stream of an old server to its end, which is the end of the connection.
    pub(crate) async fn attend(&self, events: &mut Events) {
        let how = match self.read(events, None).await {
            Some(Next::TooLong) => {
                let limit = self.feed.hub.line_limit;
                // What it would have answered is not known.
                self.feed.hub.pending.fail_all(|| Error::TooLarge { limit });
                format!("an event of its stream is longer than {limit} bytes")
            }
            Some(Next::Event(..) | Next::End(_)) | None => "it closed its stream".to_owned(),
        };
        // Nobody else says why.
        self.how.set(how).ok();
        self.over.cancel();
    }

    /// Reads what comes after the reply.
    async fn rest(&self, mut events: Events, id: u64) {
        let work = async {
            while let Next::Event(_, data) = events.next().await {
                self.feed.take(data, Some(id)).await;
            }
        };
        timeout(REST, work).await.ok();
    }
}
