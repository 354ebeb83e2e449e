//! One call of a tool of one server, and what is the same for everything else that is asked of it; it
//! knows no schema and no catalog.

use std::{
    convert::Infallible,
    sync::Arc,
    time::{Duration, Instant},
};

use model::{
    name::ServerName,
    outcome::{Outcome, Progress},
    state::State,
};
use serde_json::{Map, Value};
use tokio::{sync::mpsc, task::spawn_blocking};

use crate::{
    convert,
    error::{CallFault, Error, Pulse},
    kept,
    redact::Redactor,
    redacted,
    servers::Servers,
    supervisor::Reach,
};

/// From this size on, in bytes, a result is searched for secrets off the async threads.
const BIG: usize = 1 << 20;

/// How long a server is asked for a sign of life after a call of it took too long. Whoever waits for
/// the call waits for that as well.
const SIGN: Duration = Duration::from_secs(2);

/// One call of a tool.
#[derive(Debug)]
pub struct Call {
    /// The server.
    pub server: ServerName,
    /// The tool's own name, letter for letter.
    pub tool: String,
    /// Its arguments.
    pub arguments: Map<String, Value>,
    /// By which name the caller knows this call: questions that the server asks meanwhile bear it.
    pub tag: String,
    /// Who hears of progress.
    pub progress: Option<mpsc::Sender<Progress>>,
}

impl Servers {
    /// Calls a tool. Dropping the future stops the call. Whatever comes back holds no secret that
    /// the server was started with.
    ///
    /// # Errors
    /// [`Error::Unknown`], [`Error::NotReady`] at once while it is not (HOST-13), [`Error::Call`]
    pub async fn call(&self, call: Call) -> Result<Outcome, Error> {
        let Call { server, tool, arguments, tag, progress } = call;
        let veiled = self.with(&server, |it| {
            it.live().borrow().reach.as_ref().map(|reach| Arc::clone(&reach.veiled))
        })?;
        let arguments = match veiled {
            Some(veiled) => veiled.lift(&tool, arguments),
            None => arguments,
        };
        let errand = Errand { server, tag, progress };
        let (outcome, redactor, took) = self
            .carry_out(errand, |client, mcp::Errand { limit, progress, tag }| async move {
                let (name, cap) = (tool, None);
                client.call(mcp::Call { name, arguments, limit, cap, progress, tag }).await
            })
            .await?;
        let size = outcome.raw.text().len();
        let keeper = self.keeper(&redactor);
        let cleaning =
            move || kept::mirrored(redacted::outcome(&redactor, convert::outcome(outcome, took)));
        let outcome = clean(size, cleaning).await?;
        keeper.keep(outcome).await
    }

    /// Has something done at a server that is ready, within the limit on its calls; gives its result
    /// as it came, what takes secrets out of it, and how long it took, in milliseconds.
    pub(crate) async fn carry_out<T, F>(
        &self,
        errand: Errand,
        work: impl FnOnce(mcp::Client, mcp::Errand) -> F,
    ) -> Result<(T, Redactor, u64), Error>
    where
        F: Future<Output = Result<T, mcp::Error>>,
    {
        let Errand { server: name, tag, progress } = errand;
        let (row, state) = self.get(&name).await?;
        let reach = self.with(&name, |it| it.live().borrow().reach.clone())?;
        let Some(Reach { client, redactor, doubt, .. }) = reach else {
            return Err(not_ready(&name, state));
        };
        let (progress, hearing) = match progress {
            Some(out) => {
                let (progress, incoming) = mpsc::channel(16);
                (Some(progress), Some(Hearing { incoming, out, redactor: redactor.clone() }))
            }
            None => (None, None),
        };
        let began = Instant::now();
        let limit = Duration::from_millis(row.draft.limits.call);
        let working = work(client.clone(), mcp::Errand { limit, progress, tag });
        let result = match hear_while(working, hearing).await {
            Ok(result) => result,
            Err(source) => {
                if let mcp::Error::Http(_) = source {
                    doubt.notify_one();
                }
                let mut fault = CallFault::of(&source);
                if let CallFault::TimedOut(found) = &mut fault {
                    *found = Some(pulse(&client).await);
                }
                let source = redacted::error(&redactor, source);
                return Err(Error::Call { name, fault, source: Box::new(source) });
            }
        };
        let took = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        Ok((result, redactor, took))
    }
}

/// Whether a server that did not answer in time answers anything.
async fn pulse(client: &mcp::Client) -> Pulse {
    match client.ping(SIGN).await {
        Ok(()) => Pulse::Beats,
        Err(mcp::Error::CallTimedOut { .. }) => Pulse::None,
        Err(_) => Pulse::Gone,
    }
}

/// Something that is asked of a server.
#[derive(Debug)]
pub struct Errand {
    /// The server.
    pub server: ServerName,
    /// By which name the caller knows it: questions that the server asks meanwhile bear it.
    pub tag: String,
    /// Who hears of progress.
    pub progress: Option<mpsc::Sender<Progress>>,
}

/// A result of this many bytes without secrets. To search a big one takes a while, in which others
/// have their turn.
pub(crate) async fn clean<T: Send + 'static>(
    size: usize,
    cleaning: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Error> {
    if size < BIG {
        return Ok(cleaning());
    }
    // It comes to no end only when the app does, and unsearched nothing is given away.
    spawn_blocking(cleaning).await.map_err(|_| Error::Closing)
}

/// Why a server cannot be asked anything now.
pub(crate) fn not_ready(name: &ServerName, state: State) -> Error {
    let (why, failed) = match state {
        State::Off => ("it is switched off".to_owned(), None),
        State::Starting(_) => ("it is still starting".to_owned(), None),
        State::Ready(_) => ("it ended just now".to_owned(), None),
        State::Failed(failed) => (failed.reason.clone(), Some(Box::new(failed))),
    };
    Error::NotReady { name: name.clone(), why, failed }
}

/// Somebody who hears of the progress of a call.
struct Hearing {
    incoming: mpsc::Receiver<mcp::Progress>,
    out: mpsc::Sender<Progress>,
    redactor: Redactor,
}

/// Runs a call and hands its progress on, as long as it runs and somebody takes it.
async fn hear_while<T>(calling: impl Future<Output = T>, hearing: Option<Hearing>) -> T {
    let Some(Hearing { mut incoming, out, redactor }) = hearing else {
        return calling.await;
    };
    let hand_on = |progress| {
        let progress = redacted::progress(&redactor, convert::progress(progress));
        // What the hearer cannot take at once is left out: the next one says more.
        out.try_send(progress).ok();
    };
    let handing_on = async {
        while let Some(progress) = incoming.recv().await {
            hand_on(progress);
        }
        std::future::pending::<Infallible>().await
    };
    let done = tokio::select! {
        done = calling => done,
        never = handing_on => match never {},
    };
    // What came just before the result was said before it.
    while let Ok(progress) = incoming.try_recv() {
        hand_on(progress);
    }
    done
}
