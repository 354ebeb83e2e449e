//! Terminals that leave while something is asked there.

use std::{sync::Arc, time::Duration};

use stdx::clock::{Clock, Millis};

use super::{Empty, Fixture, Screen, ScreenDesk, fixture, settle, yes};
use crate::{
    Inbox, Unanswered,
    desk::{Desk, FormReply, NobodyToAsk},
    item::{Outcome, Standing},
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
    let queued = fixture.ask_for("queued", &["a", "b"]).await;
    let own = fixture.ask("own", "b").await;
    assert_eq!((one.shows(), other.shows()), (vec!["both".into()], vec!["own".into()]));
    tokio::time::advance(Duration::from_secs(100)).await;
    drop(first);
    settle().await;
    assert_eq!(one.shows(), Vec::<String>::new(), "its dialog is taken back");
    assert_eq!(other.shows(), ["own"], "it has a line of its own");
    assert_eq!(fixture.item("both").standing, Standing::Queued);
    for (words, answer) in [("own", yes()), ("both", yes()), ("queued", FormReply::Decline)] {
        assert_eq!(other.shows(), [words]);
        assert_eq!(fixture.item(words).standing, Standing::Open);
        other.answer(answer);
        settle().await;
    }
    let left = other.left.lock().unwrap().unwrap();
    assert_eq!(left, Duration::from_secs(200), "the deadline is the same one");
    assert_eq!((own.had().await, both.had().await), (Ok(yes()), Ok(yes())));
    assert_eq!(queued.had().await, Ok(FormReply::Decline));
    drop(second);
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
    let queued = fixture.ask_for("queued", &["a", "b"]).await;
    let only = fixture.ask("only", "a").await;
    assert_eq!(one.shows(), ["both"]);
    one.close();
    settle().await;
    assert_eq!(other.shows(), ["both"]);
    assert_eq!(only.had().await, Err(Unanswered::Left), "it is the seat that counts as left");
    drop(first);
    settle().await;
    assert_eq!(other.shows(), ["both"], "what was left is left once");
    other.answer(yes());
    settle().await;
    assert_eq!(other.shows(), ["queued"]);
    assert_eq!(both.had().await, Ok(yes()));
    // Here is nobody else: its asker hears why.
    other.close();
    let why = NobodyToAsk::TerminalLeft;
    assert_eq!(queued.had().await, Err(Unanswered::Nobody(why)));
    assert_eq!(fixture.outcome("queued"), Outcome::Refused(why.to_string()));
    drop(second);
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
