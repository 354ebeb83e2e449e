//! What a scripted model does with one request: a stream of server-sent events as models send them,
//! or one of the ways in which that goes wrong.

use std::{convert::Infallible, io, sync::Arc, time::Duration};

use axum::{
    Json,
    body::{Body, Bytes},
    http::{StatusCode, header},
    response::{Html, IntoResponse as _, Response},
};
use futures_util::stream;
use serde_json::{Value, json};
use tokio::{sync::watch, time::sleep};

use crate::model::{MODEL, Shared};

/// How many characters of a text come at once.
const PIECE: usize = 7;
/// How long a connection stays before it breaks.
const BEFORE_A_CUT: Duration = Duration::from_millis(50);

/// What it does with one request.
#[derive(Debug, Clone)]
pub enum Move {
    /// It answers, piece by piece.
    Stream(Vec<Piece>),
    /// It refuses.
    Refuse {
        /// With this status.
        status: u16,
        /// After so many seconds it may be asked again.
        retry_after: Option<u32>,
        /// In these words.
        words: String,
    },
    /// It is a page for people.
    Page,
}

/// One thing that happens in a stream.
#[derive(Debug, Clone)]
pub enum Piece {
    /// It says something.
    Text(String),
    /// It thinks something.
    Thought(String),
    /// A part of a call: `tool_calls` holds this.
    Call(Value),
    /// It takes its time.
    Pause(Duration),
    /// It waits until the test opens this.
    Wait(Gate),
    /// It comes to its end, for this reason.
    Finish(&'static str),
    /// The connection breaks.
    Cut,
    /// Nothing comes any more, and the connection stays.
    Stall,
}

/// A call that a model asks for.
#[derive(Debug, Clone)]
pub struct Asks {
    id: String,
    name: String,
    arguments: String,
}

/// Something that a move waits at. Clones are the same one.
#[derive(Debug, Clone)]
pub struct Gate(Arc<watch::Sender<bool>>);

impl Default for Gate {
    fn default() -> Self {
        Self(Arc::new(watch::Sender::new(false)))
    }
}

impl Gate {
    /// Lets go on what waits at it.
    pub fn open(&self) {
        self.0.send_replace(true);
    }

    async fn pass(&self) {
        let opened = self.0.subscribe().wait_for(|it| *it).await.is_ok();
        assert!(opened, "it is held here");
    }
}

impl Asks {
    /// A call of a tool by its public name.
    pub fn new(id: &str, name: &str, arguments: &Value) -> Self {
        Self::oddly(id, name, &arguments.to_string())
    }

    /// The same with any text in place of arguments.
    pub fn oddly(id: &str, name: &str, arguments: &str) -> Self {
        Self { id: id.to_owned(), name: name.to_owned(), arguments: arguments.to_owned() }
    }

    /// Its beginning, and its arguments in two pieces.
    fn pieces(&self, index: usize) -> [Piece; 3] {
        let middle = self.arguments.len() / 2;
        let at = (0..=middle).rev().find(|it| self.arguments.is_char_boundary(*it)).unwrap_or(0);
        let (first, rest) = self.arguments.split_at(at);
        let function = json!({ "name": self.name, "arguments": "" });
        let more = |text: &str| json!({ "index": index, "function": { "arguments": text } });
        [
            Piece::Call(json!({
                "index": index, "id": self.id, "type": "function", "function": function,
            })),
            Piece::Call(more(first)),
            Piece::Call(more(rest)),
        ]
    }
}

impl Move {
    /// It says this, and no more.
    pub fn say(text: &str) -> Self {
        Self::Stream([words(text), vec![Piece::Finish("stop")]].concat())
    }

    /// It says this with a pause after each piece.
    pub fn say_slowly(text: &str, pause: Duration) -> Self {
        let pieces = words(text).into_iter().flat_map(|it| [it, Piece::Pause(pause)]);
        Self::Stream(pieces.chain([Piece::Finish("stop")]).collect())
    }

    /// It says one thing, and the other when the test lets it.
    pub fn say_past(first: &str, gate: &Gate, rest: &str) -> Self {
        let gate = vec![Piece::Wait(gate.clone())];
        Self::Stream([words(first), gate, words(rest), vec![Piece::Finish("stop")]].concat())
    }

    /// It thinks, then speaks.
    pub fn think(thought: &str, text: &str) -> Self {
        let thought = vec![Piece::Thought(thought.to_owned())];
        Self::Stream([thought, words(text), vec![Piece::Finish("stop")]].concat())
    }

    /// It asks for these calls, all at once; their pieces come by turns.
    pub fn call(calls: impl IntoIterator<Item = Asks>) -> Self {
        Self::say_and_call("", calls)
    }

    /// It says something, then asks for these calls.
    pub fn say_and_call(text: &str, calls: impl IntoIterator<Item = Asks>) -> Self {
        let calls: Vec<_> =
            calls.into_iter().enumerate().map(|(at, call)| call.pieces(at)).collect();
        let mut pieces = words(text);
        for turn in 0..3 {
            pieces.extend(calls.iter().filter_map(|it| it.get(turn).cloned()));
        }
        pieces.push(Piece::Finish("tool_calls"));
        Self::Stream(pieces)
    }

    /// It says nothing at all.
    pub fn empty() -> Self {
        Self::Stream(vec![Piece::Finish("stop")])
    }

    /// The connection breaks after this.
    pub fn cut_after(text: &str) -> Self {
        Self::Stream([words(text), vec![Piece::Cut]].concat())
    }

    /// The connection breaks before a call is whole.
    pub fn cut_in(call: &Asks) -> Self {
        let [begin, first, _] = call.pieces(0);
        Self::Stream(vec![begin, first, Piece::Cut])
    }

    /// Nothing comes after this, and the connection stays.
    pub fn stall_after(text: &str) -> Self {
        Self::Stream([words(text), vec![Piece::Stall]].concat())
    }

    /// It refuses with this status.
    pub fn refuse(status: u16, words: &str) -> Self {
        Self::Refuse { status, retry_after: None, words: words.to_owned() }
    }

    /// It has too much to do for so many seconds.
    pub fn busy(seconds: u32) -> Self {
        let words = "Rate limit reached.".to_owned();
        Self::Refuse { status: 429, retry_after: Some(seconds), words }
    }

    /// Does it.
    pub(super) fn play(self, shared: Arc<Shared>) -> Response {
        match self {
            Self::Page => Html("<html><body><h1>Welcome</h1></body></html>").into_response(),
            Self::Refuse { status, retry_after, words } => {
                let status = StatusCode::from_u16(status).expect("a status has three digits");
                let mut refused = error(status, &words);
                if let Some(seconds) = retry_after {
                    refused.headers_mut().insert(header::RETRY_AFTER, seconds.into());
                }
                refused
            }
            Self::Stream(pieces) => streamed(pieces, shared),
        }
    }
}

/// A refusal, as providers write it.
pub(super) fn error(status: StatusCode, words: &str) -> Response {
    let error = json!({ "message": words, "type": "error", "code": status.as_u16() });
    (status, Json(json!({ "error": error }))).into_response()
}

fn words(text: &str) -> Vec<Piece> {
    let letters: Vec<_> = text.chars().collect();
    letters.chunks(PIECE).map(|it| Piece::Text(it.iter().collect())).collect()
}

/// A stream that notes when whoever hears it goes away before its end.
fn streamed(pieces: Vec<Piece>, shared: Arc<Shared>) -> Response {
    let hearer = Hearer { shared, heard_all: false };
    let events = stream::unfold((pieces.into_iter(), hearer), async |(mut pieces, mut hearer)| {
        let said = loop {
            match pieces.next()? {
                Piece::Text(text) => break Ok(delta(&json!({ "content": text }))),
                Piece::Thought(text) => break Ok(delta(&json!({ "reasoning_content": text }))),
                Piece::Call(call) => break Ok(delta(&json!({ "tool_calls": [call] }))),
                Piece::Pause(pause) => sleep(pause).await,
                Piece::Wait(gate) => gate.pass().await,
                Piece::Stall => never(std::future::pending().await),
                Piece::Finish(why) => {
                    hearer.heard_all = true;
                    break Ok(finish(why));
                }
                Piece::Cut => {
                    // What was said before has to be out by then.
                    sleep(BEFORE_A_CUT).await;
                    hearer.heard_all = true;
                    break Err(io::Error::other("cut"));
                }
            }
        };
        Some((said, (pieces, hearer)))
    });
    let kind = [(header::CONTENT_TYPE, "text/event-stream")];
    (kind, Body::from_stream(events)).into_response()
}

fn never(it: Infallible) {
    match it {}
}

fn delta(delta: &Value) -> Bytes {
    event(&json!([{ "index": 0, "delta": delta, "finish_reason": null }]), &Value::Null)
}

fn finish(why: &str) -> Bytes {
    let usage = json!({
        "prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120,
        "prompt_tokens_details": { "cached_tokens": 40 },
    });
    let end = event(&json!([{ "index": 0, "delta": {}, "finish_reason": why }]), &Value::Null);
    [end, event(&json!([]), &usage), Bytes::from_static(b"data: [DONE]\n\n")].concat().into()
}

fn event(choices: &Value, usage: &Value) -> Bytes {
    let chunk = json!({
        "id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1_783_000_000,
        "model": MODEL, "choices": choices, "usage": usage,
    });
    format!("data: {chunk}\n\n").into()
}

/// Whoever hears a stream.
struct Hearer {
    shared: Arc<Shared>,
    heard_all: bool,
}

impl Drop for Hearer {
    fn drop(&mut self) {
        if !self.heard_all {
            self.shared.leave();
        }
    }
}
