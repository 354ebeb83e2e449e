//! Requests of one connection over HTTP: each is carried by a task of its own, which ends when
//! nobody waits for it any more. It knows no answer.

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use bytes::Bytes;
use stdx::tasks::Tasks;
use tokio::sync::oneshot;
use tracing::error;

use crate::{
    error::Error,
    http::{
        courier::{Courier, Errand, Kind},
        headers,
    },
    letter::{Letter, Stop, Trace},
    modern::mirror::Mirrors,
    pending::Reply,
    settings::Era,
};

/// The sending end of a connection.
pub(crate) struct Http {
    pub(crate) courier: Arc<Courier>,
    /// What has to be told of a call beside it, in the modern era.
    pub(crate) mirrors: Mirrors,
    // A std mutex: nothing awaits while it is held.
    tasks: Mutex<Tasks>,
}

impl Http {
    /// Nothing is on its way yet.
    pub(crate) fn new(courier: Courier) -> Self {
        let mirrors = Mirrors::default();
        Self { courier: Arc::new(courier), mirrors, tasks: Mutex::default() }
    }

    /// Has a request carried, and waits for its reply.
    pub(crate) async fn deliver(
        &self,
        letter: Letter<'_>,
        trace: &Trace,
        reply: oneshot::Receiver<Reply>,
    ) -> Reply {
        let kind = match self.courier.feed.hub.era.get() {
            Some(Era::Modern) => Kind::Modern(headers::modern(&letter.about)),
            Some(Era::Legacy) | None => Kind::Legacy,
        };
        trace.stops_by(self.begin(letter.id, letter.about.method, letter.frame, kind));
        reply.await.unwrap_or(Err(Error::Closed))
    }

    /// Begins to carry a request; it is taken back by what is returned.
    pub(crate) fn begin(&self, id: u64, method: &str, mut frame: Vec<u8>, kind: Kind) -> Stop {
        if frame.last() == Some(&b'\n') {
            frame.pop();
        }
        let (stop, stopped) = oneshot::channel();
        let errand = Errand { id, frame: Bytes::from(frame), kind };
        if matches!(errand.kind, Kind::Legacy) {
            self.courier.standing.note(method, &errand.frame);
        }
        let courier = Arc::clone(&self.courier);
        self.spawn(async move { courier.carry(errand, stopped).await });
        stop
    }

    /// Runs work that ends with the connection.
    pub(crate) fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        for panic in tasks.reap() {
            error!(%panic, "what carried a request panicked");
        }
        tasks.spawn(work);
    }

    /// Ends all work, and returns when it is gone.
    pub(crate) async fn stop(&self) {
        let tasks = std::mem::take(&mut *self.tasks.lock().unwrap_or_else(PoisonError::into_inner));
        tasks.stop().await;
    }
}

impl fmt::Debug for Http {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Http").finish_non_exhaustive()
    }
}
