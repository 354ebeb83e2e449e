//! Tests of messages: each is read as it was kept.

use model::{
    chat::{
        card::{Arguments, BrokenKind, Card, CardState, Decided},
        id::ConversationId,
        message::{Body, Message, MessageId, Part, Round, RoundState, Said, Summary, Usage},
    },
    outcome::{Block, Outcome},
};
use serde_json::json;
use stdx::clock::Millis;

use super::{begun, call, card, round, say, text, words};
use crate::{
    Error,
    tests::{Fixture, fixture, name},
};

async fn shown(fixture: &Fixture, id: &ConversationId) -> Vec<Message> {
    fixture.db.messages().path(id, None, None, 100).await.unwrap().messages
}

/// The reply that stands last.
async fn reply(fixture: &Fixture, id: &ConversationId) -> Round {
    match shown(fixture, id).await.pop().unwrap().body {
        Body::Round(round) => round,
        other @ (Body::Person(_) | Body::Summary(_)) => panic!("{other:?}"),
    }
}

fn outcome(said: &str) -> Box<Outcome> {
    Box::new(Outcome {
        blocks: vec![Block::Text(said.to_owned())],
        structured: None,
        mirrors: vec![],
        misfits: vec![],
        is_error: false,
        raw: String::new(),
        whole: None,
        odd: vec![],
        took: 3,
    })
}

fn every_part() -> Vec<Part> {
    let (server, mime) = (name("files"), "text/plain".to_owned());
    vec![
        Part::Text { text: "Look at <b>these</b>\0".to_owned() },
        Part::File { name: "a.txt".to_owned(), mime: mime.clone(), text: "ä\r\n".to_owned() },
        Part::Picture {
            name: "b.png".to_owned(),
            mime: mime.clone(),
            hash: "f".repeat(64),
            size: 9,
        },
        Part::Resource {
            server: server.clone(),
            uri: "file:///c".to_owned(),
            mime: Some(mime),
            text: String::new(),
        },
        Part::Prompt { server, name: "sum".to_owned(), text: "Sum up.".to_owned() },
    ]
}

fn every_call() -> Vec<Card> {
    let states = [
        CardState::Pending,
        CardState::Running,
        CardState::Done(outcome("fine")),
        CardState::Failed(outcome("no such file")),
        CardState::Broken(BrokenKind::Dispatch, "no such tool".to_owned()),
        CardState::Broken(BrokenKind::Transport, "it ended".to_owned()),
        CardState::Cancelled,
        CardState::Rejected("you said no".to_owned()),
        CardState::Interrupted,
    ];
    let cards = states.into_iter().enumerate();
    let mut cards: Vec<_> = cards.map(|(at, state)| card(&format!("c{at}"), state)).collect();
    cards[1].tool = None;
    cards[1].arguments = Arguments::Broken("{\"a\": ".to_owned());
    cards[2].decided = Some(Decided::Conversation);
    cards[2].kept = Some(json!({"signature": "x", "n": 0.1}));
    cards[3].started = Some(Millis(5));
    cards[3].ended = Some(Millis(6));
    cards
}

/// HOST-33
#[tokio::test]
async fn every_message_is_read_as_it_was_said() {
    let fixture = fixture().await;
    let id = begun(&fixture).await;
    let mut said = vec![
        Said::Thought { text: String::new(), kept: Some(json!({"b": 1, "a": [12.5]})) },
        text("So:"),
        Said::Thought { text: "Hm.".to_owned(), kept: None },
    ];
    said.extend(every_call().into_iter().map(call));
    said.push(text("Done."));
    let usage = Usage { input: Some(900), cost: Some(0.25), ..Usage::default() };
    let facts = vec!["#4711".to_owned()];
    let summary = Summary { text: "All of it".to_owned(), facts, covers: 2, usage };
    let bodies =
        [Body::Person(every_part()), Body::Round(round(said)), Body::Summary(summary), words("")];
    let mut kept = Vec::new();
    for body in bodies {
        fixture.clock.advance(1);
        let head = kept.last().map(|it: &Message| it.id);
        kept.push(fixture.db.messages().add(&id, head, body).await.unwrap());
    }
    assert_eq!(shown(&fixture, &id).await, kept);
    let conversation = fixture.db.conversations().get(&id).await.unwrap().unwrap();
    assert_eq!((conversation.head, conversation.changed), (Some(kept[3].id), Millis(1004)));
}

#[tokio::test]
async fn every_state_of_a_reply_is_kept() {
    let fixture = fixture().await;
    let id = begun(&fixture).await;
    for state in [
        RoundState::Writing,
        RoundState::Done,
        RoundState::CutShort,
        RoundState::Stopped,
        RoundState::Failed("the key is wrong".to_owned()),
        RoundState::Interrupted,
    ] {
        let body = Round { state, ..round(vec![]) };
        say(&fixture.db, &id, Body::Round(body.clone())).await;
        assert_eq!(reply(&fixture, &id).await, body);
    }
}

#[tokio::test]
async fn a_reply_grows_until_it_ends() {
    let fixture = fixture().await;
    let (id, messages) = (begun(&fixture).await, fixture.db.messages());
    let writing = Round { state: RoundState::Writing, ..round(vec![]) };
    let message = say(&fixture.db, &id, Body::Round(writing.clone())).await;
    fixture.clock.advance(9);
    let grown = Round { said: vec![text("Let me look")], ..writing };
    messages.rewrite(message, &grown).await.unwrap();
    assert_eq!(reply(&fixture, &id).await, grown);
    let ended = round(vec![text("Let me look."), call(card("c", CardState::Pending)), text("Ok")]);
    messages.rewrite(message, &ended).await.unwrap();
    assert_eq!(reply(&fixture, &id).await, ended);
    let changed = fixture.db.conversations().get(&id).await.unwrap().unwrap().changed;
    assert_eq!(changed, Millis(1009));
}

#[tokio::test]
async fn a_reply_that_is_written_again_leaves_its_calls_alone() {
    let fixture = fixture().await;
    let (id, messages) = (begun(&fixture).await, fixture.db.messages());
    let mut body = round(vec![call(card("a", CardState::Running))]);
    let message = say(&fixture.db, &id, Body::Round(body.clone())).await;
    let done = CardState::Done(outcome("fine"));
    let first = card("a", CardState::Running).id;
    fixture.db.calls().set(&first, &done, None, Some(Millis(8)), None).await.unwrap();
    body.said.push(call(card("b", CardState::Pending)));
    messages.rewrite(message, &body).await.unwrap();
    let ended = Card { ended: Some(Millis(8)), ..card("a", done) };
    let expected = [call(ended), call(card("b", CardState::Pending))];
    assert_eq!(reply(&fixture, &id).await.said, expected);
}

/// A program that is killed between the two writes loses no call.
#[tokio::test]
async fn a_call_that_its_reply_does_not_name_yet_is_in_it_at_its_place() {
    let fixture = fixture().await;
    let (id, calls) = (begun(&fixture).await, fixture.db.calls());
    let message = say(&fixture.db, &id, Body::Round(round(vec![text("a"), text("b")]))).await;
    for (at, one) in [(1, "x"), (9, "z"), (3, "y")] {
        calls.put(message, at, &card(one, CardState::Pending)).await.unwrap();
    }
    let waiting = |one| call(card(one, CardState::Pending));
    let expected = [text("a"), waiting("x"), text("b"), waiting("y"), waiting("z")];
    assert_eq!(reply(&fixture, &id).await.said, expected);
}

#[tokio::test]
async fn no_two_replies_have_the_same_call() {
    let fixture = fixture().await;
    let id = begun(&fixture).await;
    let asked = round(vec![call(card("c", CardState::Pending))]);
    say(&fixture.db, &id, Body::Round(asked.clone())).await;
    let other = say(&fixture.db, &id, Body::Round(round(vec![]))).await;
    let errors = [
        fixture.db.messages().rewrite(other, &asked).await.err(),
        fixture.db.messages().add(&id, None, Body::Round(asked)).await.err(),
        fixture.db.calls().put(other, 0, &card("c", CardState::Pending)).await.err(),
    ];
    for error in errors {
        assert_eq!(error.unwrap().to_string(), "a call named `c` is there already");
    }
    assert_eq!(shown(&fixture, &id).await.len(), 2, "nothing half was kept");
}

#[tokio::test]
async fn a_message_answers_one_of_its_own_conversation() {
    let fixture = fixture().await;
    let (id, other) = (begun(&fixture).await, begun(&fixture).await);
    let there = say(&fixture.db, &other, words("x")).await;
    let messages = fixture.db.messages();
    let error = messages.add(&id, Some(there), words("y")).await.unwrap_err();
    let expected = format!("message `{}` is not in the conversation `{id}`", there.0);
    assert_eq!(error.to_string(), expected);
    assert!(fixture.db.conversations().set_head(&id, there).await.is_err());
    assert!(messages.path(&id, Some(there), None, 1).await.is_err());
    assert!(messages.path(&id, None, Some(there), 1).await.is_err());
    let none = MessageId(99);
    let errors = [
        messages.add(&id, Some(none), words("y")).await.err(),
        messages.rewrite(none, &round(vec![])).await.err(),
        messages.leaf_under(none).await.err(),
        fixture.db.calls().put(none, 0, &card("c", CardState::Pending)).await.err(),
    ];
    for error in errors {
        assert_eq!(error.unwrap().to_string(), "there is no message `99`");
    }
    let error = messages.rewrite(there, &round(vec![])).await.unwrap_err();
    assert!(matches!(error, Error::Missing(_)), "what a person said is no reply: {error:?}");
}
