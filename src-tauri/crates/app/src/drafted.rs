//! Secrets that were moved out of drafts and that no server refers to yet. They are noted before
//! they are kept, so that neither a crash nor a changed mind leaves one behind.

use std::{
    collections::BTreeSet,
    sync::{Mutex, MutexGuard, PoisonError},
};

use serde_json::{Value, json};
use store::Db;
use tracing::warn;
use vault::Vault;

use crate::{references, wire::failure::Failure};

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

    /// Of these keys, forgets those that a row refers to by now, and removes the secrets of the
    /// others from the keychain.
    ///
    /// # Errors
    /// `Storage`; what the keychain does not give up unasked is tried again by the next sweep.
    pub(crate) async fn sweep(
        &self,
        keys: BTreeSet<String>,
        db: &Db,
        vault: &Vault,
    ) -> Result<(), Failure> {
        let used = references::of_all(&db.servers().list().await?);
        for key in keys {
            if !used.contains(&key)
                && let Err(error) = vault.discard(&key).await
            {
                warn!(%key, %error, "a secret of a draft stays in the keychain");
                continue;
            }
            if !used.contains(&key) {
                db.secrets().forget(&key).await?;
            }
            self.keys().remove(&key);
        }
        self.keep(db).await
    }

    fn keys(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.keys.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use model::{
        name::ServerName,
        server::{Draft, Limits, Source, Stdio, Transport},
    };
    use stdx::{clock::Clock, secret::Secret};
    use store::secrets::kind::Kind;

    use super::*;

    fn draft(value: &str) -> Draft {
        let env = [("TOKEN".to_owned(), value.to_owned())].into();
        Draft {
            name: ServerName::parse("demo").unwrap(),
            title: "Demo".into(),
            description: String::new(),
            transport: Transport::Stdio(Stdio { command: "x".into(), env, ..Stdio::default() }),
            limits: Limits::default(),
            source: Source::User,
        }
    }

    #[tokio::test]
    async fn a_secret_that_no_server_refers_to_goes_and_the_others_stay() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(&folder.path().join("steward.db"), Clock::machine()).await.unwrap();
        let vault = Vault::memory();
        let first = Drafted::open(&db).await.unwrap();
        for key in ["USED", "ORPHAN"] {
            assert!(first.reserve(key));
            vault.set(key, Secret::from("value")).await.unwrap();
            db.secrets().note(key, Kind::Named, "service", key).await.unwrap();
        }
        assert!(!first.reserve("USED"), "a key is given once");
        first.keep(&db).await.unwrap();
        db.servers().insert(draft("${secret:USED}"), false).await.unwrap();

        // As after a crash: the next run knows what the first one reserved.
        let second = Drafted::open(&db).await.unwrap();
        second.sweep(second.all(), &db, &vault).await.unwrap();
        assert!(vault.get("USED").await.unwrap().is_some());
        assert!(vault.get("ORPHAN").await.unwrap().is_none());
        let noted: Vec<_> =
            db.secrets().list().await.unwrap().into_iter().map(|it| it.key).collect();
        assert_eq!(noted, ["USED"]);
        assert!(second.reserve("ORPHAN"), "its key is free again");
    }
}
