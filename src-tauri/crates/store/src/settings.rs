//! Values that the app remembers under a name; it does not know what they mean.

use rusqlite::{OptionalExtension, named_params};
use serde_json::Value;

use crate::{db::Db, error::Error, row::Columns};

pub(crate) const CREATE: &str = "
CREATE TABLE settings (
  key        TEXT PRIMARY KEY CHECK (length(key) > 0),
  value      TEXT NOT NULL CONSTRAINT value_is_json CHECK (json_valid(value)),
  updated_at INTEGER NOT NULL
);
";

/// The settings of one database.
#[derive(Clone, Copy)]
pub struct Settings<'a>(&'a Db);

impl Db {
    /// Values that the app remembers under a name.
    pub fn settings(&self) -> Settings<'_> {
        Settings(self)
    }
}

/// Where the folder's own id is kept.
const FOLDER: &str = "folder_id";

impl Settings<'_> {
    /// The id of the data folder itself: made once, at random, and kept when the folder is moved.
    ///
    /// # Errors
    /// As the database fails.
    pub async fn folder_id(self) -> Result<String, Error> {
        let now = self.0.now().0;
        // SQLite seeds its random numbers from the system.
        let made = "INSERT INTO settings (key, value, updated_at)
                    VALUES (?1, json_quote(lower(hex(randomblob(8)))), ?2)
                    ON CONFLICT (key) DO NOTHING";
        let found = "SELECT json_extract(value, '$') FROM settings WHERE key = ?1";
        self.0
            .write(move |db| {
                db.execute(made, (FOLDER, now))?;
                Ok(db.query_row(found, [FOLDER], |row| row.get(0))?)
            })
            .await
    }

    /// What was last set under `key`.
    ///
    /// # Errors
    /// As the database fails.
    pub async fn get(self, key: &str) -> Result<Option<Value>, Error> {
        let key = key.to_owned();
        let sql = "SELECT key, value FROM settings WHERE key = ?1";
        self.0
            .read(move |db| {
                let mut query = db.prepare_cached(sql)?;
                let found = query.query_row([key], |row| {
                    Ok(Columns::new("settings", "key", row)?.json::<Value>("value"))
                });
                found.optional()?.transpose()
            })
            .await
    }

    /// Remembers `value` under `key`, in place of what was there.
    ///
    /// # Errors
    /// As the database fails; an empty key is [`Error::Refused`].
    pub async fn set(self, key: &str, value: &Value) -> Result<(), Error> {
        let (key, value, now) = (key.to_owned(), value.to_string(), self.0.now().0);
        let sql = "INSERT INTO settings (key, value, updated_at) VALUES (:key, :value, :now)
                   ON CONFLICT (key) DO UPDATE SET value = :value, updated_at = :now";
        self.0
            .write(move |db| {
                let row = named_params! { ":key": key, ":value": value, ":now": now };
                db.prepare_cached(sql)?.execute(row)?;
                Ok(())
            })
            .await
    }

    /// Forgets what is under `key`; says whether there was anything.
    ///
    /// # Errors
    /// As the database fails.
    pub async fn remove(self, key: &str) -> Result<bool, Error> {
        let key = key.to_owned();
        self.0
            .write(move |db| Ok(db.execute("DELETE FROM settings WHERE key = ?1", [key])? > 0))
            .await
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::{Error, tests::fixture};

    #[tokio::test]
    async fn a_setting_is_what_was_set_last() {
        let fixture = fixture().await;
        let settings = fixture.db.settings();
        assert_eq!(settings.get("theme").await.unwrap(), None);
        for value in [json!("dark"), json!(null), json!({"a": [1, 2.5, "✓"]})] {
            settings.set("theme", &value).await.unwrap();
            assert_eq!(settings.get("theme").await.unwrap(), Some(value));
        }
        assert_eq!(settings.get("other").await.unwrap(), None);
        assert!(settings.remove("theme").await.unwrap());
        assert!(!settings.remove("theme").await.unwrap());
        assert_eq!(settings.get("theme").await.unwrap(), None);
    }

    /// HOST-64
    #[tokio::test]
    async fn a_folder_keeps_its_id_and_shares_it_with_no_other() {
        let (one, other) = (fixture().await, fixture().await);
        let id = one.db.settings().folder_id().await.unwrap();
        assert!(id.len() == 16 && id.bytes().all(|it| it.is_ascii_hexdigit()), "{id}");
        assert_eq!(one.db.settings().folder_id().await.unwrap(), id);
        assert_ne!(other.db.settings().folder_id().await.unwrap(), id);
    }

    #[tokio::test]
    async fn a_setting_without_a_key_is_refused() {
        let fixture = fixture().await;
        let error = fixture.db.settings().set("", &json!(1)).await.unwrap_err();
        assert!(matches!(error, Error::Refused { .. }), "{error:?}");
    }
}
