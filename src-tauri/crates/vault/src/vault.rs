//! The handle through which secrets are kept, had and removed; it never falls back to plain text.

use std::fmt;

use stdx::secret::Secret;

use crate::{error::Error, worker::Worker};

/// Secrets under names; clones share them.
#[derive(Clone)]
pub struct Vault(Place);

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
        Self(Place::Os(Worker::start(service.to_owned())))
    }

    /// Keeps `secret` under `name`, in place of what was there. If the keychain is locked, this
    /// waits while the keychain asks the person to unlock it.
    ///
    /// # Errors
    /// As [`Error`] says; nothing is then kept anywhere.
    pub async fn set(&self, name: &str, secret: Secret) -> Result<(), Error> {
        match &self.0 {
            Place::Os(worker) => {
                let name = name.to_owned();
                worker.ask(move |keychain| keychain.set(&name, &secret)).await
            }
            #[cfg(any(test, feature = "memory"))]
            Place::Fake(fake) => fake.set(name, secret),
        }
    }

    /// The secret under `name`, if there is one. Waits as [`Vault::set`] does.
    ///
    /// # Errors
    /// As [`Error`] says.
    pub async fn get(&self, name: &str) -> Result<Option<Secret>, Error> {
        match &self.0 {
            Place::Os(worker) => {
                let name = name.to_owned();
                worker.ask(move |keychain| keychain.get(&name)).await
            }
            #[cfg(any(test, feature = "memory"))]
            Place::Fake(fake) => fake.get(name),
        }
    }

    /// Removes the secret under `name`; says whether there was one. Waits as [`Vault::set`] does.
    ///
    /// # Errors
    /// As [`Error`] says.
    pub async fn remove(&self, name: &str) -> Result<bool, Error> {
        match &self.0 {
            Place::Os(worker) => {
                let name = name.to_owned();
                worker.ask(move |keychain| keychain.remove(&name)).await
            }
            #[cfg(any(test, feature = "memory"))]
            Place::Fake(fake) => fake.remove(name),
        }
    }
}

#[cfg(any(test, feature = "memory"))]
mod fake;
