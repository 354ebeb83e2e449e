//! The way to every server that is not on this machine in the clear: elsewhere, over TLS, by a proxy.
//! It knows no message.

use std::{fmt, sync::Arc};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use bytes::Bytes;
use http_body_util::Full;
use hyper::{
    Request, Uri,
    body::Incoming,
    header::{ACCEPT_ENCODING, AUTHORIZATION, HeaderMap, HeaderValue, PROXY_AUTHORIZATION},
    http::Extensions,
};
use hyper_util::{
    client::{
        legacy::{Client, Error},
        proxy::matcher::Matcher,
    },
    rt::{TokioExecutor, TokioTimer},
};
use percent_encoding::percent_decode_str;
use reqwest::{Method, Response, ResponseBuilderExt, Url};
use rustls::ClientConfig;

use crate::http::{
    cause::cause,
    far::{carried::Carried, road::Road, stream::WINDOW},
    fault::HttpError,
    first::{First, MOST_FIRST},
    unpack::unpacked,
    waits::{IDLE, KEEP_ALIVE},
    way::broken,
};

mod carried;
mod road;
mod stream;
pub(crate) mod trust;

/// How often a request is sent again that the server has refused to look at.
const MOST_REFUSED: u32 = 2;
const GZIP: HeaderValue = HeaderValue::from_static("gzip");

/// The connections to all such servers. Clones share them.
#[derive(Clone)]
pub(crate) struct Far {
    client: Client<Road, Full<Bytes>>,
    road: Road,
}

impl Far {
    /// No connections yet. Servers are known by `trust`, and reached over these proxies or over none.
    pub(crate) fn new(trust: &ClientConfig, proxies: Option<Matcher>) -> Self {
        let road = Road::new(trust, proxies);
        let client = Client::builder(TokioExecutor::new())
            .timer(TokioTimer::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(IDLE)
            .http2_initial_connection_window_size(WINDOW)
            .http2_keep_alive_interval(KEEP_ALIVE)
            .http2_keep_alive_timeout(KEEP_ALIVE)
            .build(road.clone());
        Self { client, road }
    }

    /// Sends one request, and waits for the head of its answer.
    ///
    /// # Errors
    /// Why there is none.
    pub(crate) async fn send(
        &self,
        method: Method,
        url: &Url,
        headers: HeaderMap,
        body: Option<Bytes>,
    ) -> Result<Response, HttpError> {
        let request = self.request(method, url, headers, body)?;
        let mut refused = 0;
        loop {
            match self.client.request(request.clone()).await {
                Ok(answer) => return answered(answer, url),
                Err(error) if refused < MOST_REFUSED && refuses(&error) => refused += 1,
                Err(error) => return Err(told(&error)),
            }
        }
    }

    fn request(
        &self,
        method: Method,
        url: &Url,
        mut headers: HeaderMap,
        body: Option<Bytes>,
    ) -> Result<Request<Full<Bytes>>, HttpError> {
        let unfit = |why: &str| HttpError::Target(why.to_owned());
        let (bare, login) = parted(url).ok_or_else(|| unfit("it names no host"))?;
        let uri = Uri::try_from(bare.as_str()).map_err(|why| unfit(&why.to_string()))?;
        if let (Some(login), false) = (login, headers.contains_key(AUTHORIZATION)) {
            headers.insert(AUTHORIZATION, login);
        }
        if let Some(login) = self.road.login(&uri) {
            headers.entry(PROXY_AUTHORIZATION).or_insert(login);
        }
        headers.insert(ACCEPT_ENCODING, GZIP);
        let mut request = Request::new(Full::new(body.unwrap_or_default()));
        *request.method_mut() = method;
        *request.uri_mut() = uri;
        *request.headers_mut() = headers;
        Ok(request)
    }
}

impl fmt::Debug for Far {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Far").finish_non_exhaustive()
    }
}

/// An address without the login that is in it, and that as a header.
fn parted(url: &Url) -> Option<(Url, Option<HeaderValue>)> {
    let mut bare = url.clone();
    bare.set_username("").ok()?;
    bare.set_password(None).ok()?;
    bare.set_fragment(None);
    if url.username().is_empty() && url.password().is_none() {
        return Some((bare, None));
    }
    let mut login: Vec<u8> = percent_decode_str(url.username()).collect();
    login.push(b':');
    login.extend(percent_decode_str(url.password().unwrap_or_default()));
    let mut header = HeaderValue::try_from(format!("Basic {}", STANDARD.encode(login))).ok()?;
    header.set_sensitive(true);
    Some((bare, Some(header)))
}

/// An answer, whose body is read as it comes.
fn answered(answer: hyper::Response<Incoming>, url: &Url) -> Result<Response, HttpError> {
    let (mut head, incoming) = answer.into_parts();
    let first = head.extensions.remove::<Arc<First>>();
    let first = first.unwrap_or_else(|| Arc::new(First::of(MOST_FIRST)));
    first.waits();
    let beside = hyper::http::response::Builder::new().url(url.clone()).body(());
    let beside = beside.map_err(|why| HttpError::Target(why.to_string()))?;
    head.extensions = beside.into_parts().0.extensions;
    let body = unpacked(&mut head.headers, Carried::new(incoming, first));
    Ok(Response::from(hyper::Response::from_parts(head, body)))
}

/// Whether a server of HTTP/2 says that it has not looked at a request, and will not.
fn refuses(error: &Error) -> bool {
    let Some(why) = cause::<h2::Error>(error) else { return false };
    let over = why.is_go_away() && why.reason() == Some(h2::Reason::NO_ERROR);
    let refused = why.is_reset() && why.reason() == Some(h2::Reason::REFUSED_STREAM);
    why.is_remote() && (over || refused)
}

/// Why there is no answer.
fn told(error: &Error) -> HttpError {
    let mut beside = Extensions::new();
    if let Some(connected) = error.connect_info() {
        connected.get_extras(&mut beside);
    }
    let flooded = beside.get::<Arc<First>>().and_then(|first| first.fault());
    flooded.unwrap_or_else(|| broken(error))
}
