//! The schema's history: each change is one migration, never edited once released.

use rusqlite::Connection;
use rusqlite_migration::{M, Migrations};

use crate::{secrets, servers, settings, tools};

/// What the first version made; each table's SQL stands beside its mapping.
const FIRST: &[&str] = &[servers::CREATE, tools::CREATE, secrets::CREATE, settings::CREATE];

/// The schema number of a database that this version has opened.
pub(crate) const KNOWN: i64 = 3;

/// Runs what is missing, oldest first and all or nothing; their count stands in `user_version`.
pub(crate) fn migrate(connection: &mut Connection) -> Result<(), rusqlite_migration::Error> {
    let first = FIRST.concat();
    let all = vec![M::up(&first), M::up(servers::WISHES), M::up(servers::UNSET)];
    Migrations::new(all).to_latest(connection)
}
