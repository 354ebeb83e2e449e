//! Tests of what came into a conversation before a call.

use model::{
    chat::{
        came::{Came, From, Yes},
        card::{BrokenKind, CardState, Decided, ToolRef},
        message::{Body, Part, Said, Summary},
    },
    server::Registration,
};
use stdx::clock::Millis;

use super::{card, round, words};
use crate::tests::{fixture, name};

/// Security 14: making a conversation short takes nothing of a stranger out of it.
#[tokio::test]
async fn what_servers_gave_is_told_past_a_summary_and_on_its_own_branch_alone() {
    let fixture = fixture().await;
    let (chats, messages) = (fixture.db.conversations(), fixture.db.messages());
    let chat = chats.create(None).await.unwrap().id;
    let resource = Part::Resource {
        server: name("wiki"),
        uri: "wiki:a".to_owned(),
        mime: None,
        text: "t".to_owned(),
    };
    let asked = messages.add(&chat, None, Body::Person(vec![resource])).await.unwrap();
    let ended = |id: &str, state, at| {
        let mut card = card(id, state);
        card.ended = Some(Millis(at));
        card.sent_to = Some(Registration("r1".to_owned()));
        card
    };
    let lost = CardState::Broken(BrokenKind::Transport, "it said something".to_owned());
    let unsent = CardState::Broken(BrokenKind::Dispatch, "no such tool".to_owned());
    let mut by_person = ended("a", lost, 2000);
    by_person.decided = Some(Decided::Once);
    by_person.started = Some(Millis(1500));
    let mut by_rule = ended("b", unsent, 2001);
    by_rule.decided = Some(Decided::Rule);
    by_rule.started = Some(Millis(1600));
    let said = [by_person, by_rule].map(|it| Said::Call(Box::new(it)));
    let first = messages.add(&chat, Some(asked.id), Body::Round(round(said.into()))).await.unwrap();
    let other = messages.add(&chat, Some(asked.id), words("otherwise")).await.unwrap();
    let summary =
        Summary { text: "s".to_owned(), facts: Vec::new(), covers: 2, usage: Default::default() };
    let short = messages.add(&chat, Some(first.id), Body::Summary(summary)).await.unwrap();
    let last = messages.add(&chat, Some(short.id), words("go on")).await.unwrap();

    let tool = ToolRef { server: name("files"), tool: "read".to_owned() };
    let wiki = Came { from: From::Attached(name("wiki")), registration: None, at: Millis(1000) };
    let before = messages.before(last.id).await.unwrap();
    let registration = Some(Registration("r1".to_owned()));
    let (from, at) = (From::Tool(tool.clone()), Millis(2000));
    let result = Came { from, registration: registration.clone(), at };
    assert_eq!(before.came, [wiki.clone(), result]);
    let yes = Yes { tool, registration, at: Millis(1500) };
    assert_eq!(before.yes, std::slice::from_ref(&yes));
    let before = messages.before(first.id).await.unwrap();
    assert_eq!((before.came, before.yes), (vec![wiki.clone()], vec![yes]));
    assert_eq!(messages.before(other.id).await.unwrap().came, [wiki]);
}
