//! Which secrets there are and when they were used; their values are in the keychain alone.

use rusqlite::{Row, named_params};
use stdx::clock::Millis;

use crate::{db::Db, error::Error, fault::Fault, row::Columns, secrets::kind::Kind};

pub mod kind;

pub(crate) const CREATE: &str = "
CREATE TABLE secrets (
  key              TEXT PRIMARY KEY CHECK (length(key) > 0),
  kind             TEXT NOT NULL CONSTRAINT kind_is_known CHECK (
                     kind IN ('named', 'elicit', 'oauth', 'model', 'gateway')),
  keychain_service TEXT NOT NULL,
  keychain_account TEXT NOT NULL,
  created_at       INTEGER NOT NULL,
  updated_at       INTEGER NOT NULL,
  last_used_at     INTEGER,
  CONSTRAINT key_keeps_the_rule CHECK (
    kind <> 'named' OR (key GLOB '[A-Z]*' AND key NOT GLOB '*[^A-Z0-9_]*'))
);
";

/// The secrets that one database knows of.
#[derive(Clone, Copy)]
pub struct Secrets<'a>(&'a Db);

/// What is known of a secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// What it is referred to by; a named one keeps `[A-Z][A-Z0-9_]*`.
    pub key: String,
    /// What it is for.
    pub kind: Kind,
    /// The service it is filed under in the keychain.
    pub keychain_service: String,
    /// The account it is filed under in the keychain.
    pub keychain_account: String,
    /// When it was first set.
    pub created_at: Millis,
    /// When it was set last.
    pub updated_at: Millis,
    /// When it was last handed out.
    pub last_used_at: Option<Millis>,
}

impl Db {
    /// Which secrets there are; never their values.
    pub fn secrets(&self) -> Secrets<'_> {
        Secrets(self)
    }
}

impl Secrets<'_> {
    /// Notes that the secret `key` was set just now, and where in the keychain it is.
    ///
    /// # Errors
    /// [`Error::Refused`] if a named key does not keep the rule.
    pub async fn note(
        self,
        key: &str,
        kind: Kind,
        keychain_service: &str,
        keychain_account: &str,
    ) -> Result<(), Error> {
        let (key, now) = (key.to_owned(), self.0.now().0);
        let (service, account) = (keychain_service.to_owned(), keychain_account.to_owned());
        let sql = "
            INSERT INTO secrets (key, kind, keychain_service, keychain_account, created_at, updated_at)
            VALUES (:key, :kind, :service, :account, :now, :now)
            ON CONFLICT (key) DO UPDATE SET kind = :kind, keychain_service = :service,
              keychain_account = :account, updated_at = :now";
        self.0
            .write(move |db| {
                db.prepare_cached(sql)?.execute(named_params! {
                    ":key": key,
                    ":kind": kind.as_str(),
                    ":service": service,
                    ":account": account,
                    ":now": now,
                })?;
                Ok(())
            })
            .await
    }

    /// Notes that the secret `key` was handed out just now; an unknown key is let pass.
    ///
    /// # Errors
    /// As the database fails.
    pub async fn used(self, key: &str) -> Result<(), Error> {
        let (key, now) = (key.to_owned(), self.0.now().0);
        let sql = "UPDATE secrets SET last_used_at = ?2 WHERE key = ?1";
        self.0
            .write(move |db| {
                db.prepare_cached(sql)?.execute((key, now))?;
                Ok(())
            })
            .await
    }

    /// Forgets that there was such a secret; says whether it was known.
    ///
    /// # Errors
    /// As the database fails.
    pub async fn forget(self, key: &str) -> Result<bool, Error> {
        let key = key.to_owned();
        self.0
            .write(move |db| Ok(db.execute("DELETE FROM secrets WHERE key = ?1", [key])? > 0))
            .await
    }

    /// All of them, by key.
    ///
    /// # Errors
    /// As the database fails; [`Error::Unreadable`] names a row that cannot be understood.
    pub async fn list(self) -> Result<Vec<Note>, Error> {
        self.0
            .read(|db| {
                let mut query = db.prepare_cached("SELECT * FROM secrets ORDER BY key")?;
                let rows = query.query_map((), |row| Ok(note(row)))?;
                rows.map(|row| row?).collect()
            })
            .await
    }
}

fn note(row: &Row<'_>) -> Result<Note, Fault> {
    let row = Columns::new("secrets", "key", row)?;
    Ok(Note {
        key: row.get("key")?,
        kind: row.word("kind")?,
        keychain_service: row.get("keychain_service")?,
        keychain_account: row.get("keychain_account")?,
        created_at: Millis(row.get("created_at")?),
        updated_at: Millis(row.get("updated_at")?),
        last_used_at: row.get::<Option<i64>>("last_used_at")?.map(Millis),
    })
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::tests::fixture;

    /// HOST-64
    #[tokio::test]
    async fn a_secret_is_known_by_name_and_times() {
        let fixture = fixture().await;
        let secrets = fixture.db.secrets();
        secrets.note("TOKEN_B", Kind::Named, "steward", "TOKEN_B").await.unwrap();
        secrets.note("oauth/x/token", Kind::Oauth, "steward", "o").await.unwrap();
        fixture.clock.advance(1);
        secrets.note("TOKEN_B", Kind::Named, "steward", "other").await.unwrap();
        fixture.clock.advance(1);
        secrets.used("TOKEN_B").await.unwrap();
        secrets.used("UNKNOWN").await.unwrap();
        let listed = secrets.list().await.unwrap();
        let expected = Note {
            key: "TOKEN_B".to_owned(),
            kind: Kind::Named,
            keychain_service: "steward".to_owned(),
            keychain_account: "other".to_owned(),
            created_at: Millis(1000),
            updated_at: Millis(1001),
            last_used_at: Some(Millis(1002)),
        };
        assert_eq!(listed.first(), Some(&expected));
        assert_eq!(listed.len(), 2);
        assert!(secrets.forget("TOKEN_B").await.unwrap());
        assert!(!secrets.forget("TOKEN_B").await.unwrap());
        assert_eq!(secrets.list().await.unwrap().len(), 1);
    }

    #[tokio::test]
    async fn a_named_key_keeps_the_rule() {
        let fixture = fixture().await;
        for key in ["", "lower", "A-B", "1A", "_A", "A b", "Ä"] {
            let kept = fixture.db.secrets().note(key, Kind::Named, "s", "a").await;
            assert!(matches!(kept, Err(Error::Refused { .. })), "{key}");
        }
        assert_eq!(fixture.db.secrets().list().await.unwrap(), []);
    }

    #[tokio::test]
    async fn every_kind_has_a_place_in_the_table() {
        let fixture = fixture().await;
        for kind in Kind::ALL {
            let key = kind.as_str().to_uppercase();
            fixture.db.secrets().note(&key, kind, "s", "a").await.unwrap();
        }
        let kinds: Vec<_> = fixture.db.secrets().list().await.unwrap();
        assert_eq!(kinds.len(), Kind::ALL.len());
    }

    #[tokio::test]
    async fn a_kind_that_is_not_known_is_named_with_its_row() {
        let fixture = fixture().await;
        let sql = "PRAGMA ignore_check_constraints = ON;
                   INSERT INTO secrets VALUES ('KEY', 'quantum', 's', 'a', 0, 0, NULL)";
        fixture.db.run(move |db| Ok(db.execute_batch(sql)?)).await.unwrap();
        let error = fixture.db.secrets().list().await.unwrap_err();
        expect!["cannot read `kind` of row `KEY` in table `secrets`: `quantum` is not known"]
            .assert_eq(&error.to_string());
    }
}
