//! Our client, used as the app uses it.

use std::time::{Duration, Instant};

use mcp::{
    Block, Call, Client, Connection, EraChoice, Guard, Launch, Outcome, Pool, Settings, Target,
};
use stdx::tasks::Tasks;
use tokio::sync::{mpsc, oneshot};

use crate::{
    error::Error,
    job::{Era, Job},
    plan::Door,
};

/// What it is called.
pub const NAME: &str = "mcp";

/// What all connections of an app share.
#[derive(Clone)]
pub struct Shared {
    guard: Guard,
    pool: Pool,
}

/// A live connection.
pub struct Ours {
    connection: Connection,
    shared: Shared,
    /// Somebody listens, as the app does.
    _listening: Tasks,
}

impl Shared {
    /// For the connections of one app, of which there are none yet.
    ///
    /// # Errors
    /// [`Error::Ours`]
    // It needs a runtime to be made in.
    #[expect(clippy::unused_async, reason = "what it starts needs the runtime around it")]
    pub async fn new() -> Result<Self, Error> {
        let guard = Guard::start().map_err(Error::Ours)?;
        Ok(Self { guard, pool: Pool::new().map_err(Error::pool)? })
    }
}

impl Ours {
    /// Connects.
    ///
    /// # Errors
    /// [`Error::Ours`]
    pub async fn start(door: &Door, era: Era, shared: &Shared) -> Result<Self, Error> {
        let only = match era {
            Era::Legacy => mcp::Era::Legacy,
            Era::Modern => mcp::Era::Modern,
        };
        let settings = Settings { era: EraChoice::Only(only), ..Settings::default() };
        let (tell, mut notices) = mpsc::channel(1000);
        let mut listening = Tasks::new();
        listening.spawn(async move { while notices.recv().await.is_some() {} });
        let connection = match door {
            Door::Process(program, args) => {
                let launch = Launch {
                    program: program.clone(),
                    args: args.iter().map(|it| it.as_str().into()).collect(),
                    env: Vec::new(),
                    cwd: None,
                };
                mcp::connect(launch, settings, &shared.guard, tell).await
            }
            Door::Port(port, _) => {
                let url = format!("http://127.0.0.1:{port}/mcp").into();
                let target = Target { url, headers: Vec::new() };
                let Shared { guard, pool } = shared;
                mcp::connect_http(target, settings, pool, guard, tell).await
            }
        };
        let connection = connection.map_err(Error::Ours)?;
        Ok(Self { connection, shared: shared.clone(), _listening: listening })
    }

    /// Makes calls one after another, in a task of their own, as those of the app are.
    ///
    /// # Errors
    /// [`Error::Ours`] and [`Error::Wrong`].
    pub async fn calls(&self, job: Job, first: u64, count: u64) -> Result<Vec<Duration>, Error> {
        let client = self.connection.client();
        let (tell, told) = oneshot::channel();
        let mut tasks = Tasks::new();
        tasks.spawn(async move {
            tell.send(one_after_another(&client, job, first, count).await).ok();
        });
        told.await.unwrap_or(Err(Error::Ours(mcp::Error::Closed)))
    }

    /// Makes calls at once: the time until all are answered, and how many were, rightly.
    pub async fn crowd(&self, first: u64, count: u64) -> (Duration, usize) {
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

    /// Has so many calls always be under way, whatever comes of them, until the tasks are dropped.
    pub fn occupied(&self, count: u64) -> Tasks {
        let mut tasks = Tasks::new();
        for n in 0..count {
            let client = self.connection.client();
            tasks.spawn(async move {
                while client.call(Call::new("echo", Job::Echo.arguments(n))).await.is_ok() {}
            });
        }
        tasks
    }

    /// One call, whatever comes of it, in words.
    pub async fn attempt(&self) -> String {
        match self.connection.client().call(Call::new("echo", Job::Echo.arguments(1))).await {
            Ok(_) => "answered".to_owned(),
            Err(error) => error.to_string(),
        }
    }

    /// Ends it.
    pub async fn end(self) {
        self.connection.close().await;
        self.shared.guard.settled().await;
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
        let (time, text) = match job.tool() {
            Some(tool) => {
                let began = Instant::now();
                let outcome = client.call(Call::new(tool, job.arguments(n))).await;
                let time = began.elapsed();
                (time, text(&outcome.map_err(Error::Ours)?).map(str::to_owned))
            }
            None => {
                client.forget_lists();
                let began = Instant::now();
                let list = client.tools().await;
                let time = began.elapsed();
                let tools = list.map_err(Error::Ours)?.tools;
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

fn text(outcome: &Outcome) -> Option<&str> {
    match outcome.blocks.as_slice() {
        [Block::Text(text)] if !outcome.is_error => Some(text),
        _ => None,
    }
}
