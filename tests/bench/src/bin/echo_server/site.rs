//! Answers over Streamable HTTP, on one thread: JSON or a stream of one event, in a session or with
//! the headers of the modern era, as a strict server wants them.

use std::{convert::Infallible, io, net::Ipv4Addr, sync::Arc};

use bench::{
    echo::Echo,
    job::{Era, MODERN},
    odd::{Odd, SLOW},
    report,
};
use bytes::Bytes;
use futures_util::stream;
use http_body_util::{BodyExt as _, Either, Full, StreamBody};
use hyper::{
    HeaderMap, Method, Request, Response, StatusCode,
    body::{Frame, Incoming},
    header::{CONTENT_TYPE, HeaderValue},
    server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::TokioIo;
use stdx::tasks::Tasks;
use tokio::{
    net::{TcpListener, TcpStream},
    runtime, time,
};

const SESSION: &str = "mcp-session-id";

/// What all ports share.
struct Site {
    echo: Echo,
    odd: Option<Odd>,
    events: bool,
    session: HeaderValue,
}

type Pieces = Box<dyn Iterator<Item = Result<Frame<Bytes>, Infallible>> + Send>;
type Body = Either<Full<Bytes>, StreamBody<stream::Iter<Pieces>>>;

/// Serves until stdin ends.
pub(crate) fn serve(echo: Echo, odd: Option<Odd>, ports: usize, events: bool) -> io::Result<()> {
    let session = format!("{:032x}", fastrand::u128(..));
    let session = HeaderValue::from_str(&session).map_err(io::Error::other)?;
    let site = Arc::new(Site { echo, odd, events, session });
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let (mut tasks, mut said) = (Tasks::new(), Vec::new());
        for _ in 0..ports {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
            said.push(listener.local_addr()?.port().to_string());
            tasks.spawn(accept(listener, Arc::clone(&site)));
        }
        report::line(&said.join(" "));
        tokio::io::copy(&mut tokio::io::stdin(), &mut tokio::io::sink()).await?;
        Ok(())
    })
}

async fn accept(listener: TcpListener, site: Arc<Site>) {
    let mut connections = Tasks::new();
    while let Ok((stream, _)) = listener.accept().await {
        stream.set_nodelay(true).ok();
        connections.reap();
        connections.spawn(converse(stream, Arc::clone(&site)));
    }
}

async fn converse(stream: TcpStream, site: Arc<Site>) {
    let service = service_fn(move |request| {
        let site = Arc::clone(&site);
        async move { Ok::<_, Infallible>(site.answer(request).await) }
    });
    let mut connection = http1::Builder::new();
    // Whoever goes away in the middle of an answer does not want it.
    connection.pipeline_flush(true).serve_connection(TokioIo::new(stream), service).await.ok();
}

impl Site {
    async fn answer(&self, request: Request<Incoming>) -> Response<Body> {
        let (head, body) = request.into_parts();
        let Ok(body) = body.collect().await.map(|it| it.to_bytes()) else {
            return status(StatusCode::BAD_REQUEST);
        };
        match head.method {
            Method::POST => {}
            Method::DELETE => return status(StatusCode::OK),
            _ => return status(StatusCode::METHOD_NOT_ALLOWED),
        }
        let Some((method, id)) = Echo::glance(&body) else {
            return status(StatusCode::BAD_REQUEST);
        };
        if !self.admits(&head.headers, method) {
            return status(StatusCode::BAD_REQUEST);
        }
        let mut out = Vec::new();
        if self.events {
            out.extend_from_slice(b"event: message\ndata: ");
        }
        let before = out.len();
        self.echo.answer(&body, &mut out);
        if out.len() == before {
            return status(StatusCode::ACCEPTED);
        }
        if self.events {
            out.push(b'\n');
        }
        let body = match self.odd {
            Some(odd) if method == "tools/call" => {
                let plain = out.get(before..).unwrap_or_default();
                self.err(odd, id, plain, &out).await
            }
            Some(_) | None => Either::Left(Full::new(Bytes::from(out))),
        };
        self.good(body, method)
    }

    fn good(&self, body: Body, method: &str) -> Response<Body> {
        let mut response = Response::new(body);
        let kind = if self.events { "text/event-stream" } else { "application/json" };
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
        if method == "initialize" {
            response.headers_mut().insert(SESSION, self.session.clone());
        }
        response
    }

    /// In the legacy era the session counts, in the modern one what must stand in the headers.
    fn admits(&self, headers: &HeaderMap, method: &str) -> bool {
        let is = |name: &str, value: &str| headers.get(name).is_some_and(|it| it == value);
        match self.echo.era() {
            // Whoever speaks the other era is told so by the answer.
            _ if matches!(method, "initialize" | "server/discover") => true,
            Era::Legacy => headers.get(SESSION) == Some(&self.session),
            Era::Modern => is("mcp-protocol-version", MODERN) && is("mcp-method", method),
        }
    }

    /// Answers a call as it should not.
    async fn err(&self, odd: Odd, id: &str, answer: &[u8], whole: &[u8]) -> Body {
        match odd {
            Odd::Silent => std::future::pending().await,
            Odd::Slow => {
                time::sleep(SLOW).await;
                Either::Left(Full::new(Bytes::copy_from_slice(whole)))
            }
            Odd::Result | Odd::Logs | Odd::Questions => {
                let Some(flood) = odd.flood(id, answer, self.events) else {
                    return Either::Left(Full::default());
                };
                let piece = Bytes::from(flood.piece);
                let pieces = std::iter::once(Bytes::from(flood.head))
                    .chain(std::iter::repeat_n(piece, flood.times))
                    .chain(std::iter::once(Bytes::from(flood.end)));
                let frames: Pieces = Box::new(pieces.map(|it| Ok(Frame::data(it))));
                Either::Right(StreamBody::new(stream::iter(frames)))
            }
        }
    }
}

fn status(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Either::Left(Full::default()));
    *response.status_mut() = status;
    response
}
