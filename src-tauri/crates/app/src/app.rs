//! The application as a handle: its parts, the calls under way, its end. How it is born is in
//! `open`; what it can do is in `command`.

#[cfg(test)]
pub(crate) mod alone;
mod open;

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use agent::Chats;
use inbox::{Inbox, desk::Desk, item::Standing};
use servers::{Servers, StartUp};
use stdx::tasks::Tasks;
use store::Db;
use tokio::{
    sync::{broadcast, mpsc},
    time::{Instant, timeout, timeout_at},
};
use tokio_util::sync::CancellationToken;
use tools::Catalog;
use tracing::{info, warn};
use vault::Vault;

use crate::{
    drafted::Drafted,
    owner::{
        guests::{Guests, Work},
        lock::Lock,
    },
    references,
    secrets::turn::Turn,
    stopped::Stopped,
    trial::handle::Trial,
    wire::{
        event::UiEvent,
        failure::{Code, Failure},
    },
};

/// Quit takes no longer, whatever the servers and the keychain do.
const CLOSE_LIMIT: Duration = Duration::from_secs(5);
/// What is under way in the database is short; a disk that hangs must not hold up the end.
const DATABASE_LIMIT: Duration = Duration::from_millis(900);

/// What an application is made of.
#[derive(Debug)]
pub struct Parts {
    /// The folder that holds everything it keeps; made, owner-only, if it is not there.
    pub data_dir: PathBuf,
    /// Who asks the person.
    pub desk: Arc<dyn Desk>,
    /// The script of the demo server that comes with Steward.
    pub demo: PathBuf,
    /// Where secrets are kept.
    pub vault: Vault,
    /// Which servers run at once.
    pub start_up: StartUp,
}

/// A cheap handle; clones share one application.
#[derive(Debug, Clone)]
pub struct App {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    data_dir: PathBuf,
    demo: PathBuf,
    desk: Arc<dyn Desk>,
    inbox: Inbox,
    vault: Vault,
    folder: String,
    db: Db,
    servers: Servers,
    catalog: Catalog,
    chats: Chats,
    http: llm::Http,
    trial: Trial,
    events: broadcast::Sender<UiEvent>,
    /// Cancelled when somebody has had the list of servers.
    shown: CancellationToken,
    /// Keys of secrets that nobody may refer to any more.
    left: mpsc::UnboundedSender<BTreeSet<String>>,
    drafted: Drafted,
    secrets: Turn,
    stopped: Stopped,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Calls under way, by the names that their callers chose.
    calls: BTreeMap<String, CancellationToken>,
    tasks: Option<Tasks>,
    lock: Option<Lock>,
    guests: Option<Guests>,
}

impl App {
    /// All that happens from now on. A listener that is too slow gets a `Lagged` error: say
    /// [`UiEvent::Lagged`] then.
    pub fn events(&self) -> broadcast::Receiver<UiEvent> {
        self.shared.events.subscribe()
    }

    /// The id of the data folder, which is part of what its secrets are filed under.
    pub fn folder(&self) -> &str {
        &self.shared.folder
    }

    /// Lets no more terminals in, and returns when those that are in are done. For an owner that
    /// only became one to do one thing; [`close`](Self::close) waits for nobody.
    pub async fn let_guests_finish(&self) {
        let finishes = self.under_way().join("; ");
        let guests = {
            let state = self.state();
            if let Some(lock) = &state.lock {
                lock.withdraw(&finishes);
            }
            state.guests.clone()
        };
        if let Some(guests) = guests {
            guests.leave().await;
        }
    }

    /// What is under way for terminals that are guests here, a few words each.
    pub fn under_way(&self) -> Vec<String> {
        let guests = self.state().guests.clone();
        let inbox = self.inbox().list();
        let open = inbox.iter().filter(|it| it.standing == Standing::Open);
        let asked: Vec<&str> =
            open.flat_map(|it| &it.origin.calls).map(|it| it.tag.as_str()).collect();
        let waits = |tag: &str| {
            asked.iter().any(|it| it.split_once(':').map_or(*it == tag, |(of, _)| of == tag))
        };
        let work = guests.map(|it| it.under_way()).unwrap_or_default();
        let words = work.into_iter().map(|Work { words, tag }| match tag {
            Some(tag) if waits(&tag) => {
                format!("{words}, which waits for an answer at its terminal")
            }
            Some(_) | None => words,
        });
        words.collect()
    }

    /// Stops all servers and closes everything, within five seconds in all. A second close waits
    /// for nothing.
    pub async fn close(&self) {
        let until = Instant::now() + CLOSE_LIMIT;
        let tasks = self.state().tasks.take();
        for call in std::mem::take(&mut self.state().calls).into_values() {
            call.cancel();
        }
        // Before the servers: calls that run are stopped there, and what was written is kept.
        if timeout_at(until, self.chats().close()).await.is_err() {
            warn!("some conversations did not stop in time");
        }
        if timeout_at(until, self.servers().close()).await.is_err() {
            warn!("some servers did not stop in time");
        }
        if let Some(tasks) = tasks {
            // Past the limit they are ended all the same, and not waited for.
            timeout_at(until, tasks.stop()).await.ok();
        }
        // The keychain may take as long as it likes. What stays in it is noted, for the next run.
        if timeout_at(until, self.sweep(self.drafted().all())).await.is_err() {
            warn!("the keychain did not answer in time");
        }
        // Before the folder is given away: work that nobody waits for may still run on it.
        match timeout(DATABASE_LIMIT, self.db().close()).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => warn!(%error, "the database was not closed in good order"),
            Err(_) => warn!("the database did not close in time"),
        }
        let lock = self.state().lock.take();
        drop(lock);
        info!("closed");
    }

    /// Has these swept when there is time: a keychain that is busy holds up no command.
    pub(crate) fn sweep_later(&self, keys: BTreeSet<String>) {
        if !keys.is_empty() {
            // Closing sweeps all that there is.
            self.shared.left.send(keys).ok();
        }
    }

    /// Of the secrets that Steward named itself, these go away again if no server refers to them,
    /// nor one that can be taken back.
    async fn sweep(&self, keys: BTreeSet<String>) {
        let _turn = self.shared.secrets.take().await;
        let swept = async {
            let (db, vault) = (&self.shared.db, &self.shared.vault);
            let mut used = references::of_all(&db.servers().list().await?);
            used.extend(references::of_all(&self.servers().restorable()));
            self.shared.drafted.sweep(keys, &used, db, vault).await
        };
        match swept.await {
            Ok(true) => self.tell(UiEvent::SecretsChanged),
            Ok(false) => {}
            Err(failure) => {
                warn!(message = %failure.message, "secrets that nobody refers to stay");
            }
        }
    }

    pub(crate) fn servers(&self) -> &Servers {
        &self.shared.servers
    }

    pub(crate) fn catalog(&self) -> &Catalog {
        &self.shared.catalog
    }

    pub(crate) fn chats(&self) -> &Chats {
        &self.shared.chats
    }

    /// The small model of a first try.
    pub(crate) fn trial(&self) -> &Trial {
        &self.shared.trial
    }

    /// The connections to models.
    pub(crate) fn http(&self) -> &llm::Http {
        &self.shared.http
    }

    pub(crate) fn vault(&self) -> &Vault {
        &self.shared.vault
    }

    pub(crate) fn db(&self) -> &Db {
        &self.shared.db
    }

    pub(crate) fn inbox(&self) -> &Inbox {
        &self.shared.inbox
    }

    /// Whose turn it is to change a secret.
    pub(crate) fn secrets(&self) -> &Turn {
        &self.shared.secrets
    }

    /// The calls that were stopped.
    pub(crate) fn stopped(&self) -> &Stopped {
        &self.shared.stopped
    }

    pub(crate) fn desk(&self) -> &dyn Desk {
        &*self.shared.desk
    }

    pub(crate) fn demo(&self) -> &Path {
        &self.shared.demo
    }

    /// The folder that holds everything it keeps.
    pub fn data_dir(&self) -> &Path {
        &self.shared.data_dir
    }

    pub(crate) fn tell(&self, event: UiEvent) {
        // No listener is fine: a headless run has no window.
        self.shared.events.send(event).ok();
    }

    /// Says that somebody has had the list of servers: it is time to start them.
    pub(crate) fn show(&self) {
        self.shared.shown.cancel();
    }

    /// Notes a call under the name that its caller chose, until what it returns is dropped.
    ///
    /// # Errors
    /// `Invalid` when a call of that name is under way.
    pub(crate) fn begin_call(&self, call: &str) -> Result<CallUnderWay, Failure> {
        let token = CancellationToken::new();
        let mut state = self.state();
        if state.calls.contains_key(call) {
            let words = "a call of that name is under way already";
            return Err(Failure::new(Code::Invalid, words).field("call"));
        }
        state.calls.insert(call.to_owned(), token.clone());
        Ok(CallUnderWay { app: self.clone(), call: call.to_owned(), token, done: false })
    }

    /// Stops a call. One that is over is no error: it ended in between.
    pub(crate) fn cancel_call(&self, call: &str) {
        if let Some(token) = self.state().calls.get(call) {
            token.cancel();
        }
    }

    pub(crate) fn drafted(&self) -> &Drafted {
        &self.shared.drafted
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.shared.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A call that can be stopped by name.
pub(crate) struct CallUnderWay {
    app: App,
    call: String,
    token: CancellationToken,
    done: bool,
}

impl CallUnderWay {
    /// It came to its own end: nobody stopped it.
    pub(crate) fn done(&mut self) {
        self.done = true;
    }

    /// Waits until somebody stops it.
    pub(crate) async fn stopped(&self) {
        self.token.cancelled().await;
    }
}

impl Drop for CallUnderWay {
    fn drop(&mut self) {
        self.app.state().calls.remove(&self.call);
        if !self.done {
            self.app.stopped().note(&self.call);
        }
    }
}
