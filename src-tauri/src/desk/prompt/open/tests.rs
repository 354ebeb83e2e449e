//! Tickets, and buttons that are dead at first.

use app::prompt::{PromptButton, PromptLabel};
use tokio::{
    sync::oneshot,
    time::{advance, timeout},
};

use super::*;

/// A question whose second button answers it, and is dead at first.
fn prompt() -> Prompt {
    let label = || PromptLabel { text: String::new(), key: None };
    let button =
        |dead| PromptButton { label: label(), dead, deaf: dead, main: false, when_empty: None };
    Prompt {
        ticket: String::new(),
        heading: "Server “ssh” asks".to_owned(),
        above: vec![],
        fields: vec![],
        below: vec![],
        lapses: None,
        remember: None,
        keychain: vec![],
        show: label(),
        hide: label(),
        buttons: vec![button(false), button(true)],
        default: 0,
        dead: 500,
        width: 600,
    }
}

fn pressed(ticket: &str, button: u32) -> AnswerPrompt {
    let said = PromptSaid::Pressed { button, entries: vec![], remember: false, masked: false };
    AnswerPrompt { ticket: ticket.to_owned(), said }
}

fn drawn(ticket: &str) -> AnswerPrompt {
    AnswerPrompt { ticket: ticket.to_owned(), said: PromptSaid::Drawn { height: 240 } }
}

/// Takes everything but the first press of its first button.
fn picky() -> Check {
    let mut tries = 0;
    Box::new(move |pressed| {
        tries += 1;
        if pressed.button == 0 && tries == 1 {
            Verdict::Wrong(vec![PromptWrong { place: 0, words: "Enter a number.".to_owned() }])
        } else {
            Verdict::Taken
        }
    })
}

fn again(next: Result<Next, NoTicket>) -> (String, Vec<PromptWrong>) {
    match next {
        Ok(Next::Tell(PromptHeard::Again { ticket, wrong })) => (ticket, wrong),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_ticket_is_used_once() {
    let prompts = Prompts::default();
    let ticket = prompts.open(&prompt(), true, picky(), prompts.seat().await).ticket;
    assert_eq!(prompts.hear(pressed("guessed", 0)), Err(NoTicket));
    let (next, wrong) = again(prompts.hear(pressed(&ticket, 0)));
    assert_eq!(wrong[0].words, "Enter a number.");
    assert_eq!(prompts.hear(pressed(&ticket, 0)), Err(NoTicket), "it was used");
    assert_eq!(prompts.hear(pressed(&next, 0)), Ok(Next::Tell(PromptHeard::Taken)));
    assert_eq!(prompts.hear(pressed(&next, 0)), Err(NoTicket), "the question is over");
}

/// Security 31: the page is not what keeps them dead.
#[tokio::test(start_paused = true)]
async fn what_allows_is_dead_until_it_was_seen_for_a_while() {
    let prompts = Prompts::default();
    let ticket = prompts.open(&prompt(), true, picky(), prompts.seat().await).ticket;
    let (ticket, wrong) = again(prompts.hear(pressed(&ticket, 1)));
    assert_eq!(wrong, [], "it was never seen");
    let first = Next::Draw { height: 240, first: true, here: true };
    assert_eq!(prompts.hear(drawn(&ticket)), Ok(first));
    advance(DEAD - std::time::Duration::from_millis(1)).await;
    let (ticket, _) = again(prompts.hear(pressed(&ticket, 1)));
    let later = Next::Draw { height: 240, first: false, here: true };
    assert_eq!(prompts.hear(drawn(&ticket)), Ok(later), "it grows, and is not young again");
    advance(std::time::Duration::from_millis(1)).await;
    assert_eq!(prompts.hear(pressed(&ticket, 1)), Ok(Next::Tell(PromptHeard::Taken)));
}

/// Security 31: as new as one that has just come.
#[tokio::test(start_paused = true)]
async fn what_allows_is_dead_again_when_the_window_comes_to_the_front() {
    let prompts = Prompts::default();
    let ticket = prompts.open(&prompt(), true, picky(), prompts.seat().await).ticket;
    prompts.fronted();
    let (ticket, _) = again(prompts.hear(pressed(&ticket, 1)));
    assert!(prompts.hear(drawn(&ticket)).is_ok(), "it was not seen by being in front");
    advance(DEAD * 10).await;
    prompts.fronted();
    advance(DEAD - std::time::Duration::from_millis(1)).await;
    let (ticket, wrong) = again(prompts.hear(pressed(&ticket, 1)));
    assert_eq!(wrong, []);
    advance(std::time::Duration::from_millis(1)).await;
    assert_eq!(prompts.hear(pressed(&ticket, 1)), Ok(Next::Tell(PromptHeard::Taken)));
}

/// HOST-50
#[tokio::test]
async fn an_asker_hears_whether_its_question_was_drawn() {
    let prompts = Prompts::default();
    let mut opened = prompts.open(&prompt(), true, picky(), None);
    assert!(opened.drawn.try_recv().is_err());
    assert!(prompts.hear(drawn(&opened.ticket)).is_ok());
    assert_eq!(opened.drawn.await, Ok(Drawn::Yes));
    prompts.died();
    assert_eq!(prompts.hear(pressed(&opened.ticket, 1)), Err(NoTicket), "nobody is there any more");

    let opened = prompts.open(&prompt(), true, picky(), None);
    prompts.died();
    assert_eq!(opened.drawn.await, Ok(Drawn::Died));
    let opened = prompts.open(&prompt(), true, picky(), None);
    prompts.close();
    assert!(opened.drawn.await.is_err(), "it is over, and no window is to be made again");
}

#[tokio::test]
async fn an_asker_hears_that_the_window_was_closed() {
    let prompts = Prompts::default();
    let (say, hear) = oneshot::channel::<()>();
    let check: Check = Box::new(move |_| {
        let _ = &say;
        Verdict::Taken
    });
    let ticket = prompts.open(&prompt(), true, check, prompts.seat().await).ticket;
    let closed = AnswerPrompt { ticket: ticket.clone(), said: PromptSaid::Closed };
    assert_eq!(prompts.hear(closed), Ok(Next::Tell(PromptHeard::Taken)));
    assert!(hear.await.is_err());
    assert_eq!(prompts.hear(drawn(&ticket)), Err(NoTicket));
}

/// Security 30.
#[tokio::test(start_paused = true)]
async fn the_next_window_waits_until_the_one_before_is_gone() {
    let prompts = Prompts::default();
    let first = prompts.open(&prompt(), true, picky(), prompts.seat().await).window;
    prompts.close();
    let limit = std::time::Duration::from_secs(60);
    assert!(timeout(limit, prompts.seat()).await.is_err(), "the window is still there");
    prompts.gone();
    let seat = timeout(limit, prompts.seat()).await.expect("there is no window");
    let second = prompts.open(&prompt(), true, picky(), seat);
    // Who asked first may hear late that its window was closed.
    assert!(!prompts.leave(first));
    assert!(prompts.hear(pressed(&second.ticket, 1)).is_ok_and(|it| matches!(it, Next::Tell(_))));
    assert!(prompts.leave(second.window));
}
