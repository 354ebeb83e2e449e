//! What is kept of answers after the server has them: the keychain may take as long as a person does,
//! and no server waits for that.

use std::{
    collections::BTreeMap,
    future::Future,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use model::name::ServerName;
use stdx::tasks::Tasks;
use tokio::{sync::Mutex as Turn, time::timeout};
use tracing::{error, warn};

/// How long what is under way is waited for when all is closed.
const LAST: Duration = Duration::from_secs(2);

/// The work of keeping, one piece at a time; clones share it, and it ends with the last of them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Keeping {
    // Held for a moment, never over an await.
    tasks: Arc<Mutex<BTreeMap<ServerName, Tasks>>>,
    turn: Arc<Turn<()>>,
}

impl Keeping {
    /// Does this for a server, behind what was begun before. It may hold no `Keeping`.
    pub(crate) fn begin(
        &self,
        server: &ServerName,
        work: impl Future<Output = ()> + Send + 'static,
    ) {
        // Taken here where it is free: who asks next is behind it.
        let (turn, free) = (self.turn.clone(), self.turn.clone().try_lock_owned().ok());
        let mut tasks = self.tasks();
        let tasks = tasks.entry(server.clone()).or_default();
        for panic in tasks.reap() {
            error!(%panic, "an answer was not remembered");
        }
        tasks.spawn(async move {
            let _turn = match free {
                Some(turn) => turn,
                None => turn.lock_owned().await,
            };
            work.await;
        });
    }

    /// Keeps nothing more of what a server was told so far.
    pub(crate) async fn give_up(&self, server: &ServerName) {
        let tasks = self.tasks().remove(server);
        if let Some(tasks) = tasks {
            tasks.stop().await;
        }
    }

    fn tasks(&self) -> MutexGuard<'_, BTreeMap<ServerName, Tasks>> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until what was begun is done.
    pub(crate) async fn done(&self) {
        drop(self.turn.lock().await);
    }

    /// Waits for it for a moment, at the end of all.
    pub(crate) async fn close(&self) {
        if timeout(LAST, self.done()).await.is_err() {
            warn!("an answer may not have been remembered");
        }
    }
}
