//! The app behind a loopback address, so that headless Chromium can drive the real back end; it
//! opens no app and no browser.
//!
//! `GET /` is the built page; `POST /call` runs a command as the main window; `GET /events` tells
//! what happens; `POST /desk` scripts what the person answers, and `GET /desk` tells what was asked.

pub mod page;

use std::convert::Infallible;

use app::{App, Window, dispatch::dispatch, wire::event::UiEvent};
use axum::{
    Json, Router,
    extract::{DefaultBodyLimit, Request, State},
    http::{HeaderMap, StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse as _, Response, Sse, sse},
    routing::{get, post},
};
use futures_util::{Stream, stream};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::broadcast::{Receiver, error::RecvError};

use crate::{
    bridge::page::Page,
    desk::{Answer, ScriptedDesk},
};

/// Most bytes of a request; a pasted text may have a million.
const LARGEST: usize = 4 * 1024 * 1024;

/// What the bridge stands between.
#[derive(Debug, Clone)]
pub struct Bridge {
    /// The real back end.
    pub app: App,
    /// The person at it.
    pub desk: ScriptedDesk,
    /// The built page.
    pub page: Page,
}

#[derive(Deserialize)]
struct Call {
    command: String,
    #[serde(default)]
    payload: Value,
}

/// One answer, or several.
#[derive(Deserialize)]
#[serde(untagged)]
enum Script {
    Several(Vec<Answer>),
    One(Answer),
}

impl Bridge {
    /// The routes. Only requests for `host` are served, and of other sites' pages none: whoever
    /// reaches the bridge can have programs started.
    pub fn routes(self, host: String) -> Router {
        Router::new()
            .route("/call", post(call))
            .route("/events", get(events))
            .route("/desk", post(will_say).get(asked))
            .fallback(get(file))
            .layer(DefaultBodyLimit::max(LARGEST))
            .layer(middleware::from_fn_with_state(Host(host), only_ours))
            .with_state(self)
    }
}

#[derive(Debug, Clone)]
struct Host(String);

async fn only_ours(State(Host(host)): State<Host>, request: Request, next: Next) -> Response {
    if is_ours(request.headers(), &host) {
        next.run(request).await
    } else {
        StatusCode::FORBIDDEN.into_response()
    }
}

fn is_ours(headers: &HeaderMap, host: &str) -> bool {
    let told = |name| headers.get(name).map(|it| it.to_str().unwrap_or_default());
    let own = format!("http://{host}");
    told(header::HOST) == Some(host) && told(header::ORIGIN).is_none_or(|it| it == own)
}

async fn call(State(bridge): State<Bridge>, Json(call): Json<Call>) -> Response {
    match dispatch(&bridge.app, Window::Main, &call.command, call.payload).await {
        Ok(reply) => Json(reply).into_response(),
        Err(failure) => (StatusCode::UNPROCESSABLE_ENTITY, Json(failure)).into_response(),
    }
}

async fn events(
    State(bridge): State<Bridge>,
) -> Sse<impl Stream<Item = Result<sse::Event, Infallible>>> {
    Sse::new(stream::unfold(bridge.app.events(), next_event)).keep_alive(sse::KeepAlive::default())
}

async fn next_event(
    mut events: Receiver<UiEvent>,
) -> Option<(Result<sse::Event, Infallible>, Receiver<UiEvent>)> {
    let event = match events.recv().await {
        Ok(event) => event,
        Err(RecvError::Lagged(_)) => UiEvent::Lagged,
        Err(RecvError::Closed) => return None,
    };
    let told = sse::Event::default().json_data(event).expect("an event is plain data");
    Some((Ok(told), events))
}

async fn will_say(State(bridge): State<Bridge>, Json(script): Json<Script>) -> StatusCode {
    bridge.desk.will_say(match script {
        Script::Several(answers) => answers,
        Script::One(answer) => vec![answer],
    });
    StatusCode::NO_CONTENT
}

async fn asked(State(bridge): State<Bridge>) -> Json<Value> {
    let (asked, open) = bridge.desk.asked();
    Json(json!({ "asked": asked, "open": open, "raised": bridge.desk.raised() }))
}

async fn file(State(bridge): State<Bridge>, request: Request) -> Response {
    match bridge.page.file(request.uri().path()) {
        Some(file) => {
            let headers = [
                (header::CONTENT_TYPE, file.mime),
                (header::CONTENT_SECURITY_POLICY, bridge.page.policy()),
                (header::CACHE_CONTROL, "no-store"),
            ];
            (headers, file.bytes.clone()).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
