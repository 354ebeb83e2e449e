//! Where the messages of all streams of a connection come together; it knows no stream.

use std::sync::{Arc, Mutex, PoisonError};

use crate::{error::Error, hub::Hub, router::Router};

/// The one router of a connection, for whoever reads.
#[derive(Debug)]
pub(crate) struct Feed {
    pub(crate) hub: Arc<Hub>,
    // A std mutex: nothing awaits while it is held.
    router: Mutex<Router>,
}

impl Feed {
    /// For what comes to `hub`.
    pub(crate) fn new(hub: Arc<Hub>) -> Self {
        let router = Mutex::new(Router::new(Arc::clone(&hub)));
        Self { hub, router }
    }

    /// Takes one text that came in answer to this request, or unasked.
    pub(crate) fn take(&self, text: &str, request: Option<u64>) {
        let mut router = self.router.lock().unwrap_or_else(PoisonError::into_inner);
        router.text(text, request);
    }

    /// Whether this request still waits.
    pub(crate) fn waits(&self, id: u64) -> bool {
        self.hub.pending.waits(id)
    }

    /// The request comes to nothing, unless it has its reply.
    pub(crate) fn fail(&self, id: u64, error: impl Into<Error>) {
        self.hub.pending.settle(id, Err(error.into())).ok();
    }
}
