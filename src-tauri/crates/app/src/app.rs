//! The parts of the application, and their order of birth and death.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use servers::{Servers, StartUp};
use stdx::{clock::Clock, tasks::Tasks};
use store::Db;
use tokio::{sync::broadcast, time::timeout};
use tokio_util::sync::CancellationToken;
use tools::Catalog;
use tracing::{info, warn};
use vault::Vault;

use crate::{
    desk::Desk,
    drafted::Drafted,
    events, logging,
    owner::{self, Lock},
    wire::{
        event::UiEvent,
        failure::{Code, Failure},
    },
};

/// Quit takes no longer, whatever the servers do.
const CLOSE_LIMIT: Duration = Duration::from_secs(5);
/// Events that a slow listener may be behind by.
const EVENTS: usize = 1024;

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
    vault: Vault,
    db: Db,
    servers: Servers,
    catalog: Catalog,
    events: broadcast::Sender<UiEvent>,
    drafted: Drafted,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Calls under way, by the names that their callers chose.
    calls: BTreeMap<String, CancellationToken>,
    tasks: Option<Tasks>,
    lock: Option<Lock>,
}

impl App {
    /// Opens the data folder, becomes its owner, and starts the servers that are on.
    ///
    /// # Errors
    /// `Storage` when the folder cannot be used, `Owned` when it has an owner already.
    pub async fn open(parts: Parts) -> Result<Self, Failure> {
        let lock = owner::take(&parts.data_dir).await?;
        let logs = parts.data_dir.join("logs").join("mcp");
        owner::make_folder(&logs)?;
        // Not before: a log has one writer, the owner.
        logging::start(&parts.data_dir);
        let clock = Clock::machine();
        let db = Db::open(&parts.data_dir.join("steward.db"), clock.clone()).await?;
        let drafted = Drafted::open(&db).await?;
        let supervised = servers::Parts::new(db.clone(), parts.vault.clone(), clock, logs)?;
        let servers = Servers::open(supervised, parts.start_up).await?;
        let (events, _) = broadcast::channel(EVENTS);
        let shared = Shared {
            data_dir: parts.data_dir,
            demo: parts.demo,
            desk: parts.desk,
            vault: parts.vault,
            db,
            catalog: Catalog::new(servers.clone()),
            servers,
            events,
            drafted,
            state: Mutex::default(),
        };
        let app = Self { shared: Arc::new(shared) };
        let mut tasks = Tasks::new();
        // What an earlier run could not clean up; a locked keychain may take its time.
        let (sweeper, left_over) = (app.clone(), app.drafted().all());
        tasks.spawn(async move { sweeper.sweep(left_over).await });
        tasks.spawn(events::hand_on(app.clone()));
        owner::serve(&lock, &app, &mut tasks)?;
        {
            let mut state = app.state();
            state.tasks = Some(tasks);
            state.lock = Some(lock);
        }
        info!(data_dir = %app.data_dir().display(), "opened");
        Ok(app)
    }

    /// All that happens from now on. A listener that is too slow gets a `Lagged` error: say
    /// [`UiEvent::Lagged`] then.
    pub fn events(&self) -> broadcast::Receiver<UiEvent> {
        self.shared.events.subscribe()
    }

    /// Stops all servers and closes everything, within five seconds. A second close waits for
    /// nothing.
    pub async fn close(&self) {
        let tasks = self.state().tasks.take();
        for call in std::mem::take(&mut self.state().calls).into_values() {
            call.cancel();
        }
        if timeout(CLOSE_LIMIT, self.servers().close()).await.is_err() {
            warn!("some servers did not stop in time");
        }
        self.sweep(self.drafted().all()).await;
        if let Some(tasks) = tasks {
            tasks.stop().await;
        }
        self.state().lock = None;
        info!("closed");
    }

    /// Secrets that were moved out of drafts, and that no server refers to, go away again.
    async fn sweep(&self, keys: BTreeSet<String>) {
        let (db, vault) = (&self.shared.db, &self.shared.vault);
        if let Err(failure) = self.shared.drafted.sweep(keys, db, vault).await {
            warn!(message = %failure.message, "secrets of drafts stay in the keychain");
        }
    }

    pub(crate) fn servers(&self) -> &Servers {
        &self.shared.servers
    }

    pub(crate) fn catalog(&self) -> &Catalog {
        &self.shared.catalog
    }

    pub(crate) fn vault(&self) -> &Vault {
        &self.shared.vault
    }

    pub(crate) fn db(&self) -> &Db {
        &self.shared.db
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
        Ok(CallUnderWay { app: self.clone(), call: call.to_owned(), token })
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
}

impl CallUnderWay {
    /// Waits until somebody stops it.
    pub(crate) async fn stopped(&self) {
        self.token.cancelled().await;
    }
}

impl Drop for CallUnderWay {
    fn drop(&mut self) {
        self.app.state().calls.remove(&self.call);
    }
}
