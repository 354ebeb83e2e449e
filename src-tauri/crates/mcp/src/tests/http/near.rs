//! Connections to a server on this machine: which are used again, and which are not.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use reqwest::{Method, Url, header::HeaderMap};
use stdx::tasks::Tasks;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    time::sleep,
};

use super::super::soon;
use crate::http::{
    body::{self, Body},
    near::Line,
};

/// A server that answers whatever comes, and counts its connections and those that were left.
struct Plain {
    url: Url,
    met: Arc<AtomicUsize>,
    left: Arc<AtomicUsize>,
    _tasks: Tasks,
}

/// How it answers.
#[derive(Clone, Copy)]
struct Manner {
    after: Duration,
    answer: &'static [u8],
    /// How many it answers before it closes the connection without a word.
    most: usize,
}

const WHOLE: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
const CHUNKED: &[u8] =
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n";
const ORDINARY: Manner = Manner { after: Duration::ZERO, answer: WHOLE, most: usize::MAX };

impl Plain {
    async fn new(manner: Manner) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let url = format!("http://{}/mcp?a=b", listener.local_addr().unwrap());
        let (met, left) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let (meets, leaves) = (Arc::clone(&met), Arc::clone(&left));
        let mut tasks = Tasks::new();
        tasks.spawn(async move {
            let mut talks = Tasks::new();
            while let Ok((stream, _)) = listener.accept().await {
                meets.fetch_add(1, Ordering::Relaxed);
                let leaves = Arc::clone(&leaves);
                talks.spawn(async move {
                    talk(stream, manner).await;
                    leaves.fetch_add(1, Ordering::Relaxed);
                });
            }
        });
        Self { url: url.parse().unwrap(), met, left, _tasks: tasks }
    }

    async fn ask(&self, line: &Line) -> reqwest::Response {
        let body = Some("{}".into());
        soon(line.send(Method::POST, &self.url, HeaderMap::new(), body)).await.unwrap()
    }

    async fn asks(&self, line: &Line) {
        let read = soon(body::read(self.ask(line).await, 100)).await.unwrap();
        assert_eq!(read, Body::Whole(b"{}".to_vec()));
    }

    fn met(&self) -> usize {
        self.met.load(Ordering::Relaxed)
    }
}

async fn talk(mut stream: TcpStream, manner: Manner) {
    let mut all = Vec::new();
    for _ in 0..manner.most {
        while !all.ends_with(b"\r\n\r\n{}") {
            if !matches!(stream.read_buf(&mut all).await, Ok(1..)) {
                return;
            }
        }
        let text = String::from_utf8(std::mem::take(&mut all)).unwrap();
        assert!(text.starts_with("POST /mcp?a=b HTTP/1.1\r\nhost: 127.0.0.1:"), "{text}");
        sleep(manner.after).await;
        stream.write_all(manner.answer).await.unwrap();
    }
}

#[tokio::test]
async fn one_connection_serves_call_after_call() {
    for answer in [WHOLE, CHUNKED] {
        let plain = Plain::new(Manner { answer, ..ORDINARY }).await;
        let line = Line::to(&plain.url).unwrap();
        for _ in 0..20 {
            plain.asks(&line).await;
        }
        assert_eq!(plain.met(), 1);
        drop(line);
        soon(async {
            while plain.left.load(Ordering::Relaxed) == 0 {
                sleep(Duration::from_millis(5)).await;
            }
        })
        .await;
    }
}

/// HOST-23: nothing was sent by it, so nothing is sent twice.
#[tokio::test]
async fn a_connection_that_the_server_closed_meanwhile_costs_no_call() {
    let plain = Plain::new(Manner { most: 2, ..ORDINARY }).await;
    let line = Line::to(&plain.url).unwrap();
    for _ in 0..10 {
        plain.asks(&line).await;
    }
    assert_eq!(plain.met(), 5);
}

#[tokio::test]
async fn calls_that_take_long_do_not_wait_for_each_other() {
    let plain = Plain::new(Manner { after: Duration::from_millis(500), ..ORDINARY }).await;
    let line = Line::to(&plain.url).unwrap();
    let all = (0..50).map(|_| plain.asks(&line));
    soon(futures_util::future::join_all(all)).await;
    assert_eq!(plain.met(), 50);
}

#[tokio::test]
async fn an_answer_that_is_dropped_before_its_end_takes_its_connection_along() {
    let half = b"HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n{}";
    let plain = Plain::new(Manner { answer: half, ..ORDINARY }).await;
    let line = Line::to(&plain.url).unwrap();
    drop(plain.ask(&line).await);
    soon(async {
        while plain.left.load(Ordering::Relaxed) == 0 {
            sleep(Duration::from_millis(5)).await;
        }
    })
    .await;
    drop(plain.ask(&line).await);
    assert_eq!(plain.met(), 2);
}

#[test]
fn only_what_is_plain_and_on_this_machine_is_near() {
    let near = |url: &str| Line::to(&url.parse().unwrap()).is_some();
    assert!(near("http://127.0.0.1:1/") && near("http://localhost/") && near("http://[::1]:2/x"));
    for far in ["https://localhost/", "http://10.0.0.1/", "http://me:key@127.0.0.1/"] {
        assert!(!near(far), "{far}");
    }
}
