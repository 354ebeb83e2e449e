//! Tests of calls: each comes to one end, and no other.

use model::{
    chat::{
        card::{BrokenKind, By, CallId, Card, CardState, Decided, Shown},
        message::Body,
    },
    server::Registration,
};
use stdx::clock::Millis;

use super::{begun, call, card, round, say};
use crate::{Error, tests::fixture};

/// HOST-33
#[tokio::test]
async fn a_call_goes_from_waiting_over_running_to_its_end() {
    let fixture = fixture().await;
    let (id, calls) = (begun(&fixture).await, fixture.db.calls());
    let waiting = card("c", CardState::Pending);
    let asked = round(vec![call(waiting.clone())]);
    let message = say(&fixture.db, &id, Body::Round(asked)).await;
    let (now, then) = (Some(Millis(5)), Some(Millis(9)));
    let to = Registration("r1".to_owned());
    calls.send(&waiting.id, &to, Millis(5), Some(Decided::Once)).await.unwrap();
    let again = calls.send(&waiting.id, &to, Millis(6), None).await.unwrap_err();
    assert_eq!(again.to_string(), "the call `c` is over: it is running", "it is not sent twice");
    let broken = CardState::Broken(BrokenKind::Transport, "it ended".to_owned());
    calls.set(&waiting.id, &broken, None, then, None).await.unwrap();
    let expected = Card {
        state: broken,
        sent_to: Some(to),
        started: now,
        ended: then,
        decided: Some(Decided::Once),
        ..waiting
    };
    assert_eq!(calls.get(&expected.id).await.unwrap(), (message, expected));
}

fn shown(digest: &str) -> Shown {
    let by = By { registration: Registration("r1".to_owned()), digest: digest.to_owned() };
    Shown { by, definition: format!("{{\n  \"is\": \"{digest}\"\n}}"), before: None }
}

/// HOST-63
#[tokio::test]
async fn what_a_card_shows_is_kept_while_it_waits_and_a_yes_to_another_is_forgotten() {
    let fixture = fixture().await;
    let (id, calls) = (begun(&fixture).await, fixture.db.calls());
    let waiting = card("c", CardState::Pending);
    say(&fixture.db, &id, Body::Round(round(vec![call(waiting.clone())]))).await;
    let now = async || calls.get(&waiting.id).await.unwrap().1;
    assert_eq!(now().await.shown, None);
    let (old, new) = (shown("a"), shown("b"));
    calls.show(&waiting.id, &old).await.unwrap();
    calls.set(&waiting.id, &CardState::Pending, None, None, Some(Decided::Once)).await.unwrap();
    let queued = Card { shown: Some(old.clone()), decided: Some(Decided::Once), ..waiting.clone() };
    assert_eq!(now().await, queued);
    let new = new.after(Some(old.clone()));
    assert_eq!(new.before.as_ref(), Some(&old.definition));
    calls.show(&waiting.id, &new).await.unwrap();
    assert_eq!(now().await, Card { shown: Some(new), ..waiting.clone() });
    calls.cancel(std::slice::from_ref(&waiting.id), Millis(9)).await.unwrap();
    assert_eq!(now().await.shown, None);
    calls.show(&waiting.id, &old).await.unwrap();
    assert_eq!(now().await.shown, None, "it does not wait any more");
}

/// HOST-33
#[tokio::test]
async fn a_call_that_is_over_stays_as_it_is() {
    let fixture = fixture().await;
    let (id, calls) = (begun(&fixture).await, fixture.db.calls());
    let states = [
        CardState::Broken(BrokenKind::Dispatch, "no".to_owned()),
        CardState::Cancelled,
        CardState::Rejected("no".to_owned()),
        CardState::Interrupted,
    ];
    let words = ["broken", "cancelled", "rejected", "interrupted"];
    let message = say(&fixture.db, &id, Body::Round(round(vec![]))).await;
    for (state, word) in states.into_iter().zip(words) {
        assert!(state.is_over());
        let card = card(word, state);
        calls.put(message, 0, &card).await.unwrap();
        for next in [CardState::Running, CardState::Pending, CardState::Cancelled] {
            let error = calls.set(&card.id, &next, Some(Millis(1)), None, None).await.unwrap_err();
            let expected = format!("the call `{word}` is over: it is {word}");
            assert_eq!(error.to_string(), expected);
        }
        assert_eq!(calls.get(&card.id).await.unwrap().1, card);
    }
}

#[tokio::test]
async fn a_call_that_is_not_there_is_named() {
    let fixture = fixture().await;
    let (none, calls) = (CallId("none".to_owned()), fixture.db.calls());
    let set = calls.set(&none, &CardState::Running, None, None, None).await.unwrap_err();
    let get = calls.get(&none).await.unwrap_err();
    for error in [set, get] {
        assert_eq!(error.to_string(), "there is no call `none`");
        assert!(matches!(error, Error::Missing(_)));
    }
}

#[tokio::test]
async fn what_waits_is_listed_in_the_order_it_was_asked_for() {
    let fixture = fixture().await;
    let (id, trashed) = (begun(&fixture).await, begun(&fixture).await);
    let waiting = |one, at| Card { asked: Millis(at), ..card(one, CardState::Pending) };
    let asked = round(vec![
        call(waiting("b", 5)),
        call(card("running", CardState::Running)),
        call(waiting("a", 5)),
        call(waiting("first", 4)),
    ]);
    let message = say(&fixture.db, &id, Body::Round(asked)).await;
    say(&fixture.db, &trashed, Body::Round(round(vec![call(waiting("gone", 1))]))).await;
    fixture.db.conversations().trash(&trashed).await.unwrap();
    let all = fixture.db.calls().pending().await.unwrap();
    let names: Vec<_> = all.iter().map(|it| it.card.id.0.as_str()).collect();
    assert_eq!(names, ["first", "b", "a"]);
    assert!(all.iter().all(|it| it.conversation == id && it.message == message));
    assert_eq!(fixture.db.calls().count_pending().await.unwrap(), 3);
    fixture.db.conversations().restore(&trashed).await.unwrap();
    assert_eq!(fixture.db.calls().pending().await.unwrap().len(), 4);
    assert_eq!(fixture.db.calls().count_pending().await.unwrap(), 4);
}
