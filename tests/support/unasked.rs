//! What may run unasked, in the window: commands as its page gives them, and a model that calls one
//! tool. It answers no dialog.

use std::net::Ipv4Addr;

use axum::{Json, Router, extract::State, routing::post};
use serde_json::{Value, json};
use stdx::tasks::Tasks;
use tokio::net::TcpListener;

use crate::{wait::eventually, window::Window};

/// A model at an address of this machine, which calls the tool whose name ends so, once in each
/// conversation. Dropping it ends it.
#[derive(Debug)]
pub struct Caller {
    port: u16,
    _serving: Tasks,
}

impl Caller {
    /// Begins to serve.
    ///
    /// # Panics
    /// When there is no port to be had.
    pub async fn start(tool: &'static str) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a port is free");
        let port = listener.local_addr().expect("it has an address").port();
        let router = Router::new().route("/v1/chat/completions", post(reply)).with_state(tool);
        let mut serving = Tasks::new();
        serving.spawn(async move { axum::serve(listener, router).await.expect("it serves") });
        Self { port, _serving: serving }
    }
}

/// The one call, and a word where it was made already.
async fn reply(State(tool): State<&'static str>, Json(asked): Json<Value>) -> String {
    let list = |key: &str| asked[key].as_array().cloned().unwrap_or_default();
    let names = list("tools").into_iter().map(|it| it["function"]["name"].clone());
    let called = list("messages").iter().any(|it| it["role"] == "tool");
    let name = names.into_iter().find(|it| it.as_str().is_some_and(|it| it.ends_with(tool)));
    let (said, why) = match name.filter(|_| !called) {
        Some(name) => {
            let function = json!({ "name": name, "arguments": "{\"name\":\"Ada\"}" });
            let call = json!({ "index": 0, "id": "one", "type": "function", "function": function });
            (json!({ "role": "assistant", "tool_calls": [call] }), "tool_calls")
        }
        None => (json!({ "role": "assistant", "content": "Done." }), "stop"),
    };
    let piece = |delta: Value, end: Value| {
        let choice = json!({ "index": 0, "delta": delta, "finish_reason": end });
        let whole = json!({
            "id": "x", "object": "chat.completion.chunk", "created": 1, "model": "caller",
            "choices": [choice],
        });
        format!("data: {whole}\n\n")
    };
    [piece(said, Value::Null), piece(json!({}), json!(why)), "data: [DONE]\n\n".to_owned()].concat()
}

impl Window {
    /// What a command gives to the page.
    pub async fn command(&self, name: &str, payload: Value) -> Value {
        let given = json!({ "command": name, "payload": payload });
        let script = format!(
            "const done = arguments[arguments.length - 1]; \
             window.__TAURI_INTERNALS__.invoke('call', {given}) \
                 .then(it => done({{ given: it }}), it => done({{ failure: it }}))"
        );
        let told = self.run_async(&script).await;
        assert!(told.get("failure").is_none(), "{name}: {told}");
        told["given"].clone()
    }

    /// Begins a command that waits for the person.
    pub async fn begin(&self, name: &str, payload: Value) {
        let given = json!({ "command": name, "payload": payload });
        let script = format!(
            "window.told = null; window.__TAURI_INTERNALS__.invoke('call', {given}) \
                 .then(() => window.told = 'done', it => window.told = it.code)"
        );
        self.run(&script).await;
    }

    /// How it ended: `done`, or the code of its failure.
    pub async fn ended(&self) -> String {
        eventually("it does not end", async || {
            self.run("return window.told").await.as_str().map(str::to_owned)
        })
        .await
    }

    /// Begins to let these tools of every server run unasked.
    pub async fn let_run(&self, tools: &[&str]) {
        let rules: Vec<_> = tools.iter().map(|it| rule(it)).collect();
        self.begin("set_rules", json!({ "rules": rules })).await;
    }

    /// How many rules there are.
    pub async fn rules(&self) -> usize {
        self.command("list_rules", Value::Null).await["rules"].as_array().map_or(0, Vec::len)
    }

    /// Has the model call its tool in a new conversation; the conversation and the call that waits.
    pub async fn ask_caller(&self, caller: &Caller) -> (Value, Value) {
        let url = format!("http://127.0.0.1:{}/v1", caller.port);
        let terms = json!({
            "name": "Caller", "dialect": "chatCompletions", "baseUrl": url, "withKey": false,
        });
        let provider = self.command("add_provider", terms).await["id"].clone();
        let model = json!({ "model": { "provider": provider, "model": "caller" } });
        let talk = self.command("begin_conversation", model).await["id"].clone();
        let parts = json!([{ "kind": "text", "text": "Greet me." }]);
        let message = json!({ "conversation": talk, "parts": parts, "replaces": null });
        self.command("send_message", message).await;
        let card = eventually("no call waits", async || {
            let open = json!({ "conversation": talk, "before": null });
            let all = self.command("open_conversation", open).await;
            card_of(&all).filter(|it| it["state"] == "pending").cloned()
        })
        .await;
        (talk, card)
    }

    /// How the one call of a conversation stands.
    pub async fn card_state(&self, talk: &Value) -> Value {
        let open = json!({ "conversation": talk, "before": null });
        let all = self.command("open_conversation", open).await;
        card_of(&all).map_or(Value::Null, |it| it["state"].clone())
    }
}

fn rule(tool: &str) -> Value {
    json!({
        "priority": 100, "server": null, "tool": tool, "below": null, "action": "allow",
        "digest": null, "conversation": null, "expires": null, "note": "",
    })
}

/// The first card in a transcript, wherever it stands in it.
fn card_of(all: &Value) -> Option<&Value> {
    if all.get("publicName").is_some() {
        return Some(all);
    }
    match all {
        Value::Array(list) => list.iter().find_map(card_of),
        Value::Object(map) => map.values().find_map(card_of),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}
