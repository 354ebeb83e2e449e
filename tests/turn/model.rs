//! A model that asks for one call a reply, and notes when it was asked and when its reply was whole. It
//! reads nothing of what it is told: that would be the model's work.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use axum::{
    Router,
    body::Body,
    extract::State,
    http::{Request, header::CONTENT_TYPE},
    response::{IntoResponse, Response},
    routing::post,
};
use futures_util::StreamExt as _;
use serde_json::{Value, json};
use stdx::tasks::Tasks;
use tokio::net::TcpListener;

/// A model that runs; dropping it ends it.
#[derive(Debug)]
pub(crate) struct Model {
    address: SocketAddr,
    notes: Arc<Mutex<Notes>>,
    _serving: Tasks,
}

/// What it saw.
#[derive(Debug, Default)]
struct Notes {
    /// How many calls a turn has.
    rounds: usize,
    /// The tool that it calls.
    tool: String,
    /// When each request of this turn began to come, and when its reply was whole.
    times: Vec<(Instant, Instant)>,
    /// All calls, so that each is another one.
    calls: usize,
}

impl Model {
    /// Starts one that calls this tool so often in each turn.
    ///
    /// # Panics
    /// When it cannot listen.
    pub(crate) async fn start(tool: &str, rounds: usize) -> Self {
        let notes = Notes { rounds, tool: tool.to_owned(), ..Notes::default() };
        let notes = Arc::new(Mutex::new(notes));
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port is free");
        let address = listener.local_addr().expect("it has an address");
        let routes = Router::new().route("/v1/chat/completions", post(answer));
        let routes = routes.with_state(Arc::clone(&notes));
        let mut serving = Tasks::new();
        serving.spawn(async move { axum::serve(listener, routes).await.expect("it serves") });
        Self { address, notes, _serving: serving }
    }

    /// Where it is.
    pub(crate) fn url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// What it saw since this was asked last.
    pub(crate) fn take(&self) -> Vec<(Instant, Instant)> {
        std::mem::take(&mut locked(&self.notes).times)
    }
}

async fn answer(State(notes): State<Arc<Mutex<Notes>>>, request: Request<Body>) -> Response {
    let asked = Instant::now();
    let mut body = request.into_body().into_data_stream();
    while body.next().await.is_some() {}
    let events = locked(&notes).reply();
    let response = ([(CONTENT_TYPE, "text/event-stream")], events).into_response();
    locked(&notes).times.push((asked, Instant::now()));
    response
}

impl Notes {
    /// The next reply of the script, as a stream.
    fn reply(&mut self) -> String {
        let (delta, end) = if self.times.len() < self.rounds {
            self.calls += 1;
            let arguments = json!({ "message": format!("number {}", self.calls) }).to_string();
            let call = json!({
                "index": 0, "id": format!("call_{}", self.calls), "type": "function",
                "function": { "name": self.tool, "arguments": arguments },
            });
            (json!({ "role": "assistant", "tool_calls": [call] }), "tool_calls")
        } else {
            (json!({ "role": "assistant", "content": "That is all." }), "stop")
        };
        let chunk = |delta: Value, end: Option<&str>| {
            let choice = json!({ "index": 0, "delta": delta, "finish_reason": end });
            json!({ "id": "c", "object": "chat.completion.chunk", "model": "m", "choices": [choice] })
        };
        let (first, last) = (chunk(delta, None), chunk(json!({}), Some(end)));
        format!("data: {first}\n\ndata: {last}\n\ndata: [DONE]\n\n")
    }
}

fn locked(notes: &Mutex<Notes>) -> MutexGuard<'_, Notes> {
    notes.lock().unwrap_or_else(PoisonError::into_inner)
}
