//! One request and the head of its answer; redirects are followed within the same origin, and
//! nowhere else. It knows no message.

use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use reqwest::{
    Method, Response, StatusCode, Url,
    header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderValue, LOCATION, USER_AGENT},
};

use crate::{
    http::{
        far::Far,
        fault::HttpError,
        near::Line,
        pool::Pool,
        target::{Address, origin},
    },
    oauth::bearer::Bearer,
    settings::ClientInfo,
};

/// How many redirects are followed.
const MOST_HOPS: usize = 5;
const JSON: HeaderValue = HeaderValue::from_static("application/json");
const BOTH: HeaderValue = HeaderValue::from_static("application/json, text/event-stream");
const EVENTS: HeaderValue = HeaderValue::from_static("text/event-stream");

/// The way to one server.
#[derive(Debug)]
pub(crate) struct Wire {
    far: Far,
    /// The same, where the server is on this machine.
    near: Option<Line>,
    address: Address,
    /// Where the server moved for good.
    moved: Mutex<Option<Url>>,
    /// Who has the token, where one is needed.
    pub(crate) bearer: Option<Arc<dyn Bearer>>,
}

impl Wire {
    /// The way to the server at `address`.
    pub(crate) fn new(pool: &Pool, mut address: Address, us: &ClientInfo) -> Self {
        let named = HeaderValue::from_str(&format!("{}/{}", us.name, us.version));
        if let (Ok(named), false) = (named, address.headers.contains_key(USER_AGENT)) {
            address.headers.insert(USER_AGENT, named);
        }
        let (far, near) = (pool.to(address.place()), Line::to(address.url()));
        Self { far, near, address, moved: Mutex::default(), bearer: None }
    }

    /// The same, with somebody who has the token.
    pub(crate) fn with(self, bearer: Option<Arc<dyn Bearer>>) -> Self {
        Self { bearer, ..self }
    }

    /// Where the server is.
    pub(crate) fn url(&self) -> Url {
        let moved = self.moved.lock().unwrap_or_else(PoisonError::into_inner);
        moved.clone().unwrap_or_else(|| self.address.url().clone())
    }

    /// Sends one message.
    pub(crate) async fn post(
        &self,
        url: Url,
        headers: HeaderMap,
        frame: Bytes,
    ) -> Result<Response, HttpError> {
        let mut all = self.headers(headers);
        all.insert(ACCEPT, BOTH);
        all.insert(CONTENT_TYPE, JSON);
        self.send(Method::POST, url, all, Some(frame)).await
    }

    /// Asks for a stream.
    pub(crate) async fn get(&self, headers: HeaderMap) -> Result<Response, HttpError> {
        let mut all = self.headers(headers);
        all.insert(ACCEPT, EVENTS);
        self.send(Method::GET, self.url(), all, None).await
    }

    /// Says that a session is over.
    pub(crate) async fn delete(&self, headers: HeaderMap) -> Result<Response, HttpError> {
        // At the end nobody is troubled for a login any more.
        let mut all = self.headers(headers);
        let url = self.url();
        self.sign(&mut all, &url).await;
        self.once(Method::DELETE, url, all, None).await
    }

    fn headers(&self, own: HeaderMap) -> HeaderMap {
        let mut all = self.address.headers.clone();
        all.extend(own);
        all
    }

    /// Sends it as it is.
    pub(crate) async fn once(
        &self,
        method: Method,
        mut url: Url,
        headers: HeaderMap,
        body: Option<Bytes>,
    ) -> Result<Response, HttpError> {
        for _ in 0..=MOST_HOPS {
            let response = match &self.near {
                Some(line) if line.reaches(&url) => {
                    line.send(method.clone(), &url, headers.clone(), body.clone()).await?
                }
                Some(_) | None => {
                    self.far.send(method.clone(), &url, headers.clone(), body.clone()).await?
                }
            };
            let Some(next) = next(&url, &response)? else { return Ok(response) };
            if lasts(response.status()) && url == self.url() {
                *self.moved.lock().unwrap_or_else(PoisonError::into_inner) = Some(next.clone());
            }
            url = next;
        }
        Err(HttpError::NoReply("it redirects without end".to_owned()))
    }
}

/// Where a redirect leads; `None` for any other answer. The one that redirects carries nothing out,
/// so the same message may go there; 303 says that it was carried out.
fn next(from: &Url, response: &Response) -> Result<Option<Url>, HttpError> {
    if !matches!(response.status().as_u16(), 301 | 302 | 307 | 308) {
        return Ok(None);
    }
    let place = response.headers().get(LOCATION).and_then(|place| place.to_str().ok());
    let Some(mut to) = place.and_then(|place| from.join(place).ok()) else {
        return Err(HttpError::NoReply("it redirects to nowhere".to_owned()));
    };
    to.set_fragment(None);
    // A key must not go to a stranger, nor in the clear.
    if to.origin() != from.origin() {
        return Err(HttpError::Redirected { to: origin(&to) });
    }
    Ok(Some(to))
}

fn lasts(status: StatusCode) -> bool {
    matches!(status, StatusCode::MOVED_PERMANENTLY | StatusCode::PERMANENT_REDIRECT)
}
