//! The same server over HTTP, in this process. It gives out sessions, and counts those given back.

use std::{
    net::Ipv4Addr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use axum::{
    Json, Router,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::post,
};
use serde_json::{Value, json};
use stdx::tasks::Tasks;
use tokio::net::TcpListener;

use crate::serve::answer;

/// The server. Dropping it ends it.
#[derive(Debug)]
pub(crate) struct Site {
    port: u16,
    sessions: Arc<Sessions>,
    _serving: Tasks,
}

#[derive(Debug, Default)]
struct Sessions {
    opened: AtomicUsize,
    given_back: AtomicUsize,
}

impl Site {
    /// Begins to serve.
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let sessions = Arc::new(Sessions::default());
        let way = post(take).delete(give_back);
        let router = Router::new().route("/mcp", way).with_state(Arc::clone(&sessions));
        let mut serving = Tasks::new();
        serving.spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { port, sessions, _serving: serving }
    }

    /// What a client is told to reach it.
    pub(crate) fn target(&self) -> mcp::Target {
        let url = format!("http://127.0.0.1:{}/mcp", self.port);
        mcp::Target { url: url.as_str().into(), headers: Vec::new() }
    }

    /// How many sessions were opened, and how many of them given back.
    pub(crate) fn sessions(&self) -> (usize, usize) {
        let Sessions { opened, given_back } = &*self.sessions;
        (opened.load(Ordering::Relaxed), given_back.load(Ordering::Relaxed))
    }
}

async fn take(State(sessions): State<Arc<Sessions>>, Json(message): Json<Value>) -> Response {
    let Some(result) = answer(&message) else {
        if message.get("id").is_some() {
            std::future::pending::<()>().await;
        }
        return StatusCode::ACCEPTED.into_response();
    };
    let mut reply = json!({ "jsonrpc": "2.0", "id": message["id"] });
    match result {
        Ok(result) => reply["result"] = result,
        Err(code) => reply["error"] = json!({ "code": code, "message": "no" }),
    }
    if message["method"] == "initialize" {
        let number = sessions.opened.fetch_add(1, Ordering::Relaxed);
        return ([("Mcp-Session-Id", format!("session-{number}"))], Json(reply)).into_response();
    }
    Json(reply).into_response()
}

async fn give_back(State(sessions): State<Arc<Sessions>>) -> StatusCode {
    sessions.given_back.fetch_add(1, Ordering::Relaxed);
    StatusCode::NO_CONTENT
}
