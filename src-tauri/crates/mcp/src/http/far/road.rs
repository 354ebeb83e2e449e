//! How a connection comes about: at once, by a proxy, or through one; in the clear or over TLS. It
//! knows no request.

use std::{
    error::Error,
    fmt, io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use hyper::http::{HeaderValue, Uri, uri::Scheme};
use hyper_rustls::{HttpsConnector, MaybeHttpsStream};
use hyper_util::{
    client::{
        legacy::connect::{Connection, HttpConnector, proxy::Tunnel},
        proxy::matcher::{Intercept, Matcher},
    },
    rt::TokioIo,
};
use rustls::ClientConfig;
use tokio::time::timeout;
use tower_service::Service;

use crate::http::{
    far::stream::{Stream, Version},
    waits::CONNECT,
};

/// After how long without a word the other side is asked whether it is there, and how often.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
const MOST_ASKED: u32 = 3;
/// How long nothing of what was written may arrive.
#[cfg(target_os = "linux")]
const UNHEARD: Duration = Duration::from_secs(30);
/// The best is taken first.
const SPOKEN: [&[u8]; 2] = [b"h2", b"http/1.1"];

type Failure = Box<dyn Error + Send + Sync>;
type Coming<T> = Pin<Box<dyn Future<Output = Result<T, Failure>> + Send>>;

/// The way to any server.
#[derive(Clone)]
pub(super) struct Road {
    tcp: HttpConnector,
    /// How a server is known.
    trust: Arc<ClientConfig>,
    proxies: Option<Arc<Proxies>>,
}

struct Proxies {
    matcher: Matcher,
    /// How a proxy is known; it speaks HTTP/1 alone.
    trust: Arc<ClientConfig>,
}

impl Road {
    /// The way over these proxies, or over none.
    pub(super) fn new(trust: &ClientConfig, proxies: Option<Matcher>) -> Self {
        let mut tcp = HttpConnector::new();
        tcp.enforce_http(false);
        tcp.set_nodelay(true);
        tcp.set_connect_timeout(Some(CONNECT));
        tcp.set_keepalive(Some(KEEP_ALIVE));
        tcp.set_keepalive_interval(Some(KEEP_ALIVE));
        tcp.set_keepalive_retries(Some(MOST_ASKED));
        #[cfg(target_os = "linux")]
        tcp.set_tcp_user_timeout(Some(UNHEARD));
        let proxies =
            proxies.map(|matcher| Arc::new(Proxies { matcher, trust: Arc::new(trust.clone()) }));
        let mut trust = trust.clone();
        trust.alpn_protocols = SPOKEN.map(<[u8]>::to_vec).into();
        Self { tcp, trust: Arc::new(trust), proxies }
    }

    /// What a proxy wants to see beside a request in the clear that it carries.
    pub(super) fn login(&self, to: &Uri) -> Option<HeaderValue> {
        if is_secure(to) {
            return None;
        }
        self.proxy(to)?.1.basic_auth().cloned()
    }

    fn proxy(&self, to: &Uri) -> Option<(&Proxies, Intercept)> {
        let proxies = self.proxies.as_deref()?;
        Some((proxies, proxies.matcher.intercept(to)?))
    }

    async fn connect(self, to: Uri) -> Result<Stream, Failure> {
        let Some((proxies, proxy)) = self.proxy(&to) else {
            let mut direct = HttpsConnector::from((self.tcp.clone(), Arc::clone(&self.trust)));
            return Ok(stream(direct.call(to).await?));
        };
        let mut there = HttpsConnector::from((self.tcp.clone(), Arc::clone(&proxies.trust)));
        if !is_secure(&to) {
            return Ok(stream(there.call(proxy.uri().clone()).await?).by_proxy());
        }
        let mut tunnel = Tunnel::new(proxy.uri().clone(), there);
        if let Some(login) = proxy.basic_auth() {
            tunnel = tunnel.with_auth(login.clone());
        }
        let mut through = HttpsConnector::from((tunnel, Arc::clone(&self.trust)));
        Ok(stream(through.call(to).await?))
    }
}

impl Service<Uri> for Road {
    type Response = TokioIo<Stream>;
    type Error = Failure;
    type Future = Coming<Self::Response>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Failure>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, to: Uri) -> Self::Future {
        let road = self.clone();
        Box::pin(async move {
            let late = |_| io::Error::new(io::ErrorKind::TimedOut, "operation timed out");
            Ok(TokioIo::new(timeout(CONNECT, road.connect(to)).await.map_err(late)??))
        })
    }
}

impl fmt::Debug for Road {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Proxies may have passwords.
        f.debug_struct("Road").finish_non_exhaustive()
    }
}

fn is_secure(to: &Uri) -> bool {
    to.scheme() == Some(&Scheme::HTTPS)
}

fn stream<S>(ground: MaybeHttpsStream<S>) -> Stream
where
    S: hyper::rt::Read + hyper::rt::Write + Connection + Send + Unpin + 'static,
{
    let version = if ground.connected().is_negotiated_h2() { Version::Two } else { Version::One };
    Stream::new(TokioIo::new(ground), version)
}
