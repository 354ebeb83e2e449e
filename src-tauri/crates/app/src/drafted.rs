//! The secrets that Steward found a name for itself: moved out of drafts, or asked for a field of
//! one. They are noted before they are kept, and for as long as a server refers to them, so that
//! neither a crash, a changed mind nor a removed server leaves one behind. Those that a person named
//! are theirs, and in here they are not.

use std::{
    collections::BTreeSet,
    sync::{Mutex, MutexGuard, PoisonError},
};

use serde_json::{Value, json};
use store::Db;
use tracing::warn;
use vault::Vault;

use crate::wire::failure::Failure;

/// The setting that outlives a crash.
const SETTING: &str = "drafted_secrets";

/// The keys of such secrets; a key in it is taken.
#[derive(Debug, Default)]
pub(crate) struct Drafted {
    // Held for a look-up, never over an await.
    keys: Mutex<BTreeSet<String>>,
}

impl Drafted {
    /// What an earlier run left is in it; [`Drafted::sweep`] sees to that.
    ///
    /// # Errors
    /// `Storage`
    pub(crate) async fn open(db: &Db) -> Result<Self, Failure> {
        let kept = db.settings().get(SETTING).await?.unwrap_or(Value::Null);
        let keys = serde_json::from_value(kept).unwrap_or_default();
        Ok(Self { keys: Mutex::new(keys) })
    }

    /// Takes a key. `false`: it is taken already.
    pub(crate) fn reserve(&self, key: &str) -> bool {
        self.keys().insert(key.to_owned())
    }

    /// Gives a key back that nothing was kept under.
    pub(crate) fn release(&self, key: &str) {
        self.keys().remove(key);
    }

    /// Writes down what is reserved.
    ///
    /// # Errors
    /// `Storage`
    pub(crate) async fn keep(&self, db: &Db) -> Result<(), Failure> {
        let keys = json!(*self.keys());
        Ok(db.settings().set(SETTING, &keys).await?)
    }

    /// All of them, as of now.
    pub(crate) fn all(&self) -> BTreeSet<String> {
        self.keys().clone()
    }

    /// Removes those of these keys that are in here and not `used`, with their secrets. Nobody is
    /// asked to unlock anything for it: what the keychain does not give up so is tried again by
    /// the next sweep. Says whether any is gone.
    ///
    /// # Errors
    /// `Storage`
    pub(crate) async fn sweep(
        &self,
        keys: BTreeSet<String>,
        used: &BTreeSet<String>,
        db: &Db,
        vault: &Vault,
    ) -> Result<bool, Failure> {
        let ours = self.all();
        let mut any = false;
        for key in keys.into_iter().filter(|it| ours.contains(it) && !used.contains(it)) {
            if let Err(error) = vault.discard(&key).await {
                // The next one would fare no better, and each may take its time.
                warn!(%key, %error, "secrets that nobody refers to stay in the keychain");
                break;
            }
            db.secrets().forget(&key).await?;
            self.release(&key);
            any = true;
        }
        if any {
            self.keep(db).await?;
        }
        Ok(any)
    }

    fn keys(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.keys.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use stdx::{clock::Clock, secret::Secret};
    use store::secrets::kind::Kind;

    use super::*;

    #[tokio::test]
    async fn a_secret_that_no_server_refers_to_goes_and_the_others_stay() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(&folder.path().join("steward.db"), Clock::machine()).await.unwrap();
        let vault = Vault::memory();
        let first = Drafted::open(&db).await.unwrap();
        for key in ["USED", "ORPHAN", "THEIRS"] {
            vault.set(key, Secret::from("value")).await.unwrap();
            db.secrets().note(key, Kind::Named, "service", key).await.unwrap();
        }
        assert!(first.reserve("USED") && first.reserve("ORPHAN"));
        assert!(!first.reserve("USED"), "a key is given once");
        first.keep(&db).await.unwrap();

        // As after a crash: the next run knows what the first one reserved.
        let second = Drafted::open(&db).await.unwrap();
        let asked: BTreeSet<String> = ["USED", "ORPHAN", "THEIRS"].map(str::to_owned).into();
        let used = BTreeSet::from(["USED".to_owned()]);
        assert!(second.sweep(asked.clone(), &used, &db, &vault).await.unwrap());
        assert!(!second.sweep(asked.clone(), &used, &db, &vault).await.unwrap(), "it is done");
        let mut kept = Vec::new();
        for key in &asked {
            kept.extend(vault.get(key).await.unwrap().map(|_| key.as_str()));
        }
        assert_eq!(kept, ["THEIRS", "USED"]);
        let noted: Vec<_> =
            db.secrets().list().await.unwrap().into_iter().map(|it| it.key).collect();
        assert_eq!(noted, kept);
        assert!(second.reserve("ORPHAN"), "its key is free again");

        // What a server referred to goes when that is gone too.
        assert!(second.sweep(asked, &BTreeSet::new(), &db, &vault).await.unwrap());
        assert!(vault.get("USED").await.unwrap().is_none());
    }

    #[tokio::test]
    async fn what_is_locked_stays_noted() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(&folder.path().join("steward.db"), Clock::machine()).await.unwrap();
        let drafted = Drafted::open(&db).await.unwrap();
        drafted.reserve("LOCKED");
        let all = drafted.all();
        let gone = drafted.sweep(all.clone(), &BTreeSet::new(), &db, &Vault::locked()).await;
        assert!(!gone.unwrap());
        assert_eq!(drafted.all(), all);
    }
}
