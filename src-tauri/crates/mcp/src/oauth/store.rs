//! Where what a login gave is kept, one text a server; it knows no keychain.

use std::{
    fmt,
    pin::Pin,
    sync::{Mutex, PoisonError},
};

use stdx::secret::Secret;

use crate::oauth::error::LoginError;

/// Keeps what the login of one server gave.
pub trait CredentialStore: Send + Sync + fmt::Debug {
    /// What was kept last.
    fn load(&self) -> Storing<'_, Option<Secret>>;

    /// Keeps this instead.
    fn save(&self, all: Secret) -> Storing<'_, ()>;
}

/// What is to come, or [`LoginError::Store`].
pub type Storing<'a, T> = Pin<Box<dyn Future<Output = Result<T, LoginError>> + Send + 'a>>;

/// Keeps it as long as it lives itself.
#[derive(Debug, Default)]
pub struct Forgetful(Mutex<Option<Secret>>);

impl CredentialStore for Forgetful {
    fn load(&self) -> Storing<'_, Option<Secret>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Box::pin(std::future::ready(Ok(kept)))
    }

    fn save(&self, all: Secret) -> Storing<'_, ()> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(all);
        Box::pin(std::future::ready(Ok(())))
    }
}
