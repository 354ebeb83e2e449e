//! Our client, used as the app uses it.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use bench::job::{Era, Job};
use mcp::{Block, Call, Client, Connection, EraChoice, Guard, Launch, Outcome, Settings};
use stdx::tasks::Tasks;
use tokio::sync::{mpsc, oneshot};

use crate::error::Error;

pub(crate) const NAME: &str = "mcp";

/// A live connection.
pub(crate) struct Ours {
    connection: Connection,
    guard: Guard,
    /// Kept, since a listener that is gone is no fair test.
    _notices: mpsc::Receiver<mcp::Notice>,
}

impl Ours {
    pub(crate) async fn start(server: &Path, era: Era) -> Result<Self, Error> {
        let only = match era {
            Era::Legacy => mcp::Era::Legacy,
            Era::Modern => mcp::Era::Modern,
        };
        let launch = Launch {
            program: server.to_owned(),
            args: vec!["--era".into(), era.to_string().into()],
            env: Vec::new(),
            cwd: None,
        };
        let settings = Settings { era: EraChoice::Only(only), ..Settings::default() };
        let (tell, notices) = mpsc::channel(1000);
        let guard = Guard::start().map_err(Error::Ours)?;
        let connection = mcp::connect(launch, settings, &guard, tell).await.map_err(Error::Ours)?;
        Ok(Self { connection, guard, _notices: notices })
    }

    /// The calls are made in a task of their own, as those of the app are.
    pub(crate) async fn calls(
        &self,
        job: Job,
        first: u64,
        count: u64,
    ) -> Result<Vec<Duration>, Error> {
        let client = self.connection.client();
        let (tell, told) = oneshot::channel();
        let mut tasks = Tasks::new();
        tasks.spawn(async move {
            tell.send(one_after_another(&client, job, first, count).await).ok();
        });
        told.await.unwrap_or(Err(Error::Ours(mcp::Error::Closed)))
    }

    pub(crate) async fn crowd(&self, first: u64, count: u64) -> (Duration, usize) {
        let (tell, mut told) = mpsc::unbounded_channel();
        let mut tasks = Tasks::new();
        let began = Instant::now();
        for n in first..first + count {
            let (client, tell) = (self.connection.client(), tell.clone());
            tasks.spawn(async move {
                let outcome = client.call(Call::new("echo", Job::Echo.arguments(n))).await;
                tell.send((n, outcome)).ok();
            });
        }
        drop(tell);
        let mut answers = Vec::new();
        while let Some(answer) = told.recv().await {
            answers.push(answer);
        }
        let time = began.elapsed();
        let right = answers.iter().filter(|(n, outcome)| {
            outcome.as_ref().is_ok_and(|it| text(it) == Some(&Job::Echo.expected(*n)))
        });
        (time, right.count())
    }

    pub(crate) async fn end(self) {
        self.connection.close().await;
        self.guard.settled().await;
    }
}

async fn one_after_another(
    client: &Client,
    job: Job,
    first: u64,
    count: u64,
) -> Result<Vec<Duration>, Error> {
    let mut times = Vec::new();
    for n in first..first + count {
        let began = Instant::now();
        let outcome = client.call(Call::new(job.tool(), job.arguments(n))).await;
        times.push(began.elapsed());
        if text(&outcome.map_err(Error::Ours)?) != Some(&job.expected(n)) {
            return Err(Error::Wrong { contender: NAME, call: n });
        }
    }
    Ok(times)
}

fn text(outcome: &Outcome) -> Option<&str> {
    match outcome.blocks.as_slice() {
        [Block::Text(text)] if !outcome.is_error => Some(text),
        _ => None,
    }
}
