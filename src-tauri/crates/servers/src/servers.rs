//! All registered servers: who they are, what they do, and how each is called.
//!
//! It keeps one supervisor task a server and never touches a process by itself.

use std::{
    collections::BTreeMap,
    convert::Infallible,
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use model::{
    name::ServerName,
    outcome::{Outcome, Progress},
    server::{Draft, Server},
    state::State,
    tool::ToolList,
};
use serde_json::{Map, Value};
use tokio::{
    sync::{broadcast, mpsc},
    task::spawn_blocking,
    time::timeout,
};

use crate::{
    check::check,
    convert,
    error::{CallFault, Error},
    log::{Lines, Range},
    parts::{Event, Parts},
    plan,
    supervised::Supervised,
    turns::Turns,
};

/// Servers that were removed and can be taken back.
const REMOVED_KEPT: usize = 32;

/// A cheap handle; clones share the same servers.
#[derive(Debug, Clone)]
pub struct Servers {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    parts: Parts,
    turns: Turns,
    state: Mutex<Table>,
}

#[derive(Debug, Default)]
struct Table {
    servers: BTreeMap<ServerName, Supervised>,
    removed: Vec<Server>,
    closed: bool,
}

/// What becomes of a server that is registered or changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// The person saw what it runs and allowed it: it is switched on.
    Started,
    /// It is kept switched off, and not allowed to run.
    Kept,
    /// Its switch and what the person allowed stay as they are.
    Unchanged,
}

/// Which servers run when Steward is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StartUp {
    /// Those that are switched on.
    All,
    /// Each when it is needed: for a terminal that wants one thing and goes.
    Needed,
}

/// One call of a tool.
#[derive(Debug)]
pub struct Call {
    /// The server.
    pub server: ServerName,
    /// The tool's own name, letter for letter.
    pub tool: String,
    /// Its arguments.
    pub arguments: Map<String, Value>,
    /// Who hears of progress.
    pub progress: Option<mpsc::Sender<Progress>>,
}

impl Servers {
    /// Reads the kept servers and starts those that are on, if `start_up` says so.
    ///
    /// # Errors
    /// [`Error::Store`]
    pub async fn open(parts: Parts, start_up: StartUp) -> Result<Self, Error> {
        let rows = parts.db.servers().list().await?;
        let shared = Shared { parts, turns: Turns::default(), state: Mutex::default() };
        let this = Self { shared: Arc::new(shared) };
        for row in rows {
            let supervised = Supervised::start(&this.shared.parts, &row);
            if row.on && start_up == StartUp::All {
                supervised.handle().run(row.clone(), false).await;
            }
            this.table().servers.insert(row.name().clone(), supervised);
        }
        Ok(this)
    }

    /// Everything that happens to servers from now on.
    pub fn events(&self) -> broadcast::Receiver<Event> {
        self.shared.parts.listen()
    }

    /// All servers and what they do, by name.
    ///
    /// # Errors
    /// [`Error::Store`]
    pub async fn list(&self) -> Result<Vec<(Server, State)>, Error> {
        let rows = self.shared.parts.db.servers().list().await?;
        let table = self.table();
        Ok(rows.into_iter().map(|row| with_state(&table, row)).collect())
    }

    /// One server and what it does.
    ///
    /// # Errors
    /// [`Error::Unknown`], [`Error::Store`]
    pub async fn get(&self, name: &ServerName) -> Result<(Server, State), Error> {
        let row = self.row(name).await?;
        Ok(with_state(&self.table(), row))
    }

    /// Registers a server, or changes the one of that name if `replace` says so (HOST-4).
    ///
    /// # Errors
    /// [`Error::Invalid`] (HOST-2), [`Error::NameTaken`], [`Error::Store`], [`Error::Closing`]
    pub async fn register(
        &self,
        draft: Draft,
        wanted: Wanted,
        replace: bool,
    ) -> Result<Server, Error> {
        check(&draft)?;
        let name = draft.name.clone();
        let _turn = self.turn_of(&name)?.lock_owned().await;
        let servers = self.shared.parts.db.servers();
        let known = servers.get(&name).await?;
        if known.is_some() && !replace {
            return Err(Error::NameTaken(name));
        }
        let (on, approved) = match wanted {
            Wanted::Started => (true, Some(plan::of(&draft).digest)),
            Wanted::Kept => (false, None),
            Wanted::Unchanged => {
                known.as_ref().map_or((false, None), |it| (it.on, it.approved.clone()))
            }
        };
        let changed = known.as_ref().is_some_and(|it| it.draft.transport != draft.transport);
        servers.upsert(draft, on).await?;
        servers.set_on(&name, on).await?;
        servers.set_approved(&name, approved).await?;
        servers.set_last_error(&name, None).await?;
        if changed {
            // Another program may speak another era.
            servers.set_era_seen(&name, None).await?;
        }
        let row = self.row(&name).await?;
        self.set_going(&row, known.is_none()).await?;
        Ok(row)
    }

    /// Switches a server on or off, and returns when that is done: off means that its process is
    /// gone (HOST-7). It allows nothing: what the person has not seen yet needs
    /// [`start`](Self::start).
    ///
    /// # Errors
    /// [`Error::Unapproved`], [`Error::Unknown`], [`Error::Store`], [`Error::Closing`]
    pub async fn switch(&self, name: &ServerName, on: bool) -> Result<Server, Error> {
        let _turn = self.turn_of(name)?.lock_owned().await;
        let row = self.row(name).await?;
        if on && !is_approved(&row) {
            return Err(Error::Unapproved(name.clone()));
        }
        let servers = self.shared.parts.db.servers();
        servers.set_on(name, on).await?;
        servers.set_last_error(name, None).await?;
        let row = self.row(name).await?;
        self.set_going(&row, false).await?;
        Ok(row)
    }

    /// Allows what a server runs, if that is still what the person saw, and starts it: `allowed`
    /// is the digest of the plan that was shown. A row that was changed since is not started.
    ///
    /// # Errors
    /// [`Error::Unapproved`], [`Error::Unknown`], [`Error::Store`], [`Error::Closing`]
    pub async fn start(&self, name: &ServerName, allowed: &str) -> Result<Server, Error> {
        let _turn = self.turn_of(name)?.lock_owned().await;
        let row = self.row(name).await?;
        if plan::of(&row.draft).digest != allowed {
            return Err(Error::Unapproved(name.clone()));
        }
        let servers = self.shared.parts.db.servers();
        servers.set_approved(name, Some(allowed.to_owned())).await?;
        servers.set_on(name, true).await?;
        servers.set_last_error(name, None).await?;
        let row = self.row(name).await?;
        self.set_going(&row, false).await?;
        Ok(row)
    }

    /// Stops what runs of a server and starts it again; one that is off stays off.
    ///
    /// # Errors
    /// [`Error::Unapproved`], [`Error::Unknown`], [`Error::Store`], [`Error::Closing`]
    pub async fn restart(&self, name: &ServerName) -> Result<Server, Error> {
        let _turn = self.turn_of(name)?.lock_owned().await;
        let row = self.row(name).await?;
        if row.on && !is_approved(&row) {
            return Err(Error::Unapproved(name.clone()));
        }
        self.set_going(&row, false).await?;
        Ok(row)
    }

    /// Removes a server, and returns when its process is gone; its log stays (HOST-8).
    ///
    /// # Errors
    /// [`Error::Unknown`], [`Error::Store`], [`Error::Closing`]
    pub async fn remove(&self, name: &ServerName) -> Result<Server, Error> {
        let _turn = self.turn_of(name)?.lock_owned().await;
        let row = self.row(name).await?;
        let supervised = self.table().servers.remove(name);
        if let Some(supervised) = supervised {
            supervised.stop().await;
        }
        self.shared.parts.db.servers().remove(name).await?;
        {
            let mut table = self.table();
            table.removed.retain(|it| it.name() != name);
            table.removed.push(row.clone());
            let surplus = table.removed.len().saturating_sub(REMOVED_KEPT);
            table.removed.drain(..surplus);
        }
        self.shared.parts.tell(Event::Removed(name.clone()));
        Ok(row)
    }

    /// Takes back a server that was removed since the start.
    ///
    /// # Errors
    /// [`Error::NotRemoved`], [`Error::NameTaken`], [`Error::Store`], [`Error::Closing`]
    pub async fn restore(&self, name: &ServerName) -> Result<Server, Error> {
        let _turn = self.turn_of(name)?.lock_owned().await;
        let found = self.table().removed.iter().find(|it| it.name() == name).cloned();
        let row = found.ok_or_else(|| Error::NotRemoved(name.clone()))?;
        if self.shared.parts.db.servers().get(name).await?.is_some() {
            return Err(Error::NameTaken(name.clone()));
        }
        let row = self.shared.parts.db.servers().restore(row).await?;
        self.table().removed.retain(|it| it.name() != name);
        self.set_going(&row, false).await?;
        Ok(row)
    }

    /// Starts a server that is on and does nothing yet, and waits until it is ready or failed,
    /// at most `limit`.
    ///
    /// # Errors
    /// [`Error::Unknown`], [`Error::Store`], [`Error::Closing`]
    pub async fn wake(&self, name: &ServerName, limit: Duration) -> Result<State, Error> {
        {
            let _turn = self.turn_of(name)?.lock_owned().await;
            let (row, state) = self.get(name).await?;
            if row.on && state == State::Off {
                self.set_going(&row, false).await?;
            }
        }
        self.settled(name, limit).await
    }

    /// Waits until a server is neither starting nor about to, at most `limit`.
    ///
    /// # Errors
    /// [`Error::Unknown`]
    pub async fn settled(&self, name: &ServerName, limit: Duration) -> Result<State, Error> {
        let mut live = self.with(name, |it| it.live())?;
        let settled = live.wait_for(|it| !matches!(it.state, State::Starting(_)));
        // Bound first: the borrow of the waiting one must end.
        let waited = timeout(limit, settled).await.map(|it| it.map(|live| live.state.clone()));
        match waited {
            Ok(Ok(state)) => Ok(state),
            Ok(Err(_)) | Err(_) => self.with(name, |it| it.live().borrow().state.clone()),
        }
    }

    /// The tools a server listed last, also while it is off.
    ///
    /// # Errors
    /// [`Error::Unknown`], [`Error::Store`]
    pub async fn tools(&self, name: &ServerName) -> Result<ToolList, Error> {
        self.with(name, |_| ())?;
        Ok(self.shared.parts.db.tools().of(name).await?)
    }

    /// Calls a tool. Dropping the future stops the call.
    ///
    /// # Errors
    /// [`Error::Unknown`], [`Error::NotReady`] at once while it is not (HOST-13), [`Error::Call`]
    pub async fn call(&self, call: Call) -> Result<Outcome, Error> {
        let name = call.server;
        let (row, state) = self.get(&name).await?;
        let client = self.with(&name, |it| it.live().borrow().client.clone())?;
        let client = client.ok_or_else(|| not_ready(&name, state))?;
        let (progress, hearing) = match call.progress {
            Some(out) => {
                let (progress, incoming) = mpsc::channel(16);
                (Some(progress), Some((incoming, out)))
            }
            None => (None, None),
        };
        let began = Instant::now();
        let calling = client.call(mcp::Call {
            name: call.tool,
            arguments: call.arguments,
            limit: Duration::from_millis(row.draft.limits.call),
            cap: None,
            progress,
        });
        let outcome = hear_while(calling, hearing).await.map_err(|source| {
            let fault = CallFault::of(&source);
            Error::Call { name: name.clone(), fault, source }
        })?;
        let took = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        Ok(convert::outcome(outcome, took))
    }

    /// Some lines of a server's log.
    ///
    /// # Errors
    /// [`Error::Unknown`], [`Error::Log`]
    pub async fn log(&self, name: &ServerName, range: Range, limit: usize) -> Result<Lines, Error> {
        let log = self.with(name, |it| it.log.clone())?;
        let read = spawn_blocking(move || log.read(range, limit)).await;
        let lines = read.unwrap_or_else(|error| Err(std::io::Error::other(error)));
        lines.map_err(|source| Error::Log { name: name.clone(), source })
    }

    /// Where a server's log is.
    ///
    /// # Errors
    /// [`Error::Unknown`]
    pub fn log_path(&self, name: &ServerName) -> Result<PathBuf, Error> {
        self.with(name, |it| it.log.path().to_owned())
    }

    /// What they are made of.
    pub fn parts(&self) -> &Parts {
        &self.shared.parts
    }

    /// Stops all servers at once and returns when their processes are gone.
    pub async fn close(&self) {
        let servers = {
            let mut table = self.table();
            table.closed = true;
            std::mem::take(&mut table.servers)
        };
        let mut stopping = stdx::tasks::Tasks::new();
        for supervised in servers.into_values() {
            stopping.spawn(supervised.stop());
        }
        stopping.finish().await;
    }

    /// Makes a server do what its row says.
    async fn set_going(&self, row: &Server, fresh: bool) -> Result<(), Error> {
        let (supervisor, left_over) = {
            let mut table = self.table();
            if table.closed {
                return Err(Error::Closing);
            }
            // A supervisor that fell over is replaced.
            let dead = table.servers.get(row.name()).is_none_or(Supervised::is_dead);
            let left_over = if dead { table.servers.remove(row.name()) } else { None };
            let parts = &self.shared.parts;
            let entry = table.servers.entry(row.name().clone());
            (entry.or_insert_with(|| Supervised::start(parts, row)).handle(), left_over)
        };
        drop(left_over);
        if row.on {
            supervisor.run(row.clone(), fresh).await;
        } else {
            supervisor.halt().await;
        }
        Ok(())
    }

    /// Changes of one server take turns.
    fn turn_of(&self, name: &ServerName) -> Result<Arc<tokio::sync::Mutex<()>>, Error> {
        let table = self.table();
        if table.closed {
            return Err(Error::Closing);
        }
        Ok(self.shared.turns.of(name))
    }

    async fn row(&self, name: &ServerName) -> Result<Server, Error> {
        let row = self.shared.parts.db.servers().get(name).await?;
        row.ok_or_else(|| self.unknown(name.as_str()))
    }

    fn with<T>(&self, name: &ServerName, what: impl FnOnce(&Supervised) -> T) -> Result<T, Error> {
        let found = self.table().servers.get(name).map(what);
        found.ok_or_else(|| self.unknown(name.as_str()))
    }

    /// No server has this name: says which there are (HOST-9).
    pub fn unknown(&self, name: &str) -> Error {
        let known = self.table().servers.keys().cloned().collect();
        Error::Unknown { name: name.to_owned(), known }
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.shared.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether the person saw and allowed just what the row would run.
fn is_approved(row: &Server) -> bool {
    row.approved.as_deref() == Some(plan::of(&row.draft).digest.as_str())
}

fn with_state(table: &Table, row: Server) -> (Server, State) {
    let state = table.servers.get(row.name()).map(Supervised::state);
    (row, state.unwrap_or(State::Off))
}

fn not_ready(name: &ServerName, state: State) -> Error {
    let (why, failed) = match state {
        State::Off => ("it is switched off".to_owned(), None),
        State::Starting(_) => ("it is still starting".to_owned(), None),
        State::Ready(_) => ("it ended just now".to_owned(), None),
        State::Failed(failed) => (failed.reason.clone(), Some(Box::new(failed))),
    };
    Error::NotReady { name: name.clone(), why, failed }
}

/// Runs a call and hands its progress on, as long as it runs and somebody takes it.
async fn hear_while<T>(
    calling: impl Future<Output = T>,
    hearing: Option<(mpsc::Receiver<mcp::Progress>, mpsc::Sender<Progress>)>,
) -> T {
    let Some((mut incoming, out)) = hearing else {
        return calling.await;
    };
    let handing_on = async {
        while let Some(progress) = incoming.recv().await {
            // What the hearer cannot take at once is left out: the next one says more.
            out.try_send(convert::progress(progress)).ok();
        }
        std::future::pending::<Infallible>().await
    };
    tokio::select! {
        done = calling => done,
        never = handing_on => match never {},
    }
}
