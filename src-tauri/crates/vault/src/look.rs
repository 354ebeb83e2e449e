//! Looks whether the Secret Service has something, without a word about what it is: neither a value
//! is read nor anything unlocked, so that a look asks the person nothing. Unlocking is asked for by
//! itself.

use std::collections::HashMap;

use secret_service::{EncryptionType, Error as Fault, blocking::SecretService};
use zbus::{
    blocking::{Connection, fdo::DBusProxy},
    fdo,
    names::{BusName, WellKnownName},
};

use crate::error::Error;

/// What every such keychain is called on the bus.
const NAME: WellKnownName<'static> =
    WellKnownName::from_static_str_unchecked("org.freedesktop.secrets");

/// What there is under a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Found {
    Nothing,
    /// Something that can be had at once.
    Open,
    /// Something for which the person would be asked to unlock it.
    Locked,
}

/// A connection of its own, made when needed: the store's would unlock what it finds.
#[derive(Default)]
pub(crate) struct Look {
    service: Option<SecretService<'static>>,
    /// What the bus tells of its name.
    bus: Option<Connection>,
    /// Who had it when it was last looked at.
    owner: Option<String>,
    lost: u64,
}

impl Look {
    /// What is filed under this service and name; asked once more on a new connection if an old one
    /// failed.
    pub(crate) fn find(&mut self, service: &str, name: &str) -> Result<Found, Error> {
        self.ask(|it| found(it, service, name))
    }

    /// Asks by the connection there is, and once more by a new one if that failed.
    fn ask<T>(
        &mut self,
        ask: impl Fn(&SecretService<'static>) -> Result<T, Fault>,
    ) -> Result<T, Error> {
        if let Some(service) = &self.service {
            if let Ok(told) = ask(service) {
                return Ok(told);
            }
            self.service = None;
        }
        // Nothing secret goes over this session.
        let made = SecretService::connect(EncryptionType::Plain)
            .map_err(|fault| Error::Absent(fault.into()))?;
        let told = ask(&made).map_err(|fault| Error::Failed(fault.into()))?;
        self.service = Some(made);
        Ok(told)
    }

    /// How often the keychain's program was lost so far. Another one may have its name by now, and
    /// answers as if nothing had been, so that only the bus can tell.
    pub(crate) fn lost(&mut self) -> u64 {
        let now = self.owner();
        if self.owner.is_some() && self.owner != now {
            self.lost += 1;
        }
        self.owner = now;
        self.lost
    }

    /// The one connection to the bus that has the keychain's name; the bus does not start one for this
    /// question.
    fn owner(&mut self) -> Option<String> {
        if self.bus.is_none() {
            self.bus = Connection::session().ok();
        }
        let asked = DBusProxy::new(self.bus.as_ref()?);
        match asked.map(|it| it.get_name_owner(BusName::WellKnown(NAME))) {
            Ok(Ok(owner)) => Some(owner.to_string()),
            // Nobody has it.
            Ok(Err(fdo::Error::NameHasNoOwner(_))) => None,
            Ok(Err(_)) | Err(_) => {
                self.bus = None;
                None
            }
        }
    }

    /// Whether a new secret could be kept without asking anybody.
    ///
    /// # Errors
    /// [`Error::Locked`] where somebody would be asked; another one where it could not be kept.
    pub(crate) fn room(&mut self) -> Result<(), Error> {
        self.ask(room)?
    }

    /// Has the person asked to unlock the keyring that new secrets go to. The one thing here that asks.
    ///
    /// # Errors
    /// [`Error::Locked`] where it stays locked; another one where there is none.
    pub(crate) fn unlock(&mut self) -> Result<(), Error> {
        self.ask(unlocked)?
    }
}

/// The inner result is the keychain's word; the outer one fails with the connection.
fn room(keychain: &SecretService<'_>) -> Result<Result<(), Error>, Fault> {
    match keychain.get_default_collection() {
        Ok(it) if it.is_locked()? => Ok(Err(Error::Locked)),
        Ok(_) => Ok(Ok(())),
        Err(Fault::NoResult) => Ok(Err(Error::NoKeyring)),
        Err(fault) => Err(fault),
    }
}

fn unlocked(keychain: &SecretService<'_>) -> Result<Result<(), Error>, Fault> {
    match keychain.get_default_collection() {
        Ok(it) => match it.unlock() {
            // Who sends the question away is told as little as who is never asked.
            Ok(()) if it.is_locked()? => Ok(Err(Error::Locked)),
            Ok(()) => Ok(Ok(())),
            Err(Fault::Locked | Fault::Prompt) => Ok(Err(Error::Locked)),
            Err(fault) => Err(fault),
        },
        Err(Fault::NoResult) => Ok(Err(Error::NoKeyring)),
        Err(fault) => Err(fault),
    }
}

fn found(keychain: &SecretService<'_>, service: &str, name: &str) -> Result<Found, Fault> {
    let filed = HashMap::from([("service", service), ("username", name)]);
    let found = keychain.search_items(filed)?;
    Ok(match (found.locked.is_empty(), found.unlocked.is_empty()) {
        (true, true) => Found::Nothing,
        (true, false) => Found::Open,
        (false, _) => Found::Locked,
    })
}
