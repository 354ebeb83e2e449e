//! Where the messages of all streams of a connection come together; it knows no stream.

use std::sync::{Arc, Mutex, PoisonError};

use crate::{apart::apart, error::Error, heard::Heard, hub::Hub, router::Router};

/// The one router of a connection, for whoever reads.
#[derive(Debug)]
pub(crate) struct Feed {
    pub(crate) hub: Arc<Hub>,
    // A std mutex: nothing awaits while it is held.
    router: Arc<Mutex<Router>>,
}

impl Feed {
    /// For what comes to `hub`.
    pub(crate) fn new(hub: Arc<Hub>) -> Self {
        let router = Arc::new(Mutex::new(Router::new(Arc::clone(&hub))));
        Self { hub, router }
    }

    /// Takes one text that came in answer to this request, or unasked.
    pub(crate) async fn take(&self, text: String, request: Option<u64>) {
        let (size, router) = (text.len(), Arc::clone(&self.router));
        let work = move || {
            // What takes long is done before anybody has to wait for it.
            let heard = Heard::of(&text);
            router.lock().unwrap_or_else(PoisonError::into_inner).hear(heard, request);
        };
        // Where the runtime goes down, nobody waits for it.
        apart(size, work).await.ok();
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
