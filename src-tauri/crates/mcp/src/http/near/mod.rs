//! The way to a server on this machine, in the clear. There is no proxy, no certificate and nothing to
//! be looked up on it, so each request moves its connection by itself, and no task and no queue stands
//! between a call and its answer. It knows no message.

use std::{
    future::poll_fn,
    pin::pin,
    sync::Arc,
    task::{Context, Poll, Waker},
};

use bytes::Bytes;
use http_body_util::Full;
use hyper::{
    Request, Uri,
    header::{ACCEPT_ENCODING, HOST, HeaderMap, HeaderValue},
    http::Extensions,
};
use hyper_util::rt::TokioIo;
use reqwest::{Method, Response, ResponseBuilderExt, Url};
use tokio::{net::TcpStream, time::timeout};

use crate::http::{
    cause::innermost,
    fault::HttpError,
    first::{Counted, First, MOST_FIRST},
    near::{
        carried::Carried,
        conn::{Conn, Idle},
        turns::Turns,
    },
    target::is_here,
    unpack::unpacked,
    waits::CONNECT,
};

mod carried;
mod conn;
mod turns;

const GZIP: HeaderValue = HeaderValue::from_static("gzip");

/// The way to one server, and the connections to it that can be used again.
#[derive(Debug)]
pub(crate) struct Line {
    host: String,
    port: u16,
    /// The same, as a header says it.
    named: HeaderValue,
    idle: Arc<Idle>,
    turns: Arc<Turns>,
    /// What every answer has beside it, since the type of an answer wants an address.
    beside: Extensions,
}

impl Line {
    /// The way to this address; `None` where it is more than a plain one on this machine.
    pub(crate) fn to(url: &Url) -> Option<Self> {
        let plain = url.scheme() == "http" && url.username().is_empty() && url.password().is_none();
        if !plain || !is_here(url) {
            return None;
        }
        let (host, port) = (url.host_str()?, url.port_or_known_default()?);
        let named = match url.port() {
            Some(port) => HeaderValue::from_str(&format!("{host}:{port}")),
            None => HeaderValue::from_str(host),
        };
        let answer = hyper::http::response::Builder::new().url(url.clone()).body(()).ok()?;
        Some(Self {
            host: host.to_owned(),
            port,
            named: named.ok()?,
            idle: Arc::default(),
            turns: Arc::default(),
            beside: answer.into_parts().0.extensions,
        })
    }

    /// Whether it leads there.
    pub(crate) fn reaches(&self, url: &Url) -> bool {
        url.scheme() == "http"
            && url.host_str() == Some(&self.host)
            && url.port_or_known_default() == Some(self.port)
    }

    /// Sends one request, and waits for the head of its answer.
    ///
    /// # Errors
    /// [`HttpError::Unreachable`], [`HttpError::Broken`] and [`HttpError::Target`].
    pub(crate) async fn send(
        &self,
        method: Method,
        url: &Url,
        mut headers: HeaderMap,
        body: Option<Bytes>,
    ) -> Result<Response, HttpError> {
        let place = match url.query() {
            None => Uri::try_from(url.path()),
            Some(query) => Uri::try_from(format!("{}?{query}", url.path())),
        };
        headers.insert(HOST, self.named.clone());
        headers.insert(ACCEPT_ENCODING, GZIP);
        let mut request = Request::new(Full::new(body.unwrap_or_default()));
        *request.method_mut() = method;
        *request.uri_mut() = place.map_err(|why| HttpError::Target(why.to_string()))?;
        *request.headers_mut() = headers;
        loop {
            let conn = self.conn().await?;
            request = match self.exchange(conn, request).await {
                Ok(response) => return Ok(response),
                Err(Failed::Unsent(request)) => *request,
                Err(Failed::Broken(fault)) => return Err(fault),
            };
        }
    }

    async fn exchange(
        &self,
        mut conn: Conn,
        request: Request<Full<Bytes>>,
    ) -> Result<Response, Failed> {
        let used = conn.used;
        conn.first.waits();
        let mut answer = pin!(conn.sender.try_send_request(request));
        let answer = poll_fn(|context| {
            conn.go_on(context);
            // Only what moves the connection can bring the answer, so nobody else need be woken.
            let mut deaf = Context::from_waker(Waker::noop());
            match answer.as_mut().poll(&mut deaf) {
                Poll::Pending if conn.over => Poll::Ready(None),
                Poll::Pending => Poll::Pending,
                Poll::Ready(answer) => Poll::Ready(Some(answer)),
            }
        });
        match answer.await {
            Some(Ok(answer)) => {
                conn.first.is_here();
                let (mut head, incoming) = answer.into_parts();
                head.extensions = self.beside.clone();
                let body = Carried::new(conn, incoming, Arc::clone(&self.idle));
                let body = unpacked(&mut head.headers, body);
                Ok(Response::from(hyper::Response::from_parts(head, body)))
            }
            Some(Err(mut failed)) => match (conn.first.fault(), failed.take_message()) {
                (Some(fault), _) => Err(Failed::Broken(fault)),
                // The server closed it just when it was to be used again.
                (None, Some(request)) if used => Err(Failed::Unsent(Box::new(request))),
                (None, _) => Err(Failed::Broken(HttpError::Broken(innermost(failed.error())))),
            },
            None => Err(Failed::Broken(HttpError::Broken("the connection was closed".to_owned()))),
        }
    }

    /// A connection, when it is our turn: one that is free, or a new one.
    async fn conn(&self) -> Result<Conn, HttpError> {
        let turn = self.turns.next().await;
        let conn = match self.idle.take() {
            Some(conn) => conn,
            None => self.dial().await?,
        };
        Ok(conn.of(turn))
    }

    async fn dial(&self) -> Result<Conn, HttpError> {
        let unreachable = |why: String| HttpError::Unreachable(why);
        let host = self.host.trim_start_matches('[').trim_end_matches(']');
        let stream = timeout(CONNECT, TcpStream::connect((host, self.port))).await;
        let stream =
            stream.map_err(|_| unreachable(format!("no connection within {CONNECT:?}")))?;
        let stream = stream.map_err(|error| unreachable(innermost(&error)))?;
        // It is only slower without.
        stream.set_nodelay(true).ok();
        let first = Arc::new(First::of(MOST_FIRST));
        let stream = TokioIo::new(Counted::new(stream, Arc::clone(&first)));
        let shaken = hyper::client::conn::http1::handshake(stream).await;
        let (sender, driver) = shaken.map_err(|error| unreachable(innermost(&error)))?;
        Ok(Conn::new(sender, driver, first))
    }
}

/// Why a request has no answer.
enum Failed {
    /// Nothing of it was sent.
    Unsent(Box<Request<Full<Bytes>>>),
    /// Some of it may have been.
    Broken(HttpError),
}
