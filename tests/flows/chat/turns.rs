//! A turn from the question to the answer: calls side by side, the person's leave, and stopping.

use std::time::{Duration, Instant};

use app::wire::{
    card::{CardStateView, DecidedView, Verdict},
    chat::{RoundStateView, TurnView},
};
use flows::{
    canary::Canary,
    desk::{Answer, form::Entered},
    house::House,
    model::{
        Model,
        moves::{Asks, Gate, Move},
    },
    peers,
    shapes::text_of,
};
use serde_json::{Value, json};

use super::talk::{Talk, cards, last, states};

const ECHO: &str = "mcp__everything__echo";
const SUM: &str = "mcp__everything__get-sum";

async fn with_everything(moves: impl IntoIterator<Item = Move>) -> Talk {
    let house = House::open().await;
    house.add("everything", &peers::everything()).await;
    Talk::begin_in(house, Model::start(moves).await).await
}

fn echo(id: &str, message: &str) -> Asks {
    Asks::new(id, ECHO, &json!({ "message": message }))
}

/// HOST-25 HOST-35
#[tokio::test]
async fn two_calls_at_once_run_when_they_may_and_their_results_are_answered() {
    let sum = Asks::new("sum", SUM, &json!({ "a": 20, "b": 22 }));
    let talk = with_everything([
        Move::say_and_call("Let me look.", [echo("echo", "hi"), sum]),
        Move::say("It is 42."),
    ])
    .await;
    talk.say("What is 20 and 22?").await;
    let waiting = talk.waiting(2).await;
    assert_eq!(waiting[0].server.as_deref(), Some("everything"));
    assert_eq!(waiting[0].tool, "echo");
    talk.decide(&waiting[1], Verdict::Once).await;
    talk.until(|it| (states(it)[1] == CardStateView::Done).then_some(())).await;
    assert_eq!(states(&talk.transcript().await)[0], CardStateView::Pending, "a yes is for one");
    talk.decide(&waiting[0], Verdict::Once).await;
    let seen = talk.idle().await;
    assert_eq!(last(&seen), (RoundStateView::Done, None, "It is 42.".to_owned()));
    let cards = cards(&seen);
    let said = |at: usize| text_of(cards[at].outcome.as_ref().unwrap());
    assert_eq!((said(0).as_str(), said(1).as_str()), ("Echo: hi", "The sum of 20 and 22 is 42."));
    assert_eq!(cards[0].decided, Some(DecidedView::Once));
    let results = talk.model.results();
    let wanted = [("echo", "Echo: hi"), ("sum", "The sum of 20 and 22 is 42.")];
    assert_eq!(results, wanted.map(|(id, text)| (id.to_owned(), text.to_owned())));
    assert_eq!(talk.model.received().len(), 2);
    talk.close().await;
}

/// HOST-35
#[tokio::test]
async fn a_no_is_told_to_the_model_and_the_server_hears_of_nothing() {
    let house = House::open().await;
    let witness = house.witness("obliging");
    house.add("obliging", &peers::scripted("obliging", witness.path())).await;
    let asks = Asks::new("e", "mcp__obliging__echo", &json!({}));
    let model = Model::start([Move::call([asks]), Move::say("As you wish.")]).await;
    let talk = Talk::begin_in(house, model).await;
    talk.say("Do it").await;
    let card = talk.waiting(1).await.remove(0);
    talk.decide(&card, Verdict::Deny).await;
    let seen = talk.idle().await;
    assert_eq!(states(&seen), [CardStateView::Rejected]);
    assert!(talk.model.results()[0].1.contains("the person said no"), "{:?}", talk.model.results());
    assert!(witness.received("tools/call").is_empty());
    let late = talk.try_decide(&card, Verdict::Once).await.unwrap_err();
    assert!(late.message.contains("wait"), "{}", late.message);
    talk.close().await;
}

/// HOST-35 HOST-63
#[tokio::test]
async fn a_yes_for_the_conversation_is_for_every_call_of_the_tool_in_it_and_no_other() {
    let talk = with_everything([
        Move::call([
            echo("one", "1"),
            echo("two", "2"),
            Asks::new("s", SUM, &json!({ "a": 1, "b": 1 })),
        ]),
        Move::call([echo("three", "3")]),
        Move::say("Done."),
    ])
    .await;
    talk.say("Echo thrice").await;
    let waiting = talk.waiting(3).await;
    talk.decide(&waiting[0], Verdict::Conversation).await;
    let other = talk.waiting(1).await.remove(0);
    assert_eq!(other.id, waiting[2].id, "another tool still waits");
    talk.decide(&other, Verdict::Deny).await;
    let seen = talk.idle().await;
    let (done, rejected) = (CardStateView::Done, CardStateView::Rejected);
    assert_eq!(states(&seen), [done, done, rejected, done]);
    let decided: Vec<_> = cards(&seen).iter().map(|it| it.decided).collect();
    assert_eq!(decided[0], Some(DecidedView::Conversation));
    assert_eq!((decided[1], decided[3]), (Some(DecidedView::Rule), Some(DecidedView::Rule)));

    // In another conversation it is asked anew.
    talk.model.will([Move::call([echo("four", "4")]), Move::say("Well.")]);
    let other = talk.another().await;
    other.say("Echo").await;
    let card = other.waiting(1).await.remove(0);
    other.decide(&card, Verdict::Once).await;
    other.idle().await;
    other.close().await;
}

/// HOST-42 HOST-48: what a person tells a server stays between the two.
#[tokio::test]
async fn a_secret_that_a_call_asks_for_never_gets_to_the_model() {
    let house = House::open().await;
    house.add("leaker", &peers::asker().with(&["--leak"])).await;
    let canary = Canary::new();
    let values = json!({ "secret": canary.value() });
    let Value::Object(values) = values else { panic!("it is an object") };
    house.desk.will_say([Answer::Form(Entered::Send { values, remember: false })]);
    let asks = Asks::new("a", "mcp__leaker__ask_secret", &json!({ "label": "Door code" }));
    let model = Model::start([Move::call([asks]), Move::say("Thank you.")]).await;
    let talk = Talk::begin_in(house, model).await;
    talk.say("Open the door").await;
    let card = talk.waiting(1).await.remove(0);
    talk.decide(&card, Verdict::Once).await;
    let seen = talk.idle().await;
    assert_eq!(states(&seen), [CardStateView::Done]);
    assert_eq!(talk.house.desk.asked().0.len(), 1);
    assert!(canary.seen_in(&serde_json::to_vec(&seen).unwrap()).is_empty(), "nor to the page");
    talk.model.check_all(&[&canary]);
    talk.close().await;
}

/// The issue: stop at any moment, shown at once, and what was written stays.
#[tokio::test]
async fn a_reply_is_stopped_where_it_is_and_the_next_one_hears_of_it() {
    let gate = Gate::default();
    let talk = Talk::begin([Move::say_past("Once upon a time", &gate, " there was more.")]).await;
    talk.say("Tell me a story").await;
    talk.until(|it| {
        let said = super::talk::rounds(it).pop().map(|it| it.2).unwrap_or_default();
        (said == "Once upon a time").then_some(())
    })
    .await;
    let began = Instant::now();
    talk.stop().await;
    let seen = talk.idle().await;
    assert!(began.elapsed() < Duration::from_secs(1), "{:?}", began.elapsed());
    let wanted = (RoundStateView::Stopped, None, "Once upon a time".to_owned());
    assert_eq!(last(&seen), wanted);
    assert_eq!(seen.conversation.turn, TurnView::Idle { can_go_on: true, words: None });
    talk.model.was_left(1).await;
    talk.model.will([Move::say("The end.")]);
    talk.ask("And then?").await;
    let said = talk.model.last();
    assert!(said.iter().any(|it| it["content"] == "Once upon a time"), "{said:#?}");
    talk.close().await;
}

/// HOST-36
#[tokio::test]
async fn a_call_that_is_stopped_is_stopped_at_its_server_and_the_conversation_goes_on() {
    let house = House::open().await;
    let witness = house.witness("hang");
    house.add("hang", &peers::scripted("hang", witness.path())).await;
    let (never, echo) = ("mcp__hang__never", "mcp__hang__echo");
    let calls = [Asks::new("n", never, &json!({})), Asks::new("e", echo, &json!({}))];
    let talk = Talk::begin_in(house, Model::start([Move::call(calls)]).await).await;
    talk.say("Wait for ever").await;
    let waiting = talk.waiting(2).await;
    talk.decide(&waiting[0], Verdict::Once).await;
    witness.event("never").await;
    let began = Instant::now();
    talk.stop().await;
    let seen = talk.idle().await;
    assert!(began.elapsed() < Duration::from_secs(1), "{:?}", began.elapsed());
    assert_eq!(states(&seen), [CardStateView::Cancelled; 2]);
    let told = async || witness.received("notifications/cancelled").into_iter().next();
    flows::wait::eventually("the server is not told", told).await;
    talk.model.will([Move::say("It was stopped.")]);
    talk.ask("What happened?").await;
    assert_eq!(talk.model.results().len(), 2, "each call has its result");
    assert_eq!(witness.received("tools/call").len(), 1, "what waited was not sent");
    talk.close().await;
}
