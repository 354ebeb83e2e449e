//! The session that a server of the legacy era gives out over HTTP, and what stands in the headers
//! because of it. It knows no connection.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    time::Duration,
};

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use tokio::{
    sync::{Mutex, MutexGuard, watch},
    time::timeout,
};

use crate::http::headers::VERSION;

/// The header that names the session.
pub(crate) const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
/// How long the first request waits for the stream on which a server says things unasked. Some
/// servers answer on it only when they have something to say.
const LISTENS: Duration = Duration::from_millis(500);

/// The session as it is now.
#[derive(Debug)]
pub(crate) struct Session {
    now: watch::Sender<State>,
    /// One renews it, and all others wait for that one.
    turn: Mutex<()>,
    /// The last round in which anything was served.
    served: AtomicU64,
    /// The last round in which it is known whether anything can be heard unasked.
    listened: watch::Sender<u64>,
}

/// One session. Its id is as good as a key, and never prints itself.
#[derive(Debug, Clone, Default)]
pub(crate) struct State {
    id: Option<HeaderValue>,
    version: Option<HeaderValue>,
    /// How many there were before.
    pub(crate) round: u64,
    /// Whether the server knows that it can be used.
    pub(crate) open: bool,
    /// How many requests are on their way in it.
    busy: Arc<AtomicUsize>,
}

/// A request on its way in a session.
#[derive(Debug)]
pub(crate) struct Busy(Arc<AtomicUsize>);

impl Default for Session {
    fn default() -> Self {
        let now = watch::Sender::new(State::default());
        let listened = watch::Sender::new(0);
        Self { now, turn: Mutex::default(), served: AtomicU64::new(0), listened }
    }
}

impl Session {
    /// The session as it is now.
    pub(crate) fn now(&self) -> State {
        self.now.borrow().clone()
    }

    /// `initialize` was answered with this id, or with none.
    pub(crate) fn begin(&self, id: Option<&HeaderValue>) {
        let mut id = id.cloned();
        if let Some(id) = &mut id {
            id.set_sensitive(true);
        }
        self.now.send_modify(|state| {
            let busy = Arc::default();
            *state = State { id, version: None, round: state.round + 1, open: false, busy };
        });
    }

    /// The version that both sides speak in it.
    pub(crate) fn speaks(&self, version: &str) {
        // One that no header can carry is left out: then an old one is assumed.
        let version = HeaderValue::from_str(version).ok();
        self.now.send_modify(|state| state.version = version);
    }

    /// The server was told that it can be used.
    pub(crate) fn open(&self) {
        self.now.send_modify(|state| state.open = true);
    }

    /// The server has answered, in this round, whether anything can be heard unasked.
    pub(crate) fn listens(&self, round: u64) {
        self.listened.send_if_modified(|last| {
            let newer = round > *last;
            *last = round.max(*last);
            newer
        });
    }

    /// Whether it has in this round.
    pub(crate) fn has_listened(&self) -> bool {
        *self.listened.borrow() >= self.now.borrow().round
    }

    /// Waits, but not for long, until the server has answered that. Where nobody listens yet, many
    /// drop what they say: a question of the first call, for one, whose asker then waits for ever.
    pub(crate) async fn listened(&self) {
        let (round, mut listened) = (self.now.borrow().round, self.listened.subscribe());
        if timeout(LISTENS, listened.wait_for(|last| *last >= round)).await.is_err() {
            // It was waited for once, which is enough.
            self.listens(round);
        }
    }

    /// Something was served in this round.
    pub(crate) fn serves(&self, round: u64) {
        self.served.fetch_max(round, Ordering::Relaxed);
    }

    /// Whether anything was served in this round, or is on its way in it.
    pub(crate) fn is_of_use(&self, state: &State) -> bool {
        self.served.load(Ordering::Relaxed) >= state.round || state.busy.load(Ordering::Relaxed) > 0
    }

    /// Waits for the turn to renew it.
    pub(crate) async fn turn(&self) -> MutexGuard<'_, ()> {
        self.turn.lock().await
    }

    /// Waits until there is one that can be used and that is not of this round.
    pub(crate) async fn other_than(&self, round: u64) -> State {
        let mut now = self.now.subscribe();
        let found = now.wait_for(|state| state.open && state.round != round).await;
        found.expect("the sender is a part of this").clone()
    }
}

impl State {
    /// The headers of everything but `initialize`.
    pub(crate) fn headers(&self) -> HeaderMap {
        let mut headers = HeaderMap::with_capacity(4);
        if let Some(version) = &self.version {
            headers.insert(VERSION, version.clone());
        }
        if let Some(id) = &self.id {
            headers.insert(SESSION, id.clone());
        }
        headers
    }

    /// Held as long as a request is on its way.
    pub(crate) fn busy(&self) -> Busy {
        self.busy.fetch_add(1, Ordering::Relaxed);
        Busy(Arc::clone(&self.busy))
    }

    /// Whether the server gave out an id.
    pub(crate) fn has_id(&self) -> bool {
        self.id.is_some()
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::Instant;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_first_request_waits_for_what_is_said_unasked_and_not_for_long() {
        let session = Session::default();
        let waited = async || {
            let began = Instant::now();
            session.listened().await;
            began.elapsed()
        };
        session.begin(None);
        assert!(!session.has_listened());
        assert!(waited().await >= LISTENS, "the server does not answer");
        assert!(session.has_listened() && waited().await.is_zero(), "once is enough");
        session.listens(1);
        assert!(waited().await.is_zero(), "it has answered");
        session.begin(None);
        assert!(waited().await >= LISTENS, "that was another session");
        session.listens(1);
        session.listens(2);
        session.listens(1);
        assert!(waited().await.is_zero(), "answers may come late");
    }

    /// HOST-16
    #[tokio::test]
    async fn headers_say_what_was_agreed_and_nothing_before() {
        let session = Session::default();
        assert!(session.now().headers().is_empty());
        session.begin(Some(&HeaderValue::from_static("hunter2")));
        session.speaks("2024-11-05");
        session.open();
        let state = session.other_than(0).await;
        assert_eq!(state.headers()["mcp-session-id"], "hunter2");
        assert_eq!(state.headers()["mcp-protocol-version"], "2024-11-05");
        assert!(!format!("{session:?}").contains("hunter2"), "{session:?}");
        session.begin(None);
        assert!(!session.now().has_id(), "the next one may have none");
    }
}
