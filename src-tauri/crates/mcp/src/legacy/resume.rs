//! Streams of the legacy era that a server ends and goes on with when it is asked again: those of
//! one request, and the one for what it says unasked. It knows no message.

use std::time::Duration;

use reqwest::{
    Response,
    header::{HeaderMap, HeaderName, HeaderValue},
};
use stdx::spread::spread;
use tokio::time::{Instant, sleep};

use crate::{
    http::{
        courier::Courier,
        events::{Events, Mark},
        fault::HttpError,
        verdict::{self, Reading},
    },
    legacy::{gaps::Gaps, session::State},
};

const LAST: HeaderName = HeaderName::from_static("last-event-id");
/// The wait before a stream is asked for again where the server does not say how long.
const WAIT: Duration = Duration::from_secs(1);
/// How often it is asked for without anything new.
const MOST_TRIES: u32 = 4;

impl Courier {
    /// The stream that goes on where this one ended.
    ///
    /// # Errors
    /// What was wrong with the one that ended, where there is none to be had.
    pub(crate) async fn resume(
        &self,
        ended: Events,
        state: &State,
        fault: HttpError,
    ) -> Result<Events, HttpError> {
        let (mark, tries) = (ended.mark.clone(), ended.tries);
        drop(ended);
        if mark.last.is_none() || self.old.get().is_some() {
            return Err(fault);
        }
        for tried in tries..MOST_TRIES {
            sleep(spread(mark.retry.unwrap_or(WAIT))).await;
            match self.wire.get(headers(state, &mark)).await {
                Ok(response) if is_stream(&response) => {
                    let limit = self.feed.hub.line_limit;
                    let mut events = Events::of(response, limit, mark);
                    events.tries = tried + 1;
                    return Ok(events);
                }
                Ok(response) if response.status().is_client_error() => return Err(fault),
                Ok(_) | Err(_) => {}
            }
        }
        Err(fault)
    }

    /// Listens to what the server says unasked, for as long as it lets us.
    pub(crate) async fn listen(&self) {
        let mut state = self.session.other_than(0).await;
        loop {
            let round = state.round;
            let listening = async {
                self.listen_in(&state).await;
                // The server has no such stream, as long as this session lasts.
                std::future::pending::<()>().await;
            };
            state = tokio::select! {
                next = self.session.other_than(round) => next,
                () = listening => return,
            };
        }
    }

    /// Returns when the server says that it has no such stream.
    async fn listen_in(&self, state: &State) {
        let (mut mark, mut gaps) = (Mark::default(), Gaps::default());
        loop {
            let began = Instant::now();
            let mut heard = false;
            let answer = self.wire.get(headers(state, &mark)).await;
            self.session.listens(state.round);
            match answer {
                Ok(response) if is_stream(&response) => {
                    let limit = self.feed.hub.line_limit;
                    let mut events = Events::of(response, limit, mark);
                    self.read(&mut events, None).await;
                    heard = events.heard;
                    mark = events.mark;
                }
                Ok(response) if refuses(&response) => return,
                Ok(_) | Err(_) => {}
            }
            sleep(spread(gaps.next(heard, began.elapsed(), mark.retry))).await;
        }
    }
}

fn headers(state: &State, mark: &Mark) -> HeaderMap {
    let mut headers = state.headers();
    let last = mark.last.as_deref().and_then(|last| HeaderValue::from_bytes(last.as_bytes()).ok());
    if let Some(last) = last {
        headers.insert(LAST, last);
    }
    headers
}

pub(crate) fn is_stream(response: &Response) -> bool {
    response.status().is_success()
        && verdict::reading(response.status().as_u16(), response.headers()) == Reading::Events
}

/// Whether it is no use to ask again. A 404 is no lost session here: whoever asks for more will
/// find out.
fn refuses(response: &Response) -> bool {
    let status = response.status();
    status.as_u16() == 501 || status.is_client_error() && !matches!(status.as_u16(), 408 | 429)
}
