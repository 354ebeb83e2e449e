//! Tests of conversations: their list, their names, their trash.

use model::{
    chat::{
        card::CardState,
        conversation::{ModelChoice, Switches, Title},
        id::ConversationId,
        message::{Body, MessageId, Part, Spoken},
    },
    provider::{Dialect, ProviderId},
};
use stdx::clock::Millis;

use super::{begun, call, card, round, say, text, words};
use crate::{
    Error,
    tests::{Fixture, fixture, name},
};

async fn listed(fixture: &Fixture) -> Vec<String> {
    let all = fixture.db.conversations().list(100, None).await.unwrap();
    all.into_iter().map(|it| it.conversation.title.text().to_owned()).collect()
}

#[tokio::test]
async fn a_conversation_is_as_it_was_made_until_something_is_said() {
    let fixture = fixture().await;
    let provider = fixture.db.providers();
    let provider = provider.add("Local", Dialect::ChatCompletions, "http://localhost", None).await;
    let choice = ModelChoice { provider: provider.unwrap().id, model: "small".to_owned() };
    let made = fixture.db.conversations().create(Some(choice)).await.unwrap();
    assert_eq!(made.title, Title::Derived(String::new()));
    assert_eq!((made.created, made.changed, made.head), (Millis(1000), Millis(1000), None));
    assert_eq!(fixture.db.conversations().get(&made.id).await.unwrap(), Some(made));
    let none = ConversationId("none".to_owned());
    assert_eq!(fixture.db.conversations().get(&none).await.unwrap(), None);
}

#[tokio::test]
async fn a_conversation_is_called_by_the_first_words_of_the_person_until_they_name_it() {
    let fixture = fixture().await;
    let (id, chats) = (begun(&fixture).await, fixture.db.conversations());
    let title = async || chats.get(&id).await.unwrap().unwrap().title;
    say(&fixture.db, &id, Body::Round(round(vec![text("Welcome")]))).await;
    assert_eq!(title().await, Title::Derived(String::new()));
    say(&fixture.db, &id, words("Which parts\nare late?")).await;
    say(&fixture.db, &id, words("And why?")).await;
    assert_eq!(title().await, Title::Derived("Which parts".to_owned()));
    let other = fixture.db.messages().add(&id, None, words("Which tools are late?")).await;
    other.unwrap();
    assert_eq!(title().await, Title::Derived("Which tools are late?".to_owned()));
    chats.rename(&id, " Late\nparts ").await.unwrap();
    fixture.db.messages().add(&id, None, words("Something else")).await.unwrap();
    assert_eq!(title().await, Title::Given("Late parts".to_owned()));
    let back = chats.rename(&id, " ").await.unwrap();
    assert_eq!(back.title, Title::Derived("Which parts".to_owned()));
}

#[tokio::test]
async fn what_was_changed_last_stands_first_with_its_last_words() {
    let fixture = fixture().await;
    let (one, other) = (begun(&fixture).await, begun(&fixture).await);
    say(&fixture.db, &other, words("Other")).await;
    fixture.clock.advance(5);
    say(&fixture.db, &one, words("One")).await;
    say(
        &fixture.db,
        &one,
        Body::Round(round(vec![text("All\n\nis  **well**."), text("So it is.")])),
    )
    .await;
    say(&fixture.db, &one, Body::Round(round(vec![call(card("c", CardState::Running))]))).await;
    let all = fixture.db.conversations().list(100, None).await.unwrap();
    let seen: Vec<_> =
        all.iter().map(|it| (it.conversation.title.text(), it.last.clone().unwrap())).collect();
    let reply = Spoken::Model("All\n\nis  **well**.\n\nSo it is.".to_owned());
    assert_eq!(seen, [("One", reply), ("Other", Spoken::Person("Other".to_owned()))]);
    fixture.clock.advance(5);
    fixture.db.conversations().rename(&other, "Renamed").await.unwrap();
    assert_eq!(listed(&fixture).await, ["One", "Renamed"], "a name is nothing that was said");
}

/// A page that ends among several of the same millisecond has all of them.
#[tokio::test]
async fn pages_of_the_list_miss_none_and_repeat_none() {
    let fixture = fixture().await;
    for number in 0..23 {
        let id = begun(&fixture).await;
        fixture.db.conversations().rename(&id, &number.to_string()).await.unwrap();
        fixture.clock.advance(i64::from(number % 4 == 0));
    }
    for limit in 1..9 {
        let (mut found, mut before) = (Vec::new(), None);
        loop {
            let page = fixture.db.conversations().list(limit, before).await.unwrap();
            let Some(last) = page.last() else { break };
            assert!(page.len() >= limit.min(23 - found.len()), "{limit}");
            before = Some(last.conversation.changed);
            found.extend(page.into_iter().map(|it| it.conversation.title.text().to_owned()));
        }
        let expected: Vec<_> = (0..23).rev().map(|it| it.to_string()).collect();
        assert_eq!(found, expected, "{limit}");
    }
    assert_eq!(fixture.db.conversations().list(0, None).await.unwrap(), []);
}

#[tokio::test]
async fn what_is_chosen_and_switched_in_a_conversation_is_kept() {
    let fixture = fixture().await;
    let (id, chats) = (begun(&fixture).await, fixture.db.conversations());
    let provider = fixture.db.providers();
    let provider = provider.add("Local", Dialect::Gemini, "http://localhost", None).await.unwrap();
    let choice = ModelChoice { provider: provider.id, model: "small".to_owned() };
    assert_eq!(chats.choose(&id, choice.clone()).await.unwrap().model, Some(choice));
    let mut switches = Switches::default();
    switches.servers.insert(name("files"), false);
    switches.tools.entry(name("mail")).or_default().insert("send".to_owned(), true);
    chats.switch(&id, &switches).await.unwrap();
    assert_eq!(chats.get(&id).await.unwrap().unwrap().switches, switches);
    let unknown = ModelChoice { provider: ProviderId(99), model: String::new() };
    let error = chats.choose(&id, unknown.clone()).await.unwrap_err();
    assert_eq!(error.to_string(), "there is no provider `99`");
    assert!(matches!(chats.create(Some(unknown)).await, Err(Error::Missing(_))));
}

#[tokio::test]
async fn a_conversation_in_the_trash_is_in_no_list_and_comes_back_whole() {
    let fixture = fixture().await;
    let (id, chats) = (begun(&fixture).await, fixture.db.conversations());
    say(&fixture.db, &id, words("Parts")).await;
    let before = chats.get(&id).await.unwrap();
    assert!(chats.trash(&id).await.unwrap());
    assert!(!chats.trash(&id).await.unwrap(), "it is there already");
    assert_eq!(chats.get(&id).await.unwrap(), None);
    assert!(listed(&fixture).await.is_empty());
    assert_eq!(chats.search("parts", 9).await.unwrap(), []);
    assert!(chats.restore(&id).await.unwrap());
    assert!(!chats.restore(&id).await.unwrap());
    assert_eq!(chats.get(&id).await.unwrap(), before);
    assert_eq!(chats.search("parts", 9).await.unwrap().len(), 2);
}

#[tokio::test]
async fn what_is_purged_takes_everything_with_it_and_leaves_the_rest() {
    let fixture = fixture().await;
    let (gone, kept) = (begun(&fixture).await, begun(&fixture).await);
    for (id, one) in [(&gone, "gone"), (&kept, "kept")] {
        say(&fixture.db, id, words(&format!("Parts {one}"))).await;
        let asked = round(vec![text("Looking"), call(card(one, CardState::Pending))]);
        say(&fixture.db, id, Body::Round(asked)).await;
    }
    fixture.db.conversations().trash(&gone).await.unwrap();
    assert_eq!(fixture.db.conversations().purge(Millis(1000)).await.unwrap(), 0, "not yet");
    assert_eq!(fixture.db.conversations().purge(Millis(1001)).await.unwrap(), 1);
    assert_eq!(listed(&fixture).await, ["Parts kept"]);
    let counts = fixture.db.run(|db| {
        // What the index itself still knows, whatever rows there are.
        let index =
            |name: &str| format!("INSERT INTO {name}({name}, rank) VALUES ('integrity-check', 1)");
        // The second word is in no other text, so its count is that of what is left of it.
        db.execute_batch(
            "CREATE VIRTUAL TABLE temp.terms USING fts5vocab('main', 'message_search', 'row')",
        )?;
        db.execute(&index("title_search"), ())?;
        let mut counts = Vec::new();
        for sql in [
            "SELECT count(*) FROM messages",
            "SELECT count(*) FROM calls",
            "SELECT count(*) FROM temp.terms WHERE term = 'gone'",
            "SELECT count(*) FROM temp.terms WHERE term = 'kept'",
        ] {
            counts.push(db.query_row(sql, (), |row| row.get::<_, i64>(0))?);
        }
        Ok(counts)
    });
    assert_eq!(counts.await.unwrap(), [2, 1, 0, 1]);
    let error = fixture.db.conversations().restore(&gone).await.unwrap_err();
    assert_eq!(error.to_string(), format!("there is no conversation `{gone}`"));
    fixture.db.check().await.unwrap();
}

/// SQLite follows no cascade deeper than a thousand steps.
#[tokio::test]
async fn a_long_conversation_can_be_purged() {
    let fixture = fixture().await;
    let id = begun(&fixture).await;
    let first = say(&fixture.db, &id, words("First")).await;
    let grown = fixture.db.write(move |db| {
        let sql = "INSERT INTO messages (conversation_id, parent_id, kind, at, body_json, words)
                   SELECT conversation_id, id, kind, at, body_json, words FROM messages
                   WHERE id = (SELECT max(id) FROM messages)";
        for _ in 0..5000 {
            db.prepare_cached(sql)?.execute(())?;
        }
        Ok(())
    });
    grown.await.unwrap();
    let leaf = fixture.db.messages().leaf_under(first).await.unwrap();
    assert_eq!(leaf, MessageId(first.0 + 5000));
    fixture.db.conversations().trash(&id).await.unwrap();
    assert_eq!(fixture.db.conversations().purge(Millis(i64::MAX)).await.unwrap(), 1);
    fixture.db.check().await.unwrap();
}

#[tokio::test]
async fn what_is_done_to_no_conversation_names_it() {
    let fixture = fixture().await;
    let (none, chats) = (ConversationId("none".to_owned()), fixture.db.conversations());
    let errors = [
        chats.rename(&none, "x").await.err(),
        chats.switch(&none, &Switches::default()).await.err(),
        chats.trash(&none).await.err(),
        chats.restore(&none).await.err(),
        chats.set_head(&none, MessageId(1)).await.err(),
        chats.copy(&none, MessageId(1)).await.err(),
        fixture.db.messages().add(&none, None, words("x")).await.err(),
        fixture.db.messages().path(&none, None, None, 1).await.err(),
        fixture.db.messages().whole_path(&none).await.err(),
    ];
    for error in errors {
        assert_eq!(error.unwrap().to_string(), "there is no conversation `none`");
    }
}

#[tokio::test]
async fn a_row_that_cannot_be_understood_is_named() {
    let fixture = fixture().await;
    let id = begun(&fixture).await;
    let message = say(&fixture.db, &id, Body::Person(vec![Part::Text { text: String::new() }]));
    let message = message.await;
    let spoiled = fixture
        .db
        .run(|db| Ok(db.execute("UPDATE messages SET body_json = '[{\"kind\":\"smell\"}]'", ())?));
    spoiled.await.unwrap();
    let error = fixture.db.messages().path(&id, None, None, 9).await.unwrap_err().to_string();
    let begin = format!("cannot read `body_json` of row `{}` in table `messages`", message.0);
    assert!(error.starts_with(&begin), "{error}");
}
