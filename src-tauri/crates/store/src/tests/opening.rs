//! Opening the file: what it makes, what it refuses, and what it leaves alone.

use std::{fs, os::unix::fs::PermissionsExt, path::Path, time::Duration};

use expect_test::expect;
use model::{
    chat::card::CallId,
    server::{Registration, Server},
};
use rusqlite::Connection;
use stdx::clock::{Clock, Millis};
use tempfile::TempDir;

use super::{draft, file, fixture, name};
use crate::{Db, Error, servers::Switch};

async fn open(path: &Path) -> Result<Db, Error> {
    Db::open(path, Clock::fixed(Millis(0))).await
}

async fn refused(path: &Path) -> Error {
    match open(path).await {
        Ok(_) => panic!("`{}` was opened", path.display()),
        Err(error) => error,
    }
}

/// The error's words, without the folder that is another in each run.
fn words(error: &Error, folder: &TempDir) -> String {
    error.to_string().replace(folder.path().to_str().unwrap(), "…")
}

#[tokio::test]
async fn a_closed_database_lets_its_file_go_and_takes_no_more_work() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("steward.db");
    let db = open(&path).await.unwrap();
    let other = db.clone();
    db.close().await.unwrap();
    assert!(!path.with_extension("db-wal").exists(), "all is written out");
    assert!(matches!(other.servers().list().await, Err(Error::Closed)));
    other.close().await.unwrap();
    open(&path).await.unwrap();
}

#[tokio::test]
async fn every_connection_is_set_up_before_use() {
    let fixture = fixture().await;
    let settings = fixture
        .db
        .run(|db| {
            let mut found = Vec::new();
            for pragma in
                ["journal_mode", "synchronous", "busy_timeout", "foreign_keys", "user_version"]
            {
                let value: rusqlite::types::Value =
                    db.pragma_query_value(None, pragma, |row| row.get(0))?;
                found.push(format!("{pragma} {value:?}"));
            }
            Ok(found.join("\n"))
        })
        .await
        .unwrap();
    expect![[r#"
        journal_mode Text("wal")
        synchronous Integer(2)
        busy_timeout Integer(5000)
        foreign_keys Integer(1)
        user_version Integer(6)"#]]
    .assert_eq(&settings);
}

#[tokio::test]
async fn only_the_owner_may_read_the_files() {
    let fixture = fixture().await;
    fixture.db.servers().insert(draft("a"), true).await.unwrap();
    for suffix in ["", "-wal", "-shm"] {
        let path = format!("{}{suffix}", file(fixture.folder.path()).display());
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{path}");
    }
}

#[tokio::test]
async fn a_file_that_others_could_read_is_closed_to_them() {
    let fixture = fixture().await;
    let path = file(fixture.folder.path());
    drop(fixture.db);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    let _db = open(&path).await.unwrap();
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
}

#[tokio::test]
async fn the_last_handle_leaves_one_whole_file() {
    let fixture = fixture().await;
    let other = fixture.db.clone();
    fixture.db.servers().insert(draft("a"), true).await.unwrap();
    drop(fixture.db);
    other.servers().insert(draft("b"), true).await.unwrap();
    drop(other);
    let files = fs::read_dir(fixture.folder.path()).unwrap();
    let names: Vec<_> = files.map(|it| it.unwrap().file_name()).collect();
    assert_eq!(names, ["steward.db"], "the log is in the file, and gone");
    let again = open(&file(fixture.folder.path())).await.unwrap();
    assert_eq!(again.servers().list().await.unwrap().len(), 2);
}

#[tokio::test]
async fn two_handles_on_one_file_see_each_other() {
    let fixture = fixture().await;
    let path = file(fixture.folder.path());
    let (one, other) = (fixture.db, open(&path).await.unwrap());
    let (by_one, by_other) = (one.servers(), other.servers());
    for number in 0..50 {
        let (a, b) = (draft(&format!("a{number}")), draft(&format!("b{number}")));
        // A save reads before it writes, which two that began at once could not both do.
        let (first, second) =
            tokio::join!(by_one.save(a, Switch::Off, false), by_other.save(b, Switch::Off, false));
        assert!(first.is_ok() && second.is_ok(), "{first:?} {second:?}");
    }
    assert_eq!(one.servers().list().await.unwrap().len(), 100);
    assert_eq!(other.servers().list().await.unwrap().len(), 100);
}

/// Two that turn the same new file to its log at once are told "busy" without any wait, so this
/// is tried often enough to meet it.
#[tokio::test]
async fn many_that_open_a_new_file_at_once_all_get_it() {
    for round in 0..40 {
        let folder = TempDir::new().unwrap();
        let path = file(folder.path());
        let (a, b, c, d) = tokio::join!(open(&path), open(&path), open(&path), open(&path));
        for (number, db) in [a, b, c, d].into_iter().enumerate() {
            let db = db.unwrap_or_else(|error| panic!("round {round}, handle {number}: {error}"));
            db.check().await.unwrap();
        }
    }
}

#[tokio::test]
async fn a_newer_file_is_refused_and_left_as_it_is() {
    let fixture = fixture().await;
    let path = file(fixture.folder.path());
    fixture.db.servers().insert(draft("a"), true).await.unwrap();
    drop(fixture.db);
    Connection::open(&path).unwrap().pragma_update(None, "user_version", 7).unwrap();
    let before = (fs::read(&path).unwrap(), fs::metadata(&path).unwrap().modified().unwrap());
    let error = refused(&path).await;
    expect![
        "the database `…/steward.db` was written by a newer Steward (schema 7, this one knows 6)"
    ]
    .assert_eq(&words(&error, &fixture.folder));
    assert!(error.hint().is_some());
    let after = (fs::read(&path).unwrap(), fs::metadata(&path).unwrap().modified().unwrap());
    assert!(before == after);
}

/// A person may have given the wrong folder.
#[tokio::test]
async fn the_database_of_another_program_is_refused_in_words_and_left_as_it_is() {
    for (version, sql) in [
        (0, "CREATE TABLE songs (id INTEGER PRIMARY KEY, title TEXT)"),
        (1, "CREATE TABLE songs (id INTEGER PRIMARY KEY, title TEXT)"),
        (3, "CREATE TABLE servers (address TEXT); CREATE TABLE settings (name TEXT)"),
        (-1, "CREATE TABLE songs (title TEXT)"),
    ] {
        let folder = TempDir::new().unwrap();
        let path = file(folder.path());
        let other = Connection::open(&path).unwrap();
        other.execute_batch(sql).unwrap();
        other.pragma_update(None, "user_version", version).unwrap();
        drop(other);
        let before = fs::read(&path).unwrap();
        let error = refused(&path).await;
        expect!["the database `…/steward.db` is not Steward's: another program made it"]
            .assert_eq(&words(&error, &folder));
        assert!(std::error::Error::source(&error).is_none(), "no SQL is told");
        assert!(error.hint().is_some());
        assert!(before == fs::read(&path).unwrap(), "it was changed");
    }
}

/// What a newer version left unfinished is its own to finish.
#[tokio::test]
async fn the_log_of_a_newer_file_is_left_beside_it() {
    let fixture = fixture().await;
    let path = file(fixture.folder.path());
    drop(fixture.db);
    let newer = Connection::open(&path).unwrap();
    newer.pragma_update(None, "user_version", 7).unwrap();
    let copied = TempDir::new().unwrap();
    for entry in fs::read_dir(fixture.folder.path()).unwrap().map(Result::unwrap) {
        fs::copy(entry.path(), copied.path().join(entry.file_name())).unwrap();
    }
    drop(newer);
    let (path, log) = (file(copied.path()), copied.path().join("steward.db-wal"));
    let before = (fs::read(&path).unwrap(), fs::read(&log).unwrap());
    assert!(!before.1.is_empty(), "the number is in the log alone");
    assert!(matches!(refused(&path).await, Error::Newer { found: 7, known: 6, .. }));
    assert!(before == (fs::read(&path).unwrap(), fs::read(&log).unwrap()));
}

#[tokio::test]
async fn a_folder_that_is_missing_or_a_file_cannot_be_opened() {
    let folder = TempDir::new().unwrap();
    let plain = folder.path().join("plain");
    fs::write(&plain, "").unwrap();
    for path in [folder.path().join("none/steward.db"), file(&plain), folder.path().to_owned()] {
        let error = refused(&path).await;
        assert!(matches!(error, Error::CannotOpen { .. }), "{error:?}");
        assert!(std::error::Error::source(&error).is_some());
    }
    let error = refused(&folder.path().join("none/steward.db")).await;
    expect!["cannot open the database `…/none/steward.db`"].assert_eq(&words(&error, &folder));
}

#[tokio::test]
async fn a_file_that_is_no_database_is_called_damaged_and_left_as_it_is() {
    let folder = TempDir::new().unwrap();
    let path = file(folder.path());
    let text = "Dear diary, ".repeat(1000);
    fs::write(&path, &text).unwrap();
    let error = refused(&path).await;
    expect!["the database `…/steward.db` is damaged: file is not a database"]
        .assert_eq(&words(&error, &folder));
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[tokio::test]
async fn a_damaged_page_is_found_at_the_start() {
    let fixture = fixture().await;
    let path = file(fixture.folder.path());
    for number in 0..100 {
        fixture.db.servers().insert(draft(&format!("server-{number}")), true).await.unwrap();
    }
    drop(fixture.db);
    let mut bytes = fs::read(&path).unwrap();
    // One page of rows only: nothing else that is read at the start lies there.
    let row = bytes.windows(9).position(|text| text == b"server-50").unwrap();
    let page = row / 4096 * 4096;
    assert!(page > 0);
    bytes[page..page + 64].fill(0xAA);
    fs::write(&path, &bytes).unwrap();
    let error = refused(&path).await;
    assert!(matches!(error, Error::Damaged { .. }), "{error:?}");
    assert!(fs::read(&path).unwrap() == bytes);
}

#[tokio::test]
async fn a_disk_that_fills_up_loses_nothing_that_was_kept() {
    let fixture = fixture().await;
    let kept = fixture.db.servers().insert(draft("kept"), true).await.unwrap();
    let pages = |most: &'static str| {
        fixture.db.run(move |db| Ok(db.pragma_update(None, "max_page_count", most)?))
    };
    pages("1").await.unwrap();
    let big = async || {
        let mut draft = draft("big");
        draft.description = "x".repeat(1_000_000);
        fixture.db.servers().insert(draft, true).await
    };
    let error = big().await.unwrap_err();
    expect!["cannot write the database `…/steward.db`: the disk is full"]
        .assert_eq(&words(&error, &fixture.folder));
    assert_eq!(fixture.db.servers().list().await.unwrap(), [kept]);
    fixture.db.check().await.unwrap();
    pages("1000000").await.unwrap();
    big().await.unwrap();
}

#[tokio::test]
async fn a_file_that_another_program_writes_to_is_busy() {
    let fixture = fixture().await;
    let other = Connection::open(file(fixture.folder.path())).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    fixture.db.run(|db| Ok(db.busy_timeout(Duration::ZERO)?)).await.unwrap();
    let error = fixture.db.servers().insert(draft("a"), true).await.unwrap_err();
    expect!["the database `…/steward.db` is busy: another program is writing to it"]
        .assert_eq(&words(&error, &fixture.folder));
    assert_eq!(fixture.db.servers().get(&name("a")).await.unwrap(), None, "reading goes on");
    other.execute_batch("COMMIT").unwrap();
    fixture.db.servers().insert(draft("a"), true).await.unwrap();
}

#[tokio::test]
async fn a_connection_that_only_reads_says_so() {
    let fixture = fixture().await;
    fixture.db.run(|db| Ok(db.pragma_update(None, "query_only", true)?)).await.unwrap();
    let error = fixture.db.servers().insert(draft("a"), true).await.unwrap_err();
    assert!(matches!(error, Error::ReadOnly { .. }), "{error:?}");
}

#[tokio::test]
async fn a_panic_in_a_closure_rolls_back_and_is_an_error() {
    let fixture = fixture().await;
    let planted: Result<(), Error> = fixture
        .db
        .write(|db| {
            db.execute_batch("INSERT INTO settings VALUES ('a', '1', 0)")?;
            panic!("planted")
        })
        .await;
    assert!(matches!(planted, Err(Error::Internal(_))));
    assert_eq!(fixture.db.settings().get("a").await.unwrap(), None);
    fixture.db.servers().insert(draft("a"), true).await.unwrap();
}

/// A caller that stops waiting does not leave half a change.
#[tokio::test]
async fn a_write_that_nobody_waits_for_is_whole() {
    let fixture = fixture().await;
    let (begin, begun) = std::sync::mpsc::channel();
    let (go, wait) = std::sync::mpsc::channel::<()>();
    let write = fixture.db.write(move |db| {
        begin.send(()).unwrap();
        wait.recv().unwrap();
        db.execute_batch("INSERT INTO settings VALUES ('a', '1', 0)")?;
        db.execute_batch("INSERT INTO settings VALUES ('b', '2', 0)")?;
        Ok(())
    });
    {
        let mut write = Box::pin(write);
        let pending = std::future::poll_fn(|context| {
            std::task::Poll::Ready(write.as_mut().poll(context).is_pending())
        });
        assert!(pending.await);
        begun.recv().unwrap();
    }
    go.send(()).unwrap();
    let kept = |key| fixture.db.settings().get(key);
    assert_eq!(kept("a").await.unwrap(), Some(1.into()));
    assert_eq!(kept("b").await.unwrap(), Some(2.into()));
}

#[tokio::test]
async fn a_file_of_the_first_version_is_brought_up_to_date_with_all_that_is_in_it() {
    let fixture = fixture().await;
    let path = file(fixture.folder.path());
    let kept = fixture.db.servers().insert(draft("old"), true).await.unwrap();
    fixture.db.close().await.unwrap();
    let old = Connection::open(&path).unwrap();
    let before = "DROP INDEX ux_servers_registration;
                  ALTER TABLE servers DROP COLUMN registration;
                  ALTER TABLE servers DROP COLUMN pictures;
                  ALTER TABLE servers DROP COLUMN log_level;
                  ALTER TABLE servers DROP COLUMN folders_json;
                  ALTER TABLE servers DROP COLUMN unset_secret;
                  DROP TABLE message_search;
                  DROP TABLE title_search;
                  DROP TABLE rules;
                  DROP TABLE calls;
                  DROP TABLE messages;
                  DROP TABLE conversations;
                  DROP TABLE providers;
                  PRAGMA user_version = 1;";
    old.execute_batch(before).unwrap();
    drop(old);
    let db = open(&path).await.unwrap();
    let now = db.servers().get(kept.name()).await.unwrap().unwrap();
    assert!(!now.registration.0.is_empty(), "it has a name of its own");
    assert_eq!(now, Server { registration: now.registration.clone(), ..kept });
}

/// A rule from before registrations were told apart stays with the server that is there, and holds for
/// no other where that is gone.
#[tokio::test]
async fn older_rules_are_bound_to_the_registration_of_now() {
    let fixture = fixture().await;
    let path = file(fixture.folder.path());
    for name in ["here", "there"] {
        fixture.db.servers().insert(draft(name), true).await.unwrap();
    }
    fixture.db.close().await.unwrap();
    let old = Connection::open(&path).unwrap();
    let before = "DROP INDEX ux_servers_registration;
                  ALTER TABLE servers DROP COLUMN registration;
                  ALTER TABLE servers DROP COLUMN pictures;
                  ALTER TABLE rules DROP COLUMN registration;
                  ALTER TABLE calls DROP COLUMN shown_json;
                  ALTER TABLE calls DROP COLUMN sent_to;
                  INSERT INTO rules (priority, server, tool, action, created_at) VALUES
                    (1, 'here', '*', 'allow', 0), (2, 'gone', '*', 'allow', 0),
                    (3, NULL, '*', 'ask', 0);
                  PRAGMA user_version = 4;";
    old.execute_batch(before).unwrap();
    drop(old);
    let db = open(&path).await.unwrap();
    let here = db.servers().get(&name("here")).await.unwrap().unwrap().registration;
    let there = db.servers().get(&name("there")).await.unwrap().unwrap().registration;
    assert_ne!(here, there);
    let rules = db.rules().list().await.unwrap();
    let bound: Vec<_> = rules.into_iter().map(|it| it.terms.registration).collect();
    assert_eq!(bound, [Some(here), Some(Registration(String::new())), None]);
}

/// A call of before went to the server of that name, if it was registered by then; what waits shows
/// nothing yet, so that no yes is for it.
#[tokio::test]
async fn older_calls_are_of_the_registration_that_was_there() {
    let fixture = fixture().await;
    let path = file(fixture.folder.path());
    for name in ["early", "late"] {
        fixture.db.servers().insert(draft(name), true).await.unwrap();
    }
    fixture.db.close().await.unwrap();
    let old = Connection::open(&path).unwrap();
    let before = "ALTER TABLE calls DROP COLUMN shown_json;
                  ALTER TABLE calls DROP COLUMN sent_to;
                  UPDATE servers SET created_at = 100 WHERE name = 'early';
                  UPDATE servers SET created_at = 300 WHERE name = 'late';
                  INSERT INTO conversations (id, uid, created_at, changed_at) VALUES (1, 'c', 0, 0);
                  INSERT INTO messages (id, conversation_id, kind, body_json, at) VALUES
                    (1, 1, 'person', '[]', 0);
                  INSERT INTO calls (id, message_id, position, provider_id, public, server, tool,
                    arguments, arguments_broken, state, asked_at, started_at) VALUES
                    ('a', 1, 0, 'p', 'x', 'early', 't', '{}', 0, 'interrupted', 0, 200),
                    ('b', 1, 1, 'p', 'x', 'late', 't', '{}', 0, 'interrupted', 0, 200),
                    ('c', 1, 2, 'p', 'x', 'gone', 't', '{}', 0, 'interrupted', 0, 200),
                    ('d', 1, 3, 'p', 'x', 'early', 't', '{}', 0, 'pending', 0, NULL);
                  PRAGMA user_version = 5;";
    old.execute_batch(before).unwrap();
    drop(old);
    let db = open(&path).await.unwrap();
    let early = db.servers().get(&name("early")).await.unwrap().unwrap().registration;
    let mut sent = Vec::new();
    for id in ["a", "b", "c", "d"] {
        let (_, card) = db.calls().get(&CallId(id.to_owned())).await.unwrap();
        sent.push((card.sent_to, card.shown));
    }
    assert_eq!(sent, [(Some(early), None), (None, None), (None, None), (None, None)]);
}
