//! Rows of servers: there and back, what is refused, and what stays on a change.

use std::collections::BTreeMap;

use expect_test::expect;
use model::{
    server::{Draft, Era, Http, Level, Limits, Server, Source, Stdio, Transport, Wishes},
    tool::{SetAside, ToolList},
};
use stdx::clock::Millis;

use crate::{
    Db, Error,
    servers::{Note, Saved, Switch},
    tests::{draft, fixture, name},
};

fn map(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
}

fn full_stdio() -> Draft {
    Draft {
        name: name("every-thing_2"),
        title: "Every Thing 2 ✓".to_owned(),
        description: "Line\nline \"quoted\" 'too'".to_owned(),
        transport: Transport::Stdio(Stdio {
            command: "/opt/näme with spaces".to_owned(),
            args: vec!["-y".to_owned(), String::new(), "a\nb".to_owned()],
            env: map(&[("TOKEN", "${secret:TOKEN}"), ("EMPTY", ""), ("ä", "ö")]),
            cwd: Some("~/x".to_owned()),
        }),
        limits: Limits { start: 1, call: 86_400_000 },
        source: Source::Import,
    }
}

fn full_http() -> Draft {
    Draft {
        transport: Transport::Http(Http {
            url: "https://mcp.example/mcp?x=${X}".to_owned(),
            headers: map(&[("Authorization", "Bearer ${secret:T}")]),
        }),
        source: Source::Builtin,
        ..draft("far")
    }
}

#[tokio::test]
async fn a_server_comes_back_as_it_was_handed_in() {
    let fixture = fixture().await;
    for (draft, on) in [(full_stdio(), true), (full_http(), false)] {
        let kept = fixture.db.servers().insert(draft.clone(), on).await.unwrap();
        let expected = Server {
            registration: kept.registration.clone(),
            draft,
            on,
            era_seen: None,
            approved: None,
            last_error: None,
            unset_secret: None,
            wishes: Wishes::default(),
            created_at: Millis(1000),
            updated_at: Millis(1000),
        };
        assert_eq!(kept, expected);
        assert_eq!(fixture.db.servers().get(kept.name()).await.unwrap(), Some(expected));
    }
}

#[tokio::test]
async fn servers_are_listed_by_name() {
    let fixture = fixture().await;
    for name in ["b", "a-2", "a", "c"] {
        fixture.db.servers().insert(draft(name), true).await.unwrap();
    }
    let listed = fixture.db.servers().list().await.unwrap();
    let names: Vec<_> = listed.iter().map(|it| it.name().as_str()).collect();
    assert_eq!(names, ["a", "a-2", "b", "c"]);
}

#[tokio::test]
async fn a_taken_name_is_refused_and_its_row_stays() {
    let fixture = fixture().await;
    let first = fixture.db.servers().insert(full_stdio(), true).await.unwrap();
    let again = Draft { title: "other".to_owned(), ..full_stdio() };
    let error = fixture.db.servers().insert(again, true).await.unwrap_err();
    expect!["a server named `every-thing_2` is registered already"].assert_eq(&error.to_string());
    assert_eq!(fixture.db.servers().list().await.unwrap(), [first]);
}

/// HOST-2: the last door, behind those that name the field.
#[tokio::test]
async fn a_row_that_breaks_a_rule_is_refused() {
    let fixture = fixture().await;
    let stdio =
        |command: &str| Transport::Stdio(Stdio { command: command.to_owned(), ..Stdio::default() });
    let no_command = Draft { transport: stdio(""), ..draft("a") };
    let no_url = Draft { transport: Transport::Http(Http::default()), ..draft("a") };
    let no_time = Draft { limits: Limits { start: 0, call: 1 }, ..draft("a") };
    let mut told = Vec::new();
    for draft in [no_command, no_url, no_time] {
        told.push(fixture.db.servers().insert(draft, true).await.unwrap_err().to_string());
    }
    expect![[r#"
        the database refused a row: CHECK constraint failed: stdio_has_a_command
        the database refused a row: CHECK constraint failed: http_has_a_url
        the database refused a row: CHECK constraint failed: start_limit_is_positive"#]]
    .assert_eq(&told.join("\n"));
    assert_eq!(fixture.db.servers().list().await.unwrap(), []);
}

/// HOST-34
#[tokio::test]
async fn the_table_keeps_the_rule_for_names() {
    let fixture = fixture().await;
    let long = "a".repeat(33);
    let bad =
        ["", "A", "1a", "_a", "a__b", "a_", "ä", "a b", "a.b", "config", "help", "steward", &long];
    for (text, fits) in bad.map(|it| (it, false)).into_iter().chain([("a-b_2", true)]) {
        let sql = "INSERT INTO servers (name, title, transport, command, start_limit_ms,
                     call_limit_ms, source, enabled, created_at, updated_at)
                   VALUES (?1, '', 'stdio', 'x', 1, 1, 'user', 1, 0, 0)";
        let given = text.to_owned();
        let kept = fixture.db.write(move |db| Ok(db.execute(sql, [given])?)).await;
        assert_eq!(kept.is_ok(), fits, "{text:?} {kept:?}");
    }
}

/// A server that is on, was allowed, and spoke the modern era before it ended.
async fn noted(db: &Db) -> Server {
    let servers = db.servers();
    let saved = servers.save(full_stdio(), Switch::On("digest".to_owned()), false).await.unwrap();
    assert!(servers.note(&saved.server, Note::Ready(Era::Modern)).await.unwrap());
    assert!(servers.note(&saved.server, Note::Died("it ended".to_owned())).await.unwrap());
    servers.get(saved.server.name()).await.unwrap().unwrap()
}

/// HOST-4
#[tokio::test]
async fn a_change_keeps_what_it_does_not_speak_of() {
    let fixture = fixture().await;
    let before = noted(&fixture.db).await;
    fixture.clock.advance(5);
    let draft = Draft { title: "New".to_owned(), ..full_stdio() };
    let saved = fixture.db.servers().save(draft.clone(), Switch::Unchanged, true).await.unwrap();
    let expected = Server {
        registration: before.registration.clone(),
        draft,
        on: true,
        era_seen: Some(Era::Modern),
        approved: Some("digest".to_owned()),
        last_error: None,
        unset_secret: None,
        wishes: Wishes::default(),
        created_at: Millis(1000),
        updated_at: Millis(1005),
    };
    assert_eq!(saved, Saved { server: expected.clone(), before: Some(before) });
    assert_eq!(fixture.db.servers().get(expected.name()).await.unwrap(), Some(expected));
}

/// HOST-4
#[tokio::test]
async fn another_transport_forgets_what_the_old_one_did() {
    let fixture = fixture().await;
    let (servers, name) = (fixture.db.servers(), name("every-thing_2"));
    let before = noted(&fixture.db).await;
    let aside = SetAside { name: "x".to_owned(), reason: "y".to_owned() };
    let list = ToolList { tools: Vec::new(), set_aside: vec![aside] };
    assert!(fixture.db.tools().note(&before, &list).await.unwrap());
    let draft = Draft { name: name.clone(), ..full_http() };
    let saved = servers.save(draft.clone(), Switch::Off, true).await.unwrap().server;
    assert_eq!((saved.on, saved.era_seen, &saved.approved), (false, None, &None));
    assert_ne!(saved.registration, before.registration, "rules are of what ran before");
    let row = servers.get(&name).await.unwrap().unwrap();
    assert_eq!(row.draft, draft, "no column of the old transport is left");
    let tools = fixture.db.tools();
    assert_eq!(tools.of(&name).await.unwrap(), ToolList::default(), "tools of another program");
    assert!(!tools.note(&before, &list).await.unwrap(), "the old program listed late");
    assert_eq!(tools.of(&name).await.unwrap(), ToolList::default());
}

/// HOST-4
#[tokio::test]
async fn a_registration_replaces_another_only_if_it_says_so() {
    let fixture = fixture().await;
    let before = noted(&fixture.db).await;
    let again = fixture.db.servers().save(full_stdio(), Switch::Off, false).await;
    assert!(matches!(again, Err(Error::NameTaken(_))), "{again:?}");
    assert_eq!(fixture.db.servers().list().await.unwrap(), [before]);
}

/// HOST-7
#[tokio::test]
async fn a_switch_forgets_the_last_error_and_keeps_what_was_allowed() {
    let fixture = fixture().await;
    let servers = fixture.db.servers();
    let before = noted(&fixture.db).await;
    let off = servers.switch(before.name(), false, None).await.unwrap();
    assert_eq!((off.on, &off.last_error, &off.approved), (false, &None, &before.approved));
    let on = servers.switch(before.name(), true, Some("other".to_owned())).await.unwrap();
    assert_eq!((on.on, on.approved.as_deref()), (true, Some("other")));
    assert_eq!(servers.get(before.name()).await.unwrap(), Some(on));
}

/// HOST-5
#[tokio::test]
async fn a_failed_start_forgets_the_era_and_may_switch_off() {
    let fixture = fixture().await;
    let servers = fixture.db.servers();
    let row = noted(&fixture.db).await;
    for off in [false, true] {
        let (reason, unset_secret) = ("no such program".to_owned(), Some("TOKEN".to_owned()));
        let note = Note::NotReady { reason, off, unset_secret };
        assert!(servers.note(&row, note).await.unwrap());
        let now = servers.get(row.name()).await.unwrap().unwrap();
        assert_eq!((now.on, now.era_seen), (!off, None));
        assert_eq!(now.last_error.as_deref(), Some("no such program"));
        assert_eq!(now.unset_secret.as_deref(), Some("TOKEN"));
        assert_eq!(now.updated_at, row.updated_at, "a note is no change");
    }
}

#[tokio::test]
async fn a_note_on_an_older_row_is_not_kept() {
    let fixture = fixture().await;
    let servers = fixture.db.servers();
    let old = noted(&fixture.db).await;
    // The clock stands still: what counts is which came later.
    servers.switch(old.name(), false, None).await.unwrap();
    let new = servers.switch(old.name(), true, None).await.unwrap();
    let note = Note::NotReady { reason: "late".to_owned(), off: true, unset_secret: None };
    assert!(!servers.note(&old, note).await.unwrap());
    assert_eq!(servers.get(old.name()).await.unwrap(), Some(new));
}

#[tokio::test]
async fn an_unknown_name_is_an_error_that_says_it() {
    let fixture = fixture().await;
    let (servers, none) = (fixture.db.servers(), name("none"));
    let error = servers.switch(&none, true, None).await.unwrap_err();
    assert_eq!(error.to_string(), "no server is named `none`");
    assert_eq!(servers.get(&none).await.unwrap(), None);
    assert_eq!(servers.remove(&none).await.unwrap(), None);
}

#[tokio::test]
async fn a_removed_server_can_be_restored_as_it_was() {
    let fixture = fixture().await;
    let servers = fixture.db.servers();
    noted(&fixture.db).await;
    fixture.clock.advance(5);
    let removed = servers.remove(&name("every-thing_2")).await.unwrap().unwrap();
    assert_eq!(servers.list().await.unwrap(), []);
    assert_eq!(servers.restore(removed.clone()).await.unwrap(), removed);
    assert_eq!(servers.list().await.unwrap().first(), Some(&removed));
    let error = servers.restore(removed).await.unwrap_err();
    assert!(matches!(error, Error::NameTaken(_)), "{error:?}");
}

#[tokio::test]
async fn a_row_that_cannot_be_understood_is_named() {
    let fixture = fixture().await;
    let servers = fixture.db.servers();
    servers.insert(draft("good"), true).await.unwrap();
    servers.insert(draft("odd"), true).await.unwrap();
    let mut told = Vec::new();
    for change in [
        "source = 'bundle'",
        "source = 'user', era_seen = 'future'",
        "era_seen = NULL, args_json = '[1]'",
        "args_json = '[]', env_json = '{'",
        "env_json = '{}', start_limit_ms = -1",
        "start_limit_ms = 1, title = x'00'",
        "title = '', transport = 'pigeon'",
        "transport = 'http'",
    ] {
        let sql = format!("UPDATE servers SET {change} WHERE name = 'odd'");
        fixture
            .db
            .run(move |db| {
                db.pragma_update(None, "ignore_check_constraints", true)?;
                Ok(db.execute_batch(&sql)?)
            })
            .await
            .unwrap();
        told.push(servers.list().await.unwrap_err().to_string());
    }
    expect![[r#"
        cannot read `source` of row `odd` in table `servers`: `bundle` is not known
        cannot read `era_seen` of row `odd` in table `servers`: `future` is not known
        cannot read `args_json` of row `odd` in table `servers`: invalid type: integer `1`, expected a string at line 1 column 2
        cannot read `env_json` of row `odd` in table `servers`: EOF while parsing an object at line 1 column 1
        cannot read `start_limit_ms` of row `odd` in table `servers`: out of range integral type conversion attempted
        cannot read `title` of row `odd` in table `servers`: Invalid column type Blob at index: 2, name: title
        cannot read `transport` of row `odd` in table `servers`: `pigeon` is not known
        cannot read `url` of row `odd` in table `servers`: Invalid column type Null at index: 9, name: url"#]].assert_eq(&told.join("\n"));
    assert!(servers.get(&name("good")).await.unwrap().is_some(), "the others can be read");
}

fn wishes() -> Wishes {
    Wishes { level: Some(Level::Warning), folders: vec!["/srv/ü b".to_owned()], pictures: true }
}

#[tokio::test]
async fn what_is_wished_of_a_server_stays_with_it_and_comes_back_with_it() {
    let fixture = fixture().await;
    let (servers, name) = (fixture.db.servers(), name("every-thing_2"));
    let before = noted(&fixture.db).await;
    fixture.clock.advance(5);
    servers.wish(&name, wishes()).await.unwrap();
    let row = servers.get(&name).await.unwrap().unwrap();
    assert_eq!(row, Server { wishes: wishes(), ..before.clone() }, "nothing else changed");
    assert!(servers.note(&before, Note::Ready(Era::Legacy)).await.unwrap(), "its run goes on");
    let switched = servers.switch(&name, false, None).await.unwrap();
    assert_eq!(switched.wishes, wishes());
    let removed = servers.remove(&name).await.unwrap().unwrap();
    assert!(matches!(servers.wish(&name, wishes()).await, Err(Error::UnknownServer(_))));
    assert_eq!(servers.restore(removed).await.unwrap().wishes, wishes());
}

/// Security 4: a name may be given away, a registration never.
#[tokio::test]
async fn a_server_that_is_registered_anew_is_another_and_one_that_is_put_back_the_same() {
    let fixture = fixture().await;
    let servers = fixture.db.servers();
    let first = servers.insert(draft("a"), true).await.unwrap();
    let renamed = Draft { title: "Another title".to_owned(), ..draft("a") };
    let saved = servers.save(renamed, Switch::Unchanged, true).await.unwrap().server;
    assert_eq!(saved.registration, first.registration, "it is called otherwise");
    let removed = servers.remove(first.name()).await.unwrap().unwrap();
    let second = servers.insert(draft("a"), true).await.unwrap();
    assert_ne!(second.registration, first.registration);
    servers.remove(first.name()).await.unwrap();
    assert_eq!(servers.restore(removed).await.unwrap().registration, first.registration);
}

#[tokio::test]
async fn folders_and_pictures_are_not_for_what_runs_instead() {
    let fixture = fixture().await;
    let (servers, name) = (fixture.db.servers(), name("every-thing_2"));
    noted(&fixture.db).await;
    servers.wish(&name, wishes()).await.unwrap();
    let same = servers.save(full_stdio(), Switch::Unchanged, true).await.unwrap();
    assert_eq!(same.server.wishes, wishes());
    let other = Draft { name: name.clone(), ..full_http() };
    servers.save(other, Switch::Off, true).await.unwrap();
    let row = servers.get(&name).await.unwrap().unwrap();
    assert_eq!(row.wishes, Wishes { folders: Vec::new(), pictures: false, ..wishes() });
}
