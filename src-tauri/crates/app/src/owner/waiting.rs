//! Who waits for what of an owner: replies, the welcome, the start of events, the events.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use serde_json::Value;
use tokio::sync::{broadcast, oneshot};

use crate::{
    owner::wire::Reply,
    wire::{event::UiEvent, failure::Failure},
};

/// Events that a slow listener may be behind by.
const EVENTS: usize = 1024;

/// Shared by those who ask and the one who reads. Once the owner is gone, every waiter hears that
/// by a sender that is dropped.
#[derive(Debug)]
pub(super) struct Waiting {
    // Held for a look-up, never over an await.
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    next: u64,
    replies: BTreeMap<u64, oneshot::Sender<Result<Value, Failure>>>,
    listening: Vec<oneshot::Sender<()>>,
    welcome: Option<oneshot::Sender<()>>,
    /// Nothing once the owner is gone.
    events: Option<broadcast::Sender<UiEvent>>,
}

impl Waiting {
    /// At first, `welcome` waits to be let in.
    pub(super) fn new(welcome: oneshot::Sender<()>) -> Self {
        let (events, _) = broadcast::channel(EVENTS);
        let state = State {
            next: 0,
            replies: BTreeMap::new(),
            listening: Vec::new(),
            welcome: Some(welcome),
            events: Some(events),
        };
        Self { state: Mutex::new(state) }
    }

    /// The number of a new command. `None`: the owner is gone.
    pub(super) fn reply(&self, told: oneshot::Sender<Result<Value, Failure>>) -> Option<u64> {
        let mut state = self.state();
        state.events.as_ref()?;
        state.next += 1;
        let id = state.next;
        state.replies.insert(id, told);
        Some(id)
    }

    /// Waits for a reply no more. `true`: there was none yet.
    pub(super) fn give_up(&self, id: u64) -> bool {
        self.state().replies.remove(&id).is_some()
    }

    /// The events; `told` hears when the owner tells them. `None`: the owner is gone.
    pub(super) fn listen(&self, told: oneshot::Sender<()>) -> Option<broadcast::Receiver<UiEvent>> {
        let mut state = self.state();
        let events = state.events.as_ref()?.subscribe();
        state.listening.push(told);
        Some(events)
    }

    /// Whoever asked may have gone away meanwhile, so nothing here can fail.
    pub(super) fn hear(&self, reply: Reply) {
        let mut state = self.state();
        match reply {
            Reply::Welcome => {
                state.welcome.take().map(|told| told.send(()));
            }
            Reply::Done { id, reply } => {
                state.replies.remove(&id).map(|told| told.send(Ok(reply)));
            }
            Reply::Failed { id, failure } => {
                state.replies.remove(&id).map(|told| told.send(Err(failure)));
            }
            Reply::Listening => {
                for told in state.listening.drain(..) {
                    told.send(()).ok();
                }
            }
            Reply::Event { event } => {
                state.events.as_ref().map(|events| events.send(event));
            }
            // A question waits for the person, not for us.
            Reply::Ask { .. } | Reply::Told { .. } | Reply::Withdrawn { .. } => {}
        }
    }

    /// Dropping the senders tells each waiter.
    pub(super) fn gone(&self) {
        let mut state = self.state();
        state.replies.clear();
        state.listening.clear();
        state.welcome = None;
        state.events = None;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
