//! The end of an owner's hospitality: no new guests, and those who are in finish what they do.

use tokio_util::sync::{CancellationToken, DropGuard};

/// Clones are the same guests.
#[derive(Debug, Clone, Default)]
pub(crate) struct Guests {
    closing: CancellationToken,
    gone: CancellationToken,
}

impl Guests {
    /// Lets nobody in any more, and returns when the last guest is gone. One that has nothing
    /// under way, or only watches, is sent away.
    pub(crate) async fn leave(&self) {
        self.closing.cancel();
        self.gone.cancelled().await;
    }

    /// Fires when nobody may come in any more.
    pub(super) fn closing(&self) -> &CancellationToken {
        &self.closing
    }

    /// Held at the door: dropping it says that all are gone.
    pub(super) fn held(&self) -> DropGuard {
        self.gone.clone().drop_guard()
    }
}
