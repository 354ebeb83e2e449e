//! The end of an owner's hospitality: no new guests, and those who are in finish what they do.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio_util::sync::{CancellationToken, DropGuard};

/// Clones are the same guests.
#[derive(Debug, Clone, Default)]
pub(crate) struct Guests {
    closing: CancellationToken,
    gone: CancellationToken,
    // Held for a moment, never over an await.
    under_way: Arc<Mutex<UnderWay>>,
}

#[derive(Debug, Default)]
struct UnderWay {
    last: u64,
    work: BTreeMap<u64, Work>,
}

/// What is under way for a guest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Work {
    /// In words that follow `for`.
    pub(crate) words: String,
    /// The tag of the call that it may be asked for at its terminal.
    pub(crate) tag: Option<String>,
}

/// Work of a guest that is under way until this is dropped.
#[derive(Debug)]
pub(super) struct Doing {
    guests: Guests,
    id: u64,
}

impl Drop for Doing {
    fn drop(&mut self) {
        self.guests.state().work.remove(&self.id);
    }
}

impl Guests {
    /// Lets nobody in any more, and returns when the last guest is gone. One that has nothing
    /// under way, or only watches, is sent away.
    pub(crate) async fn leave(&self) {
        self.closing.cancel();
        self.gone.cancelled().await;
    }

    /// Notes what is done for a guest.
    pub(super) fn begin(&self, work: Work) -> Doing {
        let mut state = self.state();
        state.last += 1;
        let id = state.last;
        state.work.insert(id, work);
        Doing { guests: self.clone(), id }
    }

    /// All that is under way, in the order in which it was begun.
    pub(crate) fn under_way(&self) -> Vec<Work> {
        self.state().work.values().cloned().collect()
    }

    fn state(&self) -> MutexGuard<'_, UnderWay> {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
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
