//! Whose turn it is to change a secret: a name and its value are two places, and two changes at
//! once could leave one without the other.

use tokio::sync::{Mutex, MutexGuard};

/// One turn after the other.
#[derive(Debug, Default)]
pub(crate) struct Turn(Mutex<()>);

impl Turn {
    /// Waits for a turn, which lasts until what it gives is dropped.
    pub(crate) async fn take(&self) -> MutexGuard<'_, ()> {
        self.0.lock().await
    }
}
