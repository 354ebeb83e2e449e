//! A stop in each phase of a turn: how long it takes until it is told is printed, and a tenth of what
//! would be a hang is never reached.

use std::time::{Duration, Instant};

use app::wire::{
    card::{CardStateView, Verdict},
    chat::{MessageBody, RoundStateView, TurnView},
    event::UiEvent,
    provider::{ModelTold, ProviderView, SetProviderKey, TellModel},
};
use flows::{
    desk::Answer,
    house::House,
    model::{
        Model,
        moves::{Asks, Move},
    },
    peers,
};
use serde_json::json;
use tokio::time::timeout;

use super::talk::{Talk, last, rounds, states};

/// Ten times what a stop may take until it is seen.
const HANG: Duration = Duration::from_secs(1);

/// Stops the turn; how long it took until it was told that nothing goes on any more.
async fn stopped(phase: &str, talk: &Talk) -> Duration {
    let mut events = talk.house.app.events();
    let began = Instant::now();
    talk.stop().await;
    let idle = async {
        loop {
            let event = events.recv().await.unwrap();
            if let UiEvent::TurnChanged { conversation, turn: TurnView::Idle { .. }, .. } = event
                && conversation == talk.id
            {
                return began.elapsed();
            }
        }
    };
    let took = timeout(HANG, idle).await;
    let took = took.unwrap_or_else(|_| panic!("a stop while {phase} hangs"));
    eprintln!("stopped while {phase}: {took:?}");
    took
}

async fn with_hang(moves: impl IntoIterator<Item = Move>) -> Talk {
    let house = House::open().await;
    let witness = house.witness("hang");
    house.add("hang", &peers::scripted("hang", witness.path())).await;
    Talk::begin_in(house, Model::start(moves).await).await
}

fn many(tool: &str, how_many: usize) -> Vec<Asks> {
    let name = format!("mcp__hang__{tool}");
    // Each names as many paths as are looked at, so that weighing takes a while.
    let paths: Vec<_> = (0..60).map(|it| format!("/usr/../usr/./lib/../lib/none/{it}/x")).collect();
    let asks = |it: usize| Asks::new(&format!("c{it}"), &name, &json!({ "n": it, "paths": paths }));
    (0..how_many).map(asks).collect()
}

/// The issue: stop at any moment.
#[tokio::test]
async fn a_stop_is_told_at_once_while_a_model_writes() {
    let talk = Talk::begin([Move::stall_after("Well…")]).await;
    talk.say("Hello").await;
    talk.until(|it| rounds(it).last().is_some_and(|it| it.2 == "Well…").then_some(())).await;
    stopped("a model writes", &talk).await;
    let seen = talk.transcript().await;
    assert_eq!(last(&seen), (RoundStateView::Stopped, None, "Well…".to_owned()));
    talk.close().await;
}

/// The issue: stop at any moment.
#[tokio::test]
async fn a_stop_is_told_at_once_while_calls_are_weighed() {
    let talk = with_hang([Move::call(many("echo", 60))]).await;
    let mut events = talk.house.app.events();
    talk.say("Many").await;
    // The reply is whole, and nothing of it was weighed yet.
    let whole = async {
        loop {
            if let UiEvent::MessageChanged { message, .. } = events.recv().await.unwrap()
                && let MessageBody::Round { state: RoundStateView::Done, .. } = message.body
            {
                return;
            }
        }
    };
    timeout(HANG * 20, whole).await.unwrap();
    stopped("60 calls are weighed", &talk).await;
    assert_eq!(states(&talk.transcript().await), [CardStateView::Cancelled; 60]);
    talk.close().await;
}

/// The issue: stop at any moment.
#[tokio::test]
async fn a_stop_is_told_at_once_while_calls_wait_and_while_they_run() {
    let talk = with_hang([Move::call(many("never", 10)), Move::call(many("never", 10))]).await;
    talk.say("Wait").await;
    let waiting = talk.waiting(10).await;
    stopped("10 calls wait for a yes", &talk).await;
    assert_eq!(states(&talk.transcript().await), [CardStateView::Cancelled; 10]);
    let late = talk.try_decide(&waiting[0], Verdict::Once).await.unwrap_err();
    assert!(late.message.contains("wait"), "{}", late.message);
    talk.say("Run").await;
    let waiting = talk.waiting(10).await;
    talk.decide(&waiting[0], Verdict::Conversation).await;
    let running = CardStateView::Running;
    talk.until(|it| (states(it).iter().filter(|it| **it == running).count() == 8).then_some(()))
        .await;
    stopped("8 calls run and 2 have no place", &talk).await;
    assert_eq!(states(&talk.transcript().await), [CardStateView::Cancelled; 20]);
    talk.close().await;
}

/// The issue: stop at any moment.
#[tokio::test]
async fn a_stop_is_told_at_once_while_a_conversation_is_summed_up() {
    let talk = Talk::begin([Move::say("Noted.")]).await;
    let told = ModelTold { context: Some(2_000), ..ModelTold::default() };
    let told_of = TellModel { model: talk.chosen.clone(), told };
    talk.house.page::<()>("tell_model", told_of).await.unwrap();
    talk.ask("Short").await;
    let long = "and so on, and so on. ".repeat(400);
    talk.model.will([Move::stall_after("In short")]);
    talk.say(&long).await;
    talk.model.was_asked(2).await;
    // Four messages are the fewest that are summed up: the first time it is asked as it is.
    stopped("a model that reads too little is asked", &talk).await;
    talk.model.will([Move::stall_after("In short")]);
    talk.say("Again").await;
    talk.model.was_asked(3).await;
    let asked = talk.model.last();
    let task = asked.last().unwrap().to_string();
    assert!(task.contains("Sum this conversation up"), "{task}");
    stopped("a conversation is summed up", &talk).await;
    let seen = talk.transcript().await;
    assert!(!seen.messages.iter().any(|it| matches!(it.body, MessageBody::Summary { .. })));
    let TurnView::Idle { can_go_on: true, words: None } = seen.conversation.turn else {
        panic!("{:?}", seen.conversation.turn)
    };
    talk.close().await;
}

/// The issue: stop at any moment. The key of a provider may be behind a keychain that asks first.
#[tokio::test]
async fn a_stop_is_told_at_once_while_a_keychain_asks() {
    let model = Model::start([]).await;
    model.wants_key("the key of a test");
    let house = House::open().await;
    house.desk.will_say([Answer::Secret(Some("the key of a test".to_owned()))]);
    let talk = Talk::begin_in(house, model).await;
    let order = SetProviderKey { provider: talk.chosen.provider, call: None };
    let _keyed: ProviderView = talk.house.page("set_provider_key", order).await.unwrap();
    talk.model.will([Move::say("Let in.")]);
    talk.ask("With the key").await;
    let Talk { house, model, chosen, id } = talk;
    // From here on the keychain waits for a person who is not there.
    let house = House::open_at(house.close().await, app::Vault::silent()).await;
    let talk = Talk { house, model, chosen, id };
    talk.say("Behind the keychain").await;
    talk.until(|it| matches!(it.conversation.turn, TurnView::Asking { .. }).then_some(())).await;
    stopped("a keychain asks", &talk).await;
    let seen = talk.transcript().await;
    assert_eq!(seen.conversation.turn, TurnView::Idle { can_go_on: true, words: None });
    assert_eq!(rounds(&seen).len(), 1, "nothing was asked for");
    talk.close().await;
}
