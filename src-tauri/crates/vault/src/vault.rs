//! The handle through which secrets are kept, had and removed; it never falls back to plain text.

use std::{
    collections::BTreeMap,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use stdx::secret::Secret;

use crate::{
    error::Error,
    keychain::{Keychain, account},
    worker::Worker,
};

/// How often a keychain is looked at that somebody waits for.
const LOOK_AGAIN: Duration = Duration::from_secs(2);

/// Secrets under names; clones share them.
#[derive(Clone)]
pub struct Vault {
    place: Place,
    /// Whose secrets these are: what is filed for one folder is not seen by another.
    folder: Option<Arc<str>>,
    /// Values that a person chose to have held until the program ends (HOST-64). Held for a
    /// look-up, never over an await.
    held: Arc<Mutex<BTreeMap<String, Secret>>>,
}

#[derive(Clone)]
enum Place {
    Os(Worker),
    #[cfg(any(test, feature = "memory"))]
    Fake(fake::Fake),
}

impl fmt::Debug for Vault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Vault")
    }
}

impl Vault {
    /// The keychain of the operating system, where the secrets are filed under `service`. It is
    /// reached at the first call, and again at each call until that succeeds.
    pub fn os(service: &str) -> Self {
        Self::at(Place::Os(Worker::start(service.to_owned(), None)))
    }

    fn at(place: Place) -> Self {
        Self { place, folder: None, held: Arc::default() }
    }

    /// The secrets of one data folder in the same keychain, with nothing held in memory yet. Its id
    /// is part of what they are filed under.
    pub fn of_folder(&self, id: &str) -> Self {
        let place = match &self.place {
            Place::Os(worker) => {
                Place::Os(Worker::start(worker.service().to_owned(), Some(id.to_owned())))
            }
            #[cfg(any(test, feature = "memory"))]
            Place::Fake(fake) => Place::Fake(fake.clone()),
        };
        Self { place, folder: Some(id.into()), held: Arc::default() }
    }

    /// The account that the secret under `name` is filed under in the keychain.
    pub fn account(&self, name: &str) -> String {
        account(self.folder.as_deref(), name)
    }

    /// What the secrets are filed under in the keychain.
    pub fn service(&self) -> &str {
        match &self.place {
            Place::Os(worker) => worker.service(),
            #[cfg(any(test, feature = "memory"))]
            Place::Fake(_) => "memory",
        }
    }

    /// Holds `secret` under `name` in memory, until the last handle is gone: for a machine without
    /// a keychain, and only when the person chose it. It is written nowhere.
    pub fn hold(&self, name: &str, secret: Secret) {
        self.held().insert(name.to_owned(), secret);
    }

    /// Whether the secret under `name` is held in memory alone.
    pub fn holds(&self, name: &str) -> bool {
        self.held().contains_key(name)
    }

    /// The names of all that is held in memory, in order.
    pub fn held_names(&self) -> Vec<String> {
        self.held().keys().cloned().collect()
    }

    fn held(&self) -> MutexGuard<'_, BTreeMap<String, Secret>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps `secret` under `name`, in place of what was there. If the keychain is locked, this
    /// waits while the keychain asks the person to unlock it.
    ///
    /// # Errors
    /// As [`Error`] says; nothing is then kept anywhere.
    pub async fn set(&self, name: &str, secret: Secret) -> Result<(), Error> {
        match &self.place {
            Place::Os(worker) => {
                let name = name.to_owned();
                worker.ask(move |keychain| keychain.set(&name, &secret)).await?;
            }
            #[cfg(any(test, feature = "memory"))]
            Place::Fake(fake) => fake.answering().await.set(&self.account(name), secret)?,
        }
        // What is kept takes the place of what was held.
        self.held().remove(name);
        Ok(())
    }

    /// The secret under `name`, if there is one. Waits as [`Vault::set`] does.
    ///
    /// # Errors
    /// As [`Error`] says.
    pub async fn get(&self, name: &str) -> Result<Option<Secret>, Error> {
        let held = self.held().get(name).cloned();
        if held.is_some() {
            return Ok(held);
        }
        match &self.place {
            Place::Os(worker) => {
                let name = name.to_owned();
                worker.ask(move |keychain| keychain.get(&name)).await
            }
            #[cfg(any(test, feature = "memory"))]
            Place::Fake(fake) => fake.answering().await.get(&self.account(name)),
        }
    }

    /// Whether there is a secret under `name`, in memory or in the keychain. No value is read, and
    /// where the keychain can tell while it is locked, nobody is asked to unlock it.
    ///
    /// # Errors
    /// As [`Error`] says.
    pub async fn has(&self, name: &str) -> Result<bool, Error> {
        if self.holds(name) {
            return Ok(true);
        }
        match &self.place {
            Place::Os(worker) => {
                let name = name.to_owned();
                worker.look(move |keychain| keychain.has(&name)).await
            }
            #[cfg(any(test, feature = "memory"))]
            Place::Fake(fake) => {
                fake.answering().await.get(&self.account(name)).map(|it| it.is_some())
            }
        }
    }

    /// Waits until the keychain gives all of these without asking anybody, or says that there is
    /// none: until it is there again, or unlocked. It is looked at from time to time, which asks
    /// the person nothing.
    pub async fn until_open(&self, names: &[String]) {
        loop {
            if self.is_open(names).await {
                return;
            }
            tokio::time::sleep(LOOK_AGAIN).await;
        }
    }

    /// Whether the keychain gives all of these without asking anybody, or says that there is none. One
    /// that fails gives none.
    pub async fn is_open(&self, names: &[String]) -> bool {
        let names: Vec<String> = names.iter().filter(|it| !self.holds(it)).cloned().collect();
        match &self.place {
            Place::Os(worker) => {
                let all = move |keychain: &mut Keychain| {
                    for name in &names {
                        if !keychain.is_open(name)? {
                            return Ok(false);
                        }
                    }
                    Ok(true)
                };
                worker.look(all).await.unwrap_or(false)
            }
            #[cfg(any(test, feature = "memory"))]
            Place::Fake(fake) => {
                let fake = fake.answering().await;
                names.iter().all(|it| fake.get(&self.account(it)).is_ok())
            }
        }
    }

    /// Whether a new secret could be kept now without asking anybody, as far as that can be told; a
    /// look asks nobody either.
    ///
    /// # Errors
    /// [`Error::Locked`] where the person would be asked to unlock it; another one where it could
    /// not be kept at all.
    pub async fn has_room(&self) -> Result<(), Error> {
        match &self.place {
            Place::Os(worker) => worker.look(Keychain::has_room).await,
            #[cfg(any(test, feature = "memory"))]
            Place::Fake(fake) => fake.answering().await.get("").map(|_| ()),
        }
    }

    /// Has a locked keychain ask the person to unlock it, so that nothing is typed for one that stays
    /// locked. Waits as [`Vault::set`] does.
    ///
    /// # Errors
    /// [`Error::Locked`] where it stays so; others as [`Error`] says.
    pub async fn unlock(&self) -> Result<(), Error> {
        match &self.place {
            Place::Os(worker) => worker.ask(Keychain::unlock).await,
            #[cfg(any(test, feature = "memory"))]
            Place::Fake(fake) => fake.answering().await.get("").map(|_| ()),
        }
    }

    /// Removes the secret under `name` for no person who waits for it: while it is locked, it stays,
    /// and nobody is asked to unlock it. Says whether there was one.
    ///
    /// # Errors
    /// As [`Error`] says; [`Error::Locked`] for one that stays.
    pub async fn discard(&self, name: &str) -> Result<bool, Error> {
        if self.held().remove(name).is_some() {
            return Ok(true);
        }
        match &self.place {
            Place::Os(worker) => {
                let name = name.to_owned();
                worker.ask(move |keychain| keychain.discard(&name)).await
            }
            #[cfg(any(test, feature = "memory"))]
            Place::Fake(fake) => fake.answering().await.remove(&self.account(name)),
        }
    }

    /// Removes the secret under `name`; says whether there was one. Waits as [`Vault::set`] does.
    ///
    /// # Errors
    /// As [`Error`] says.
    pub async fn remove(&self, name: &str) -> Result<bool, Error> {
        if self.held().remove(name).is_some() {
            return Ok(true);
        }
        match &self.place {
            Place::Os(worker) => {
                let name = name.to_owned();
                worker.ask(move |keychain| keychain.remove(&name)).await
            }
            #[cfg(any(test, feature = "memory"))]
            Place::Fake(fake) => fake.answering().await.remove(&self.account(name)),
        }
    }
}

#[cfg(any(test, feature = "memory"))]
mod fake;
