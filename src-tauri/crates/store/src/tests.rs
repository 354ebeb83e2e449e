//! Tests of the database as a file, and what the tests of the tables share.

mod killed;
mod opening;
mod read_only;

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

use model::{
    name::ServerName,
    server::{Draft, Limits, Source, Stdio, Transport},
};
use stdx::clock::{Clock, Millis};
use tempfile::TempDir;

use crate::Db;

/// A database in a folder of its own.
pub(crate) struct Fixture {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
    pub(crate) folder: TempDir,
}

pub(crate) async fn fixture() -> Fixture {
    let folder = TempDir::new().unwrap();
    let clock = Clock::fixed(Millis(1000));
    let db = Db::open(&file(folder.path()), clock.clone()).await.unwrap();
    Fixture { db, clock, folder }
}

/// Where the database is in a folder.
pub(crate) fn file(folder: &Path) -> PathBuf {
    folder.join("steward.db")
}

pub(crate) fn name(text: &str) -> ServerName {
    ServerName::parse(text).unwrap()
}

/// A server that can be started.
pub(crate) fn draft(name: &str) -> Draft {
    Draft {
        name: self::name(name),
        title: name.to_owned(),
        description: String::new(),
        transport: Transport::Stdio(Stdio { command: "true".to_owned(), ..Stdio::default() }),
        limits: Limits::default(),
        source: Source::User,
    }
}

/// The test program again, for the one test that makes `_body`, with `variable` set to `folder`.
fn again<F>(mut program: Command, _body: &F, variable: &str, folder: &Path) -> Command {
    let path = std::any::type_name::<F>().split("::{{closure}}").next().unwrap();
    let test = path.split_once("::").unwrap().1;
    program.args(["--exact", test, "--nocapture"]).env(variable, folder);
    program
}

/// What `variable` says, where a test runs again.
fn inside(variable: &str) -> Option<PathBuf> {
    env::var_os(variable).map(PathBuf::from)
}
