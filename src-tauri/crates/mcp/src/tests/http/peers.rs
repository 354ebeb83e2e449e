//! Servers of other people over HTTP, at pinned versions.

use std::{path::PathBuf, process::Stdio};

use serde_json::json;
use stdx::tasks::Tasks;
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, BufReader},
    process::{Child, Command},
    sync::mpsc,
};

use super::{
    super::{
        asker::{accept, asker},
        call, call_with, soon, text,
    },
    Desk,
};
use crate::{Block, Call, Carrier, Era, EraChoice, Notice, Target};

/// A server that runs. Dropping it ends it.
struct Peer {
    child: Child,
    _reading: Tasks,
    url: String,
}

impl Peer {
    /// Starts it, and waits until it says where it listens; `None` when it ends before.
    async fn start(mut command: Command) -> Option<Self> {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.kill_on_drop(true).spawn().unwrap();
        let (tell, mut told) = mpsc::unbounded_channel();
        // A server whose pipe is closed or full may end, or wait for ever.
        let mut reading = Tasks::new();
        reading.spawn(read(child.stdout.take().unwrap(), tell.clone()));
        reading.spawn(read(child.stderr.take().unwrap(), tell));
        let url = soon(told.recv()).await?;
        Some(Self { child, _reading: reading, url })
    }

    /// The server takes no port from the system, so a free one is looked for; somebody else may be
    /// faster.
    async fn everything(mode: &str) -> Self {
        for _ in 0..5 {
            let free = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
            let port = free.local_addr().unwrap().port();
            drop(free);
            if let Some(peer) = Self::everything_at(mode, &port.to_string()).await {
                return peer;
            }
        }
        panic!("no port is free")
    }

    async fn everything_at(mode: &str, port: &str) -> Option<Self> {
        let mut command = Command::new("node");
        let script = "node_modules/@modelcontextprotocol/server-everything/dist/index.js";
        command.arg(peers().join(script)).arg(mode).env("PORT", port);
        Self::start(command).await
    }

    async fn python(script: &str, args: &[&str]) -> Self {
        let mut command = Command::new(peers().join("venv/bin/python"));
        let scripts = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../tests/servers");
        command.arg(scripts.join(script)).args(args).env("PYTHONDONTWRITEBYTECODE", "1");
        Self::start(command).await.unwrap()
    }

    /// Ends it, and waits until its port is free.
    async fn end(mut self) {
        self.child.kill().await.unwrap();
    }

    fn at(&self, path: &str) -> Target {
        Target { url: format!("{}{path}", self.url).into(), headers: Vec::new() }
    }
}

/// Where the servers are installed.
fn peers() -> PathBuf {
    let named = std::env::var_os("STEWARD_PEERS").map(PathBuf::from);
    named.unwrap_or_else(|| std::env::home_dir().unwrap().join(".cache/steward/peers"))
}

/// Reads all that a server writes, and tells when that says where it listens.
async fn read(pipe: impl AsyncRead + Unpin, tell: mpsc::UnboundedSender<String>) {
    let mut lines = BufReader::new(pipe).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        let after = ["listening on port ", "running on port ", "http://127.0.0.1:"]
            .iter()
            .find_map(|mark| line.split_once(mark));
        let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>();
        if let Some(port) =
            after.map(|(_, rest)| digits(rest)).filter(|port| !matches!(port.as_str(), "" | "0"))
        {
            tell.send(format!("http://127.0.0.1:{port}")).ok();
        }
    }
}

/// HOST-24, HOST-49
#[tokio::test]
async fn everything_works_over_streamable_http_and_over_the_old_way() {
    for (mode, path, carrier) in
        [("streamableHttp", "/mcp", Carrier::Http), ("sse", "/sse", Carrier::OldHttp)]
    {
        let peer = Peer::everything(mode).await;
        let (asker, mut questions) = asker();
        let mut desk = Desk::new();
        desk.settings.asker = Some(asker);
        let connection = desk.connect(peer.at(path)).await;
        assert_eq!((connection.carrier(), connection.hello().era), (carrier, Era::Legacy));
        let client = connection.client();
        assert!(client.tools().await.unwrap().tools.len() > 8);
        let outcome = soon(client.call(call_with("echo", json!({ "message": "hi" })))).await;
        assert_eq!(text(&outcome.unwrap()), "Echo: hi");
        let picture = soon(client.call(call("get-tiny-image"))).await.unwrap();
        assert!(picture.blocks.iter().any(|it| matches!(it, Block::Image { .. })));
        let (progress, mut heard) = mpsc::channel(100);
        let long =
            call_with("trigger-long-running-operation", json!({ "duration": 1, "steps": 4 }));
        let outcome = soon(client.call(Call { progress: Some(progress), ..long })).await.unwrap();
        assert!(text(&outcome).contains("completed"), "{}", text(&outcome));
        assert_eq!(heard.recv().await.unwrap().total, Some(4.0));
        let answer = async {
            let put = questions.next().await;
            put.answer(accept(json!({ "name": "Ada" })));
        };
        let asks = client.call(call("trigger-elicitation-request"));
        let (outcome, ()) = soon(async { tokio::join!(asks, answer) }).await;
        assert!(format!("{:?}", outcome.unwrap().blocks).contains("Ada"));
        soon(connection.close()).await;
    }
}

/// HOST-23
#[tokio::test]
async fn everything_that_was_restarted_is_used_as_before() {
    let first = Peer::everything("streamableHttp").await;
    let mut desk = Desk::new();
    let connection = desk.connect(first.at("/mcp")).await;
    let client = connection.client();
    let echo = || call_with("echo", json!({ "message": "hi" }));
    soon(client.call(echo())).await.unwrap();
    let port = first.url.rsplit(':').next().unwrap().to_owned();
    first.end().await;
    let _second = Peer::everything_at("streamableHttp", &port).await.unwrap();
    assert_eq!(text(&soon(client.call(echo())).await.unwrap()), "Echo: hi");
    let says = |it: &Notice| matches!(it, Notice::Lifecycle(text) if text.contains("new one"));
    assert!(desk.notices().iter().any(says));
}

#[tokio::test]
async fn python_servers_work_over_http_in_both_eras() {
    for (script, args) in [("sdk_over_http.py", &[][..]), ("fastmcp_peer.py", &["--http"])] {
        let peer = Peer::python(script, args).await;
        for era in [Era::Modern, Era::Legacy] {
            let desk = Desk::new().era(EraChoice::Only(era));
            let connection = desk.connect(peer.at("/mcp")).await;
            assert_eq!(connection.hello().era, era, "{script}");
            let client = connection.client();
            assert!(client.tools().await.unwrap().tools.len() >= 3, "{script}");
            let outcome = soon(client.call(call_with("add", json!({ "a": 2, "b": 3 })))).await;
            assert_eq!(text(&outcome.unwrap()), "5", "{script} {era:?}");
            let (progress, mut heard) = mpsc::channel(100);
            let steps = call_with("steps", json!({ "count": 3 }));
            let outcome = soon(client.call(Call { progress: Some(progress), ..steps })).await;
            assert_eq!(text(&outcome.unwrap()), "done", "{script} {era:?}");
            assert_eq!(heard.recv().await.unwrap().total, Some(3.0), "{script} {era:?}");
            assert!(soon(client.call(call("broken"))).await.unwrap().is_error);
            soon(connection.close()).await;
        }
        let connection = Desk::new().connect(peer.at("/mcp")).await;
        assert_eq!(connection.hello().era, Era::Modern, "{script} is asked for that first");
    }
}
