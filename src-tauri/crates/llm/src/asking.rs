//! Asks for a reply until it begins, and again where the provider had no time for it; never after
//! anything came.

use std::{sync::Arc, time::Duration};

use backon::{BackoffBuilder, ExponentialBackoff, ExponentialBuilder};
use stdx::spread::spread;

use crate::{
    adapter::{models::open, reading::Reading},
    endpoint::Endpoint,
    error::{Error, Retry},
    http::Http,
    piece::Piece,
    request::Request,
};

/// One reply that is asked for.
pub(crate) struct Asking {
    http: Http,
    endpoint: Arc<Endpoint>,
    request: Request,
    attempt: u32,
    waits: ExponentialBackoff,
    step: Step,
}

/// What comes next.
enum Step {
    /// To send it, after a while.
    Send(Option<Duration>),
    /// To read what comes.
    Read(Box<Reading>),
    /// Nothing.
    Over,
}

impl Asking {
    /// Nothing is sent yet.
    pub(crate) fn new(http: &Http, endpoint: &Arc<Endpoint>, request: Request) -> Self {
        let patience = http.patience;
        let waits = ExponentialBuilder::new()
            .with_min_delay(patience.first_wait)
            .with_max_delay(patience.longest_wait)
            .with_factor(2.0)
            .without_max_times()
            .build();
        let (http, endpoint) = (http.clone(), endpoint.clone());
        Self { http, endpoint, request, attempt: 1, waits, step: Step::Send(None) }
    }

    /// The next piece, and who gives the one after it.
    pub(crate) async fn next(mut self) -> Option<(Result<Piece, Error>, Self)> {
        let told = loop {
            match &mut self.step {
                Step::Over => return None,
                Step::Send(wait) => {
                    if let Some(wait) = wait.take() {
                        tokio::time::sleep(wait).await;
                    }
                    match open(&self.http, &self.endpoint, &self.request) {
                        Ok(reading) => self.step = Step::Read(Box::new(reading)),
                        Err(error) => break self.over(Err(error)),
                    }
                }
                Step::Read(reading) => match reading.next().await {
                    Some(Ok(piece @ Piece::Done(_))) => break self.over(Ok(piece)),
                    Some(Ok(piece)) => break Ok(piece),
                    Some(Err(error)) if reading.has_begun() => break self.over(Err(error)),
                    Some(Err(error)) => break self.refused(error),
                    None => return None,
                },
            }
        };
        Some((told, self))
    }

    fn over(&mut self, last: Result<Piece, Error>) -> Result<Piece, Error> {
        self.step = Step::Over;
        last.map_err(|error| self.without_key(error))
    }

    /// Nothing came: it is tried again where that may help.
    fn refused(&mut self, error: Error) -> Result<Piece, Error> {
        let wait = match error.retry() {
            Retry::Never => None,
            Retry::Soon => self.waits.next().map(spread),
            // Who names a longer time is not waited for: the person is told.
            Retry::After(wait) => {
                Some(spread(wait)).filter(|_| wait <= self.http.patience.longest_wait)
            }
        };
        let Some(wait) = wait.filter(|_| self.attempt < self.http.patience.attempts) else {
            return self.over(Err(error));
        };
        self.attempt += 1;
        self.step = Step::Send(Some(wait));
        Ok(Piece::Waiting { attempt: self.attempt, wait, why: self.without_key(error) })
    }

    fn without_key(&self, error: Error) -> Error {
        without_key(&self.endpoint, error)
    }
}

/// An error without the key: providers write back what they did not like.
pub(crate) fn without_key(endpoint: &Endpoint, error: Error) -> Error {
    match endpoint.key.as_ref().filter(|it| !it.is_empty()) {
        Some(key) => error.map(|text| text.replace(key.reveal(), "(the key)")),
        None => error,
    }
}
