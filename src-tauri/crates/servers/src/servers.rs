//! All registered servers: who they are, and what they do.
//!
//! It keeps one supervisor task a server and never touches a process by itself.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use model::{
    name::ServerName,
    server::Server,
    state::State,
    tool::{Tool, ToolList},
};
use stdx::tasks::Tasks;
use tokio::{
    sync::{broadcast, oneshot},
    task::spawn_blocking,
    time::timeout,
};
use tracing::error;

use crate::{
    error::Error,
    log::reader::{Lines, Range},
    parts::{Event, Parts},
    supervised::{Handle, StartUp, Supervised},
    table::Table,
    turns::Turns,
};

/// How long quit waits for processes that are ended in the background: 2 s, SIGTERM, 2 s, SIGKILL.
const SETTLE_LIMIT: Duration = Duration::from_secs(6);

/// A cheap handle; clones share the same servers.
#[derive(Debug, Clone)]
pub struct Servers {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    parts: Parts,
    turns: Turns,
    table: Mutex<Table>,
}

impl Servers {
    /// Reads the kept servers. Nothing runs yet; those that are on wait for
    /// [`start_up`](Self::start_up), or each for who needs it.
    ///
    /// # Errors
    /// [`Error::Store`]
    pub async fn open(parts: Parts, start_up: StartUp) -> Result<Self, Error> {
        let rows = parts.db.servers().list().await?;
        let shared = Shared { parts, turns: Turns::default(), table: Mutex::default() };
        let this = Self { shared: Arc::new(shared) };
        for row in rows {
            let supervised = Supervised::open(&this.shared.parts, &row, start_up);
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
        let found: Vec<_> = {
            let table = self.table();
            rows.into_iter().map(|row| table.with_state(row)).collect()
        };
        let mut all = Vec::with_capacity(found.len());
        for (row, state) in found {
            all.push(self.still_true(row, state).await);
        }
        Ok(all)
    }

    /// One server and what it does.
    ///
    /// # Errors
    /// [`Error::Unknown`], [`Error::Store`]
    pub async fn get(&self, name: &ServerName) -> Result<(Server, State), Error> {
        let row = self.row(name).await?;
        let (row, state) = self.table().with_state(row);
        Ok(self.still_true(row, state).await)
    }

    /// The tools a server listed last, also while it is off.
    ///
    /// # Errors
    /// [`Error::Unknown`], [`Error::Store`]
    pub async fn tools(&self, name: &ServerName) -> Result<ToolList, Error> {
        let kept = self.shared.parts.db.tools().of(name).await;
        kept.map_err(|error| self.store_error(error))
    }

    /// One tool of a server's last list, by its own name.
    ///
    /// # Errors
    /// [`Error::Unknown`], [`Error::Store`]
    pub async fn tool(&self, name: &ServerName, tool: &str) -> Result<Option<Tool>, Error> {
        let kept = self.shared.parts.db.tools().one(name, tool).await;
        kept.map_err(|error| self.store_error(error))
    }

    /// Another number whenever a list of tools may be another one.
    pub fn lists_revision(&self) -> u64 {
        self.shared.parts.db.tools().revision()
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

    /// Whether there is a server of this name, or one that can be taken back.
    pub fn may_come_back(&self, name: &ServerName) -> bool {
        let table = self.table();
        // Once all is closed, nobody knows.
        table.closed || table.servers.contains_key(name) || table.removed(name).is_some()
    }

    /// The servers that were removed and can be taken back.
    pub fn restorable(&self) -> Vec<Server> {
        self.table().removed.clone()
    }

    /// Where a server's log is.
    ///
    /// # Errors
    /// [`Error::Unknown`]
    pub fn log_path(&self, name: &ServerName) -> Result<PathBuf, Error> {
        self.with(name, |it| it.log.path().to_owned())
    }

    /// Remembers nothing more of what a server was told so far: what it becomes is another.
    pub async fn give_up_answers(&self, name: &ServerName) {
        self.shared.parts.keeping.give_up(name).await;
    }

    /// Returns when what servers were told so far is remembered, where it is to be; the keychain has
    /// its own limit.
    pub async fn answers_kept(&self) {
        self.shared.parts.keeping.done().await;
    }

    /// What they are made of.
    pub fn parts(&self) -> &Parts {
        &self.shared.parts
    }

    /// No server has this name: says which there are (HOST-9).
    pub fn unknown(&self, name: &str) -> Error {
        let known = self.table().servers.keys().cloned().collect();
        Error::Unknown { name: name.to_owned(), known }
    }

    /// Whether a server of this name is registered.
    pub fn knows(&self, name: &ServerName) -> bool {
        self.table().servers.contains_key(name)
    }

    /// Stops all servers at once, lets changes that are under way come to their end, and returns
    /// when all processes are gone.
    pub async fn close(&self) {
        let (servers, changes) = {
            let mut table = self.table();
            table.closed = true;
            // What was removed cannot be taken back any more.
            table.removed.clear();
            (std::mem::take(&mut table.servers), std::mem::take(&mut table.changes))
        };
        let mut stopping = Tasks::new();
        for supervised in servers.into_values() {
            stopping.spawn(supervised.stop());
        }
        tokio::join!(stopping.finish(), changes.finish());
        // What is not gone by then is left to the guard process.
        let gone = timeout(SETTLE_LIMIT, self.shared.parts.guard.settled());
        tokio::join!(gone, self.shared.parts.keeping.close()).0.ok();
    }

    /// Makes a change of one server to its end, also when nobody waits for it any more: half of a
    /// change would be worse than none. Changes of one server follow each other.
    pub(crate) async fn in_turn<T, W>(
        &self,
        name: &ServerName,
        change: impl FnOnce(Self) -> W + Send + 'static,
    ) -> Result<T, Error>
    where
        T: Send + 'static,
        W: Future<Output = Result<T, Error>> + Send + 'static,
    {
        let (done, told) = oneshot::channel();
        let this = self.clone();
        let turn = self.shared.turns.of(name);
        let work = async move {
            let _turn = turn.lock_owned().await;
            let closed = this.table().closed;
            let result = if closed { Err(Error::Closing) } else { change(this).await };
            // Whoever asked may have gone away meanwhile.
            done.send(result).ok();
        };
        {
            let mut table = self.table();
            if table.closed {
                return Err(Error::Closing);
            }
            for panic in table.changes.reap() {
                error!(%panic, "the change of a server panicked");
            }
            table.changes.spawn(work);
        }
        told.await.unwrap_or_else(|_| Err(Error::BrokenOff(name.clone())))
    }

    /// Makes a server do what its row says. `fresh` is for one whose program is new: if that fails
    /// for good, it is switched off (HOST-5).
    pub(crate) async fn set_going(&self, row: &Server, fresh: bool) -> Result<(), Error> {
        let supervisor = self.supervisor_of(row)?;
        if row.on {
            supervisor.run(row.clone(), fresh).await;
        } else {
            supervisor.halt().await;
        }
        Ok(())
    }

    /// Sees to it that a server has a supervisor; one that fell over is replaced.
    pub(crate) fn supervisor_of(&self, row: &Server) -> Result<Handle, Error> {
        let mut table = self.table();
        if table.closed {
            return Err(Error::Closing);
        }
        if table.servers.get(row.name()).is_some_and(Supervised::is_dead) {
            table.servers.remove(row.name());
        }
        let entry = table.servers.entry(row.name().clone());
        Ok(entry.or_insert_with(|| Supervised::start(&self.shared.parts, row)).handle())
    }

    pub(crate) async fn row(&self, name: &ServerName) -> Result<Server, Error> {
        let row = self.shared.parts.db.servers().get(name).await?;
        row.ok_or_else(|| self.unknown(name.as_str()))
    }

    pub(crate) fn with<T>(
        &self,
        name: &ServerName,
        what: impl FnOnce(&Supervised) -> T,
    ) -> Result<T, Error> {
        let found = self.table().servers.get(name).map(what);
        found.ok_or_else(|| self.unknown(name.as_str()))
    }

    /// What the store says of a name, as we say it.
    pub(crate) fn store_error(&self, error: store::Error) -> Error {
        if let store::Error::UnknownServer(name) = &error {
            return self.unknown(name.as_str());
        }
        if let store::Error::NameTaken(name) = error {
            return Error::NameTaken(name);
        }
        Error::Store(error)
    }

    pub(crate) fn table(&self) -> MutexGuard<'_, Table> {
        self.shared.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
