//! Between a [`Server`] and the columns of its row.

use std::collections::BTreeMap;

use model::{
    name::ServerName,
    server::{Draft, Era, Http, Level, Limits, Registration, Server, Stdio, Transport, Wishes},
};
use rusqlite::{Connection, Row, named_params};
use stdx::clock::Millis;

use crate::{error::Error, fault::Fault, row::Columns};

/// Keeps a new row.
pub(super) fn insert(db: &Connection, server: Server) -> Result<Server, Fault> {
    let sql = "
        INSERT INTO servers (registration, name, title, description, transport, command, args_json, env_json, cwd,
          url, headers_json, start_limit_ms, call_limit_ms, source, enabled, era_seen, approved,
          last_error, unset_secret, log_level, folders_json, pictures, created_at, updated_at)
        VALUES (:registration, :name, :title, :description, :transport, :command, :args, :env, :cwd,
          :url, :headers, :start_limit, :call_limit, :source, :enabled, :era_seen, :approved,
          :last_error, :unset_secret, :log_level, :folders, :pictures, :created_at, :updated_at)
        ON CONFLICT (name) DO NOTHING";
    match write(db, sql, &server)? {
        0 => Err(Error::NameTaken(server.draft.name).into()),
        _ => Ok(server),
    }
}

/// Keeps a row in place of the one of the same name.
pub(super) fn replace(db: &Connection, server: Server) -> Result<Server, Fault> {
    let sql = "
        UPDATE servers SET registration = :registration, title = :title, description = :description, transport = :transport,
          command = :command, args_json = :args, env_json = :env, cwd = :cwd, url = :url,
          headers_json = :headers, start_limit_ms = :start_limit, call_limit_ms = :call_limit,
          source = :source, enabled = :enabled, era_seen = :era_seen, approved = :approved,
          last_error = :last_error, unset_secret = :unset_secret, log_level = :log_level, folders_json = :folders,
          pictures = :pictures,
          created_at = :created_at, updated_at = :updated_at
        WHERE name = :name";
    match write(db, sql, &server)? {
        0 => Err(Error::UnknownServer(server.draft.name).into()),
        _ => Ok(server),
    }
}

fn write(db: &Connection, sql: &str, server: &Server) -> Result<usize, Fault> {
    let draft = &server.draft;
    let reach = Reach::of(&draft.transport)?;
    let changed = db.prepare_cached(sql)?.execute(named_params! {
        ":registration": server.registration.0,
        ":name": draft.name.as_str(),
        ":title": draft.title,
        ":description": draft.description,
        ":transport": reach.transport,
        ":command": reach.command,
        ":args": reach.args,
        ":env": reach.env,
        ":cwd": reach.cwd,
        ":url": reach.url,
        ":headers": reach.headers,
        ":start_limit": limit(draft.limits.start),
        ":call_limit": limit(draft.limits.call),
        ":source": draft.source.as_str(),
        ":enabled": server.on,
        ":era_seen": server.era_seen.map(Era::as_str),
        ":approved": server.approved,
        ":last_error": server.last_error,
        ":unset_secret": server.unset_secret,
        ":log_level": server.wishes.level.map(Level::as_str),
        ":folders": serde_json::to_string(&server.wishes.folders)?,
        ":pictures": server.wishes.pictures,
        ":created_at": server.created_at.0,
        ":updated_at": server.updated_at.0,
    })?;
    Ok(changed)
}

/// A limit beyond what SQLite can count is kept as the longest it can.
fn limit(millis: u64) -> i64 {
    i64::try_from(millis).unwrap_or(i64::MAX)
}

/// The columns that say how to reach a server.
struct Reach<'a> {
    transport: &'static str,
    command: Option<&'a str>,
    args: String,
    env: String,
    cwd: Option<&'a str>,
    url: Option<&'a str>,
    headers: String,
}

impl<'a> Reach<'a> {
    fn of(transport: &'a Transport) -> Result<Self, Fault> {
        let none = BTreeMap::new();
        let (stdio, http) = match transport {
            Transport::Stdio(stdio) => (Some(stdio), None),
            Transport::Http(http) => (None, Some(http)),
        };
        Ok(Self {
            transport: if stdio.is_some() { "stdio" } else { "http" },
            command: stdio.map(|it| it.command.as_str()),
            args: serde_json::to_string(stdio.map_or(&[][..], |it| &it.args))?,
            env: serde_json::to_string(stdio.map_or(&none, |it| &it.env))?,
            cwd: stdio.and_then(|it| it.cwd.as_deref()),
            url: http.map(|it| it.url.as_str()),
            headers: serde_json::to_string(http.map_or(&none, |it| &it.headers))?,
        })
    }
}

/// The server of a row.
pub(super) fn server(row: &Row<'_>) -> Result<Server, Fault> {
    let row = Columns::new("servers", "name", row)?;
    let name = ServerName::parse(&row.get::<String>("name")?)
        .map_err(|error| row.unreadable("name", &error))?;
    let draft = Draft {
        name,
        title: row.get("title")?,
        description: row.get("description")?,
        transport: transport(&row)?,
        limits: Limits { start: row.count("start_limit_ms")?, call: row.count("call_limit_ms")? },
        source: row.word("source")?,
    };
    Ok(Server {
        registration: Registration(row.get("registration")?),
        draft,
        on: row.get("enabled")?,
        era_seen: row.word_if_any("era_seen")?,
        approved: row.get("approved")?,
        last_error: row.get("last_error")?,
        unset_secret: row.get("unset_secret")?,
        wishes: Wishes {
            level: row.word_if_any("log_level")?,
            folders: row.json("folders_json")?,
            pictures: row.get("pictures")?,
        },
        created_at: Millis(row.get("created_at")?),
        updated_at: Millis(row.get("updated_at")?),
    })
}

fn transport(row: &Columns<'_>) -> Result<Transport, Fault> {
    match row.get::<String>("transport")?.as_str() {
        "stdio" => Ok(Transport::Stdio(Stdio {
            command: row.get("command")?,
            args: row.json("args_json")?,
            env: row.json("env_json")?,
            cwd: row.get("cwd")?,
        })),
        "http" => {
            Ok(Transport::Http(Http { url: row.get("url")?, headers: row.json("headers_json")? }))
        }
        other => Err(row.unreadable("transport", &format!("`{other}` is not known"))),
    }
}
