//! Carries the library's requests over our own connections: it adds the key, which the library never
//! sees, and says in our own words what came in place of a reply.
#![expect(clippy::result_large_err, reason = "the library wants its own error, which is large")]

use std::{pin::Pin, time::Duration};

use bytes::Bytes;
use futures_util::{Stream, StreamExt, stream};
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use rig_core::http_client::{
    BoxedStream, Error as LineError, HttpClientExt, LazyBody, MultipartForm, Request, Response,
    StreamingResponse,
};
use url::Url;

use crate::{
    error::Error,
    http::{Http, beginning},
    reply::Reply,
    status::{looks_like_html, not_an_api},
    words::broken,
};

/// The longest answer that is read. No model writes a hundredth of it.
const LONGEST: usize = 64 * 1024 * 1024;
/// How much is read of what is no reply.
const GLIMPSE: usize = 4 * 1024;

type Chunks = Pin<Box<dyn Stream<Item = Result<Bytes, LineError>> + Send>>;

/// Our connections, as the library wants them.
#[derive(Debug, Clone)]
pub(crate) struct Transport {
    http: Http,
    key: HeaderMap,
}

/// Why a request brought no reply, on its way through the library.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Fault(pub(crate) Error);

impl Transport {
    /// One that shows the headers in `key` with every request.
    pub(crate) fn new(http: &Http, key: HeaderMap) -> Self {
        Self { http: http.clone(), key }
    }

    async fn open(&self, request: Request<Bytes>) -> Result<StreamingResponse, Error> {
        let (parts, body) = request.into_parts();
        let url = address(&parts.uri.to_string())?;
        let mut headers = parts.headers;
        // The library has no key to show, and one that is empty is shown as such.
        for name in ["authorization", "x-api-key", "x-goog-api-key"] {
            headers.remove(name);
        }
        headers.extend(self.key.clone());
        let client = self.http.client(&url);
        let request = client.request(parts.method, url).headers(headers).body(body);
        let answer = self.http.send(request).await?;
        let status = answer.status();
        let silence = self.http.patience.silence;
        let chunks: Chunks = match kind(&answer) {
            Kind::Events => {
                let mut read = 0;
                let chunks = answer.bytes_stream();
                Box::pin(chunks.map(move |chunk| counted(chunk, &mut read, silence)))
            }
            Kind::Whole => Box::pin(stream::once(whole(answer, silence))),
            Kind::Page => {
                return Err(not_an_api(status.as_u16(), &beginning(answer, GLIMPSE).await));
            }
        };
        let chunks: BoxedStream = Box::pin(chunks);
        let mut response = Response::new(chunks);
        *response.status_mut() = status;
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
        Ok(response)
    }
}

impl HttpClientExt for Transport {
    fn send<T, U>(
        &self,
        request: Request<T>,
    ) -> impl Future<Output = Result<Response<LazyBody<U>>, LineError>> + Send + 'static
    where
        T: Into<Bytes> + Send,
        U: From<Bytes> + Send + 'static,
    {
        let transport = self.clone();
        let request = request.map(Into::into);
        async move {
            let answer = transport.open(request).await.map_err(fault)?;
            Ok(answer.map(|mut chunks| -> LazyBody<U> {
                Box::pin(async move {
                    let mut body = Vec::new();
                    while let Some(chunk) = chunks.next().await {
                        body.extend_from_slice(&chunk?);
                    }
                    Ok(U::from(Bytes::from(body)))
                })
            }))
        }
    }

    async fn send_streaming<T>(&self, request: Request<T>) -> Result<StreamingResponse, LineError>
    where
        T: Into<Bytes> + Send,
    {
        self.open(request.map(Into::into)).await.map_err(fault)
    }

    fn send_multipart<U>(
        &self,
        _request: Request<MultipartForm>,
    ) -> impl Future<Output = Result<Response<LazyBody<U>>, LineError>> + Send + 'static
    where
        U: From<Bytes> + Send + 'static,
    {
        let refused = Error::Unsendable("a form has no place in a chat".to_owned());
        std::future::ready(Err(fault(refused)))
    }
}

/// What an answer looks like from outside.
enum Kind {
    Events,
    Whole,
    Page,
}

fn kind(answer: &reqwest::Response) -> Kind {
    let kind = answer.headers().get(CONTENT_TYPE).and_then(|it| it.to_str().ok());
    let kind = kind.unwrap_or_default().to_ascii_lowercase();
    if kind.starts_with("text/html") || kind.starts_with("application/xhtml") {
        Kind::Page
    } else if kind.starts_with("application/json") {
        Kind::Whole
    } else {
        Kind::Events
    }
}

/// A chunk, as long as there are not too many of them.
fn counted(
    chunk: Result<Bytes, reqwest::Error>,
    read: &mut usize,
    silence: Duration,
) -> Result<Bytes, LineError> {
    let chunk = chunk.map_err(|error| fault(broken(&error, silence)))?;
    *read += chunk.len();
    if *read > LONGEST { Err(fault(endless())) } else { Ok(chunk) }
}

/// A reply in one piece, as some give it though a stream was asked for, made a stream of one event.
async fn whole(mut answer: reqwest::Response, silence: Duration) -> Result<Bytes, LineError> {
    let mut body = Vec::new();
    while let Some(chunk) = answer.chunk().await.map_err(|it| fault(broken(&it, silence)))? {
        body.extend_from_slice(&chunk);
        if body.len() > LONGEST {
            return Err(fault(endless()));
        }
    }
    let text = String::from_utf8_lossy(&body);
    if looks_like_html(&text) {
        return Err(fault(not_an_api(200, &text)));
    }
    let line = text.replace(['\r', '\n'], " ");
    Ok(Bytes::from(format!("data: {line}\n\n")))
}

/// The library writes the key of one API into its address; ours goes into a header.
fn address(uri: &str) -> Result<Url, Error> {
    let mut url = Url::parse(uri).map_err(|error| Error::Unusable(error.to_string()))?;
    let pairs: Vec<_> = url.query_pairs().into_owned().filter(|(name, _)| name != "key").collect();
    url.set_query(None);
    if !pairs.is_empty() {
        url.query_pairs_mut().extend_pairs(pairs);
    }
    Ok(url)
}

fn endless() -> Error {
    let why = format!("the reply is longer than {} MB", LONGEST / 1024 / 1024);
    Error::Cut { so_far: Box::new(Reply::default()), why }
}

fn fault(error: Error) -> LineError {
    LineError::instance(Fault(error))
}
