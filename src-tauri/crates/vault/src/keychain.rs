//! One connection to the keychain: made when needed, made anew once when it has gone stale.

use std::sync::Arc;

use keyring_core::{CredentialStore, Entry, Error as Fault};
use stdx::secret::Secret;
use zeroize::Zeroizing;

use crate::error::{Cause, Error};
#[cfg(all(unix, not(target_os = "macos")))]
use crate::look::{Found, Look};

/// All calls block; it is used by its own thread alone.
pub(crate) struct Keychain {
    service: String,
    /// Part of what everything is filed under, where there is one.
    folder: Option<String>,
    store: Option<Arc<CredentialStore>>,
    #[cfg(all(unix, not(target_os = "macos")))]
    look: Look,
}

impl Keychain {
    pub(crate) fn new(service: String, folder: Option<String>) -> Self {
        Self {
            service,
            folder,
            store: None,
            #[cfg(all(unix, not(target_os = "macos")))]
            look: Look::default(),
        }
    }

    pub(crate) fn set(&mut self, name: &str, secret: &Secret) -> Result<(), Error> {
        self.with(name, |entry| entry.set_secret(secret.reveal().as_bytes()))
    }

    pub(crate) fn get(&mut self, name: &str) -> Result<Option<Secret>, Error> {
        let found = self.with(name, |entry| match entry.get_secret() {
            Ok(bytes) => Ok(Some(Zeroizing::new(bytes))),
            Err(Fault::NoEntry) => Ok(None),
            Err(fault) => Err(fault),
        })?;
        let Some(mut bytes) = found else { return Ok(None) };
        match String::from_utf8(std::mem::take(&mut *bytes)) {
            Ok(text) => Ok(Some(Secret::new(text))),
            Err(error) => {
                drop(Zeroizing::new(error.into_bytes()));
                Err(unfit(name, "its value is not text"))
            }
        }
    }

    pub(crate) fn remove(&mut self, name: &str) -> Result<bool, Error> {
        self.with(name, |entry| match entry.delete_credential() {
            Ok(()) => Ok(true),
            Err(Fault::NoEntry) => Ok(false),
            Err(fault) => Err(fault),
        })
    }

    /// How often the keychain's program was lost so far; nobody is asked for that.
    #[cfg(all(unix, not(target_os = "macos")))]
    pub(crate) fn lost(&mut self) -> u64 {
        self.look.lost()
    }

    /// The same where it is no program of its own.
    #[cfg(not(all(unix, not(target_os = "macos"))))]
    pub(crate) fn lost(&mut self) -> u64 {
        0
    }

    /// Whether a new secret could be kept without asking anybody; the error says why not.
    #[cfg(all(unix, not(target_os = "macos")))]
    pub(crate) fn has_room(&mut self) -> Result<(), Error> {
        self.look.room()
    }

    /// The same where a keychain cannot be looked into: it is tried.
    #[cfg(not(all(unix, not(target_os = "macos"))))]
    pub(crate) fn has_room(&mut self) -> Result<(), Error> {
        Ok(())
    }

    /// Asks the person to unlock the keyring that new secrets go to.
    #[cfg(all(unix, not(target_os = "macos")))]
    pub(crate) fn unlock(&mut self) -> Result<(), Error> {
        self.look.unlock()
    }

    /// The same where a keychain cannot be looked into: it asks when something is kept.
    #[cfg(not(all(unix, not(target_os = "macos"))))]
    pub(crate) fn unlock(&mut self) -> Result<(), Error> {
        Ok(())
    }

    /// Whether there is a secret under `name`; its value is not read.
    #[cfg(all(unix, not(target_os = "macos")))]
    pub(crate) fn has(&mut self, name: &str) -> Result<bool, Error> {
        Ok(self.look.find(&self.service, &self.account(name))? != Found::Nothing)
    }

    /// Removes the secret under `name` if nobody need be asked to unlock it.
    #[cfg(all(unix, not(target_os = "macos")))]
    pub(crate) fn discard(&mut self, name: &str) -> Result<bool, Error> {
        match self.look.find(&self.service, &self.account(name))? {
            Found::Nothing => Ok(false),
            Found::Open => self.remove(name),
            Found::Locked => Err(Error::Locked),
        }
    }

    /// Whether nobody need be asked for what is under `name`, if anything is.
    #[cfg(all(unix, not(target_os = "macos")))]
    pub(crate) fn is_open(&mut self, name: &str) -> Result<bool, Error> {
        Ok(self.look.find(&self.service, &self.account(name))? != Found::Locked)
    }

    /// The same where a keychain cannot be looked into: nobody can tell.
    #[cfg(not(all(unix, not(target_os = "macos"))))]
    pub(crate) fn is_open(&mut self, _name: &str) -> Result<bool, Error> {
        Ok(false)
    }

    /// The same where a keychain cannot be looked into; removing is not known to ask there.
    #[cfg(not(all(unix, not(target_os = "macos"))))]
    pub(crate) fn discard(&mut self, name: &str) -> Result<bool, Error> {
        self.remove(name)
    }

    /// Whether there is a secret under `name`; its value is not read.
    #[cfg(not(all(unix, not(target_os = "macos"))))]
    pub(crate) fn has(&mut self, name: &str) -> Result<bool, Error> {
        self.with(name, |entry| match entry.get_credential() {
            Ok(_) => Ok(true),
            Err(Fault::NoEntry) => Ok(false),
            Err(fault) => Err(fault),
        })
    }

    /// Runs `work` on the entry of `name`; once more on a new connection if an old one failed, as
    /// it does for ever after the keychain's program was restarted.
    fn with<T>(
        &mut self,
        name: &str,
        work: impl Fn(&Entry) -> keyring_core::Result<T>,
    ) -> Result<T, Error> {
        if let Some(store) = self.store.clone() {
            match self.attempt(&store, name, &work) {
                Err(Fault::PlatformFailure(_)) => self.store = None,
                result => return result.map_err(|fault| told(fault, name)),
            }
        }
        let store = connect().map_err(|fault| Error::Absent(cause(fault)))?;
        let result = self.attempt(&store, name, &work);
        if !matches!(result, Err(Fault::PlatformFailure(_))) {
            self.store = Some(store);
        }
        result.map_err(|fault| told(fault, name))
    }

    fn attempt<T>(
        &self,
        store: &Arc<CredentialStore>,
        name: &str,
        work: &impl Fn(&Entry) -> keyring_core::Result<T>,
    ) -> keyring_core::Result<T> {
        work(&Entry::new_in_store(store, &self.service, &self.account(name))?)
    }

    /// The service is one for all; the account is what all keychains show and can be looked for by.
    fn account(&self, name: &str) -> String {
        account(self.folder.as_deref(), name)
    }
}

/// The name comes first, so that a person who looks into the keychain finds it.
pub(crate) fn account(folder: Option<&str>, name: &str) -> String {
    folder.map_or_else(|| name.to_owned(), |id| format!("{name}/{id}"))
}

fn connect() -> keyring_core::Result<Arc<CredentialStore>> {
    #[cfg(target_os = "macos")]
    let store = apple_native_keyring_store::keychain::Store::new()?;
    #[cfg(windows)]
    let store = windows_native_keyring_store::Store::new()?;
    #[cfg(all(unix, not(target_os = "macos")))]
    let store = zbus_secret_service_keyring_store::Store::new()?;
    Ok(store)
}

/// The fault in our words. Some faults carry the bytes of a secret: those are left behind.
#[expect(clippy::wildcard_enum_match_arm, reason = "the enum is open, and the rest is alike")]
fn told(fault: Fault, name: &str) -> Error {
    match fault {
        Fault::NoStorageAccess(source) => no_access(source),
        Fault::Ambiguous(_) => Error::Ambiguous { name: name.to_owned() },
        Fault::TooLong(what, most) => {
            unfit(name, &format!("its {what} has more than {most} characters"))
        }
        Fault::Invalid(what, reason) => unfit(name, &format!("its {what} {reason}")),
        Fault::BadEncoding(bytes) | Fault::BadDataFormat(bytes, _) => {
            drop(Zeroizing::new(bytes));
            unfit(name, "its value is not text")
        }
        other => Error::Failed(cause(other)),
    }
}

/// What the machine said, without the layer between.
#[expect(clippy::wildcard_enum_match_arm, reason = "the enum is open, and the rest is alike")]
fn cause(fault: Fault) -> Cause {
    match fault {
        Fault::PlatformFailure(source) | Fault::NoStorageAccess(source) => source,
        Fault::BadEncoding(_) | Fault::BadDataFormat(..) => "unexpected data".into(),
        other => other.to_string().into(),
    }
}

fn unfit(name: &str, reason: &str) -> Error {
    Error::Unfit { name: name.to_owned(), reason: reason.to_owned() }
}

#[cfg(all(unix, not(target_os = "macos")))]
fn no_access(source: Cause) -> Error {
    use secret_service::Error as Service;
    match source.downcast_ref::<Service>() {
        Some(Service::Locked | Service::Prompt) => Error::Locked,
        Some(Service::NoResult) => Error::NoKeyring,
        _ => Error::Denied(source),
    }
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
fn no_access(source: Cause) -> Error {
    Error::Denied(source)
}
