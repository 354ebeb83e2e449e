//! A server over HTTP, played by the test itself down to the bytes: what it sees and says is up to
//! the test.

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    pin::Pin,
    sync::{Arc, Mutex},
    time::Duration,
};

use serde_json::{Value, json};
use stdx::tasks::Tasks;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    sync::Notify,
};

use super::super::soon;
use crate::Target;

/// One server. Dropping it ends it.
pub(super) struct Site {
    address: SocketAddr,
    seen: Arc<Witness>,
    tasks: Tasks,
}

#[derive(Default)]
struct Witness {
    seen: Mutex<Vec<Seen>>,
    news: Notify,
}

/// One request, as it came.
#[derive(Debug, Clone)]
pub(super) struct Seen {
    pub(super) verb: String,
    pub(super) path: String,
    pub(super) headers: BTreeMap<String, String>,
    /// The message; of what is no JSON the text.
    pub(super) message: Value,
}

/// The answer to one request, byte by byte.
pub(super) struct Talk {
    stream: BufReader<TcpStream>,
    open: bool,
    witness: Arc<Witness>,
}

pub(super) type Told = Pin<Box<dyn Future<Output = Talk> + Send>>;
type Script = Arc<dyn Fn(Seen, Talk) -> Told + Send + Sync>;

impl Site {
    /// Every request goes to `script`.
    pub(super) async fn any(script: impl Fn(Seen, Talk) -> Told + Send + Sync + 'static) -> Self {
        Self::at(([127, 0, 0, 1], 0).into(), script).await
    }

    /// The same, at an address that is known already.
    pub(super) async fn at(
        address: SocketAddr,
        script: impl Fn(Seen, Talk) -> Told + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind(address).await.unwrap();
        let address = listener.local_addr().unwrap();
        let seen = Arc::new(Witness::default());
        let (script, witness): (Script, _) = (Arc::new(script), Arc::clone(&seen));
        let mut tasks = Tasks::new();
        tasks.spawn(async move {
            let mut connections = Tasks::new();
            while let Ok((stream, _)) = listener.accept().await {
                stream.set_nodelay(true).unwrap();
                let (script, witness) = (Arc::clone(&script), Arc::clone(&witness));
                connections.spawn(serve(stream, script, witness));
            }
        });
        Self { address, seen, tasks }
    }

    /// An ordinary server of the legacy era, whose calls go to `script`.
    pub(super) async fn legacy(
        script: impl Fn(Seen, Talk) -> Told + Send + Sync + 'static,
    ) -> Self {
        Self::any(move |seen, talk| match dull_legacy(&seen) {
            Some(answer) => Box::pin(answer.tell(talk)),
            None => script(seen, talk),
        })
        .await
    }

    /// An ordinary server of the modern era, whose calls go to `script`.
    pub(super) async fn modern(
        script: impl Fn(Seen, Talk) -> Told + Send + Sync + 'static,
    ) -> Self {
        Self::any(move |seen, talk| match dull_modern(&seen) {
            Some(answer) => Box::pin(answer.tell(talk)),
            None => script(seen, talk),
        })
        .await
    }

    pub(super) fn target(&self) -> Target {
        self.target_at("/mcp")
    }

    pub(super) fn target_at(&self, path: &str) -> Target {
        Target { url: format!("http://{}{path}", self.address).into(), headers: Vec::new() }
    }

    /// The same, by the way that leads to other machines: an address with a login in it is no plain one.
    pub(super) fn target_far(&self) -> Target {
        let url = format!("http://me:key@{}/mcp", self.address);
        Target { url: url.into(), headers: Vec::new() }
    }

    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Everything that was asked so far.
    pub(super) fn seen(&self) -> Vec<Seen> {
        self.seen.seen.lock().unwrap().clone()
    }

    /// What was asked by this method of JSON-RPC, or by this verb.
    pub(super) fn asked(&self, what: &str) -> Vec<Seen> {
        self.seen().into_iter().filter(|it| it.is(what)).collect()
    }

    /// Waits until this was asked so often.
    pub(super) async fn sees(&self, what: &str, often: usize) -> Vec<Seen> {
        soon(async {
            loop {
                let news = self.seen.news.notified();
                let asked = self.asked(what);
                if asked.len() >= often {
                    return asked;
                }
                news.await;
            }
        })
        .await
    }

    /// Ends it: nobody listens any more.
    pub(super) async fn end(self) {
        self.tasks.stop().await;
    }
}

impl Seen {
    pub(super) fn is(&self, what: &str) -> bool {
        self.message["method"] == what || self.verb == what
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(String::as_str)
    }

    pub(super) fn tool(&self) -> &str {
        self.message["params"]["name"].as_str().unwrap_or_default()
    }

    /// A message that answers this one.
    pub(super) fn result(&self, result: &Value) -> Value {
        json!({ "jsonrpc": "2.0", "id": self.message["id"], "result": result })
    }

    pub(super) fn text(&self, text: &str) -> Value {
        self.result(&json!({ "content": [{ "type": "text", "text": text }] }))
    }

    pub(super) fn error(&self, code: i64, message: &str) -> Value {
        json!({ "jsonrpc": "2.0", "id": self.message["id"], "error": { "code": code, "message": message } })
    }
}

impl Talk {
    /// Bytes as they are.
    pub(super) async fn raw(&mut self, bytes: &[u8]) {
        // A client that is gone reads nothing.
        self.stream.get_mut().write_all(bytes).await.ok();
        self.stream.get_mut().flush().await.ok();
    }

    /// A whole answer.
    pub(super) async fn answer(
        mut self,
        status: u16,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Self {
        let mut head = format!("HTTP/1.1 {status} Whatever\r\nContent-Length: {}\r\n", body.len());
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str("\r\n");
        let whole = [head.as_bytes(), body].concat();
        self.raw(&whole).await;
        self
    }

    /// A message with a status.
    pub(super) async fn json(self, status: u16, message: &Value) -> Self {
        let kind = [("Content-Type", "application/json")];
        self.answer(status, &kind, message.to_string().as_bytes()).await
    }

    pub(super) async fn empty(self, status: u16) -> Self {
        self.answer(status, &[], b"").await
    }

    /// Begins a stream of events.
    pub(super) async fn stream(&mut self) {
        self.raw(
            b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n",
        )
        .await;
    }

    /// A piece of a stream, as one chunk.
    pub(super) async fn chunk(&mut self, bytes: &[u8]) {
        let head = format!("{:x}\r\n", bytes.len());
        let whole = [head.as_bytes(), bytes, b"\r\n"].concat();
        self.raw(&whole).await;
    }

    /// A message as an event.
    pub(super) async fn event(&mut self, message: &Value) {
        self.chunk(format!("event: message\ndata: {message}\n\n").as_bytes()).await;
    }

    /// The stream ends in order.
    pub(super) async fn end(mut self) -> Self {
        self.raw(b"0\r\n\r\n").await;
        self
    }

    /// The connection is closed in the middle.
    pub(super) fn cut(mut self) -> Self {
        self.open = false;
        self
    }

    /// Waits until the client has closed the connection, and notes it.
    pub(super) async fn gone(mut self) -> Self {
        let mut rest = [0; 64];
        while matches!(self.stream.read(&mut rest).await, Ok(1..)) {}
        let verb = "GONE".to_owned();
        let (path, headers, message) = (String::new(), BTreeMap::new(), Value::Null);
        self.witness.note(Seen { verb, path, headers, message });
        self.cut()
    }
}

impl Witness {
    fn note(&self, seen: Seen) {
        self.seen.lock().unwrap().push(seen);
        self.news.notify_waiters();
    }
}

async fn serve(stream: TcpStream, script: Script, witness: Arc<Witness>) {
    let mut stream = BufReader::new(stream);
    while let Some(seen) = request(&mut stream).await {
        witness.note(seen.clone());
        let talk = Talk { stream, open: true, witness: Arc::clone(&witness) };
        let told = script(seen, talk).await;
        if !told.open {
            return;
        }
        stream = told.stream;
    }
}

async fn request(stream: &mut BufReader<TcpStream>) -> Option<Seen> {
    let mut line = String::new();
    stream.read_line(&mut line).await.ok()?;
    let mut words = line.split(' ').map(str::to_owned);
    let (verb, path) = (words.next()?, words.next()?);
    let mut headers = BTreeMap::new();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await.ok()?;
        let Some((name, value)) = line.split_once(':') else { break };
        headers.insert(name.to_ascii_lowercase(), value.trim().to_owned());
    }
    let length = headers.get("content-length").map_or(0, |length| length.parse().unwrap());
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await.ok()?;
    let text = String::from_utf8_lossy(&body).into_owned();
    let form = (!text.is_empty()).then_some(Value::String(text));
    let message = serde_json::from_slice(&body).unwrap_or(form.unwrap_or_default());
    Some(Seen { verb, path, headers, message })
}

/// What an ordinary server says.
pub(super) struct Dull {
    status: u16,
    session: Option<&'static str>,
    body: Option<Value>,
}

impl Dull {
    pub(super) async fn tell(self, talk: Talk) -> Talk {
        let Self { status, session, body } = self;
        let mut headers = vec![("Content-Type", "application/json")];
        headers.extend(session.map(|it| ("Mcp-Session-Id", it)));
        let body = body.map(|body| body.to_string()).unwrap_or_default();
        talk.answer(status, &headers, body.as_bytes()).await
    }
}

/// How an ordinary server of the legacy era answers; `None` for calls.
pub(super) fn dull_legacy(seen: &Seen) -> Option<Dull> {
    let dull = |status, body| Some(Dull { status, session: None, body });
    if seen.verb != "POST" {
        return dull(405, None);
    }
    match seen.message["method"].as_str() {
        Some("initialize") => {
            let result = json!({
                "protocolVersion": seen.message["params"]["protocolVersion"],
                "capabilities": { "tools": { "listChanged": true } },
                "serverInfo": { "name": "site", "version": "1" } });
            let body = Some(seen.result(&result));
            Some(Dull { status: 200, session: Some("session-1"), body })
        }
        Some("server/discover") => {
            let error = json!({ "code": -32000, "message": "Bad Request: Server not initialized" });
            dull(400, Some(json!({ "jsonrpc": "2.0", "error": error, "id": null })))
        }
        Some("tools/list") => {
            dull(200, Some(seen.result(&json!({ "tools": [{ "name": "echo" }] }))))
        }
        Some("tools/call") => None,
        Some(_) if seen.message.get("id").is_some() => dull(200, Some(seen.result(&json!({})))),
        Some(_) | None => dull(202, None),
    }
}

/// How an ordinary server of the modern era answers; `None` for calls.
pub(super) fn dull_modern(seen: &Seen) -> Option<Dull> {
    let dull = |status, body| Some(Dull { status, session: None, body });
    if seen.verb != "POST" {
        return dull(405, None);
    }
    let complete = |mut result: Value| {
        result["resultType"] = json!("complete");
        Some(seen.result(&result))
    };
    match seen.message["method"].as_str() {
        Some("server/discover") => dull(
            200,
            complete(
                json!({ "supportedVersions": ["2026-07-28"], "capabilities": { "tools": {} } }),
            ),
        ),
        Some("tools/list") => dull(200, complete(json!({ "tools": [{ "name": "echo" }] }))),
        Some("tools/call") => None,
        Some(_) => dull(404, Some(seen.error(-32601, "Method not found"))),
        None => dull(400, None),
    }
}

/// A little time, for what must not happen.
pub(super) async fn a_while() {
    tokio::time::sleep(Duration::from_millis(300)).await;
}
