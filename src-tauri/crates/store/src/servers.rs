//! The registered servers, one row each; it does not know what they do.

use model::{
    name::ServerName,
    server::{Draft, Era, Level, Registration, Server, Wishes},
};
use rusqlite::{Connection, OptionalExtension, ToSql, types::Null};
use stdx::clock::Millis;
use uuid::Uuid;

use crate::{
    db::Db,
    error::Error,
    fault::Fault,
    servers::mapping::{insert, server},
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

/// What the person wishes of a server.
pub(crate) const WISHES: &str = "
ALTER TABLE servers ADD COLUMN log_level TEXT CONSTRAINT log_level_is_known CHECK (log_level IN
  ('debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'));
ALTER TABLE servers ADD COLUMN folders_json TEXT NOT NULL DEFAULT '[]'
  CONSTRAINT folders_are_a_list CHECK (
    json_valid(folders_json) AND json_type(folders_json) = 'array');
";

/// The secret that a server failed last for want of: what it says of itself is true until it is set.
pub(crate) const UNSET: &str = "ALTER TABLE servers ADD COLUMN unset_secret TEXT;";

/// Which registration a row is: a name alone may be given to another server.
pub(crate) const REGISTRATION: &str = "
ALTER TABLE servers ADD COLUMN registration TEXT;
UPDATE servers SET registration = lower(hex(randomblob(16)));
CREATE UNIQUE INDEX ux_servers_registration ON servers(registration);
";

/// Whether the model gets the pictures that a server's tools give.
pub(crate) const PICTURES: &str = "
ALTER TABLE servers ADD COLUMN pictures INTEGER NOT NULL DEFAULT 0
  CONSTRAINT pictures_is_0_or_1 CHECK (pictures IN (0, 1));
";

/// The registered servers of one database.
#[derive(Clone, Copy)]
pub struct Servers<'a>(&'a Db);

/// What [`Servers::save`] did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Saved {
    /// The row as it is now.
    pub server: Server,
    /// The row it replaced, if there was one.
    pub before: Option<Server>,
}

/// Whether a saved registration should run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Switch {
    /// Yes, and the person allowed what has this digest.
    On(String),
    /// No, and nothing is allowed.
    Off,
    /// Both stay as they are; off and nothing for a new one.
    Unchanged,
}

/// What came of a run, as the program notes it by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// It became ready, and spoke this era.
    Ready(Era),
    /// It never got ready, for this reason: what it spoke earlier may not be true any more.
    NotReady {
        /// In words (HOST-5).
        reason: String,
        /// Whether it is switched off for it.
        off: bool,
        /// The secret that is not set, where that is the reason.
        unset_secret: Option<String>,
    },
    /// It was ready and ended, for this reason.
    Died(String),
}

impl Db {
    /// The registered servers.
    pub fn servers(&self) -> Servers<'_> {
        Servers(self)
    }
}

impl Servers<'_> {
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

    /// Registers a server, or changes the one of the same name if `replace` says so (HOST-4), all
    /// of it at once. The last error is forgotten; the era, the tools and the shared folders are
    /// forgotten with the transport that had them, and what has another is another registration.
    ///
    /// # Errors
    /// [`Error::NameTaken`]; [`Error::Refused`] as for [`Servers::insert`].
    pub async fn save(self, draft: Draft, switch: Switch, replace: bool) -> Result<Saved, Error> {
        let fresh = self.fresh(draft, false);
        self.0
            .register(move |db| {
                let before = find(db, fresh.name())?;
                let server = match before.clone() {
                    None => insert(db, switched(fresh, switch))?,
                    Some(_) if !replace => return Err(Error::NameTaken(fresh.draft.name).into()),
                    Some(old) => {
                        if old.draft.transport != fresh.draft.transport {
                            forget_tools(db, fresh.name())?;
                        }
                        let now = later(&old, fresh.updated_at);
                        mapping::replace(db, switched(changed(old, fresh, now), switch))?
                    }
                };
                Ok(Saved { server, before })
            })
            .await
    }

    /// Switches a server, and forgets its last error. The digest in `allowed`, if there is one, is
    /// what the person allowed.
    ///
    /// # Errors
    /// [`Error::UnknownServer`].
    pub async fn switch(
        self,
        name: &ServerName,
        on: bool,
        allowed: Option<String>,
    ) -> Result<Server, Error> {
        let (name, now) = (name.clone(), self.0.now());
        self.0
            .register(move |db| {
                let Some(before) = find(db, &name)? else {
                    return Err(Error::UnknownServer(name).into());
                };
                let updated_at = later(&before, now);
                let approved = allowed.or_else(|| before.approved.clone());
                mapping::replace(
                    db,
                    Server {
                        on,
                        approved,
                        last_error: None,
                        unset_secret: None,
                        updated_at,
                        ..before
                    },
                )
            })
            .await
    }

    /// Keeps a note on a run of `server`, unless the row was changed since it was read: what is
    /// newer stands. Says whether it was kept. A note does not count as a change of the row.
    ///
    /// # Errors
    /// As the database fails.
    pub async fn note(self, server: &Server, note: Note) -> Result<bool, Error> {
        let (name, at) = (server.name().clone(), server.updated_at.0);
        self.0
            .register(move |db| {
                let of = "WHERE name = ?1 AND updated_at = ?2";
                let set = |sql: &str, value: &dyn ToSql, unset: &dyn ToSql| -> Result<_, Fault> {
                    let sql = format!("UPDATE servers SET unset_secret = ?4, {sql} {of}");
                    Ok(db.prepare_cached(&sql)?.execute((name.as_str(), at, value, unset))?)
                };
                let kept = match note {
                    Note::Ready(era) => {
                        set("era_seen = ?3, last_error = NULL", &era.as_str(), &Null)?
                    }
                    Note::Died(reason) => set("last_error = ?3", &reason, &Null)?,
                    Note::NotReady { reason, off: false, unset_secret } => {
                        set("era_seen = NULL, last_error = ?3", &reason, &unset_secret)?
                    }
                    Note::NotReady { reason, off: true, unset_secret } => {
                        let sql = "era_seen = NULL, last_error = ?3, enabled = 0";
                        set(sql, &reason, &unset_secret)?
                    }
                };
                Ok(kept > 0)
            })
            .await
    }

    /// Keeps what the person wishes of a server. It does not count as a change of the row: what runs
    /// is the same.
    ///
    /// # Errors
    /// [`Error::UnknownServer`].
    pub async fn wish(self, name: &ServerName, wishes: Wishes) -> Result<(), Error> {
        let name = name.clone();
        self.0
            .register(move |db| {
                let sql = "UPDATE servers SET log_level = ?2, folders_json = ?3, pictures = ?4
                           WHERE name = ?1";
                let level = wishes.level.map(Level::as_str);
                let folders = serde_json::to_string(&wishes.folders)?;
                match db.prepare_cached(sql)?.execute((
                    name.as_str(),
                    level,
                    folders,
                    wishes.pictures,
                ))? {
                    0 => Err(Error::UnknownServer(name).into()),
                    _ => Ok(()),
                }
            })
            .await
    }

    /// Takes a row away, with its list of tools; gives it back so that it can be restored.
    ///
    /// # Errors
    /// As the database fails.
    pub async fn remove(self, name: &ServerName) -> Result<Option<Server>, Error> {
        let name = name.clone();
        self.0
            .register(move |db| {
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
        self.0.register(move |db| insert(db, server)).await
    }

    fn fresh(self, draft: Draft, on: bool) -> Server {
        let now = self.0.now();
        Server {
            registration: Registration(Uuid::new_v4().simple().to_string()),
            draft,
            on,
            era_seen: None,
            approved: None,
            last_error: None,
            unset_secret: None,
            wishes: Wishes::default(),
            created_at: now,
            updated_at: now,
        }
    }
}

/// The number of a server's row, for tables that refer to it.
pub(crate) fn id(db: &Connection, name: &ServerName) -> Result<i64, Fault> {
    let mut query = db.prepare_cached("SELECT id FROM servers WHERE name = ?1")?;
    let found = query.query_row([name.as_str()], |row| row.get(0)).optional()?;
    found.ok_or_else(|| Error::UnknownServer(name.clone()).into())
}

/// The number of a server's row, if it was not changed since `at`.
pub(crate) fn id_of(db: &Connection, name: &ServerName, at: Millis) -> Result<Option<i64>, Fault> {
    let sql = "SELECT id FROM servers WHERE name = ?1 AND updated_at = ?2";
    let mut query = db.prepare_cached(sql)?;
    Ok(query.query_row((name.as_str(), at.0), |row| row.get(0)).optional()?)
}

fn find(db: &Connection, name: &ServerName) -> Result<Option<Server>, Fault> {
    let mut query = db.prepare_cached("SELECT * FROM servers WHERE name = ?1")?;
    query.query_row([name.as_str()], |row| Ok(server(row))).optional()?.transpose()
}

/// A registration in place of an older one of the same name. What runs something else is another
/// registration: what the person said of the program before is not said of this one (HOST-63).
fn changed(before: Server, fresh: Server, updated_at: Millis) -> Server {
    let Server { draft, registration, .. } = fresh;
    let same = before.draft.transport == draft.transport;
    let registration = if same { before.registration.clone() } else { registration };
    let era_seen = before.era_seen.filter(|_| same);
    // Folders were shared with what ran before, and with nothing else.
    let folders = if same { before.wishes.folders } else { Vec::new() };
    let pictures = same && before.wishes.pictures;
    let wishes = Wishes { folders, pictures, level: before.wishes.level };
    Server {
        registration,
        draft,
        era_seen,
        last_error: None,
        unset_secret: None,
        wishes,
        updated_at,
        ..before
    }
}

fn switched(server: Server, switch: Switch) -> Server {
    match switch {
        Switch::On(digest) => Server { on: true, approved: Some(digest), ..server },
        Switch::Off => Server { on: false, approved: None, ..server },
        Switch::Unchanged => server,
    }
}

/// Each change has a time of its own, also within one millisecond, so that a note tells to which
/// it belongs.
fn later(before: &Server, now: Millis) -> Millis {
    now.max(Millis(before.updated_at.0.saturating_add(1)))
}

fn forget_tools(db: &Connection, name: &ServerName) -> Result<(), Fault> {
    db.prepare_cached("DELETE FROM server_tools WHERE server_id = ?1")?.execute([id(db, name)?])?;
    Ok(())
}

#[cfg(test)]
mod tests;
