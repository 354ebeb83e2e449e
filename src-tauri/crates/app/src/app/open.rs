//! The birth of the application: which parts are made in which order, and what runs beside it.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use agent::Chats;
use inbox::{Inbox, Seat, desk::Desk};
use serde_json::Value;
use servers::Servers;
use stdx::{clock::Clock, tasks::Tasks};
use store::{
    Db,
    media::{Bounds, MediaFolder},
};
use tokio::{
    sync::{broadcast, mpsc},
    time::timeout,
};
use tokio_util::sync::CancellationToken;
use tools::Catalog;
use tracing::info;

use crate::{
    app::{App, Parts, Shared},
    asked, chatting,
    dispatch::dispatch,
    drafted::Drafted,
    events::hand_on,
    lasting::lasting,
    logging,
    owner::{
        folder::{close_to_others, make_folder},
        host::Host,
        lock,
        patience::Patience,
        socket,
    },
    paths,
    secrets::{remembered, turn::Turn},
    stopped::Stopped,
    trial::keeper::Keeper,
    window::Window,
    wire::{event::UiEvent, failure::Failure},
};

/// The window comes first; a front end that does not ask for the servers holds up their start no
/// longer than this.
const SHOWN_LIMIT: Duration = Duration::from_secs(1);

/// Events that a slow listener may be behind by.
const EVENTS: usize = 1024;

impl App {
    /// Opens the data folder once it has no other owner: one that stays is tried `most` times, a
    /// second each, and one that lets its guests finish is waited for. `waits` hears that once.
    ///
    /// # Errors
    /// As for [`open`](Self::open).
    pub async fn open_in_turn(
        mut parts: impl FnMut() -> Parts,
        most: u32,
        mut waits: impl FnMut(Failure),
    ) -> Result<Self, Failure> {
        let mut patience = Patience::new(most);
        loop {
            let parts = parts();
            let data_dir = parts.data_dir.clone();
            match Self::open(parts).await {
                Ok(app) => return Ok(app),
                Err(failure) => patience.again(failure, &data_dir, &mut waits)?,
            }
        }
    }

    /// Opens the data folder, becomes its owner, and starts the servers that are on, if they are
    /// to run at once, as soon as a front end has had their list.
    ///
    /// # Errors
    /// `Storage` when the folder cannot be used, `Owned` when it has an owner already.
    pub async fn open(parts: Parts) -> Result<Self, Failure> {
        let lock = lock::take(&parts.data_dir).await?;
        let data_dir = lock.data_dir().to_owned();
        let logs = data_dir.join("logs").join("mcp");
        make_folder(&logs)?;
        close_to_others(&logs);
        let kept = data_dir.join("media");
        make_folder(&kept)?;
        close_to_others(&kept);
        // Not before: a log has one writer, the owner.
        logging::start(&data_dir);
        let clock = Clock::machine();
        let db = Db::open(&data_dir.join("steward.db"), clock.clone()).await?;
        // Another folder may have a secret of the same name.
        let folder = db.settings().folder_id().await?;
        let vault = parts.vault.of_folder(&folder);
        let drafted = Drafted::open(&db).await?;
        let inbox = Inbox::new(Arc::clone(&parts.desk), clock.clone());
        let media = MediaFolder::open(kept, Bounds::default(), clock.clone());
        let supervised = servers::Parts::new(
            db.clone(),
            vault.clone(),
            inbox.clone(),
            clock.clone(),
            logs,
            media,
        )?;
        let servers = Servers::open(supervised, parts.start_up).await?;
        let http = llm::Http::new(&clock)?;
        let folder_of_trial = data_dir.join("small-model");
        let (keeper, trial) = Keeper::new(folder_of_trial, db.clone(), servers.clone()).await;
        let catalog = Catalog::new(servers.clone());
        let chats = Chats::open(agent::Parts {
            db: db.clone(),
            catalog: catalog.clone(),
            media: servers.parts().media.clone(),
            http: http.clone(),
            keys: chatting::keys(&vault, &trial),
            clock,
            home: paths::home(),
        })
        .await?;
        let (events, _) = broadcast::channel(EVENTS);
        let (left, sweeping) = mpsc::unbounded_channel();
        let shared = Shared {
            data_dir,
            demo: parts.demo,
            desk: parts.desk,
            inbox,
            vault,
            folder,
            db,
            catalog,
            chats,
            http,
            trial,
            servers,
            events,
            shown: CancellationToken::new(),
            left,
            drafted,
            secrets: Turn::default(),
            stopped: Stopped::default(),
            state: std::sync::Mutex::default(),
        };
        let app = Self { shared: Arc::new(shared) };
        let mut tasks = app.helpers(sweeping, keeper);
        let guests = socket::serve(&lock, &app, &mut tasks)?;
        {
            let mut state = app.state();
            state.tasks = Some(tasks);
            state.lock = Some(lock);
            state.guests = Some(guests);
        }
        info!(data_dir = %app.data_dir().display(), "opened");
        Ok(app)
    }

    /// What runs beside the application as long as it is open.
    fn helpers(
        &self,
        mut sweeping: mpsc::UnboundedReceiver<BTreeSet<String>>,
        keeper: Keeper,
    ) -> Tasks {
        let mut tasks = Tasks::new();
        // What an earlier run could not clean up comes first.
        self.sweep_later(self.drafted().all());
        let sweeper = self.clone();
        tasks.spawn(async move {
            while let Some(keys) = sweeping.recv().await {
                sweeper.sweep(keys).await;
            }
        });
        let starter = self.clone();
        tasks.spawn(async move {
            timeout(SHOWN_LIMIT, starter.shared.shown.cancelled()).await.ok();
            starter.servers().start_up().await;
        });
        let asking = self.clone();
        tasks.spawn(lasting("handing on questions", move || asked::hand_on(asking.clone())));
        let chatting = self.clone();
        tasks.spawn(lasting("handing on conversations", move || {
            chatting::hand_on(chatting.clone())
        }));
        tasks.spawn(keeper.keep());
        let trying = self.clone();
        tasks.spawn(lasting("handing on the small model", move || {
            chatting::hand_on_trial(trying.clone())
        }));
        let forgetting = self.clone();
        tasks.spawn(lasting("forgetting answers", move || remembered::follow(forgetting.clone())));
        let (app, mut again) = (self.clone(), false);
        tasks.spawn(lasting("handing on events", move || {
            if std::mem::replace(&mut again, true) {
                // Some were lost meanwhile.
                app.tell(UiEvent::Lagged);
            }
            hand_on(app.clone())
        }));
        tasks
    }
}

impl Host for App {
    async fn run(&self, command: String, payload: Value) -> Result<Value, Failure> {
        dispatch(self, Window::Terminal, &command, payload).await
    }

    fn seat(&self, tag: &str, desk: Arc<dyn Desk>) -> Seat {
        self.inbox().seat(tag, desk)
    }

    fn events(&self) -> broadcast::Receiver<UiEvent> {
        Self::events(self)
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use crate::{app::alone::parts, wire::failure::Code};

    use super::*;

    /// Opens a folder that cannot be used, and shows that the one file in question stays as it is.
    async fn refused(data_dir: &Path, file: &Path) -> Failure {
        let before = fs::read(file).unwrap();
        let failure = App::open(parts(data_dir)).await.unwrap_err();
        assert!(fs::read(file).unwrap() == before, "it was changed");
        assert_eq!(failure.code, Code::Storage);
        assert!(failure.hint.is_some());
        failure
    }

    #[tokio::test]
    async fn a_database_of_a_newer_steward_is_refused_and_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        App::open(parts(folder.path())).await.unwrap().close().await;
        let database = folder.path().join("steward.db");
        let mut bytes = fs::read(&database).unwrap();
        // Where SQLite keeps the schema's number.
        bytes[60..64].copy_from_slice(&99_u32.to_be_bytes());
        fs::write(&database, bytes).unwrap();
        let failure = refused(folder.path(), &database).await;
        assert!(failure.message.contains("newer Steward"), "{}", failure.message);
    }

    #[tokio::test]
    async fn a_file_that_is_no_database_is_refused_and_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("steward.db");
        fs::write(&database, "holiday pictures".repeat(100)).unwrap();
        refused(folder.path(), &database).await;
    }

    /// Nobody is asked for what is left over, and a prompt that nobody answers holds up no end.
    #[tokio::test(start_paused = true)]
    async fn a_silent_keychain_does_not_hold_up_the_end_and_what_stays_in_it_stays_noted() {
        let folder = tempfile::tempdir().unwrap();
        let left = serde_json::json!(["LEFT"]);
        let file = folder.path().join("steward.db");
        let db = Db::open(&file, Clock::machine()).await.unwrap();
        db.settings().set("drafted_secrets", &left).await.unwrap();
        db.close().await.unwrap();
        let silent = Parts { vault: vault::Vault::silent(), ..parts(folder.path()) };
        let app = App::open(silent).await.unwrap();
        assert!(!app.drafted().reserve("LEFT"));
        let began = tokio::time::Instant::now();
        app.close().await;
        let took = began.elapsed();
        assert!(took < Duration::from_secs(6), "closing took {took:?}");
        let db = Db::open(&file, Clock::machine()).await.unwrap();
        let noted = db.settings().get("drafted_secrets").await.unwrap();
        assert_eq!(noted, Some(left), "it is tried again");
    }

    #[tokio::test]
    async fn a_failed_opening_leaves_the_folder_free() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("steward.db");
        fs::write(&database, "no database".repeat(100)).unwrap();
        refused(folder.path(), &database).await;
        fs::remove_file(&database).unwrap();
        App::open(parts(folder.path())).await.unwrap().close().await;
    }

    #[tokio::test]
    async fn what_is_ours_is_closed_to_others_in_a_folder_that_is_not_ours_alone() {
        use std::os::unix::fs::PermissionsExt as _;
        let mode_of = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("holiday.jpg"), "").unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let app = App::open(parts(folder.path())).await.unwrap();
        assert_eq!(mode_of(folder.path()), 0o755);
        for ours in ["logs", "media"] {
            assert_eq!(mode_of(&folder.path().join(ours)), 0o700, "{ours}");
        }
        for file in ["steward.db", "owner.lock", "owner.sock", "logs/steward.log"] {
            assert_eq!(mode_of(&folder.path().join(file)), 0o600, "{file}");
        }
        app.close().await;
    }
}
