//! Tasks with an owner: dropping the owner ends them, and a panic in one is heard.

use std::future::Future;

use tokio::task::{AbortHandle, JoinError, JoinSet};

/// The tasks of one owner. Dropping it aborts all of them.
#[derive(Debug, Default)]
pub struct Tasks {
    set: JoinSet<()>,
}

impl Tasks {
    /// An owner of nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Runs `work` until it is done or the owner goes.
    ///
    /// # Panics
    /// Outside a tokio runtime.
    pub fn spawn(&mut self, work: impl Future<Output = ()> + Send + 'static) -> AbortHandle {
        self.set.spawn(work)
    }

    /// The end of the next task: `None` once all are done. A panic comes as the error.
    pub async fn ended(&mut self) -> Option<Result<(), JoinError>> {
        self.set.join_next().await
    }

    /// Lets go of those that are done, without waiting; the panics among them are returned.
    pub fn reap(&mut self) -> Vec<JoinError> {
        std::iter::from_fn(|| self.set.try_join_next()).filter_map(Result::err).collect()
    }

    /// Waits for all of them to finish by themselves.
    pub async fn finish(mut self) {
        while self.set.join_next().await.is_some() {}
    }

    /// Ends all of them, and returns when they are gone.
    pub async fn stop(mut self) {
        self.set.shutdown().await;
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;

    use super::*;

    #[tokio::test]
    async fn dropping_the_owner_ends_its_tasks() {
        let (alive, gone) = oneshot::channel::<()>();
        let mut tasks = Tasks::new();
        tasks.spawn(async move {
            let _alive = alive;
            std::future::pending::<()>().await;
        });
        drop(tasks);
        assert!(gone.await.is_err());
    }

    #[tokio::test]
    async fn a_panic_is_heard() {
        let mut tasks = Tasks::new();
        tasks.spawn(async { panic!("planted") });
        assert!(tasks.ended().await.is_some_and(|end| end.is_err()));
    }
}
