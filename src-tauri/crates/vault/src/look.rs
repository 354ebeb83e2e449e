//! Looks whether the Secret Service has something, without a word about what it is: neither a value
//! is read nor anything unlocked, so that a look asks the person nothing.

use std::collections::HashMap;

use secret_service::{EncryptionType, Error as Fault, blocking::SecretService};

use crate::error::Error;

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
}

impl Look {
    /// What is filed under this service and name; asked once more on a new connection if an old one
    /// failed.
    pub(crate) fn find(&mut self, service: &str, name: &str) -> Result<Found, Error> {
        if let Some(Ok(found)) = self.service.as_ref().map(|it| found(it, service, name)) {
            return Ok(found);
        }
        self.service = None;
        // Nothing secret goes over this session.
        let made = SecretService::connect(EncryptionType::Plain)
            .map_err(|fault| Error::Absent(fault.into()))?;
        let found = found(&made, service, name).map_err(|fault| Error::Failed(fault.into()))?;
        self.service = Some(made);
        Ok(found)
    }

    /// Whether a new secret could be kept without asking anybody.
    ///
    /// # Errors
    /// [`Error::Locked`] where somebody would be asked; another one where it could not be kept.
    pub(crate) fn room(&mut self) -> Result<(), Error> {
        if let Some(Ok(open)) = self.service.as_ref().map(room) {
            return open;
        }
        self.service = None;
        let made = SecretService::connect(EncryptionType::Plain)
            .map_err(|fault| Error::Absent(fault.into()))?;
        let open = room(&made).map_err(|fault| Error::Failed(fault.into()))?;
        self.service = Some(made);
        open
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

fn found(keychain: &SecretService<'_>, service: &str, name: &str) -> Result<Found, Fault> {
    let filed = HashMap::from([("service", service), ("username", name)]);
    let found = keychain.search_items(filed)?;
    Ok(match (found.locked.is_empty(), found.unlocked.is_empty()) {
        (true, true) => Found::Nothing,
        (true, false) => Found::Open,
        (false, _) => Found::Locked,
    })
}
