//! Servers that are no plain ones on this machine: over TLS, in both versions of HTTP, down to the bytes.

use std::{path::Path, process::Command, sync::Arc};

use reqwest::{Method, Response, Url, header::HeaderMap};
use rustls::{
    ClientConfig, RootCertStore, ServerConfig,
    crypto::{CryptoProvider, aws_lc_rs},
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
};
use stdx::tasks::Tasks;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};
use tokio_rustls::{TlsAcceptor, server::TlsStream};

use super::{
    super::{call, soon, text},
    Desk,
    site::Site,
};
use crate::{
    HttpError, Target,
    http::{body, far::Far},
};

const ONE: &[u8] = b"http/1.1";
const TWO: &[u8] = b"h2";
/// The kinds of frames of HTTP/2 that are used here, and what is said by them.
const HEADERS: u8 = 1;
const RESET: u8 = 3;
const SETTINGS: u8 = 4;
const GO_AWAY: u8 = 7;
const HEADERS_END: u8 = 4;
const BOTH_END: u8 = 5;
const STATUS_103: &[u8] = b"\x08\x03103";
const STATUS_204: &[u8] = b"\x89";
const REFUSED: &[u8] = b"\0\0\0\x07";
/// No request was looked at, and nothing is wrong.
const ENOUGH: &[u8] = b"\0\0\0\0\0\0\0\0";

/// One that speaks one version of HTTP and follows a script on each connection.
struct Secure {
    url: Url,
    far: Far,
    _tasks: Tasks,
}

/// One connection of it.
struct Talk {
    stream: TlsStream<TcpStream>,
    /// Which connection it is, from 0 on.
    number: usize,
}

impl Secure {
    async fn new<F>(spoken: &[u8], script: impl Fn(Talk) -> F + Send + 'static) -> Self
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let folder = tempfile::tempdir().unwrap();
        let (own, theirs) = certificate(folder.path(), spoken);
        let acceptor = TlsAcceptor::from(Arc::new(own));
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let mut tasks = Tasks::new();
        tasks.spawn(async move {
            let mut talks = Tasks::new();
            for number in 0.. {
                let (stream, _) = listener.accept().await.unwrap();
                let stream = acceptor.accept(stream).await.unwrap();
                talks.spawn(script(Talk { stream, number }));
            }
        });
        let url = format!("https://localhost:{port}/mcp").parse().unwrap();
        Self { url, far: Far::new(&theirs, None), _tasks: tasks }
    }

    async fn ask(&self) -> Result<Response, HttpError> {
        let body = Some("{}".into());
        soon(self.far.send(Method::POST, &self.url, HeaderMap::new(), body)).await
    }
}

/// How a server shows itself as `localhost`, and how it is known.
fn certificate(folder: &Path, spoken: &[u8]) -> (ServerConfig, ClientConfig) {
    let arguments = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
        -subj /CN=localhost -addext subjectAltName=DNS:localhost \
        -addext basicConstraints=critical,CA:FALSE -keyout key.pem -outform DER -out site.der";
    let ran =
        Command::new("openssl").args(arguments.split_whitespace()).current_dir(folder).output();
    let ran = ran.unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let own = CertificateDer::from(std::fs::read(folder.join("site.der")).unwrap());
    let key = PrivateKeyDer::from_pem_file(folder.join("key.pem")).unwrap();
    let crypto: Arc<CryptoProvider> = Arc::new(aws_lc_rs::default_provider());
    let mut roots = RootCertStore::empty();
    roots.add(own.clone()).unwrap();
    let theirs = ClientConfig::builder_with_provider(Arc::clone(&crypto))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let mut shown = ServerConfig::builder_with_provider(crypto)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![own], key)
        .unwrap();
    shown.alpn_protocols = vec![spoken.to_vec()];
    (shown, theirs)
}

impl Talk {
    /// Writes the same until nobody reads it any more.
    async fn flood(mut self, bytes: &[u8]) {
        while self.stream.write_all(bytes).await.is_ok() {}
    }

    /// Begins to speak HTTP/2.
    async fn two(mut self) -> Self {
        let mut preface = [0; 24];
        self.stream.read_exact(&mut preface).await.unwrap();
        assert!(preface.starts_with(b"PRI * HTTP/2.0\r\n"));
        self.say(&framed(SETTINGS, 0, 0, b"")).await;
        self
    }

    async fn say(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).await.unwrap();
        self.stream.flush().await.unwrap();
    }

    /// The stream of the next request of HTTP/2, if there is another one.
    async fn asked(&mut self) -> Option<u32> {
        loop {
            let mut head = [0; 9];
            self.stream.read_exact(&mut head).await.ok()?;
            let [high, middle, low, kind, _, id @ ..] = head;
            let mut rest = vec![0; u32::from_be_bytes([0, high, middle, low]) as usize];
            self.stream.read_exact(&mut rest).await.ok()?;
            if kind == HEADERS {
                return Some(u32::from_be_bytes(id));
            }
        }
    }

    /// Answers every request of HTTP/2 with these, and each after them with nothing to be read.
    async fn answers(mut self, first: impl Iterator<Item = (u8, &'static [u8])>) {
        let nothing = std::iter::repeat((HEADERS, STATUS_204));
        for (kind, what) in first.chain(nothing) {
            let Some(id) = self.asked().await else { return };
            let id = if kind == GO_AWAY { 0 } else { id };
            let flags = if kind == HEADERS { BOTH_END } else { 0 };
            self.say(&framed(kind, flags, id, what)).await;
        }
    }
}

/// One frame of HTTP/2.
fn framed(kind: u8, flags: u8, id: u32, what: &[u8]) -> Vec<u8> {
    let [_, length @ ..] = u32::try_from(what.len()).unwrap().to_be_bytes();
    [&length[..], &[kind, flags], &id.to_be_bytes(), what].concat()
}

/// HOST-21: TLS hides nothing of it, and HTTP/2 has as many heads that are none.
#[tokio::test]
async fn heads_without_end_over_tls_end_what_waits_for_another() {
    let one = Secure::new(ONE, |mut talk| async move {
        let mut request = [0; 1024];
        assert_ne!(talk.stream.read(&mut request).await.unwrap(), 0);
        talk.flood(&b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".repeat(1000)).await;
    })
    .await;
    let two = Secure::new(TWO, |talk| async move {
        let mut talk = talk.two().await;
        let id = talk.asked().await.unwrap();
        // A field by the name of `a`.
        let field = [&b"\0\x01a\x78"[..], &[b'x'; 0x78]].concat();
        let head = [STATUS_103, &field.repeat(4)].concat();
        talk.flood(&framed(HEADERS, HEADERS_END, id, &head).repeat(100)).await;
    })
    .await;
    for (site, most) in [(one, 512 << 10), (two, 6 << 20)] {
        let flooded = site.ask().await.unwrap_err();
        let what = format!("more than {most} bytes came before it");
        assert_eq!(flooded, HttpError::NoReply(what));
    }
}

/// HOST-23: such a request was not carried out, as HTTP/2 has it (RFC 9113, 8.7).
#[tokio::test]
async fn what_a_server_refuses_to_look_at_is_sent_again_and_not_for_ever() {
    let refusing = |often: usize| {
        Secure::new(TWO, move |talk| async move {
            talk.two().await.answers(std::iter::repeat_n((RESET, REFUSED), often)).await;
        })
    };
    assert_eq!(refusing(2).await.ask().await.unwrap().status(), 204);
    assert!(matches!(refusing(3).await.ask().await, Err(HttpError::Broken(_))));
    // Who leaves is met again.
    let leaving = Secure::new(TWO, |talk| async move {
        let leaves = (talk.number == 0).then_some((GO_AWAY, ENOUGH));
        talk.two().await.answers(leaves.into_iter()).await;
    })
    .await;
    assert_eq!(leaving.ask().await.unwrap().status(), 204);
}

#[tokio::test]
async fn one_connection_serves_request_after_request() {
    let one = Secure::new(ONE, |mut talk| async move {
        assert_eq!(talk.number, 0, "there is one already");
        let mut all = Vec::new();
        while let Ok(1..) = talk.stream.read_buf(&mut all).await {
            if all.ends_with(b"\r\n\r\n{}") {
                all.clear();
                talk.say(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}").await;
            }
        }
    })
    .await;
    for _ in 0..5 {
        let read = soon(body::read(one.ask().await.unwrap(), 100)).await.unwrap();
        assert_eq!(read, body::Body::Whole(b"{}".to_vec()));
    }
}

/// HOST-48: it is no part of the address that is asked for.
#[tokio::test]
async fn a_login_in_an_address_goes_along_as_a_header_unless_there_is_another() {
    let fine = || {
        Site::legacy(|seen, talk| Box::pin(async move { talk.json(200, &seen.text("fine")).await }))
    };
    let other = ("Authorization".to_owned(), "Bearer other".into());
    for (headers, sent) in [(vec![], "Basic bWU6a2V5"), (vec![other], "Bearer other")] {
        let site = fine().await;
        let target = Target { headers, ..site.target_far() };
        let connection = Desk::new().connect(target).await;
        assert_eq!(text(&soon(connection.client().call(call("echo"))).await.unwrap()), "fine");
        for seen in site.seen() {
            assert_eq!((seen.header("authorization"), seen.path.as_str()), (Some(sent), "/mcp"));
        }
    }
}
