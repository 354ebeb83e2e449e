//! What the person wishes of a server while it runs: how much it logs, which folders it is shared,
//! which resources are watched. Each is kept, and takes effect at once.

use std::collections::BTreeSet;

use model::{
    folder,
    name::ServerName,
    server::{Level, Wishes},
};

use crate::{
    calls::not_ready,
    error::{CallFault, Error},
    offered,
    parts::Event,
    redacted,
    servers::Servers,
    supervisor::Reach,
};

/// Most folders that are shared with one server.
const MOST_FOLDERS: usize = 100;
/// Most resources of one server that are watched.
const MOST_WATCHED: usize = 1000;

impl Servers {
    /// From which level on a server is to log; `None` for the usual. It is kept also where the
    /// server refuses it now.
    ///
    /// # Errors
    /// [`Error::Unknown`], [`Error::Store`], [`Error::Closing`], [`Error::Call`]
    pub async fn set_level(&self, name: &ServerName, level: Option<Level>) -> Result<(), Error> {
        self.wish(name, move |wishes| wishes.level = level).await?;
        let Some(Reach { client, redactor, .. }) = self.reach(name)? else { return Ok(()) };
        let set = client.set_level(level.map(offered::level)).await;
        set.map_err(|error| refused(name, redacted::error(&redactor, error)))
    }

    /// Whether models get the pictures that a server's tools give (HOST-29). It does not learn of it.
    ///
    /// # Errors
    /// [`Error::Unknown`], [`Error::Store`], [`Error::Closing`]
    pub async fn give_pictures(&self, name: &ServerName, on: bool) -> Result<(), Error> {
        self.wish(name, move |wishes| wishes.pictures = on).await
    }

    /// Shares a folder with a server, or shares it no more. A server that was told at its start
    /// that there are none is started again.
    ///
    /// # Errors
    /// [`Error::Invalid`], [`Error::Unknown`], [`Error::Store`], [`Error::Closing`]
    pub async fn share(&self, name: &ServerName, path: &str, shared: bool) -> Result<(), Error> {
        let invalid = |what: &str| Error::Invalid { field: "folder", what: what.to_owned() };
        if shared && folder::address(path).is_none() {
            return Err(invalid("is no whole path"));
        }
        let row = self.row(name).await?;
        let folders = &row.wishes.folders;
        match (shared, folders.iter().any(|it| it == path)) {
            (true, true) => return Ok(()),
            (false, false) => return Err(invalid("is not shared with it")),
            (true, false) if folders.len() == MOST_FOLDERS => {
                return Err(invalid("is one more than can be shared"));
            }
            (true, false) | (false, true) => {}
        }
        let path = path.to_owned();
        self.wish(name, move |wishes| {
            wishes.folders.retain(|it| *it != path);
            if shared {
                wishes.folders.push(path);
            }
        })
        .await?;
        let reach = self.reach(name)?;
        if reach.is_some_and(|it| !it.client.roots_changed()) {
            let this_one = name.clone();
            let again = move |this: Self| async move {
                let row = this.row(&this_one).await?;
                this.set_going(&row, false).await
            };
            self.in_turn(name, again).await?;
        }
        Ok(())
    }

    /// Wants to hear when a resource changes, as long as Steward runs, or wants that no more:
    /// [`Event::ResourceUpdated`].
    ///
    /// # Errors
    /// [`Error::Unknown`], [`Error::NotReady`], [`Error::Invalid`], [`Error::Call`]
    pub async fn watch(&self, name: &ServerName, uri: &str, on: bool) -> Result<(), Error> {
        let (_, state) = self.get(name).await?;
        let wished = self.with(name, |it| it.wished.clone())?;
        let watched = wished.watched();
        if on && watched.len() >= MOST_WATCHED {
            let what = "is one more than can be watched".to_owned();
            return Err(Error::Invalid { field: "uri", what });
        }
        if on == watched.contains(uri) {
            return Ok(());
        }
        let Some(Reach { client, redactor, .. }) = self.reach(name)? else {
            // Nothing has to be taken back at a server that does not run.
            wished.watch(uri, false);
            return if on { Err(not_ready(name, state)) } else { Ok(()) };
        };
        // Noted first: the server may tell of a change in the same breath.
        wished.watch(uri, on);
        let done = if on { client.subscribe(uri).await } else { client.unsubscribe(uri).await };
        if done.is_err() {
            wished.watch(uri, false);
        }
        self.parts().tell(Event::WishesChanged(name.clone()));
        done.map_err(|error| refused(name, redacted::error(&redactor, error)))
    }

    /// The resources of a server that are watched.
    ///
    /// # Errors
    /// [`Error::Unknown`]
    pub fn watched(&self, name: &ServerName) -> Result<BTreeSet<String>, Error> {
        self.with(name, |it| it.wished.watched())
    }

    /// What a ready server says that it has, and whether its log level can be set; `None` for one that
    /// is not ready.
    ///
    /// # Errors
    /// [`Error::Unknown`]
    pub fn abilities(&self, name: &ServerName) -> Result<Option<mcp::Offers>, Error> {
        let abilities = |it: Reach| {
            let logging = it.client.takes_level();
            mcp::Offers { logging, ..it.client.offers() }
        };
        Ok(self.reach(name)?.map(abilities))
    }

    fn reach(&self, name: &ServerName) -> Result<Option<Reach>, Error> {
        self.with(name, |it| it.live().borrow().reach.clone())
    }

    /// Keeps other wishes, for the runs from now on too.
    async fn wish(
        &self,
        name: &ServerName,
        change: impl FnOnce(&mut Wishes) + Send + 'static,
    ) -> Result<(), Error> {
        let this_one = name.clone();
        self.in_turn(name, move |this: Self| async move {
            let mut wishes = this.row(&this_one).await?.wishes;
            change(&mut wishes);
            let kept = this.parts().db.servers().wish(&this_one, wishes.clone()).await;
            kept.map_err(|error| this.store_error(error))?;
            this.with(&this_one, |it| it.wished.set(wishes))?;
            this.parts().tell(Event::WishesChanged(this_one));
            Ok(())
        })
        .await
    }
}

fn refused(name: &ServerName, source: mcp::Error) -> Error {
    let fault = CallFault::of(&source);
    Error::Call { name: name.clone(), fault, source: Box::new(source) }
}
