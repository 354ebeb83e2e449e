//! The registered servers, one row each; it does not know what they do.

use model::{
    name::ServerName,
    server::{Draft, Era, Server},
};
use rusqlite::{Connection, OptionalExtension, ToSql};
use stdx::clock::Millis;

use crate::{
    db::Db,
    error::Error,
    fault::Fault,
    servers::mapping::{insert, replace, server},
};

mod mapping;

pub(crate) const CREATE: &str = "
CREATE TABLE servers (
  id             INTEGER PRIMARY KEY,
  name           TEXT NOT NULL UNIQUE CONSTRAINT name_keeps_the_rule CHECK (
                   length(name) BETWEEN 1 AND 32 AND name GLOB '[a-z]*'
                   AND name NOT GLOB '*[^a-z0-9_-]*' AND name NOT GLOB '*_'
                   AND name NOT GLOB '*__*' AND name NOT IN ('config', 'help', 'steward')),
  title          TEXT NOT NULL,
  description    TEXT NOT NULL DEFAULT '',
  transport      TEXT NOT NULL CONSTRAINT transport_is_known CHECK (transport IN ('stdio', 'http')),
  command        TEXT,
  args_json      TEXT NOT NULL DEFAULT '[]' CONSTRAINT args_are_a_list CHECK (
                   json_valid(args_json) AND json_type(args_json) = 'array'),
  env_json       TEXT NOT NULL DEFAULT '{}' CONSTRAINT env_is_a_map CHECK (
                   json_valid(env_json) AND json_type(env_json) = 'object'),
  cwd            TEXT,
  url            TEXT,
  headers_json   TEXT NOT NULL DEFAULT '{}' CONSTRAINT headers_are_a_map CHECK (
                   json_valid(headers_json) AND json_type(headers_json) = 'object'),
  start_limit_ms INTEGER NOT NULL CONSTRAINT start_limit_is_positive CHECK (start_limit_ms > 0),
  call_limit_ms  INTEGER NOT NULL CONSTRAINT call_limit_is_positive CHECK (call_limit_ms > 0),
  source         TEXT NOT NULL CONSTRAINT source_is_known CHECK (
                   source IN ('user', 'bundle', 'import', 'builtin')),
  enabled        INTEGER NOT NULL CONSTRAINT enabled_is_0_or_1 CHECK (enabled IN (0, 1)),
  era_seen       TEXT CONSTRAINT era_is_known CHECK (era_seen IN ('legacy', 'modern')),
  approved       TEXT,
  last_error     TEXT,
  created_at     INTEGER NOT NULL,
  updated_at     INTEGER NOT NULL,
  CONSTRAINT stdio_has_a_command CHECK (
    transport <> 'stdio' OR (length(command) > 0 AND command IS NOT NULL AND url IS NULL)),
  CONSTRAINT http_has_a_url CHECK (
    transport <> 'http' OR (length(url) > 0 AND url IS NOT NULL AND command IS NULL))
);
";

/// The registered servers of one database.
#[derive(Clone, Copy)]
pub struct Servers<'a>(&'a Db);

/// What [`Servers::upsert`] did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Saved {
    /// The row as it is now.
    pub server: Server,
    /// The row it replaced, if there was one; [`Servers::restore`] takes it back.
    pub before: Option<Server>,
}

impl<'a> Servers<'a> {
    pub(crate) fn new(db: &'a Db) -> Self {
        Self(db)
    }

    /// All of them, by name.
    ///
    /// # Errors
    /// As the database fails; [`Error::Unreadable`] names a row that cannot be understood.
    pub async fn list(self) -> Result<Vec<Server>, Error> {
        self.0
            .read(|db| {
                let mut query = db.prepare_cached("SELECT * FROM servers ORDER BY name")?;
                let rows = query.query_map((), |row| Ok(server(row)))?;
                rows.map(|row| row?).collect()
            })
            .await
    }

    /// The one of this name, if there is one.
    ///
    /// # Errors
    /// As for [`Servers::list`].
    pub async fn get(self, name: &ServerName) -> Result<Option<Server>, Error> {
        let name = name.clone();
        self.0.read(move |db| find(db, &name)).await
    }

    /// Registers a server.
    ///
    /// # Errors
    /// [`Error::NameTaken`]; [`Error::Refused`] if it breaks a rule of the table, such as a limit of
    /// zero or an empty command.
    pub async fn insert(self, draft: Draft, on: bool) -> Result<Server, Error> {
        self.restore(self.fresh(draft, on)).await
    }

    /// Changes a registration in place of the one of the same name. Whether it is on and what was
    /// approved stay; the era and the last error are forgotten with the transport that had them.
    ///
    /// # Errors
    /// [`Error::UnknownServer`]; [`Error::Refused`] as for [`Servers::insert`].
    pub async fn update(self, draft: Draft) -> Result<Server, Error> {
        let now = self.0.now();
        self.0
            .write(move |db| {
                let Some(before) = find(db, &draft.name)? else {
                    return Err(Error::UnknownServer(draft.name).into());
                };
                let on = before.on;
                replace(db, changed(before, draft, on, now))
            })
            .await
    }

    /// Registers a server, or changes the one of the same name (HOST-4), and switches it.
    ///
    /// # Errors
    /// [`Error::Refused`] as for [`Servers::insert`].
    pub async fn upsert(self, draft: Draft, on: bool) -> Result<Saved, Error> {
        let fresh = self.fresh(draft, on);
        self.0
            .write(move |db| {
                let before = find(db, fresh.name())?;
                let server = match before.clone() {
                    None => insert(db, fresh)?,
                    Some(old) => replace(db, changed(old, fresh.draft, on, fresh.updated_at))?,
                };
                Ok(Saved { server, before })
            })
            .await
    }

    /// Says whether it should run.
    ///
    /// # Errors
    /// [`Error::UnknownServer`].
    pub async fn set_on(self, name: &ServerName, on: bool) -> Result<(), Error> {
        self.set(name, "enabled", on).await
    }

    /// Remembers the era it spoke last.
    ///
    /// # Errors
    /// [`Error::UnknownServer`].
    pub async fn set_era_seen(self, name: &ServerName, era: Option<Era>) -> Result<(), Error> {
        self.set(name, "era_seen", era.map(Era::as_str)).await
    }

    /// Remembers the digest of the launch plan that the person has seen and allowed.
    ///
    /// # Errors
    /// [`Error::UnknownServer`].
    pub async fn set_approved(
        self,
        name: &ServerName,
        digest: Option<String>,
    ) -> Result<(), Error> {
        self.set(name, "approved", digest).await
    }

    /// Remembers why it failed last, in words (HOST-5).
    ///
    /// # Errors
    /// [`Error::UnknownServer`].
    pub async fn set_last_error(
        self,
        name: &ServerName,
        reason: Option<String>,
    ) -> Result<(), Error> {
        self.set(name, "last_error", reason).await
    }

    /// Takes a row away, with its list of tools; gives it back so that it can be restored.
    ///
    /// # Errors
    /// As the database fails.
    pub async fn remove(self, name: &ServerName) -> Result<Option<Server>, Error> {
        let name = name.clone();
        self.0
            .write(move |db| {
                let found = find(db, &name)?;
                db.execute("DELETE FROM servers WHERE name = ?1", [name.as_str()])?;
                Ok(found)
            })
            .await
    }

    /// Puts a row back as it was, with its own times.
    ///
    /// # Errors
    /// [`Error::NameTaken`] if the name has been given away meanwhile.
    pub async fn restore(self, server: Server) -> Result<Server, Error> {
        self.0.write(move |db| insert(db, server)).await
    }

    fn fresh(self, draft: Draft, on: bool) -> Server {
        let now = self.0.now();
        Server {
            draft,
            on,
            era_seen: None,
            approved: None,
            last_error: None,
            created_at: now,
            updated_at: now,
        }
    }

    /// Sets one column; what the program notes by itself does not count as a change of the row.
    async fn set(
        self,
        name: &ServerName,
        column: &'static str,
        value: impl ToSql + Send + 'static,
    ) -> Result<(), Error> {
        let name = name.clone();
        let sql = format!("UPDATE servers SET {column} = ?2 WHERE name = ?1");
        self.0
            .write(move |db| match db.prepare_cached(&sql)?.execute((name.as_str(), value))? {
                0 => Err(Error::UnknownServer(name).into()),
                _ => Ok(()),
            })
            .await
    }
}

/// The number of a server's row, for tables that refer to it.
pub(crate) fn id(db: &Connection, name: &ServerName) -> Result<i64, Fault> {
    let mut query = db.prepare_cached("SELECT id FROM servers WHERE name = ?1")?;
    let found = query.query_row([name.as_str()], |row| row.get(0)).optional()?;
    found.ok_or_else(|| Error::UnknownServer(name.clone()).into())
}

fn find(db: &Connection, name: &ServerName) -> Result<Option<Server>, Fault> {
    let mut query = db.prepare_cached("SELECT * FROM servers WHERE name = ?1")?;
    query.query_row([name.as_str()], |row| Ok(server(row))).optional()?.transpose()
}

/// A registration in place of an older one of the same name.
fn changed(before: Server, draft: Draft, on: bool, now: Millis) -> Server {
    let same = before.draft.transport == draft.transport;
    Server {
        draft,
        on,
        era_seen: before.era_seen.filter(|_| same),
        approved: before.approved,
        last_error: before.last_error.filter(|_| same),
        created_at: before.created_at,
        updated_at: now,
    }
}

#[cfg(test)]
mod tests;
