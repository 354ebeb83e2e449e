//! A model's API with a script: it speaks Chat Completions on a loopback address, plays one move for
//! each request, and keeps all that it was sent. It knows nothing of Steward.

pub mod check;
pub mod moves;

use std::{
    collections::VecDeque,
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use axum::{
    Json, Router,
    body::Bytes,
    extract::{DefaultBodyLimit, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse as _, Response},
    routing::{get, post},
};
use serde_json::{Value, json};
use stdx::tasks::Tasks;
use tokio::net::TcpListener;

use crate::{canary::Canary, model::moves::Move, wait::eventually};

/// The id of its one model.
pub const MODEL: &str = "scripted-1";
/// Most bytes of a request that it takes: more than any that it should get.
const LARGEST: usize = 64 << 20;

/// A model that runs. Dropping it ends it.
#[derive(Debug)]
pub struct Model {
    address: SocketAddr,
    shared: Arc<Shared>,
    _serving: Tasks,
}

/// A request as it came.
#[derive(Debug, Clone)]
pub struct Received {
    /// What stood in `Authorization`.
    pub authorization: Option<String>,
    /// Its body.
    pub body: Value,
    /// The same, byte for byte.
    pub raw: Bytes,
}

#[derive(Debug, Default)]
pub(crate) struct Shared {
    state: Mutex<Script>,
}

#[derive(Debug, Default)]
struct Script {
    moves: VecDeque<Move>,
    /// What is played when the script is over.
    then: Option<Move>,
    /// The key that it wants, if it wants one.
    key: Option<String>,
    received: Vec<Received>,
    /// How many asked when nothing was left to be played.
    overrun: usize,
    /// How many went away before they had heard all.
    left: usize,
}

impl Model {
    /// Starts one that plays these moves, one for each request.
    ///
    /// # Panics
    /// When it cannot listen.
    pub async fn start(moves: impl IntoIterator<Item = Move>) -> Self {
        let shared = Arc::new(Shared::default());
        shared.script().moves.extend(moves);
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port is free");
        let address = listener.local_addr().expect("it has an address");
        let routes = Router::new()
            .route("/v1/models", get(models))
            .route("/v1/chat/completions", post(complete))
            .layer(DefaultBodyLimit::max(LARGEST))
            .with_state(Arc::clone(&shared));
        let mut serving = Tasks::new();
        serving.spawn(async move { axum::serve(listener, routes).await.expect("it serves") });
        Self { address, shared, _serving: serving }
    }

    /// Where it is, as a person types it.
    pub fn url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// Puts moves at the end of the script.
    pub fn will(&self, moves: impl IntoIterator<Item = Move>) {
        self.shared.script().moves.extend(moves);
    }

    /// Plays this whenever the script is over.
    pub fn will_always(&self, then: Move) {
        self.shared.script().then = Some(then);
    }

    /// Lets in only who has this key.
    pub fn wants_key(&self, key: &str) {
        self.shared.script().key = Some(key.to_owned());
    }

    /// Everything that it was asked, in order.
    pub fn received(&self) -> Vec<Received> {
        self.shared.script().received.clone()
    }

    /// The messages of the last request.
    ///
    /// # Panics
    /// When there was none.
    pub fn last(&self) -> Vec<Value> {
        let received = self.received();
        let last = received.last().expect("it was asked");
        last.body["messages"].as_array().cloned().expect("a request has messages")
    }

    /// What the last request tells of the calls before it, by the calls' own ids.
    pub fn results(&self) -> Vec<(String, String)> {
        let tools = self.last().into_iter().filter(|it| it["role"] == "tool");
        let told = tools.map(|it| {
            let id = it["tool_call_id"].as_str().unwrap_or_default().to_owned();
            (id, check::text_of(&it["content"]))
        });
        told.collect()
    }

    /// Waits until it was asked so often.
    ///
    /// # Panics
    /// When it was not.
    pub async fn was_asked(&self, times: usize) {
        let complaint = format!("the model was not asked {times} times");
        eventually(&complaint, async || (self.received().len() >= times).then_some(())).await;
    }

    /// Waits until so many went away before they had heard all.
    ///
    /// # Panics
    /// When they did not.
    pub async fn was_left(&self, times: usize) {
        let complaint = format!("the model was not left {times} times");
        eventually(&complaint, async || (self.shared.script().left >= times).then_some(())).await;
    }

    /// Looks at everything that it was sent: what a provider would refuse, and whether one of these
    /// secrets stands in it.
    ///
    /// # Panics
    /// When anything is wrong with it, or it was asked more often than the script says.
    pub fn check_all(&self, secrets: &[&Canary]) {
        let script = self.shared.script();
        assert_eq!(script.overrun, 0, "it was asked more often than the script says");
        assert!(script.moves.is_empty(), "not all was played: {:?}", script.moves);
        for (at, received) in script.received.iter().enumerate() {
            let faults = check::faults(&received.body);
            assert!(faults.is_empty(), "request {at}: {faults:#?}\n{:#}", received.body);
            for secret in secrets {
                let seen = secret.seen_in(&received.raw);
                assert!(seen.is_empty(), "a secret stands in request {at}: {seen:?}");
            }
        }
    }
}

impl Shared {
    fn script(&self) -> MutexGuard<'_, Script> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody went away before they had heard all.
    pub(crate) fn leave(&self) {
        self.script().left += 1;
    }

    /// Whether who asks may not.
    fn refuses(&self, headers: &HeaderMap) -> bool {
        let wanted = self.script().key.as_ref().map(|it| format!("Bearer {it}"));
        wanted.is_some_and(|it| authorization(headers).as_deref() != Some(&it))
    }

    fn next(&self) -> Option<Move> {
        let mut script = self.script();
        let next = script.moves.pop_front().or_else(|| script.then.clone());
        if next.is_none() {
            script.overrun += 1;
        }
        next
    }
}

async fn models(State(shared): State<Arc<Shared>>, headers: HeaderMap) -> Response {
    if shared.refuses(&headers) {
        return moves::error(StatusCode::UNAUTHORIZED, "Incorrect API key provided.");
    }
    let model = json!({ "id": MODEL, "object": "model", "owned_by": "tests" });
    Json(json!({ "object": "list", "data": [model] })).into_response()
}

async fn complete(State(shared): State<Arc<Shared>>, headers: HeaderMap, raw: Bytes) -> Response {
    if shared.refuses(&headers) {
        return moves::error(StatusCode::UNAUTHORIZED, "Incorrect API key provided.");
    }
    let body: Value = match serde_json::from_slice(&raw) {
        Ok(body) => body,
        Err(error) => return moves::error(StatusCode::BAD_REQUEST, &error.to_string()),
    };
    let authorization = authorization(&headers);
    shared.script().received.push(Received { authorization, body, raw });
    match shared.next() {
        Some(next) => next.play(shared),
        None => moves::error(StatusCode::BAD_REQUEST, "The script is over."),
    }
}

fn authorization(headers: &HeaderMap) -> Option<String> {
    Some(headers.get(header::AUTHORIZATION)?.to_str().ok()?.to_owned())
}
