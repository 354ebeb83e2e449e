//! The official SDK, used as its own examples use it.

use std::{
    path::Path,
    process::Stdio,
    time::{Duration, Instant},
};

use bench::job::{Era, Job};
use rmcp::{
    ClientLifecycleMode, ClientServiceExt as _, Peer, RoleClient,
    model::{CallToolRequestParams, CallToolResult, ContentBlock, ProtocolVersion},
    service::RunningService,
    transport::TokioChildProcess,
};
use stdx::tasks::Tasks;
use tokio::{
    process::Command,
    sync::{mpsc, oneshot},
};

use crate::error::Error;

pub(crate) const NAME: &str = "rmcp 3.11.0";

/// A live connection.
pub(crate) struct Sdk {
    service: RunningService<RoleClient, ()>,
}

impl Sdk {
    pub(crate) async fn start(server: &Path, era: Era) -> Result<Self, Error> {
        let mut command = Command::new(server);
        command.args(["--era", &era.to_string()]);
        let (transport, _) = TokioChildProcess::builder(command)
            .stderr(Stdio::null())
            .spawn()
            .map_err(Error::Server)?;
        let lifecycle = match era {
            Era::Legacy => ClientLifecycleMode::Initialize,
            Era::Modern => ClientLifecycleMode::Discover {
                preferred_versions: vec![ProtocolVersion::V_2026_07_28],
            },
        };
        let service = ().serve_with_lifecycle(transport, lifecycle).await.map_err(told)?;
        Ok(Self { service })
    }

    /// The calls are made in a task of their own, as ours are.
    pub(crate) async fn calls(
        &self,
        job: Job,
        first: u64,
        count: u64,
    ) -> Result<Vec<Duration>, Error> {
        let peer = self.service.peer().clone();
        let (tell, told) = oneshot::channel();
        let mut tasks = Tasks::new();
        tasks.spawn(async move {
            tell.send(one_after_another(&peer, job, first, count).await).ok();
        });
        told.await.unwrap_or(Err(Error::Sdk("its task ended".to_owned())))
    }

    pub(crate) async fn crowd(&self, first: u64, count: u64) -> (Duration, usize) {
        let (tell, mut told) = mpsc::unbounded_channel();
        let mut tasks = Tasks::new();
        let began = Instant::now();
        for n in first..first + count {
            let (peer, tell) = (self.service.peer().clone(), tell.clone());
            tasks.spawn(async move {
                let result = peer.call_tool(params(Job::Echo, n)).await;
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

    pub(crate) async fn end(self) {
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
        let began = Instant::now();
        let result = peer.call_tool(params(job, n)).await;
        times.push(began.elapsed());
        if text(&result.map_err(told)?) != Some(&job.expected(n)) {
            return Err(Error::Wrong { contender: NAME, call: n });
        }
    }
    Ok(times)
}

fn params(job: Job, n: u64) -> CallToolRequestParams {
    CallToolRequestParams::new(job.tool()).with_arguments(job.arguments(n))
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
