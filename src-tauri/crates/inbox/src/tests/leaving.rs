//! Terminals that leave while something is asked there.

use std::{sync::Arc, time::Duration};

use stdx::clock::{Clock, Millis};

use super::{Empty, Fixture, Screen, ScreenDesk, fixture, settle, yes};
use crate::{
    Inbox, Unanswered,
    desk::{Desk, NobodyToAsk},
    item::Outcome,
};

/// HOST-42, HOST-50
#[tokio::test(start_paused = true)]
async fn a_question_whose_terminal_leaves_goes_on_at_another_of_its_calls() {
    let (one, other) = (Arc::new(Screen::default()), Arc::new(Screen::default()));
    let inbox = Inbox::new(Arc::new(Empty), Clock::fixed(Millis(1000)));
    let fixture = Fixture { inbox, screen: Arc::default() };
    let seat = |tag, it: &Arc<Screen>| fixture.inbox.seat(tag, Arc::new(ScreenDesk(it.clone())));
    let (first, second) = (seat("a", &one), seat("b", &other));
    let both = fixture.ask_for("both", &["a", "b"]).await;
    assert_eq!((one.shows(), other.shows()), (vec![], vec!["both".into()]));
    tokio::time::advance(Duration::from_secs(100)).await;
    drop(second);
    settle().await;
    assert_eq!((one.shows(), other.shows()), (vec!["both".into()], vec![]), "it is moved");
    let left = one.left.lock().unwrap().unwrap();
    assert_eq!(left, Duration::from_secs(200), "the deadline is the same one");
    one.answer(yes());
    assert_eq!(both.had().await, Ok(yes()));
    drop(first);
}

/// HOST-50: a call asks one thing at a time. What another one still waits for was of the call that
/// was stopped, and nobody else is asked for it.
#[tokio::test(start_paused = true)]
async fn a_question_of_a_call_that_is_stopped_is_not_put_to_one_that_has_its_own() {
    let (one, other) = (Arc::new(Screen::default()), Arc::new(Screen::default()));
    let inbox = Inbox::new(Arc::new(Empty), Clock::fixed(Millis(1000)));
    let fixture = Fixture { inbox, screen: Arc::default() };
    let seat = |tag, it: &Arc<Screen>| fixture.inbox.seat(tag, Arc::new(ScreenDesk(it.clone())));
    let (first, second) = (seat("a", &one), seat("b", &other));
    let own = fixture.ask("own", "a").await;
    let stopped = fixture.ask_for("stopped", &["a", "b"]).await;
    let queued = fixture.ask_for("queued", &["a", "b"]).await;
    assert_eq!((one.shows(), other.shows()), (vec!["own".into()], vec!["stopped".into()]));
    drop(second);
    assert_eq!(stopped.had().await, Err(Unanswered::Left));
    assert_eq!(queued.had().await, Err(Unanswered::Left));
    one.answer(yes());
    assert_eq!(own.had().await, Ok(yes()));
    settle().await;
    assert_eq!(one.shows(), Vec::<String>::new(), "nothing of it flashes up");
    drop(first);
}

/// HOST-50
#[tokio::test(start_paused = true)]
async fn a_question_whose_last_terminal_leaves_is_over() {
    for common in [Arc::new(Empty) as Arc<dyn Desk>, Arc::new(ScreenDesk(Arc::default()))] {
        let inbox = Inbox::new(common, Clock::fixed(Millis(1000)));
        let fixture = Fixture { inbox, screen: Arc::default() };
        let terminal = Arc::new(Screen::default());
        let seat = fixture.inbox.seat("a", Arc::new(ScreenDesk(Arc::clone(&terminal))));
        let answer = fixture.ask("mine", "a").await;
        let behind = fixture.ask("behind", "a").await;
        drop(seat);
        assert_eq!(answer.had().await, Err(Unanswered::Left));
        assert_eq!(behind.had().await, Err(Unanswered::Left));
        assert_eq!(fixture.outcome("mine"), Outcome::Orphaned);
        assert_eq!(terminal.shows(), Vec::<String>::new());
    }
}

/// HOST-50: a terminal that closes says so before its seat is left.
#[tokio::test(start_paused = true)]
async fn a_question_whose_terminal_says_that_nobody_is_there_goes_on_at_another_of_its_calls() {
    let (one, other) = (Arc::new(Screen::default()), Arc::new(Screen::default()));
    let inbox = Inbox::new(Arc::new(Empty), Clock::fixed(Millis(1000)));
    let fixture = Fixture { inbox, screen: Arc::default() };
    let seat = |tag, it: &Arc<Screen>| fixture.inbox.seat(tag, Arc::new(ScreenDesk(it.clone())));
    let (first, second) = (seat("a", &one), seat("b", &other));
    let both = fixture.ask_for("both", &["a", "b"]).await;
    let only = fixture.ask("only", "b").await;
    assert_eq!(other.shows(), ["both"]);
    other.close();
    settle().await;
    assert_eq!(one.shows(), ["both"]);
    assert_eq!(only.had().await, Err(Unanswered::Left), "it is the seat that counts as left");
    drop(second);
    settle().await;
    assert_eq!(one.shows(), ["both"], "what was left is left once");
    // Here is nobody else: its asker hears why.
    one.close();
    let why = NobodyToAsk::TerminalLeft;
    assert_eq!(both.had().await, Err(Unanswered::Nobody(why)));
    assert_eq!(fixture.outcome("both"), Outcome::Refused(why.to_string()));
    drop(first);
}

/// HOST-50: the two may happen in one moment, in whatever order they are heard.
#[tokio::test(start_paused = true)]
async fn a_seat_that_is_left_and_says_so_moves_its_question_once() {
    let (one, other) = (Arc::new(Screen::default()), Arc::new(Screen::default()));
    let fixture = fixture();
    let seat = |tag, it: &Arc<Screen>| fixture.inbox.seat(tag, Arc::new(ScreenDesk(it.clone())));
    let (first, _second) = (seat("a", &one), seat("b", &other));
    let alone = fixture.ask("alone", "a").await;
    let third = seat("a", &other);
    drop(first);
    one.close();
    settle().await;
    assert_eq!(other.shows(), ["alone"]);
    // What is left and what is said, before anybody hears of either.
    drop(third);
    other.close();
    assert_eq!(alone.had().await, Err(Unanswered::Left));
}
