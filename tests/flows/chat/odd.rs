//! What models and their APIs do wrong: the conversation stays valid, the person reads what happened,
//! and nothing runs twice.

use std::time::Duration;

use app::wire::{
    card::{CardStateView, Verdict},
    chat::{RoundStateView, TurnView},
};
use flows::{
    house::House,
    model::{
        Model,
        moves::{Asks, Move},
    },
    peers,
    witness::Witness,
};
use serde_json::json;

use super::talk::{Talk, cards, last, rounds, states};

const ECHO: &str = "mcp__obliging__echo";

fn echo(id: &str) -> Asks {
    Asks::new(id, ECHO, &json!({}))
}

async fn with_obliging(moves: impl IntoIterator<Item = Move>) -> (Talk, Witness) {
    let house = House::open().await;
    let witness = house.witness("obliging");
    house.add("obliging", &peers::scripted("obliging", witness.path())).await;
    (Talk::begin_in(house, Model::start(moves).await).await, witness)
}

/// HOST-32
#[tokio::test]
async fn calls_that_mean_nothing_are_answered_in_words_and_sent_to_nobody() {
    let odd = [
        Asks::new("tool", "mcp__obliging__eccho", &json!({})),
        Asks::new("near", "obliging_Echo", &json!({})),
        Asks::oddly("json", ECHO, r#"{"a": "#),
        Asks::oddly("list", ECHO, "[1]"),
        Asks::new("misfit", "mcp__obliging__order", &json!({ "item": 7 })),
    ];
    let (talk, witness) = with_obliging([Move::call(odd), Move::say("I was wrong.")]).await;
    talk.say("Do something").await;
    let misfit = talk.waiting(1).await.remove(0);
    talk.decide(&misfit, Verdict::Once).await;
    let seen = talk.idle().await;
    assert_eq!(states(&seen), [CardStateView::Failed; 5]);
    let words: Vec<_> = cards(&seen).into_iter().map(|it| it.words.unwrap()).collect();
    assert!(words[0].contains("There is no tool `mcp__obliging__eccho`"), "{words:?}");
    assert!(
        words[2].contains("no JSON object") && words[3].contains("no JSON object"),
        "{words:?}"
    );
    assert!(words[4].contains("item"), "{words:?}");
    assert_eq!(last(&seen).2, "I was wrong.");
    for (id, told) in talk.model.results() {
        assert!(told.contains("was not sent"), "{id}: {told}");
    }
    assert!(witness.received("tools/call").is_empty());
    talk.close().await;
}

/// HOST-30: what is too much for a model is in the card, and the model is told what is missing.
#[tokio::test]
async fn a_result_of_twenty_megabytes_and_a_huge_picture_are_little_to_the_model() {
    let house = House::open().await;
    for name in ["huge_line", "result_media"] {
        let witness = house.witness(name);
        house.add(name, &peers::scripted(name, witness.path())).await;
    }
    let calls = [
        Asks::new("long", "mcp__huge_line__big", &json!({ "mib": 20 })),
        Asks::new("wide", "mcp__result_media__bomb", &json!({})),
    ];
    let model = Model::start([Move::call(calls), Move::say("That was much.")]).await;
    let talk = Talk::begin_in(house, model).await;
    talk.say("Give me much").await;
    for card in talk.waiting(2).await {
        talk.decide(&card, Verdict::Once).await;
    }
    let seen = talk.idle().await;
    assert_eq!(states(&seen), [CardStateView::Done; 2]);
    let told = talk.model.results();
    assert!(
        told[0].1.contains("bytes left out") && told[0].1.len() < 101_000,
        "{}",
        told[0].1.len()
    );
    assert!(told[1].1.len() < 1_000, "{told:?}");
    assert!(
        serde_json::to_vec(&seen).unwrap().len() < 4 << 20,
        "a page gets no more than it shows"
    );
    talk.close().await;
}

#[tokio::test]
async fn an_id_that_comes_again_is_a_call_of_its_own() {
    let moves = [
        Move::call([echo("same"), echo("same")]),
        Move::call([echo("same")]),
        Move::say("Thrice."),
    ];
    let (talk, witness) = with_obliging(moves).await;
    talk.say("Echo").await;
    let waiting = talk.waiting(2).await;
    talk.decide(&waiting[0], Verdict::Conversation).await;
    let seen = talk.idle().await;
    assert_eq!(states(&seen), [CardStateView::Done; 3]);
    assert_eq!(witness.received("tools/call").len(), 3);
    assert_eq!(talk.model.results().len(), 3);
    talk.close().await;
}

#[tokio::test]
async fn twenty_calls_at_once_run_once_each() {
    let calls: Vec<_> = (0..20)
        .map(|it| {
            Asks::new(&format!("c{it}"), "mcp__obliging__say", &json!({ "line": it.to_string() }))
        })
        .collect();
    let (talk, witness) = with_obliging([Move::call(calls), Move::say("Many.")]).await;
    talk.say("Say them all").await;
    let waiting = talk.waiting(20).await;
    talk.decide(&waiting[0], Verdict::Conversation).await;
    let seen = talk.idle().await;
    assert_eq!(states(&seen), [CardStateView::Done; 20]);
    assert_eq!(witness.received("tools/call").len(), 20);
    assert_eq!(talk.model.results().len(), 20);
    talk.close().await;
}

#[tokio::test]
async fn a_model_that_calls_for_ever_comes_to_an_end() {
    let (talk, witness) = with_obliging([]).await;
    talk.model.will_always(Move::call([echo("again")]));
    talk.say("Begin").await;
    let first = talk.waiting(1).await.remove(0);
    talk.decide(&first, Verdict::Conversation).await;
    let seen = talk.idle().await;
    assert_eq!(witness.received("tools/call").len(), 5, "the same call runs five times at most");
    let TurnView::Idle { can_go_on: true, words: Some(words) } = &seen.conversation.turn else {
        panic!("{:?}", seen.conversation.turn)
    };
    assert!(words.contains("fifty times"), "{words}");
    assert_eq!(talk.model.received().len(), 50);
    let rejected = cards(&seen).pop().unwrap();
    assert_eq!(rejected.state, CardStateView::Rejected);
    assert!(rejected.words.unwrap().contains("five times"));
    talk.close().await;
}

/// What comes of an answer that is none: why it failed, and that it can be tried again.
#[tokio::test]
async fn an_api_that_refuses_is_told_of_in_words_with_the_next_step() {
    for (refusal, words) in [
        (Move::refuse(401, "Incorrect API key provided."), "key"),
        (Move::refuse(404, "The model does not exist."), "another model"),
        (Move::refuse(400, "Bad tools."), "Bad tools"),
        (Move::Page, "address"),
        (Move::empty(), "Try again"),
    ] {
        let talk = Talk::begin([refusal.clone()]).await;
        let seen = talk.ask("Hello").await;
        let (state, said, text) = last(&seen);
        assert_eq!((state, text.as_str()), (RoundStateView::Failed, ""), "{refusal:?}: {said:?}");
        let said = said.unwrap();
        assert!(said.contains(words) && said.ends_with('.'), "{refusal:?}: {said}");
        assert!(matches!(seen.conversation.turn, TurnView::Idle { can_go_on: true, .. }));
        talk.model.will([Move::say("Hello.")]);
        talk.go_on(None).await;
        let seen = talk.until(|it| (rounds(it).len() == 2).then_some(())).await;
        let () = seen;
        assert_eq!(last(&talk.idle().await).2, "Hello.");
        talk.close().await;
    }
}

#[tokio::test]
async fn who_is_busy_is_asked_again_after_as_long_as_they_say() {
    for busy in [Move::busy(1), Move::refuse(500, "It broke."), Move::refuse(529, "Overloaded.")] {
        let talk = Talk::begin([busy, Move::say("Now.")]).await;
        talk.say("Hello").await;
        let retry = talk
            .until(|it| match &it.conversation.turn {
                TurnView::Asking { retry: Some(retry) } => Some(retry.clone()),
                TurnView::Asking { retry: None }
                | TurnView::Idle { .. }
                | TurnView::Calling
                | TurnView::Waiting => None,
            })
            .await;
        assert_eq!(retry.attempt, 2, "{retry:?}");
        let seen = talk.idle().await;
        assert_eq!(last(&seen), (RoundStateView::Done, None, "Now.".to_owned()));
        assert_eq!(rounds(&seen).len(), 1, "one reply, in two tries");
        talk.close().await;
    }
}

#[tokio::test]
async fn a_reply_that_is_cut_keeps_its_text_and_runs_nothing() {
    for (cut, text) in
        [(Move::cut_after("It begins like"), "It begins like"), (Move::cut_in(&echo("half")), "")]
    {
        let (talk, witness) = with_obliging([cut]).await;
        let seen = talk.ask("Hello").await;
        let (state, words, said) = last(&seen);
        assert_eq!((state, said.as_str()), (RoundStateView::Failed, text), "{words:?}");
        assert!(words.unwrap().contains("Try again"));
        assert!(cards(&seen).is_empty(), "half a call is none");
        assert_eq!(talk.model.received().len(), 1, "it is not asked again by itself");
        talk.model.will([Move::say("Whole.")]);
        talk.say("Go on").await;
        talk.until(|it| (last(it).2 == "Whole.").then_some(())).await;
        talk.idle().await;
        assert!(witness.received("tools/call").is_empty());
        talk.close().await;
    }
}

#[tokio::test]
async fn a_model_that_falls_silent_is_stopped_by_the_person() {
    let talk = Talk::begin([Move::stall_after("Well…")]).await;
    talk.say("Hello").await;
    talk.until(|it| rounds(it).last().is_some_and(|it| it.2 == "Well…").then_some(())).await;
    let began = std::time::Instant::now();
    talk.stop().await;
    assert_eq!(last(&talk.idle().await).0, RoundStateView::Stopped);
    assert!(began.elapsed() < Duration::from_secs(1));
    talk.model.was_left(1).await;
    talk.close().await;
}
