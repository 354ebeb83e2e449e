//! Opening the file step by step, so that each way of failing is told apart and changes nothing.

use std::{
    fs::{self, OpenOptions},
    io,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use rusqlite::{Connection, OpenFlags, TransactionBehavior, config::DbConfig};
use stdx::clock::Clock;

use crate::{
    db::{Db, blocking},
    error::Error,
    fault::{Fault, creation},
    schema::{KNOWN, is_ours, migrate},
};

/// How long a statement waits for another program that writes.
const PATIENCE: Duration = Duration::from_millis(5000);

/// The pause before the next try of one that was told "busy" at once.
const STEP_BACK: Duration = Duration::from_millis(10);

impl Db {
    /// Opens the file, or makes it (mode 0600) in a folder that exists, and brings its schema up
    /// to date. Times of rows come from `clock`. Must run inside a tokio runtime.
    ///
    /// # Errors
    /// [`Error::CannotOpen`], [`Error::ReadOnly`], [`Error::Full`], [`Error::Newer`],
    /// [`Error::Foreign`], [`Error::Damaged`], [`Error::Busy`]; the file is then as it was.
    pub async fn open(path: &Path, clock: Clock) -> Result<Self, Error> {
        let path = path.to_owned();
        blocking(move || {
            let connection = open(&path)?;
            Ok(Self::on(connection, path, clock))
        })
        .await
    }

    /// Reads the whole file and compares its parts with each other.
    ///
    /// # Errors
    /// [`Error::Damaged`] with the first contradiction.
    pub async fn check(&self) -> Result<(), Error> {
        let path = self.path().to_owned();
        self.read(move |connection| check(connection, "integrity_check(1)", &path)).await
    }
}

/// A connection that is ready for use.
fn open(path: &Path) -> Result<Connection, Error> {
    make(path).map_err(|source| creation(source, path))?;
    let until = Instant::now() + PATIENCE;
    loop {
        // Two that switch one file to its log at once would wait for each other, so SQLite tells
        // one of them "busy" without asking for its patience: it steps back and comes again.
        match prepared(path).map_err(|fault| fault.at(path)) {
            Err(Error::Busy { .. }) if Instant::now() < until => step_back(),
            done => return done,
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "SQLite tells nobody when a lock is free")]
fn step_back() {
    thread::sleep(STEP_BACK);
}

fn prepared(path: &Path) -> Result<Connection, Fault> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    // SQLite opens a file that it may only read without a word.
    if connection.is_readonly("main")? {
        return Err(Error::ReadOnly { path: path.to_owned() }.into());
    }
    refuse_others(&connection, path)?;
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    check_small(&connection, path)?;
    bring_up_to_date(&mut connection)?;
    Ok(connection)
}

/// Makes an empty file that only its owner may read, before SQLite makes one that all may; the
/// files beside it get the same mode from SQLite. An existing file is closed to others.
fn make(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Ok(_made) => Ok(()),
        // It must not be opened here: closing it again would drop the locks of another handle.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => close_to_others(path),
        Err(error) => Err(error),
    }
}

#[cfg(unix)]
fn close_to_others(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    for file in [path.to_owned(), beside(path, "-wal"), beside(path, "-shm")] {
        let Ok(found) = fs::metadata(&file) else { continue };
        if found.is_file() && found.permissions().mode() & 0o077 != 0 {
            fs::set_permissions(&file, fs::Permissions::from_mode(0o600))?;
        }
    }
    Ok(())
}

#[cfg(not(unix))]
fn close_to_others(_path: &Path) -> io::Result<()> {
    Ok(())
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Looks at the schema before anything is written. What a newer version or another program left in
/// its write-ahead log stays there: closing must not carry it into the file.
fn refuse_others(connection: &Connection, path: &Path) -> Result<(), Fault> {
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    // One moment of the file: another handle may be making its tables.
    let moment = connection.unchecked_transaction()?;
    let found = version(connection)?;
    if found > KNOWN {
        return Err(Error::Newer { path: path.to_owned(), found, known: KNOWN }.into());
    }
    if !is_ours(connection, found).map_err(migration)? {
        return Err(Error::Foreign { path: path.to_owned() }.into());
    }
    moment.commit()?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
    Ok(())
}

fn version(connection: &Connection) -> Result<i64, rusqlite::Error> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Runs one of SQLite's checks, which answer `ok` or what is wrong.
fn check(connection: &Connection, name: &str, path: &Path) -> Result<(), Fault> {
    let found: String = connection.query_row(&format!("PRAGMA {name}"), (), |row| row.get(0))?;
    if found == "ok" {
        return Ok(());
    }
    Err(Error::Damaged { path: path.to_owned(), detail: found }.into())
}

/// Looks at every table but those that grow with what is said: the rest is small, so that damage is
/// found before use within milliseconds. In those it is found when it is read.
fn check_small(connection: &Connection, path: &Path) -> Result<(), Fault> {
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite@_%' ESCAPE '@'
                 AND name NOT IN ('messages', 'calls') AND name NOT LIKE 'message@_search%' ESCAPE '@'";
    let mut query = connection.prepare(sql)?;
    let names = query.query_map((), |row| row.get(0))?.collect::<Result<Vec<String>, _>>()?;
    for name in names {
        let table = name.replace('"', "\"\"");
        check(connection, &format!("quick_check(\"{table}\")"), path)?;
    }
    Ok(())
}

fn bring_up_to_date(connection: &mut Connection) -> Result<(), Fault> {
    connection.set_transaction_behavior(TransactionBehavior::Immediate);
    match migrate(connection) {
        Ok(()) => Ok(()),
        // Another handle may have done it meanwhile: then its number is there already.
        Err(_) if version(connection)? == KNOWN => Ok(()),
        Err(error) => Err(migration(error)),
    }
}

fn migration(error: rusqlite_migration::Error) -> Fault {
    if let rusqlite_migration::Error::RusqliteError { err, .. } = error {
        return err.into();
    }
    Error::Internal(error.into()).into()
}
