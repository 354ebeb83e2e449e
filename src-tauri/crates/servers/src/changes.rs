//! What a person changes about servers: registered, switched, started, removed, taken back. Each
//! change is made whole, whoever stops waiting for it.

use model::{
    name::ServerName,
    server::{Draft, Registration, Server, Wishes},
    state::State,
};
use store::servers::Switch;

use crate::{
    asking::far, check::check, error::Error, parts::Event, plan, servers::Servers,
    supervised::Supervised,
};

/// What becomes of a server that is registered or changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// The person saw what it runs and allowed it: it is switched on.
    Started,
    /// It is kept switched off, and not allowed to run.
    Kept,
    /// Its switch and what the person allowed stay as they are.
    Unchanged,
}

impl Servers {
    /// Registers a server, or changes the one of that name if `replace` says so (HOST-4).
    ///
    /// # Errors
    /// [`Error::Invalid`] (HOST-2), [`Error::NameTaken`], [`Error::Store`], [`Error::Closing`]
    pub async fn register(
        &self,
        draft: Draft,
        wanted: Wanted,
        replace: bool,
    ) -> Result<Server, Error> {
        check(&draft)?;
        let name = draft.name.clone();
        self.in_turn(&name, move |this| async move { this.save(draft, wanted, replace).await })
            .await
    }

    /// Switches a server on or off, and returns when that is done: off means that its process is
    /// gone (HOST-7). It allows nothing: what the person has not seen yet needs
    /// [`start`](Self::start). One that is on already goes on as it is.
    ///
    /// # Errors
    /// [`Error::Unapproved`], [`Error::Unknown`], [`Error::Store`], [`Error::Closing`]
    pub async fn switch(&self, name: &ServerName, on: bool) -> Result<Server, Error> {
        let this_one = name.clone();
        self.in_turn(name, move |this| async move {
            let row = this.row(&this_one).await?;
            if on && !is_approved(&row) {
                return Err(Error::Unapproved(this_one));
            }
            this.turn(row, on, None).await
        })
        .await
    }

    /// Allows what a server runs, if that is still what the person saw, and switches it on:
    /// `allowed` is the digest of the plan that was shown. A row that was changed since is not
    /// started; one that runs just this goes on as it is.
    ///
    /// # Errors
    /// [`Error::Unapproved`], [`Error::Unknown`], [`Error::Store`], [`Error::Closing`]
    pub async fn start(&self, name: &ServerName, allowed: &str) -> Result<Server, Error> {
        let (this_one, allowed) = (name.clone(), allowed.to_owned());
        self.in_turn(name, move |this| async move {
            let row = this.row(&this_one).await?;
            if plan::of(&row.draft).digest != allowed {
                return Err(Error::Unapproved(this_one));
            }
            this.turn(row, true, Some(allowed)).await
        })
        .await
    }

    /// As [`start`](Self::start), and what runs of it is stopped first.
    ///
    /// # Errors
    /// [`Error::Unapproved`], [`Error::Unknown`], [`Error::Store`], [`Error::Closing`]
    pub async fn restart(&self, name: &ServerName, allowed: &str) -> Result<Server, Error> {
        let (this_one, allowed) = (name.clone(), allowed.to_owned());
        self.in_turn(name, move |this| async move {
            let row = this.row(&this_one).await?;
            if plan::of(&row.draft).digest != allowed {
                return Err(Error::Unapproved(this_one));
            }
            this.set(&row, true, Some(allowed)).await
        })
        .await
    }

    /// Removes a server, and returns when its process is gone; its log stays (HOST-8). Until then
    /// it is listed as one that is off.
    ///
    /// # Errors
    /// [`Error::Unknown`], [`Error::Store`], [`Error::Closing`]
    pub async fn remove(&self, name: &ServerName) -> Result<Server, Error> {
        let this_one = name.clone();
        self.in_turn(name, move |this| async move { this.take_away(&this_one).await }).await
    }

    /// Takes back a server that was removed since the start.
    ///
    /// # Errors
    /// [`Error::NotRemoved`], [`Error::NameTaken`], [`Error::Store`], [`Error::Closing`]
    pub async fn restore(&self, name: &ServerName) -> Result<Server, Error> {
        let this_one = name.clone();
        self.in_turn(name, move |this| async move { this.take_back(this_one).await }).await
    }

    async fn save(self, draft: Draft, wanted: Wanted, replace: bool) -> Result<Server, Error> {
        let name = draft.name.clone();
        let switch = match wanted {
            Wanted::Started => Switch::On(plan::of(&draft).digest),
            Wanted::Kept => Switch::Off,
            Wanted::Unchanged => Switch::Unchanged,
        };
        let new = !self.table().servers.contains_key(&name);
        if new {
            // Before its row, so that there is never a row that nobody looks after.
            self.supervisor_of(&self.not_kept_yet(draft.clone()))?;
        }
        let saved = self.parts().db.servers().save(draft, switch, replace).await;
        let saved = match saved {
            Ok(saved) => saved,
            Err(error) => {
                if new {
                    self.table().servers.remove(&name);
                }
                return Err(self.store_error(error));
            }
        };
        let transport = &saved.server.draft.transport;
        let same = saved.before.as_ref().is_some_and(|it| it.draft.transport == *transport);
        if !same && saved.before.is_some() {
            // The tools of what ran before were forgotten with it.
            self.parts().tell(Event::ToolsChanged(name));
        }
        self.set_going(&saved.server, !same).await?;
        let wishes = saved.server.wishes.clone();
        self.with(saved.server.name(), |it| it.wished.set(wishes))?;
        Ok(saved.server)
    }

    /// Sets the switch, unless it stands so already and the server goes as it should.
    async fn turn(self, row: Server, on: bool, allowed: Option<String>) -> Result<Server, Error> {
        if on && row.on && is_approved(&row) && self.goes(row.name()) {
            return Ok(row);
        }
        self.set(&row, on, allowed).await
    }

    async fn set(self, row: &Server, on: bool, allowed: Option<String>) -> Result<Server, Error> {
        let row = self.parts().db.servers().switch(row.name(), on, allowed).await;
        let row = row.map_err(|error| self.store_error(error))?;
        self.set_going(&row, false).await?;
        Ok(row)
    }

    async fn take_away(self, name: &ServerName) -> Result<Server, Error> {
        let row = self.row(name).await?;
        let supervisor = self.supervisor_of(&row)?;
        supervisor.halt().await;
        if let Err(error) = self.parts().db.servers().remove(name).await {
            self.set_going(&row, false).await?;
            return Err(self.store_error(error));
        }
        let supervised = {
            let mut table = self.table();
            table.keep_removed(row.clone());
            table.servers.remove(name)
        };
        far::forget(self.parts(), name).await;
        self.parts().tell(Event::Removed(name.clone()));
        // It ends when nobody can give it orders any more.
        drop(supervisor);
        if let Some(supervised) = supervised {
            supervised.stop().await;
        }
        Ok(row)
    }

    async fn take_back(self, name: ServerName) -> Result<Server, Error> {
        let found = self.table().removed(&name);
        let Some(row) = found else {
            return Err(Error::NotRemoved(name));
        };
        let row = self.parts().db.servers().restore(row).await;
        let row = row.map_err(|error| self.store_error(error))?;
        self.table().forget_removed(&name);
        self.set_going(&row, false).await?;
        Ok(row)
    }

    /// Whether a server runs or is on its way. One that failed or was not needed yet does not.
    fn goes(&self, name: &ServerName) -> bool {
        let state = self.with(name, Supervised::state);
        state.is_ok_and(|it| matches!(it, State::Starting(_) | State::Ready(_)))
    }

    fn not_kept_yet(&self, draft: Draft) -> Server {
        let now = self.parts().clock.now();
        Server {
            registration: Registration(String::new()),
            draft,
            on: false,
            era_seen: None,
            approved: None,
            last_error: None,
            unset_secret: None,
            wishes: Wishes::default(),
            created_at: now,
            updated_at: now,
        }
    }
}

/// Whether the person saw and allowed just what the row would run.
fn is_approved(row: &Server) -> bool {
    row.approved.as_deref() == Some(plan::of(&row.draft).digest.as_str())
}
