//! Tests of rules: their order, their end, and what goes with a conversation.

use model::{
    approval::{Action, RuleId, Terms},
    chat::id::ConversationId,
    server::Registration,
};
use stdx::clock::Millis;

use crate::{
    Error,
    tests::{Fixture, fixture, name},
};

fn terms(note: &str, action: Action) -> Terms {
    Terms {
        priority: 100,
        server: None,
        registration: None,
        tool: "*".to_owned(),
        below: None,
        action,
        digest: None,
        conversation: None,
        expires: None,
        note: note.to_owned(),
    }
}

async fn notes(fixture: &Fixture) -> Vec<String> {
    let all = fixture.db.rules().list().await.unwrap();
    all.into_iter().map(|it| it.terms.note).collect()
}

/// HOST-63
#[tokio::test]
async fn rules_are_listed_in_the_order_in_which_they_are_weighed() {
    let fixture = fixture().await;
    let chat = fixture.db.conversations().create(None).await.unwrap().id;
    let here = |note, action| Terms { conversation: Some(chat.clone()), ..terms(note, action) };
    for it in [
        terms("allow", Action::Allow),
        terms("ask", Action::Ask),
        terms("deny", Action::Deny),
        terms("deny too", Action::Deny),
        here("allow here", Action::Allow),
        here("deny here", Action::Deny),
        Terms { priority: 200, ..here("last", Action::Deny) },
        Terms { priority: -1, ..terms("first", Action::Allow) },
    ] {
        fixture.db.rules().add(it).await.unwrap();
    }
    let expected = ["first", "deny here", "allow here", "deny", "deny too", "ask", "allow", "last"];
    assert_eq!(notes(&fixture).await, expected);
}

#[tokio::test]
async fn a_rule_is_read_as_it_was_made_and_put_back_as_it_was() {
    let fixture = fixture().await;
    let chat = fixture.db.conversations().create(None).await.unwrap().id;
    let whole = Terms {
        priority: 5,
        server: Some(name("files")),
        registration: Some(Registration("r1".to_owned())),
        tool: "read_*".to_owned(),
        below: Some("/home/me".to_owned()),
        action: Action::Allow,
        digest: Some("d".repeat(64)),
        conversation: Some(chat),
        expires: Some(Millis(2000)),
        note: "Just reading".to_owned(),
    };
    let rules = fixture.db.rules();
    let made = rules.add(whole.clone()).await.unwrap();
    assert_eq!((&made.terms, made.created), (&whole, Millis(1000)));
    assert_eq!(rules.list().await.unwrap(), std::slice::from_ref(&made));
    assert!(rules.remove(made.id).await.unwrap());
    assert!(!rules.remove(made.id).await.unwrap());
    fixture.clock.advance(7);
    let other = rules.add(terms("other", Action::Deny)).await.unwrap();
    assert_ne!(other.id, made.id, "an id is given once");
    rules.restore(made.clone()).await.unwrap();
    assert_eq!(rules.list().await.unwrap(), [made.clone(), other]);
    assert!(matches!(rules.restore(made).await, Err(Error::Refused { .. })), "it is there");
}

/// HOST-63
#[tokio::test]
async fn a_rule_whose_time_is_over_holds_no_more_and_goes() {
    let fixture = fixture().await;
    let rules = fixture.db.rules();
    let short = Terms { expires: Some(Millis(1010)), ..terms("short", Action::Allow) };
    rules.add(short).await.unwrap();
    rules.add(terms("long", Action::Ask)).await.unwrap();
    fixture.clock.advance(9);
    assert_eq!(notes(&fixture).await, ["long", "short"]);
    fixture.clock.advance(1);
    assert_eq!(notes(&fixture).await, ["long"]);
    rules.add(terms("new", Action::Ask)).await.unwrap();
    let count = fixture
        .db
        .run(|db| Ok(db.query_row("SELECT count(*) FROM rules", (), |row| row.get::<_, i64>(0))?));
    assert_eq!(count.await.unwrap(), 2);
}

#[tokio::test]
async fn all_rules_are_replaced_at_once_or_not_at_all() {
    let fixture = fixture().await;
    let rules = fixture.db.rules();
    rules.add(terms("old", Action::Ask)).await.unwrap();
    let bad = Terms { tool: String::new(), ..terms("bad", Action::Ask) };
    let error = rules.replace_all(vec![terms("new", Action::Ask), bad]).await.unwrap_err();
    assert!(matches!(error, Error::Refused { .. }), "{error:?}");
    assert_eq!(notes(&fixture).await, ["old"]);
    let new = vec![terms("b", Action::Ask), terms("a", Action::Deny)];
    let made = rules.replace_all(new).await.unwrap();
    assert_eq!(made.iter().map(|it| it.terms.note.as_str()).collect::<Vec<_>>(), ["b", "a"]);
    assert_eq!(notes(&fixture).await, ["a", "b"]);
    rules.replace_all(vec![]).await.unwrap();
    assert!(notes(&fixture).await.is_empty());
}

#[tokio::test]
async fn the_rules_of_a_conversation_go_with_it() {
    let fixture = fixture().await;
    let (rules, chats) = (fixture.db.rules(), fixture.db.conversations());
    let id = chats.create(None).await.unwrap().id;
    let here = Terms { conversation: Some(id.clone()), ..terms("here", Action::Allow) };
    let made = rules.add(here).await.unwrap();
    chats.trash(&id).await.unwrap();
    assert!(notes(&fixture).await.is_empty(), "nothing can be called there");
    rules.replace_all(vec![terms("new", Action::Ask)]).await.unwrap();
    chats.restore(&id).await.unwrap();
    assert_eq!(notes(&fixture).await, ["here", "new"], "what was not seen was not replaced");
    chats.trash(&id).await.unwrap();
    chats.purge(Millis(i64::MAX)).await.unwrap();
    assert_eq!(notes(&fixture).await, ["new"]);
    let error = rules.restore(made).await.unwrap_err();
    assert_eq!(error.to_string(), format!("there is no conversation `{id}`"));
    let none = Some(ConversationId("none".to_owned()));
    let error = rules.add(Terms { conversation: none, ..terms("x", Action::Ask) }).await;
    assert!(matches!(error, Err(Error::Missing(_))));
    assert!(!rules.remove(RuleId(99)).await.unwrap());
}
