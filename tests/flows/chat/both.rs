//! Two front ends that decide on one call at the same moment.

use std::io::{Write as _, stdout};

use app::wire::{
    card::{CardStateView, DecideCall, DecidedView, Verdict},
    failure::Failure,
};
use flows::{
    house::House,
    model::{
        Model,
        moves::{Asks, Move},
    },
    peers,
};
use serde_json::json;

use super::talk::{Talk, cards};

/// How often they meet.
const ROUNDS: usize = 40;

/// HOST-35 HOST-63: one of them decides, the call runs at most once, and the other is told.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_a_yes_and_a_no_at_once_one_decides_and_the_other_is_told() {
    let house = House::open().await;
    let witness = house.witness("obliging");
    house.add("obliging", &peers::scripted("obliging", witness.path())).await;
    let talk = Talk::begin_in(house, Model::start([]).await).await;
    let (mut yes_first, mut ran) = (0, 0);
    for round in 0..ROUNDS {
        let line = json!({ "line": round.to_string() });
        let asks = Asks::new(&format!("c{round}"), "mcp__obliging__say", &line);
        talk.model.will([Move::call([asks]), Move::say("So be it.")]);
        talk.say("Say it").await;
        let card = talk.waiting(1).await.remove(0);
        let order = |verdict| DecideCall {
            conversation: talk.id.clone(),
            call: card.id.clone(),
            shown: card.shown.clone(),
            verdict,
        };
        let page = talk.house.page::<()>("decide_call", order(Verdict::Once));
        let terminal = talk.house.terminal::<()>("decide_call", order(Verdict::Deny));
        // Each is first in turn, so that neither has a start.
        let (yes, no): (Result<(), Failure>, Result<(), Failure>) = if round % 2 == 0 {
            tokio::join!(page, terminal)
        } else {
            let (no, yes) = tokio::join!(terminal, page);
            (yes, no)
        };
        assert!(yes.is_ok() != no.is_ok(), "round {round}: {yes:?} and {no:?}");
        let late = yes.clone().err().or_else(|| no.err()).unwrap();
        assert!(late.message.contains("does not wait any more"), "{}", late.message);
        let seen = talk.idle().await;
        let card = cards(&seen).pop().unwrap();
        let (state, calls) = if yes.is_ok() {
            yes_first += 1;
            ran += 1;
            (CardStateView::Done, ran)
        } else {
            (CardStateView::Rejected, ran)
        };
        assert_eq!((card.state, card.decided), (state, Some(DecidedView::Once)), "round {round}");
        assert_eq!(witness.received("tools/call").len(), calls, "round {round}");
    }
    writeln!(stdout(), "the yes came first {yes_first} times of {ROUNDS}").unwrap();
    talk.close().await;
}
