//! Rows of servers: there and back, what is refused, and what stays on a change.

use std::collections::BTreeMap;

use expect_test::expect;
use model::server::{Draft, Era, Http, Limits, Server, Source, Stdio, Transport};
use stdx::clock::Millis;

use crate::{
    Db, Error,
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
            draft,
            on,
            era_seen: None,
            approved: None,
            last_error: None,
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

#[tokio::test]
async fn a_change_keeps_what_it_does_not_speak_of() {
    let fixture = fixture().await;
    let servers = fixture.db.servers();
    servers.insert(full_stdio(), false).await.unwrap();
    noted(&fixture.db).await;
    fixture.clock.advance(5);
    let renamed = Draft { title: "New".to_owned(), ..full_stdio() };
    let after = servers.update(renamed.clone()).await.unwrap();
    let expected = Server {
        draft: renamed,
        on: false,
        era_seen: Some(Era::Modern),
        approved: Some("digest".to_owned()),
        last_error: Some("it ended".to_owned()),
        created_at: Millis(1000),
        updated_at: Millis(1005),
    };
    assert_eq!(after, expected);
    assert_eq!(servers.get(after.name()).await.unwrap(), Some(expected));
}

async fn noted(db: &Db) {
    let (servers, name) = (db.servers(), name("every-thing_2"));
    servers.set_era_seen(&name, Some(Era::Modern)).await.unwrap();
    servers.set_approved(&name, Some("digest".to_owned())).await.unwrap();
    servers.set_last_error(&name, Some("it ended".to_owned())).await.unwrap();
}

/// HOST-4
#[tokio::test]
async fn another_transport_forgets_what_the_old_one_did() {
    let fixture = fixture().await;
    let servers = fixture.db.servers();
    servers.insert(full_stdio(), true).await.unwrap();
    noted(&fixture.db).await;
    let other = Draft { name: name("every-thing_2"), ..full_http() };
    let after = servers.update(other.clone()).await.unwrap();
    assert_eq!((after.draft, after.era_seen, after.last_error), (other.clone(), None, None));
    let row = servers.get(&other.name).await.unwrap().unwrap();
    assert_eq!(row.draft, other, "no column of the old transport is left");
}

/// HOST-4
#[tokio::test]
async fn an_upsert_gives_back_what_it_replaced() {
    let fixture = fixture().await;
    let servers = fixture.db.servers();
    let first = servers.upsert(draft("a"), false).await.unwrap();
    assert_eq!((first.server.on, first.before), (false, None));
    fixture.clock.advance(5);
    let changed = Draft { title: "A".to_owned(), ..draft("a") };
    let second = servers.upsert(changed, true).await.unwrap();
    assert_eq!(second.before, Some(first.server));
    let at = (second.server.created_at, second.server.updated_at);
    assert_eq!((second.server.on, at), (true, (Millis(1000), Millis(1005))));
    assert_eq!(servers.list().await.unwrap(), [second.server]);
}

#[tokio::test]
async fn what_is_noted_of_a_server_is_kept_and_can_be_cleared() {
    let fixture = fixture().await;
    let servers = fixture.db.servers();
    let fresh = servers.insert(full_stdio(), true).await.unwrap();
    noted(&fixture.db).await;
    servers.set_on(fresh.name(), false).await.unwrap();
    let row = servers.get(fresh.name()).await.unwrap().unwrap();
    assert_eq!(row.approved.as_deref(), Some("digest"));
    assert_eq!(row.last_error.as_deref(), Some("it ended"));
    assert_eq!((row.era_seen, row.on), (Some(Era::Modern), false));
    servers.set_era_seen(fresh.name(), None).await.unwrap();
    servers.set_approved(fresh.name(), None).await.unwrap();
    servers.set_last_error(fresh.name(), None).await.unwrap();
    servers.set_on(fresh.name(), true).await.unwrap();
    assert_eq!(servers.get(fresh.name()).await.unwrap(), Some(fresh));
}

#[tokio::test]
async fn an_unknown_name_is_an_error_that_says_it() {
    let fixture = fixture().await;
    let (servers, none) = (fixture.db.servers(), name("none"));
    let errors = [
        servers.update(draft("none")).await.err(),
        servers.set_on(&none, true).await.err(),
        servers.set_era_seen(&none, None).await.err(),
        servers.set_approved(&none, None).await.err(),
        servers.set_last_error(&none, None).await.err(),
    ];
    for error in errors {
        assert_eq!(error.unwrap().to_string(), "no server is named `none`");
    }
    assert_eq!(servers.get(&none).await.unwrap(), None);
    assert_eq!(servers.remove(&none).await.unwrap(), None);
}

#[tokio::test]
async fn a_removed_server_can_be_restored_as_it_was() {
    let fixture = fixture().await;
    let servers = fixture.db.servers();
    servers.insert(full_stdio(), true).await.unwrap();
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
