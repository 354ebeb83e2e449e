//! Tests of a branch that becomes a conversation of its own.

use model::chat::{
    card::CardState,
    conversation::Title,
    message::{Body, Round, RoundState, Said},
};
use stdx::clock::Millis;

use super::{begun, call, card, round, say, text, words};
use crate::tests::fixture;

#[tokio::test]
async fn a_copy_has_the_branch_up_to_a_message_and_nothing_else() {
    let fixture = fixture().await;
    let (id, messages) = (begun(&fixture).await, fixture.db.messages());
    let first = say(&fixture.db, &id, words("Which parts?")).await;
    let aside = messages.add(&id, Some(first), Body::Round(round(vec![text("Aside")]))).await;
    aside.unwrap();
    let second = messages.add(&id, Some(first), Body::Round(round(vec![text("These")]))).await;
    let second = second.unwrap().id;
    say(&fixture.db, &id, words("Later")).await;
    fixture.db.conversations().rename(&id, "Parts").await.unwrap();
    fixture.clock.advance(50);
    let copy = fixture.db.conversations().copy(&id, second).await.unwrap();
    assert_eq!(copy.title, Title::Given("Parts".to_owned()));
    assert_eq!((copy.created, copy.changed), (Millis(1050), Millis(1050)));
    assert_eq!(fixture.db.conversations().get(&copy.id).await.unwrap().as_ref(), Some(&copy));
    let copied = messages.path(&copy.id, None, None, 9).await.unwrap().messages;
    let bodies: Vec<_> = copied.iter().map(|it| (it.at, it.body.clone())).collect();
    let expected = [words("Which parts?"), Body::Round(round(vec![text("These")]))]
        .map(|it| (Millis(1000), it));
    assert_eq!(bodies, expected);
    let siblings = messages.siblings(&[copied[1].id]).await.unwrap();
    assert_eq!(siblings[&copied[1].id], [copied[1].id]);
    say(&fixture.db, &copy.id, words("Only here")).await;
    assert_eq!(messages.path(&id, None, None, 9).await.unwrap().messages.len(), 3);
    let found = fixture.db.conversations().search("aside", 9).await.unwrap();
    assert_eq!(found.len(), 1, "it was not copied");
}

/// HOST-33
#[tokio::test]
async fn the_calls_of_a_copy_are_its_own_and_none_of_them_goes_on() {
    let fixture = fixture().await;
    let (id, messages) = (begun(&fixture).await, fixture.db.messages());
    let said = vec![
        call(card("a", CardState::Running)),
        text("and"),
        call(card("b", CardState::Pending)),
        call(card("c", CardState::Cancelled)),
    ];
    let writing = Round { state: RoundState::Writing, ..round(said) };
    let message = say(&fixture.db, &id, Body::Round(writing.clone())).await;
    let copy = fixture.db.conversations().copy(&id, message).await.unwrap();
    let copied = messages.path(&copy.id, None, None, 9).await.unwrap().messages.pop().unwrap();
    let Body::Round(copied) = copied.body else { panic!("{copied:?}") };
    assert_eq!(copied.state, RoundState::Interrupted);
    let calls: Vec<_> = copied
        .said
        .into_iter()
        .filter_map(|it| match it {
            Said::Call(card) => Some(card),
            Said::Text(_) | Said::Thought { .. } => None,
        })
        .collect();
    let states: Vec<_> = calls.iter().map(|it| it.state.clone()).collect();
    assert_eq!(states, [CardState::Interrupted, CardState::Interrupted, CardState::Cancelled]);
    assert!(calls.iter().all(|it| !["a", "b", "c"].contains(&it.id.0.as_str())));
    let before = messages.path(&id, None, None, 9).await.unwrap().messages.pop().unwrap();
    assert_eq!(before.body, Body::Round(writing), "the old ones go on");
    assert_eq!(fixture.db.calls().pending().await.unwrap().len(), 1);
}
