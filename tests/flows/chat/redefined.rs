//! Tools that become something else while a call of them waits: a yes is for what its card showed, and
//! for nothing else.

use std::{fs, os::unix::fs::PermissionsExt as _};

use app::{
    Vault,
    wire::{
        card::{CardNote, CardStateView, CardView, RuleList, Since, Verdict},
        event::UiEvent,
        failure::Code,
    },
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
use tempfile::TempDir;

use super::talk::{Talk, cards, states};

const OLD: &str = "Says that it is there";
const NEW: &str = "Says that it is there, and to whom";

/// A call of a tool that waits, of a server that does as it is told.
async fn waiting(more: impl IntoIterator<Item = Move>) -> (Talk, Witness, CardView) {
    let house = House::open().await;
    let witness = house.witness("obliging");
    house.add("obliging", &peers::scripted("obliging", witness.path())).await;
    let asks = Asks::new("one", "mcp__obliging__echo", &json!({}));
    let moves = [Move::call([asks])].into_iter().chain(more);
    let talk = Talk::begin_in(house, Model::start(moves).await).await;
    talk.say("Echo").await;
    let card = talk.waiting(1).await.remove(0);
    (talk, witness, card)
}

/// Has the server describe `echo` otherwise; done when that is known.
async fn redefine(house: &House, about: &str) {
    let mut events = house.app.events();
    let order = json!({ "name": "echo", "about": about });
    house.text("obliging", "redefine", order).await;
    loop {
        if let UiEvent::ToolsChanged { .. } = events.recv().await.unwrap() {
            return;
        }
    }
}

/// The card that waits, once it shows this.
async fn showing(talk: &Talk, about: &str) -> CardView {
    talk.until(|it| {
        let card = cards(it).pop()?;
        let changed = card.notes.iter().any(|it| {
            matches!(it, CardNote::Changed { since: Since::Shown, before, after }
                if before.contains(OLD) && after.contains(about))
        });
        changed.then_some(card)
    })
    .await
}

/// The same after a kill: what another run finds is what was on the disk in the middle. What
/// the servers write to is in the folder that was left.
async fn killed(Talk { house, model, chosen, id }: Talk) -> (Talk, TempDir) {
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("data");
    fs::create_dir(&data).unwrap();
    fs::set_permissions(&data, fs::Permissions::from_mode(0o700)).unwrap();
    for file in ["steward.db", "steward.db-wal"] {
        fs::copy(house.data_dir().join(file), data.join(file)).unwrap();
    }
    let left = house.close().await;
    let house = House::open_at(home, Vault::memory()).await;
    house.settled("obliging").await;
    (Talk { house, model, chosen, id }, left)
}

fn ran(witness: &Witness) -> usize {
    let calls = witness.received("tools/call").into_iter();
    calls.filter(|it| it["params"]["name"] == "echo").count()
}

async fn rules(talk: &Talk) -> RuleList {
    talk.house.page("list_rules", ()).await.unwrap()
}

/// HOST-63: the card is drawn anew as soon as the tool changes, with the difference; one run in all.
#[tokio::test]
async fn a_yes_to_the_old_definition_is_refused_and_one_to_the_new_runs_it_once() {
    let (talk, witness, old) = waiting([Move::say("Done.")]).await;
    assert!(old.shown.is_some() && old.notes.is_empty(), "{old:#?}");
    redefine(&talk.house, NEW).await;
    let new = showing(&talk, NEW).await;
    assert_ne!(new.shown, old.shown);
    for verdict in [Verdict::Once, Verdict::Conversation, Verdict::Always] {
        let refused = talk.try_decide(&old, verdict).await.unwrap_err();
        assert_eq!(refused.code, Code::ToolChanged, "{verdict:?}: {refused:?}");
        assert_eq!(refused.message, "The tool changed while this waited.");
        assert_eq!(refused.hint.as_deref(), Some("Look at it again."));
    }
    assert_eq!(states(&talk.transcript().await), [CardStateView::Pending]);
    assert_eq!((ran(&witness), rules(&talk).await.rules.len()), (0, 0));
    talk.decide(&new, Verdict::Once).await;
    let late = talk.try_decide(&new, Verdict::Once).await.unwrap_err();
    assert_eq!(late.code, Code::NotWaiting);
    assert_eq!(states(&talk.idle().await), [CardStateView::Done]);
    assert_eq!(ran(&witness), 1);
    talk.close().await;
}

/// HOST-63: a rule made on a card is for the definition that the card showed.
#[tokio::test]
async fn a_yes_for_the_conversation_is_for_the_definition_that_was_shown() {
    let again = Asks::new("two", "mcp__obliging__echo", &json!({}));
    let (talk, witness, card) = waiting([Move::call([again]), Move::say("Done.")]).await;
    redefine(&talk.house, NEW).await;
    showing(&talk, NEW).await;
    assert!(talk.try_decide(&card, Verdict::Conversation).await.is_err());
    redefine(&talk.house, OLD).await;
    // What is shown is what it was at first.
    let card = talk.until(|it| cards(it).pop().filter(|it| it.shown == card.shown)).await;
    assert!(card.notes.is_empty(), "nothing differs any more: {card:#?}");
    talk.decide(&card, Verdict::Conversation).await;
    talk.until(|it| (states(it) == [CardStateView::Done; 2]).then_some(())).await;
    let made = rules(&talk).await.rules.remove(0).terms;
    assert_eq!(made.digest.as_deref(), card.shown.as_ref().map(|it| it.digest.as_str()));
    assert_eq!(ran(&witness), 2, "the second one by the rule");
    talk.idle().await;
    talk.close().await;
}

/// HOST-33 HOST-63: nothing of it is forgotten when Steward ends meanwhile.
#[tokio::test]
async fn after_a_restart_a_yes_is_still_for_what_the_card_showed() {
    let (talk, witness, old) = waiting([Move::say("Done.")]).await;
    let (talk, _left) = killed(talk).await;
    redefine(&talk.house, NEW).await;
    let refused = talk.try_decide(&old, Verdict::Once).await.unwrap_err();
    assert_eq!(refused.code, Code::ToolChanged, "{refused:?}");
    assert_eq!(ran(&witness), 0);
    let new = showing(&talk, NEW).await;
    talk.decide(&new, Verdict::Once).await;
    assert_eq!(states(&talk.idle().await), [CardStateView::Done]);
    assert_eq!(ran(&witness), 1);
    talk.close().await;
}

/// HOST-63: what was drawn by another run is compared with what is there, before anything is decided.
#[tokio::test]
async fn after_a_restart_a_page_shows_the_difference_and_its_yes_is_for_that() {
    let (talk, witness, _) = waiting([Move::say("Done.")]).await;
    let (talk, _left) = killed(talk).await;
    redefine(&talk.house, NEW).await;
    let seen = showing(&talk, NEW).await;
    talk.decide(&seen, Verdict::Conversation).await;
    assert_eq!(states(&talk.idle().await), [CardStateView::Done]);
    let made = rules(&talk).await.rules.remove(0).terms;
    assert_eq!(made.digest, seen.shown.map(|it| it.digest));
    assert_eq!(ran(&witness), 1);
    talk.close().await;
}

/// HOST-35 HOST-63: of a tool of which nobody knows how it is defined nothing is sent.
#[tokio::test]
async fn a_yes_to_a_tool_whose_server_is_gone_says_so_and_sends_nothing() {
    let (talk, witness, card) = waiting([Move::say("I see.")]).await;
    talk.house.close_server("obliging").await;
    talk.decide(&card, Verdict::Once).await;
    let seen = talk.idle().await;
    assert_eq!(states(&seen), [CardStateView::Failed]);
    let words = cards(&seen).pop().and_then(|it| it.words).unwrap();
    assert!(words.contains("obliging"), "{words}");
    assert_eq!(ran(&witness), 0);
    talk.close().await;
}
