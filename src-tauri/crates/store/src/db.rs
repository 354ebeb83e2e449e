//! The handle on the database: one connection, used by one closure at a time, off the async threads.

use std::{
    fmt,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use rusqlite::{Connection, Transaction, TransactionBehavior};
use stdx::clock::{Clock, Millis};
use tokio::task::spawn_blocking;

use crate::{error::Error, fault::Fault};

/// A handle; clones share one connection, and dropping the last closes the file in good order.
#[derive(Clone)]
pub struct Db(Arc<Inner>);

struct Inner {
    /// `None` once it was closed.
    connection: Mutex<Option<Connection>>,
    path: PathBuf,
    clock: Clock,
    /// How often servers or their lists of tools may have changed.
    registered: AtomicU64,
}

impl fmt::Debug for Db {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Db").field("path", &self.0.path).finish_non_exhaustive()
    }
}

impl Db {
    /// A handle on a connection that is ready for use; times of rows come from `clock`.
    pub(crate) fn on(connection: Connection, path: PathBuf, clock: Clock) -> Self {
        let connection = Mutex::new(Some(connection));
        Self(Arc::new(Inner { connection, path, clock, registered: AtomicU64::new(0) }))
    }

    /// Closes the file in good order, for all handles, when what runs on it is done. What is asked
    /// of it afterwards fails with [`Error::Closed`].
    ///
    /// # Errors
    /// [`Error::Internal`] when what could not be written out waits in the log of the file; the
    /// next opening reads it from there.
    pub async fn close(&self) -> Result<(), Error> {
        let inner = Arc::clone(&self.0);
        blocking(move || {
            let open = inner.connection.lock().unwrap_or_else(PoisonError::into_inner).take();
            let closed = open.map_or(Ok(()), |it| it.close().map_err(|(_, error)| error));
            closed.map_err(|error| Error::Internal(error.into()))
        })
        .await
    }

    /// Where the file is.
    pub(crate) fn path(&self) -> &Path {
        &self.0.path
    }

    /// Now, by the clock that dates the rows.
    pub(crate) fn now(&self) -> Millis {
        self.0.clock.now()
    }

    /// Runs `work` on the connection, in one transaction that writes nothing.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Error> {
        self.run(move |connection| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Deferred)?;
            work(&transaction)
        })
        .await
    }

    /// Runs `work` in one transaction: kept whole if it succeeds, and not at all if it fails. Once
    /// begun it runs to its end, even if the caller stops waiting.
    pub(crate) async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Error> {
        self.run(move |connection| written(connection, work)).await
    }

    /// The same, but the disk is not waited for: it has it with the next thing that is waited for, and
    /// never without what was written before. A power cut may take it; the end of the program, however
    /// it comes, does not.
    pub(crate) async fn write_soon<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Error> {
        self.run(move |connection| {
            connection.pragma_update(None, "synchronous", "NORMAL")?;
            let done = written(connection, work);
            connection.pragma_update(None, "synchronous", "FULL")?;
            done
        })
        .await
    }

    /// [`Db::write`] for what changes servers or their lists of tools: whoever keeps something that was
    /// made of those learns that it may be old.
    pub(crate) async fn register<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Error> {
        let inner = Arc::clone(&self.0);
        self.run(move |connection| {
            let done = written(connection, work);
            inner.registered.fetch_add(1, Ordering::AcqRel);
            done
        })
        .await
    }

    /// How often servers or their lists of tools may have changed.
    pub(crate) fn registered(&self) -> u64 {
        self.0.registered.load(Ordering::Acquire)
    }

    /// Runs `work` on the bare connection.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Error> {
        let inner = Arc::clone(&self.0);
        blocking(move || {
            // A panic under the lock rolled its transaction back, so the connection is still good.
            let mut connection = inner.connection.lock().unwrap_or_else(PoisonError::into_inner);
            let connection = connection.as_mut().ok_or(Error::Closed)?;
            work(connection).map_err(|fault| fault.at(&inner.path))
        })
        .await
    }
}

/// Runs `work` in one transaction of a connection.
fn written<T>(
    connection: &mut Connection,
    work: impl FnOnce(&Transaction<'_>) -> Result<T, Fault>,
) -> Result<T, Fault> {
    // Taking the write lock at once avoids the failure of two readers that both go on to write.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let value = work(&transaction)?;
    transaction.commit()?;
    Ok(value)
}

/// Runs `work` where it may block.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    match spawn_blocking(work).await {
        Ok(result) => result,
        Err(ended) => Err(Error::Internal(ended.into())),
    }
}
