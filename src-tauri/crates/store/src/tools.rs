//! The last list of tools each server gave, so that pages and search work while it is down.

use std::collections::BTreeMap;

use model::{
    name::ServerName,
    server::Server,
    tool::{SetAside, Tool, ToolList},
};
use rusqlite::{OptionalExtension, Row, Transaction, named_params};
use stdx::clock::Millis;

use crate::{db::Db, digest::digest_of, error::Error, fault::Fault, row::Columns, servers};

pub(crate) const CREATE: &str = "
CREATE TABLE server_tools (
  server_id     INTEGER NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  position      INTEGER NOT NULL,
  name          TEXT NOT NULL,
  title         TEXT,
  description   TEXT NOT NULL DEFAULT '',
  input_schema  TEXT CONSTRAINT input_schema_is_json CHECK (json_valid(input_schema)),
  output_schema TEXT CONSTRAINT output_schema_is_json CHECK (json_valid(output_schema)),
  annotations   TEXT CONSTRAINT annotations_are_json CHECK (json_valid(annotations)),
  marks_json    TEXT NOT NULL DEFAULT '[]' CONSTRAINT marks_are_a_list CHECK (
                  json_valid(marks_json) AND json_type(marks_json) = 'array'),
  digest        TEXT CONSTRAINT digest_is_sha256 CHECK (
                  length(digest) = 64 AND digest NOT GLOB '*[^0-9a-f]*'),
  set_aside     TEXT,
  seen_at       INTEGER NOT NULL,
  PRIMARY KEY (server_id, position),
  CONSTRAINT tool_is_whole_or_set_aside CHECK (
    (set_aside IS NULL) = (input_schema IS NOT NULL)
    AND (set_aside IS NULL) = (digest IS NOT NULL))
) WITHOUT ROWID;
CREATE UNIQUE INDEX ux_server_tools_name ON server_tools(server_id, name) WHERE set_aside IS NULL;
";

/// The lists of one database.
#[derive(Clone, Copy)]
pub struct Tools<'a>(&'a Db);

impl Db {
    /// What each server offered when it was last asked.
    pub fn tools(&self) -> Tools<'_> {
        Tools(self)
    }
}

impl Tools<'_> {
    /// Keeps `list` in place of the server's last one.
    ///
    /// # Errors
    /// [`Error::UnknownServer`]; [`Error::Refused`] if two tools that can be called share a name: the
    /// last list then stays.
    pub async fn replace(self, name: &ServerName, list: &ToolList) -> Result<(), Error> {
        let (name, list, now) = (name.clone(), list.clone(), self.0.now());
        self.0.register(move |db| keep_all(db, servers::id(db, &name)?, &list, now)).await
    }

    /// The same for a run of `server`, unless its row was changed since it was read: another
    /// program may stand there by now. Says whether the list was kept.
    ///
    /// # Errors
    /// [`Error::Refused`] as for [`Tools::replace`].
    pub async fn note(self, server: &Server, list: &ToolList) -> Result<bool, Error> {
        let (name, at) = (server.name().clone(), server.updated_at);
        let (list, now) = (list.clone(), self.0.now());
        self.0
            .register(move |db| match servers::id_of(db, &name, at)? {
                Some(id) => keep_all(db, id, &list, now).map(|()| true),
                None => Ok(false),
            })
            .await
    }

    /// The server's last list, in its order; empty if it never gave one.
    ///
    /// # Errors
    /// [`Error::UnknownServer`]; [`Error::Unreadable`] names a row that cannot be understood.
    pub async fn of(self, name: &ServerName) -> Result<ToolList, Error> {
        let name = name.clone();
        self.0
            .read(move |db| {
                let server = servers::id(db, &name)?;
                let sql = "SELECT * FROM server_tools WHERE server_id = ?1 ORDER BY position";
                let mut query = db.prepare_cached(sql)?;
                let mut rows = query.query([server])?;
                let mut list = ToolList::default();
                while let Some(row) = rows.next()? {
                    read(row, &mut list)?;
                }
                Ok(list)
            })
            .await
    }

    /// Another number whenever any list may be another one, and servers too: what was made of them
    /// is made anew then.
    pub fn revision(self) -> u64 {
        self.0.registered()
    }

    /// One tool that can be called, by its own name.
    ///
    /// # Errors
    /// As for [`Tools::of`].
    pub async fn one(self, name: &ServerName, tool: &str) -> Result<Option<Tool>, Error> {
        let (name, tool) = (name.clone(), tool.to_owned());
        self.0
            .read(move |db| {
                let server = servers::id(db, &name)?;
                let sql = "SELECT * FROM server_tools
                           WHERE server_id = ?1 AND name = ?2 AND set_aside IS NULL";
                let mut query = db.prepare_cached(sql)?;
                let mut rows = query.query((server, tool))?;
                let mut list = ToolList::default();
                while let Some(row) = rows.next()? {
                    read(row, &mut list)?;
                }
                Ok(list.tools.pop())
            })
            .await
    }

    /// The digest of one tool's definition; nothing where it is not listed.
    ///
    /// # Errors
    /// [`Error::UnknownServer`].
    pub async fn digest(self, name: &ServerName, tool: &str) -> Result<Option<String>, Error> {
        let (name, tool) = (name.clone(), tool.to_owned());
        let sql = "SELECT digest FROM server_tools
                   WHERE server_id = ?1 AND name = ?2 AND set_aside IS NULL";
        self.0
            .read(move |db| {
                let server = servers::id(db, &name)?;
                let mut query = db.prepare_cached(sql)?;
                Ok(query.query_row((server, tool), |row| row.get(0)).optional()?)
            })
            .await
    }

    /// The digest of each tool's definition, by the tool's own name.
    ///
    /// # Errors
    /// [`Error::UnknownServer`].
    pub async fn digests(self, name: &ServerName) -> Result<BTreeMap<String, String>, Error> {
        let name = name.clone();
        let sql = "SELECT name, digest FROM server_tools
                   WHERE server_id = ?1 AND set_aside IS NULL";
        self.0
            .read(move |db| {
                let server = servers::id(db, &name)?;
                let mut query = db.prepare_cached(sql)?;
                let pairs = query.query_map([server], |row| Ok((row.get(0)?, row.get(1)?)))?;
                Ok(pairs.collect::<Result<_, _>>()?)
            })
            .await
    }
}

fn keep_all(db: &Transaction<'_>, server: i64, list: &ToolList, now: Millis) -> Result<(), Fault> {
    db.prepare_cached("DELETE FROM server_tools WHERE server_id = ?1")?.execute([server])?;
    for (position, tool) in list.tools.iter().enumerate() {
        keep(db, server, position, tool, now)?;
    }
    for (position, tool) in (list.tools.len()..).zip(&list.set_aside) {
        keep_aside(db, server, position, tool, now)?;
    }
    Ok(())
}

fn keep(
    db: &Transaction<'_>,
    server: i64,
    position: usize,
    tool: &Tool,
    now: Millis,
) -> Result<(), Fault> {
    let sql = "
        INSERT INTO server_tools (server_id, position, name, title, description, input_schema,
          output_schema, annotations, marks_json, digest, seen_at)
        VALUES (:server, :position, :name, :title, :description, :input,
          :output, :annotations, :marks, :digest, :now)";
    db.prepare_cached(sql)?.execute(named_params! {
        ":server": server,
        ":position": i64::try_from(position).unwrap_or(i64::MAX),
        ":name": tool.name,
        ":title": tool.title,
        ":description": tool.description,
        ":input": tool.input_schema.to_string(),
        ":output": tool.output_schema.as_ref().map(ToString::to_string),
        ":annotations": tool.annotations.as_ref().map(ToString::to_string),
        ":marks": serde_json::to_string(&tool.marks)?,
        ":digest": digest_of(tool),
        ":now": now.0,
    })?;
    Ok(())
}

fn keep_aside(
    db: &Transaction<'_>,
    server: i64,
    position: usize,
    tool: &SetAside,
    now: Millis,
) -> Result<(), Fault> {
    let sql = "
        INSERT INTO server_tools (server_id, position, name, set_aside, seen_at)
        VALUES (:server, :position, :name, :reason, :now)";
    db.prepare_cached(sql)?.execute(named_params! {
        ":server": server,
        ":position": i64::try_from(position).unwrap_or(i64::MAX),
        ":name": tool.name,
        ":reason": tool.reason,
        ":now": now.0,
    })?;
    Ok(())
}

fn read(row: &Row<'_>, list: &mut ToolList) -> Result<(), Fault> {
    let row = Columns::new("server_tools", "name", row)?;
    let name = row.get("name")?;
    if let Some(reason) = row.get("set_aside")? {
        list.set_aside.push(SetAside { name, reason });
        return Ok(());
    }
    list.tools.push(Tool {
        name,
        title: row.get("title")?,
        description: row.get("description")?,
        input_schema: row.json("input_schema")?,
        output_schema: row.json_if_any("output_schema")?,
        annotations: row.json_if_any("annotations")?,
        marks: row.json("marks_json")?,
    });
    Ok(())
}

#[cfg(test)]
mod tests;
