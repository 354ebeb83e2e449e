//! The official SDK, used as its own examples use it.

use std::{
    process::Stdio,
    time::{Duration, Instant},
};

use rmcp::{
    ClientLifecycleMode, ClientServiceExt as _, Peer, RoleClient,
    model::{CallToolRequestParams, CallToolResult, ContentBlock, ProtocolVersion},
    service::RunningService,
    transport::{
        StreamableHttpClientTransport, TokioChildProcess,
        streamable_http_client::StreamableHttpClientTransportConfig,
    },
};
use stdx::tasks::Tasks;
use tokio::{
    process::Command,
    sync::{mpsc, oneshot},
};

use crate::{
    error::Error,
    job::{Era, Job},
    plan::Door,
};

/// What it is called.
pub const NAME: &str = "rmcp 3.11.0";

/// A live connection.
pub struct Sdk {
    service: RunningService<RoleClient, ()>,
}

/// The HTTP client of all connections; as with ours, no proxy stands between it and this machine.
///
/// # Errors
/// [`Error::Sdk`]
pub fn client() -> Result<reqwest::Client, Error> {
    reqwest::Client::builder().no_proxy().build().map_err(told)
}

impl Sdk {
    /// Connects.
    ///
    /// # Errors
    /// [`Error::Server`] and [`Error::Sdk`].
    pub async fn start(door: &Door, era: Era, client: &reqwest::Client) -> Result<Self, Error> {
        let lifecycle = match era {
            Era::Legacy => ClientLifecycleMode::Initialize,
            Era::Modern => ClientLifecycleMode::Discover {
                preferred_versions: vec![ProtocolVersion::V_2026_07_28],
            },
        };
        let service = match door {
            Door::Process(program, args) => {
                let mut command = Command::new(program);
                command.args(args);
                let (transport, _) = TokioChildProcess::builder(command)
                    .stderr(Stdio::null())
                    .spawn()
                    .map_err(Error::Server)?;
                ().serve_with_lifecycle(transport, lifecycle).await
            }
            Door::Port(port, _) => {
                let url = format!("http://127.0.0.1:{port}/mcp");
                let config = StreamableHttpClientTransportConfig::with_uri(url);
                let transport = StreamableHttpClientTransport::with_client(client.clone(), config);
                ().serve_with_lifecycle(transport, lifecycle).await
            }
        };
        Ok(Self { service: service.map_err(told)? })
    }

    /// Makes calls one after another, in a task of their own, as ours are.
    ///
    /// # Errors
    /// [`Error::Sdk`] and [`Error::Wrong`].
    pub async fn calls(&self, job: Job, first: u64, count: u64) -> Result<Vec<Duration>, Error> {
        let peer = self.service.peer().clone();
        let (tell, told) = oneshot::channel();
        let mut tasks = Tasks::new();
        tasks.spawn(async move {
            tell.send(one_after_another(&peer, job, first, count).await).ok();
        });
        told.await.unwrap_or(Err(Error::Sdk("its task ended".to_owned())))
    }

    /// Makes calls at once: the time until all are answered, and how many were, rightly.
    pub async fn crowd(&self, first: u64, count: u64) -> (Duration, usize) {
        let (tell, mut told) = mpsc::unbounded_channel();
        let mut tasks = Tasks::new();
        let began = Instant::now();
        for n in first..first + count {
            let (peer, tell) = (self.service.peer().clone(), tell.clone());
            tasks.spawn(async move {
                let result = peer.call_tool(params("echo", Job::Echo, n)).await;
                tell.send((n, result)).ok();
            });
        }
        drop(tell);
        let mut answers = Vec::new();
        while let Some(answer) = told.recv().await {
            answers.push(answer);
        }
        let time = began.elapsed();
        let right = answers.iter().filter(|(n, result)| {
            result.as_ref().is_ok_and(|it| text(it) == Some(&Job::Echo.expected(*n)))
        });
        (time, right.count())
    }

    /// Has so many calls always be under way, whatever comes of them, until the tasks are dropped.
    pub fn occupied(&self, count: u64) -> Tasks {
        let mut tasks = Tasks::new();
        for n in 0..count {
            let peer = self.service.peer().clone();
            tasks.spawn(async move {
                while peer.call_tool(params("echo", Job::Echo, n)).await.is_ok() {}
            });
        }
        tasks
    }

    /// One call, whatever comes of it, in words.
    pub async fn attempt(&self) -> String {
        match self.service.peer().call_tool(params("echo", Job::Echo, 1)).await {
            Ok(_) => "answered".to_owned(),
            Err(error) => error.to_string(),
        }
    }

    /// Ends it.
    pub async fn end(self) {
        // It has been measured; how it ends is its own affair.
        self.service.cancel().await.ok();
    }
}

async fn one_after_another(
    peer: &Peer<RoleClient>,
    job: Job,
    first: u64,
    count: u64,
) -> Result<Vec<Duration>, Error> {
    let mut times = Vec::new();
    for n in first..first + count {
        let (time, text) = match job.tool() {
            Some(tool) => {
                let began = Instant::now();
                let result = peer.call_tool(params(tool, job, n)).await;
                let time = began.elapsed();
                (time, text(&result.map_err(told)?).map(str::to_owned))
            }
            None => {
                let began = Instant::now();
                let list = peer.list_all_tools().await;
                let time = began.elapsed();
                let tools = list.map_err(told)?;
                (time, tools.last().map(|last| Job::listed(tools.len(), &last.name)))
            }
        };
        times.push(time);
        if text != Some(job.expected(n)) {
            return Err(Error::Wrong { contender: NAME, call: n });
        }
    }
    Ok(times)
}

fn params(tool: &'static str, job: Job, n: u64) -> CallToolRequestParams {
    CallToolRequestParams::new(tool).with_arguments(job.arguments(n))
}

fn text(result: &CallToolResult) -> Option<&str> {
    match result.content.as_slice() {
        [ContentBlock::Text(text)] => Some(&text.text),
        _ => None,
    }
}

fn told(error: impl std::fmt::Display) -> Error {
    Error::Sdk(error.to_string())
}
