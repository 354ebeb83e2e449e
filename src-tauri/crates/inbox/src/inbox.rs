//! The inbox as a handle: looking, raising, giving up. How a question is asked is in `ask`, how it
//! waits in `line`.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use stdx::clock::Clock;
use tokio::sync::broadcast;

use crate::{
    desk::Desk,
    item::{Item, ItemId},
    line::{Changed, Line},
    seats::DeskKey,
};

/// Changes that a slow listener may be behind by.
const EVENTS: usize = 256;

/// A cheap handle; clones share one inbox.
#[derive(Debug, Clone)]
pub struct Inbox {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    clock: Clock,
    // Held for a moment, never over an await.
    line: Mutex<Line>,
    events: broadcast::Sender<Item>,
}

/// The question is over, or was never asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this question is not waiting any more")]
pub struct NotWaiting;

/// A desk that is there for the calls of one tag; dropping it takes it away, and no other. What
/// waits there then goes to the desks of its other calls.
#[derive(Debug)]
pub struct Seat {
    inbox: Inbox,
    tag: String,
    key: DeskKey,
}

impl Inbox {
    /// An empty one, in front of the desk that is there for all.
    pub fn new(desk: Arc<dyn Desk>, clock: Clock) -> Self {
        let (events, _) = broadcast::channel(EVENTS);
        let line = Mutex::new(Line::new(desk));
        Self { shared: Arc::new(Shared { clock, line, events }) }
    }

    /// Each question whenever its standing changes: as it is asked, as its dialog opens, at its end.
    pub fn events(&self) -> broadcast::Receiver<Item> {
        self.shared.events.subscribe()
    }

    /// What waits, in the order in which it is asked, and then what is over, the newest first; of
    /// these at most 200.
    pub fn list(&self) -> Vec<Item> {
        self.line().list()
    }

    /// Has questions for the call of this tag put at another desk.
    pub fn seat(&self, tag: &str, desk: Arc<dyn Desk>) -> Seat {
        let key = self.line().seats.take(tag, desk);
        Seat { inbox: self.clone(), tag: tag.to_owned(), key }
    }

    /// Brings a question to the person: its dialog to the front, or, while another is open, the
    /// question itself to the head of those that wait behind it.
    ///
    /// # Errors
    /// [`NotWaiting`]
    pub fn raise(&self, id: ItemId) -> Result<(), NotWaiting> {
        let (desk, changed) = self.line().raise(id).ok_or(NotWaiting)?;
        self.tell(changed);
        desk.raise();
        Ok(())
    }

    /// Gives a question up, as if its dialog had been closed.
    ///
    /// # Errors
    /// [`NotWaiting`]
    pub fn withdraw(&self, id: ItemId) -> Result<(), NotWaiting> {
        if self.line().withdraw(id) { Ok(()) } else { Err(NotWaiting) }
    }

    pub(crate) fn clock(&self) -> &Clock {
        &self.shared.clock
    }

    pub(crate) fn tell(&self, changed: Changed) {
        for item in changed {
            // No listener is fine: a headless run has no window.
            self.shared.events.send(item).ok();
        }
    }

    pub(crate) fn line(&self) -> MutexGuard<'_, Line> {
        self.shared.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let now = self.inbox.clock().now();
        let changed = self.inbox.line().leave(&self.tag, self.key, now);
        self.inbox.tell(changed);
    }
}
