//! The connections to all model APIs, kept and used again, and how long they are waited for.

use std::time::Duration;

use reqwest::{
    Certificate, Client, ClientBuilder, RequestBuilder,
    header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue, RETRY_AFTER},
    redirect,
};
use stdx::{clock::Clock, secret::Secret};
use url::Url;

use crate::{
    after, base,
    endpoint::{Dialect, Endpoint},
    error::Error,
    status::{Refused, refused},
    words::{innermost, unanswered},
};

/// How much of a refusal is read.
const REFUSAL: usize = 64 * 1024;
/// How long an idle connection is kept, so that none is written into that closes just then.
const IDLE: Duration = Duration::from_secs(20);

/// How long is waited for what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// For a connection.
    pub connect: Duration,
    /// For the next sign of a reply. A model on this machine may read a long prompt for minutes.
    pub silence: Duration,
    /// How often a request is sent at most, before anything came of it.
    pub attempts: u32,
    /// Before the second attempt, where the provider names no time; the next wait is twice as long.
    pub first_wait: Duration,
    /// At most. A provider that names a longer time is not tried again.
    pub longest_wait: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            silence: Duration::from_secs(300),
            attempts: 4,
            first_wait: Duration::from_secs(1),
            longest_wait: Duration::from_secs(60),
        }
    }
}

/// The connections of the whole application. Clones share them.
#[derive(Debug, Clone)]
pub struct Http {
    /// To other machines, over the proxies of the environment and the system.
    far: Client,
    /// To this machine, over no proxy: it would see what is said, and could not find the model.
    near: Client,
    pub(crate) patience: Patience,
    pub(crate) clock: Clock,
}

impl Http {
    /// No connection yet. The certificates of the system count beside the usual ones.
    ///
    /// # Errors
    /// [`Error::Unusable`] when TLS cannot be set up.
    pub fn new(clock: &Clock) -> Result<Self, Error> {
        Self::with(clock, Patience::default())
    }

    /// The same, with another patience.
    ///
    /// # Errors
    /// [`Error::Unusable`] when TLS cannot be set up.
    pub fn with(clock: &Clock, patience: Patience) -> Result<Self, Error> {
        let build = |builder: ClientBuilder| {
            builder.build().map_err(|error| Error::Unusable(innermost(&error)))
        };
        let far = build(builder(&patience))?;
        let near = build(builder(&patience).no_proxy())?;
        Ok(Self { far, near, patience, clock: clock.clone() })
    }

    /// The connections to this machine, or to others.
    pub(crate) fn client(&self, url: &Url) -> &Client {
        if base::is_near(url) { &self.near } else { &self.far }
    }

    /// Sends a request and reads the beginning of a refusal, so that what comes back is a success.
    pub(crate) async fn send(&self, request: RequestBuilder) -> Result<reqwest::Response, Error> {
        let answer = request.send().await;
        let answer = answer.map_err(|error| unanswered(&error, self.patience.silence))?;
        let status = answer.status();
        if status.is_success() {
            return Ok(answer);
        }
        let header = answer.headers().get(RETRY_AFTER).and_then(|it| it.to_str().ok());
        let retry_after = header.and_then(|it| after::read(it, self.clock.now()));
        let body = beginning(answer, REFUSAL).await;
        Err(refused(&Refused { status: status.as_u16(), retry_after, body: &body }))
    }
}

/// The header in which an API wants its key.
///
/// # Errors
/// [`Error::Unusable`] for a key that no header can hold, as one with a line's end in it.
pub(crate) fn key_header(endpoint: &Endpoint) -> Result<HeaderMap, Error> {
    let mut headers = HeaderMap::new();
    let Some(key) = endpoint.key.as_ref().filter(|it| !it.is_empty()) else {
        return Ok(headers);
    };
    let (name, text) = match endpoint.dialect {
        Dialect::ChatCompletions | Dialect::Responses => {
            (AUTHORIZATION, Secret::new(format!("Bearer {}", key.reveal())))
        }
        Dialect::Anthropic => (HeaderName::from_static("x-api-key"), key.clone()),
        Dialect::Gemini => (HeaderName::from_static("x-goog-api-key"), key.clone()),
    };
    let mut value = HeaderValue::from_str(text.reveal())
        .map_err(|_| Error::Unusable("the key has signs in it that no key has".to_owned()))?;
    value.set_sensitive(true);
    headers.insert(name, value);
    Ok(headers)
}

/// At most `most` bytes of an answer, as text. What breaks off is as long as it is.
pub(crate) async fn beginning(mut answer: reqwest::Response, most: usize) -> String {
    let mut body = Vec::new();
    while let Ok(Some(chunk)) = answer.chunk().await {
        let room = most.saturating_sub(body.len());
        body.extend_from_slice(chunk.get(..chunk.len().min(room)).unwrap_or_default());
        if body.len() >= most {
            break;
        }
    }
    String::from_utf8_lossy(&body).into_owned()
}

fn builder(patience: &Patience) -> ClientBuilder {
    let usual = webpki_root_certs::TLS_SERVER_ROOT_CERTS.iter();
    let usual = usual.filter_map(|cert| Certificate::from_der(cert).ok());
    Client::builder()
        .user_agent(concat!("steward/", env!("CARGO_PKG_VERSION")))
        .tls_certs_merge(usual)
        .redirect(redirect::Policy::none())
        .connect_timeout(patience.connect)
        .read_timeout(patience.silence)
        .pool_idle_timeout(IDLE)
        .referer(false)
}
