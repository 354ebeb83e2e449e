//! Many calls that wait for the person at once. How late a page hears of them is printed.

use std::{
    io::{Write as _, stdout},
    time::{Duration, Instant},
};

use app::wire::{
    card::{CardStateView, CardView, Verdict},
    event::UiEvent,
};
use flows::{
    house::House,
    model::{
        Model,
        moves::{Asks, Move},
    },
    peers,
};
use futures_util::future::join_all;
use serde_json::json;
use tokio::time::timeout;

use super::talk::{Talk, states};

const MANY: usize = 60;
/// Ten times what it may take.
const LIMIT: Duration = Duration::from_secs(30);

/// HOST-35: each is told with what its tool is, in order, and each runs once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sixty_calls_that_wait_are_told_in_order_and_run_once_each() {
    let house = House::open().await;
    let witness = house.witness("obliging");
    house.add("obliging", &peers::scripted("obliging", witness.path())).await;
    let line = |at: usize| json!({ "line": at.to_string() });
    let calls = (0..MANY).map(|at| Asks::new(&format!("c{at}"), "mcp__obliging__say", &line(at)));
    let model = Model::start([Move::call(calls), Move::say("Many.")]).await;
    let talk = Talk::begin_in(house, model).await;
    let mut events = talk.house.app.events();
    let began = Instant::now();
    talk.say("Say them all").await;
    let mut told = Vec::<(CardView, Duration)>::new();
    while told.len() < MANY {
        let event = timeout(LIMIT, events.recv()).await.expect("they are told").unwrap();
        if let UiEvent::CardChanged { card, .. } = event
            && card.state == CardStateView::Pending
        {
            told.push((*card, began.elapsed()));
        }
    }
    for (at, (card, _)) in told.iter().enumerate() {
        assert_eq!(serde_json::to_value(&card.arguments).unwrap(), line(at));
        assert!(card.shown.is_some(), "a yes is for what it shows: {card:?}");
    }
    let mut out = stdout();
    writeln!(out, "told from {:?} to {:?}", told[0].1, told[MANY - 1].1).unwrap();
    let began = Instant::now();
    let waiting = talk.waiting(MANY).await;
    writeln!(out, "opened after {:?}", began.elapsed()).unwrap();
    let began = Instant::now();
    join_all(waiting.iter().map(|it| talk.decide(it, Verdict::Once))).await;
    writeln!(out, "decided after {:?}", began.elapsed()).unwrap();
    let seen = talk.idle().await;
    writeln!(out, "all done after {:?}", began.elapsed()).unwrap();
    assert_eq!(states(&seen), [CardStateView::Done; MANY]);
    assert_eq!(witness.received("tools/call").len(), MANY);
    talk.close().await;
}
