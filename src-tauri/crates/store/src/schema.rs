//! The schema's history: each change is one migration, never edited once released.

use std::collections::BTreeSet;

use rusqlite::Connection;
use rusqlite_migration::{M, Migrations};

use crate::{
    chat::{calls, conversations, messages, search},
    providers, rules, secrets, servers, settings, tools,
};

/// What the first version made; each table's SQL stands beside its mapping.
const FIRST: &[&str] = &[servers::CREATE, tools::CREATE, secrets::CREATE, settings::CREATE];

/// What came with the chat.
const CHAT: &[&str] = &[
    providers::CREATE,
    conversations::CREATE,
    messages::CREATE,
    calls::CREATE,
    search::CREATE,
    rules::CREATE,
];

/// What came when rules were bound to registrations.
const GUARD: &[&str] = &[servers::REGISTRATION, servers::PICTURES, rules::REGISTRATION];

/// The schema number of a database that this version has opened.
pub(crate) const KNOWN: i64 = 6;

/// Runs what is missing, oldest first and all or nothing; their count stands in `user_version`.
pub(crate) fn migrate(connection: &mut Connection) -> Result<(), rusqlite_migration::Error> {
    to(connection, None)
}

/// Whether a database of this schema number has what ours has: each of our tables, with each of its
/// columns.
pub(crate) fn is_ours(found: &Connection, version: i64) -> Result<bool, rusqlite_migration::Error> {
    let mut ours = Connection::open_in_memory()?;
    to(&mut ours, usize::try_from(version).ok())?;
    let found = columns(found)?;
    Ok(columns(&ours)?.is_subset(&found) && (version > 0 || found.is_empty()))
}

fn to(
    connection: &mut Connection,
    version: Option<usize>,
) -> Result<(), rusqlite_migration::Error> {
    let (first, chat, guard) = (FIRST.concat(), CHAT.concat(), GUARD.concat());
    let (wishes, unset) = (M::up(servers::WISHES), M::up(servers::UNSET));
    let shown = M::up(calls::SHOWN);
    let all = vec![M::up(&first), wishes, unset, M::up(&chat), M::up(&guard), shown];
    let all = Migrations::new(all);
    match version {
        Some(version) => all.to_version(connection, version),
        None => all.to_latest(connection),
    }
}

/// Tables with their columns.
fn columns(connection: &Connection) -> Result<BTreeSet<(String, String)>, rusqlite::Error> {
    let all = "SELECT t.name, c.name FROM sqlite_schema t, pragma_table_info(t.name) c \
        WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite@_%' ESCAPE '@'";
    let mut statement = connection.prepare(all)?;
    let rows = statement.query_map((), |row| Ok((row.get(0)?, row.get(1)?)))?;
    rows.collect()
}
