//! A session that the server has lost is opened anew, by one for all who need it; it knows no call.

use bytes::Bytes;
use serde_json::json;
use tokio::time::timeout;

use crate::{
    error::Error,
    http::{
        courier::{Courier, Errand, Kind, Opening, Trip},
        fault::HttpError,
    },
    legacy::{self, INITIALIZE, INITIALIZED, session::State},
    notice::{List, Notice},
    pending::Pending,
    request,
};

impl Courier {
    /// Opens a new session, unless the one of this round has a successor already.
    ///
    /// # Errors
    /// [`HttpError::SessionLost`], and those that say that there is no getting through.
    pub(crate) async fn renew(&self, round: u64) -> Result<(), HttpError> {
        let _turn = self.session.turn().await;
        if self.session.now().round != round {
            return Ok(());
        }
        let lost = |why: &str| HttpError::SessionLost(why.to_owned());
        let opening = self.opening.get().ok_or_else(|| lost("it was never opened"))?;
        let tell = |notice| self.feed.hub.herald.tell(notice);
        tell(Notice::Lifecycle("the server has lost the session; a new one is opened".to_owned()));
        let opened = timeout(opening.limit, self.open_again(opening)).await;
        match opened.unwrap_or_else(|_| Err(lost("it was not opened in time"))) {
            Ok(()) => {}
            Err(fault) if fault.is_final() => return Err(fault),
            Err(fault) => return Err(lost(&fault.to_string())),
        }
        // Whatever made it forget the session may have changed these as well.
        for list in [List::Tools, List::Prompts, List::Resources] {
            tell(Notice::ListChanged(list));
        }
        Ok(())
    }

    async fn open_again(&self, opening: &Opening) -> Result<(), HttpError> {
        let lost = |error: Error| {
            if let Error::Http(fault) = error {
                return fault;
            }
            HttpError::SessionLost(error.to_string())
        };
        let pending = &self.feed.hub.pending;
        let (id, reply) = pending.open(None, None).map_err(lost)?;
        let _forgotten = Forgotten { pending, id };
        let frame = Bytes::from(request::request(id, INITIALIZE, &opening.params));
        let errand = Errand { id, frame, kind: Kind::Opening };
        match self.trip(&errand, &State::default()).await? {
            Trip::Done => {}
            Trip::Lost(fault) => return Err(fault),
        }
        let reply = reply.await.unwrap_or(Err(Error::Closed)).map_err(lost)?;
        let hello = legacy::read(&reply).map_err(lost)?;
        self.session.speaks(&hello.version);
        // Not every server takes it; the request that waits will tell whether that matters.
        self.say(request::notification(INITIALIZED, &json!({}))).await.ok();
        self.session.open();
        self.session.listened().await;
        for frame in self.standing.all() {
            // What it does not take now it did not take before, or does not have any more.
            self.say(frame).await.ok();
        }
        Ok(())
    }
}

/// A request that is forgotten with whoever asked.
struct Forgotten<'a> {
    pending: &'a Pending,
    id: u64,
}

impl Drop for Forgotten<'_> {
    fn drop(&mut self) {
        self.pending.forget(self.id);
    }
}
