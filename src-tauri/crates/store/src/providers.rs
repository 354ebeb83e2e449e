//! The places that have models, one row each; their keys are in the keychain alone.

use model::provider::{Dialect, Provider, ProviderId, Told};
use rusqlite::{Connection, OptionalExtension, Row, named_params};
use stdx::clock::Millis;

use crate::{
    db::Db,
    error::{Error, Named},
    fault::Fault,
    row::{Columns, spelling},
};

pub(crate) const CREATE: &str = "
CREATE TABLE providers (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  name        TEXT NOT NULL COLLATE NOCASE UNIQUE CONSTRAINT a_provider_has_a_name CHECK (
                length(name) > 0),
  dialect     TEXT NOT NULL CONSTRAINT dialect_is_known CHECK (
                dialect IN ('chat_completions', 'responses', 'anthropic', 'gemini')),
  base_url    TEXT NOT NULL CONSTRAINT a_provider_is_somewhere CHECK (length(base_url) > 0),
  key_name    TEXT,
  models_json TEXT NOT NULL DEFAULT '[]' CONSTRAINT models_are_a_list CHECK (
                json_valid(models_json) AND json_type(models_json) = 'array'),
  created_at  INTEGER NOT NULL,
  updated_at  INTEGER NOT NULL
);
";

/// The providers of one database.
#[derive(Clone, Copy)]
pub struct Providers<'a>(&'a Db);

impl Db {
    /// Where models are.
    pub fn providers(&self) -> Providers<'_> {
        Providers(self)
    }
}

impl Providers<'_> {
    /// All of them, by name.
    ///
    /// # Errors
    /// As the database fails; [`Error::Unreadable`] names a row that cannot be understood.
    pub async fn list(self) -> Result<Vec<Provider>, Error> {
        self.0
            .read(|db| {
                let mut query = db.prepare_cached("SELECT * FROM providers ORDER BY name")?;
                let rows = query.query_map((), |row| Ok(provider(row)))?;
                rows.map(|row| row?).collect()
            })
            .await
    }

    /// The one of this id, if there is one.
    ///
    /// # Errors
    /// As for [`Providers::list`].
    pub async fn get(self, id: ProviderId) -> Result<Option<Provider>, Error> {
        self.0.read(move |db| find(db, id)).await
    }

    /// Adds one; `key` is the name of its key in the keychain.
    ///
    /// # Errors
    /// [`Error::ProviderTaken`], whatever the case of its letters; [`Error::Refused`] if it has no name
    /// or no address.
    pub async fn add(
        self,
        name: &str,
        dialect: Dialect,
        base_url: &str,
        key: Option<&str>,
    ) -> Result<Provider, Error> {
        let (name, base_url) = (name.to_owned(), base_url.to_owned());
        let (key, now) = (key.map(str::to_owned), self.0.now());
        let sql = "
            INSERT INTO providers (name, dialect, base_url, key_name, created_at, updated_at)
            VALUES (:name, :dialect, :base_url, :key, :now, :now)
            ON CONFLICT (name) DO NOTHING RETURNING id";
        self.0
            .write(move |db| {
                let row = named_params! {
                    ":name": name, ":dialect": spelling(&dialect)?, ":base_url": base_url,
                    ":key": key, ":now": now.0,
                };
                let id = db.prepare_cached(sql)?.query_row(row, |row| row.get(0)).optional()?;
                match id {
                    Some(id) => known(db, ProviderId(id)),
                    None => Err(Error::ProviderTaken(name).into()),
                }
            })
            .await
    }

    /// Changes one; what was said of its models stays.
    ///
    /// # Errors
    /// [`Error::Missing`]; otherwise as for [`Providers::add`].
    pub async fn update(
        self,
        id: ProviderId,
        name: &str,
        dialect: Dialect,
        base_url: &str,
        key: Option<&str>,
    ) -> Result<Provider, Error> {
        let (name, base_url) = (name.to_owned(), base_url.to_owned());
        let (key, now) = (key.map(str::to_owned), self.0.now());
        let sql = "
            UPDATE providers SET name = :name, dialect = :dialect, base_url = :base_url,
              key_name = :key, updated_at = :now WHERE id = :id";
        self.0
            .write(move |db| {
                let other = "SELECT 1 FROM providers WHERE name = ?1 AND id <> ?2";
                if db.prepare_cached(other)?.exists((&name, id.0))? {
                    return Err(Error::ProviderTaken(name).into());
                }
                db.prepare_cached(sql)?.execute(named_params! {
                    ":name": name, ":dialect": spelling(&dialect)?, ":base_url": base_url,
                    ":key": key, ":now": now.0, ":id": id.0,
                })?;
                known(db, id)
            })
            .await
    }

    /// Keeps what the person says of one model, in place of what they said of it before.
    ///
    /// # Errors
    /// [`Error::Missing`].
    pub async fn tell(self, id: ProviderId, told: Told) -> Result<Provider, Error> {
        let now = self.0.now();
        let sql = "UPDATE providers SET models_json = ?2, updated_at = ?3 WHERE id = ?1";
        self.0
            .write(move |db| {
                let mut models = known(db, id)?.models;
                match models.iter_mut().find(|it| it.model == told.model) {
                    Some(before) => *before = told,
                    None => models.push(told),
                }
                // What says nothing is as if it had never been said.
                models.retain(|it| *it != Told { model: it.model.clone(), ..Told::default() });
                let json = serde_json::to_string(&models)?;
                db.prepare_cached(sql)?.execute((id.0, json, now.0))?;
                known(db, id)
            })
            .await
    }

    /// Takes one away and gives it back, if it was there. Its conversations keep their words, and have
    /// no model from now on.
    ///
    /// # Errors
    /// As the database fails.
    pub async fn remove(self, id: ProviderId) -> Result<Option<Provider>, Error> {
        self.0
            .write(move |db| {
                let found = find(db, id)?;
                db.prepare_cached("DELETE FROM providers WHERE id = ?1")?.execute([id.0])?;
                Ok(found)
            })
            .await
    }
}

fn find(db: &Connection, id: ProviderId) -> Result<Option<Provider>, Fault> {
    let mut query = db.prepare_cached("SELECT * FROM providers WHERE id = ?1")?;
    query.query_row([id.0], |row| Ok(provider(row))).optional()?.transpose()
}

fn known(db: &Connection, id: ProviderId) -> Result<Provider, Fault> {
    find(db, id)?.ok_or_else(|| Error::Missing(Named::Provider(id)).into())
}

fn provider(row: &Row<'_>) -> Result<Provider, Fault> {
    let row = Columns::new("providers", "id", row)?;
    Ok(Provider {
        id: ProviderId(row.get("id")?),
        name: row.get("name")?,
        dialect: row.spelled("dialect")?,
        base_url: row.get("base_url")?,
        key: row.get("key_name")?,
        models: row.json("models_json")?,
        created: Millis(row.get("created_at")?),
        updated: Millis(row.get("updated_at")?),
    })
}

#[cfg(test)]
mod tests;
