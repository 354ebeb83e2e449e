//! A model API for tests, on a port of its own: it gives scripted answers byte by byte, and keeps all
//! that it was asked.

use std::sync::{Arc, Mutex};

use serde_json::Value;
use stdx::tasks::Tasks;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    sync::mpsc,
};
use url::Url;

/// What is answered to one request.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    status: u16,
    headers: Vec<(String, String)>,
    steps: Vec<Step>,
}

/// One step of an answer.
#[derive(Debug, Clone)]
enum Step {
    /// A chunk of it.
    Bytes(Vec<u8>),
    /// Nothing, until the other side goes.
    Stall,
    /// The connection ends in the middle.
    Reset,
}

impl Answer {
    /// A stream of events, one chunk each.
    pub(crate) fn stream(events: &[&str]) -> Self {
        let steps = events.iter().map(|it| Step::Bytes(it.as_bytes().to_vec())).collect();
        Self { status: 200, headers: Vec::new(), steps }.header("content-type", "text/event-stream")
    }

    /// A stream in chunks of `size` bytes, wherever they end.
    pub(crate) fn cut_at_every(text: &str, size: usize) -> Self {
        let mut answer = Self::stream(&[]);
        answer.steps = text.as_bytes().chunks(size).map(|it| Step::Bytes(it.to_vec())).collect();
        answer
    }

    /// An answer in one piece.
    pub(crate) fn whole(status: u16, kind: &str, body: &str) -> Self {
        let steps = vec![Step::Bytes(body.as_bytes().to_vec())];
        Self { status, headers: Vec::new(), steps }.header("content-type", kind)
    }

    /// An answer in JSON.
    pub(crate) fn json(status: u16, body: &Value) -> Self {
        Self::whole(status, "application/json", &body.to_string())
    }

    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// And then nothing more.
    pub(crate) fn then_stall(mut self) -> Self {
        self.steps.push(Step::Stall);
        self
    }

    /// And then the connection breaks.
    pub(crate) fn then_reset(mut self) -> Self {
        self.steps.push(Step::Reset);
        self
    }
}

/// A request as it came.
#[derive(Debug, Clone)]
pub(crate) struct Seen {
    pub(crate) path: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Value,
}

impl Seen {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(it, _)| it == name).map(|(_, value)| value.as_str())
    }
}

/// The API. It ends when it is dropped.
pub(crate) struct Mock {
    port: u16,
    state: Arc<State>,
    gone: mpsc::UnboundedReceiver<()>,
    _tasks: Tasks,
}

struct State {
    answers: Vec<Answer>,
    seen: Mutex<Vec<Seen>>,
    gone: mpsc::UnboundedSender<()>,
}

impl Mock {
    /// Gives the answers in order, and the last one again and again.
    pub(crate) async fn start(answers: Vec<Answer>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (sender, gone) = mpsc::unbounded_channel();
        let state = Arc::new(State { answers, seen: Mutex::default(), gone: sender });
        let mut tasks = Tasks::new();
        let serving = state.clone();
        tasks.spawn(async move {
            let mut connections = Tasks::new();
            while let Ok((stream, _)) = listener.accept().await {
                let state = serving.clone();
                connections.spawn(async move { serve(stream, &state).await });
            }
        });
        Self { port, state, gone, _tasks: tasks }
    }

    pub(crate) fn url(&self, path: &str) -> Url {
        Url::parse(&format!("http://127.0.0.1:{}{path}", self.port)).unwrap()
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn seen(&self) -> Vec<Seen> {
        self.state.seen.lock().unwrap().clone()
    }

    /// The body of the last request.
    pub(crate) fn last(&self) -> Value {
        self.seen().pop().unwrap().body
    }

    /// Returns when somebody went away in the middle of an answer.
    pub(crate) async fn gone(&mut self) {
        self.gone.recv().await.unwrap();
    }
}

async fn serve(stream: TcpStream, state: &State) {
    stream.set_nodelay(true).unwrap();
    let (reading, mut writing) = stream.into_split();
    let mut reading = BufReader::new(reading);
    let Some(seen) = read(&mut reading).await else { return };
    let count = {
        let mut all = state.seen.lock().unwrap();
        all.push(seen);
        all.len()
    };
    let answer = &state.answers[(count - 1).min(state.answers.len() - 1)];
    let mut head = format!("HTTP/1.1 {} x\r\nconnection: close\r\n", answer.status);
    for (name, value) in &answer.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str("transfer-encoding: chunked\r\n\r\n");
    if writing.write_all(head.as_bytes()).await.is_err() {
        return;
    }
    for step in &answer.steps {
        match step {
            Step::Bytes(bytes) => {
                let mut chunk = format!("{:x}\r\n", bytes.len()).into_bytes();
                chunk.extend_from_slice(bytes);
                chunk.extend_from_slice(b"\r\n");
                if writing.write_all(&chunk).await.is_err() || writing.flush().await.is_err() {
                    state.gone.send(()).unwrap_or_default();
                    return;
                }
                tokio::task::yield_now().await;
            }
            Step::Stall => {
                // Nothing more is asked on this connection, so this ends when the other side goes.
                let mut rest = Vec::new();
                reading.read_to_end(&mut rest).await.unwrap_or_default();
                state.gone.send(()).unwrap_or_default();
                return;
            }
            Step::Reset => return,
        }
    }
    writing.write_all(b"0\r\n\r\n").await.unwrap_or_default();
}

async fn read(reading: &mut BufReader<impl tokio::io::AsyncRead + Unpin>) -> Option<Seen> {
    let mut first = String::new();
    reading.read_line(&mut first).await.ok().filter(|it| *it > 0)?;
    let path = first.split(' ').nth(1)?.to_owned();
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reading.read_line(&mut line).await.ok()?;
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        headers.push((name.to_ascii_lowercase(), value.to_owned()));
    }
    let length = headers.iter().find(|(name, _)| name == "content-length");
    let mut body = vec![0; length.map_or(0, |(_, it)| it.parse().unwrap())];
    reading.read_exact(&mut body).await.ok()?;
    let body = serde_json::from_slice(&body).unwrap_or(Value::Null);
    Some(Seen { path, headers, body })
}
