//! Looks whether the Secret Service has something, without a word about what it is: neither a value
//! is read nor anything unlocked, so that a look asks the person nothing.

use std::collections::HashMap;

use secret_service::{EncryptionType, Error as Fault, blocking::SecretService};

use crate::error::Error;

/// A connection of its own, made when needed: the store's would unlock what it finds.
#[derive(Default)]
pub(crate) struct Look {
    service: Option<SecretService<'static>>,
}

impl Look {
    /// Whether something is filed under this service and name; asked once more on a new connection
    /// if an old one failed.
    pub(crate) fn has(&mut self, service: &str, name: &str) -> Result<bool, Error> {
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
}

fn found(keychain: &SecretService<'_>, service: &str, name: &str) -> Result<bool, Fault> {
    let filed = HashMap::from([("service", service), ("username", name)]);
    let found = keychain.search_items(filed)?;
    Ok(!found.unlocked.is_empty() || !found.locked.is_empty())
}
