//! Requests of one connection over HTTP: each is carried by whoever waits for its reply, and by a task
//! where nobody does. It knows no answer.

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

/// How the methods end whose requests no server has a question about.
const LISTS: &str = "/list";

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

    /// Carries a request, and waits for its reply. Whoever waits carries it: dropped, it is given up.
    pub(crate) async fn deliver(
        &self,
        letter: Letter<'_>,
        trace: &Trace,
        mut reply: oneshot::Receiver<Reply>,
    ) -> Reply {
        let kind = match self.courier.feed.hub.era.get() {
            Some(Era::Modern) => Kind::Modern(headers::modern(&letter.about)),
            Some(Era::Legacy) | None => Kind::Legacy,
        };
        let method = letter.about.method;
        if matches!(kind, Kind::Legacy) && !method.ends_with(LISTS) {
            self.courier.listened().await;
        }
        let errand = self.errand(letter.id, method, letter.frame, kind);
        let room = tokio::select! {
            biased;
            room = self.courier.room() => room,
            early = &mut reply => return early.unwrap_or(Err(Error::Closed)),
        };
        trace.is_sent();
        let courier = Arc::clone(&self.courier);
        let mut carrying = Box::pin(async move {
            courier.carry(&errand).await;
            drop(room);
        });
        tokio::select! {
            biased;
            () = &mut carrying => reply.await.unwrap_or(Err(Error::Closed)),
            reply = &mut reply => {
                let reply = reply.unwrap_or(Err(Error::Closed));
                if matches!(reply, Ok(_) | Err(Error::Rpc(_))) {
                    // What comes after the reply is read too, and nobody waits for that.
                    self.spawn(carrying);
                }
                reply
            }
        }
    }

    /// Begins to carry one of the first questions; it is given up by what is returned.
    pub(crate) fn begin(&self, id: u64, method: &str, frame: Vec<u8>, kind: Kind) -> Stop {
        let (stop, stopped) = oneshot::channel();
        let errand = self.errand(id, method, frame, kind);
        let courier = Arc::clone(&self.courier);
        self.spawn(async move {
            let _last = courier.last_word(errand.id);
            let _room = courier.room().await;
            tokio::select! {
                biased;
                () = courier.carry(&errand) => {}
                // The other end goes without a word when the reply is there.
                Ok(_) = stopped => {}
            }
        });
        stop
    }

    fn errand(&self, id: u64, method: &str, mut frame: Vec<u8>, kind: Kind) -> Errand {
        if frame.last() == Some(&b'\n') {
            frame.pop();
        }
        let errand = Errand { id, frame: Bytes::from(frame), kind };
        if matches!(errand.kind, Kind::Legacy) {
            self.courier.standing.note(method, &errand.frame);
        }
        errand
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
