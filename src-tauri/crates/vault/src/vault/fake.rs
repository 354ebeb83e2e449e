//! Vaults for tests: one in memory, and ones that fail as a keychain can.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use stdx::secret::Secret;

use super::{Place, Vault};
use crate::error::Error;

#[derive(Clone)]
pub(super) enum Fake {
    Memory(Arc<Mutex<BTreeMap<String, Secret>>>),
    /// As many secrets as are named fit in; the next is refused.
    Small(Arc<Mutex<BTreeMap<String, Secret>>>, usize),
    Locked,
    Absent,
    /// Says nothing, as one that waits for a person who is not there.
    Silent,
}

impl Vault {
    /// A vault that lasts as long as its last handle.
    pub fn memory() -> Self {
        Self::at(Place::Fake(Fake::Memory(Arc::default())))
    }

    /// A vault in memory that has room for `most` secrets.
    pub fn small(most: usize) -> Self {
        Self::at(Place::Fake(Fake::Small(Arc::default(), most)))
    }

    /// A vault that is locked, and stays so.
    pub fn locked() -> Self {
        Self::at(Place::Fake(Fake::Locked))
    }

    /// A vault that asks the person to unlock it, and waits.
    pub fn silent() -> Self {
        Self::at(Place::Fake(Fake::Silent))
    }

    /// A vault on a machine without a keychain.
    pub fn absent() -> Self {
        Self::at(Place::Fake(Fake::Absent))
    }
}

impl Fake {
    /// Itself, once it answers.
    pub(super) async fn answering(&self) -> &Self {
        if matches!(self, Self::Silent) {
            std::future::pending::<()>().await;
        }
        self
    }

    pub(super) fn set(&self, name: &str, secret: Secret) -> Result<(), Error> {
        let most = if let Self::Small(_, most) = self { *most } else { usize::MAX };
        self.with(|all| {
            if all.len() >= most && !all.contains_key(name) {
                return Err(Error::Failed("there is no room".into()));
            }
            all.insert(name.to_owned(), secret);
            Ok(())
        })?
    }

    pub(super) fn get(&self, name: &str) -> Result<Option<Secret>, Error> {
        self.with(|all| all.get(name).cloned())
    }

    pub(super) fn remove(&self, name: &str) -> Result<bool, Error> {
        self.with(|all| all.remove(name).is_some())
    }

    fn with<T>(&self, work: impl FnOnce(&mut BTreeMap<String, Secret>) -> T) -> Result<T, Error> {
        match self {
            Self::Memory(all) | Self::Small(all, _) => {
                Ok(work(&mut all.lock().unwrap_or_else(PoisonError::into_inner)))
            }
            Self::Locked | Self::Silent => Err(Error::Locked),
            Self::Absent => Err(Error::Absent("no service on the bus".into())),
        }
    }
}
