//! Other ways a conversation could have gone, and long ones that are made short.

use app::wire::{
    chat::{MessageBody, MessageRef, Transcript},
    provider::{ModelTold, TellModel},
};
use flows::model::{check::text_of, moves::Move};
use serde_json::Value;

use super::talk::{Talk, last, rounds};

/// What the model was told last, as role and text, without what stands above it.
fn told(talk: &Talk) -> Vec<(String, String)> {
    let role = |it: &Value| it["role"].as_str().unwrap_or_default().to_owned();
    let all = talk.model.last();
    let said = all.iter().filter(|it| it["role"] != "system");
    said.map(|it| (role(it), text_of(&it["content"]))).collect()
}

fn pairs(said: &[(&str, &str)]) -> Vec<(String, String)> {
    said.iter().map(|(role, text)| ((*role).to_owned(), (*text).to_owned())).collect()
}

#[tokio::test]
async fn what_was_said_is_said_otherwise_and_answered_again_as_branches() {
    let moves = ["First.", "Second.", "Otherwise.", "Again."].map(Move::say);
    let talk = Talk::begin(moves).await;
    let one = talk.say("one").await;
    talk.idle().await;
    let two = talk.say("two").await;
    talk.until(|it| (rounds(it).len() == 2).then_some(())).await;
    talk.idle().await;

    let other = talk.try_say("two, otherwise", Some(two.id)).await.unwrap();
    let seen = talk.until(|it| (last(it).2 == "Otherwise.").then(|| it.clone())).await;
    talk.idle().await;
    let wanted = [("user", "one"), ("assistant", "First."), ("user", "two, otherwise")];
    assert_eq!(told(&talk), pairs(&wanted));
    assert_eq!(of(&seen, other.id), [two.id, other.id], "both stay");

    let reply = seen.messages.last().unwrap().id;
    talk.go_on(Some(reply)).await;
    let seen = talk.until(|it| (last(it).2 == "Again.").then(|| it.clone())).await;
    talk.idle().await;
    assert_eq!(told(&talk), pairs(&wanted), "the reply is not among what it answers");
    assert_eq!(of(&seen, seen.messages.last().unwrap().id).len(), 2);

    let back = MessageRef { conversation: talk.id.clone(), message: two.id };
    let seen: Transcript = talk.house.page("show_branch", back).await.unwrap();
    let said: Vec<_> = rounds(&seen).into_iter().map(|it| it.2).collect();
    assert_eq!(said, ["First.", "Second."]);
    assert_eq!(seen.messages.first().unwrap().id, one.id);
    talk.close().await;
}

fn of(seen: &Transcript, message: i64) -> Vec<i64> {
    seen.messages.iter().find(|it| it.id == message).unwrap().siblings.clone()
}

/// The issue: ids and numbers that were planted early are still in what the model gets.
#[tokio::test]
async fn a_long_conversation_is_made_short_and_keeps_its_ids_letter_for_letter() {
    let moves = ["Noted.", "Yes.", "The person told me things.", "It is 4711-B."].map(Move::say);
    let talk = Talk::begin(moves).await;
    let told_of = TellModel {
        model: talk.chosen.clone(),
        told: ModelTold { context: Some(4_000), ..ModelTold::default() },
    };
    talk.house.page::<()>("tell_model", told_of).await.unwrap();
    let filler = "and so on, and so on. ".repeat(200);
    talk.ask(&format!("My order is 4711-B, for anna@example.org. {filler}")).await;
    talk.say(&filler).await;
    talk.until(|it| (rounds(it).len() == 2).then_some(())).await;
    talk.idle().await;
    talk.say(&format!("Which order was it? {filler}")).await;
    let seen = talk.until(|it| (last(it).2 == "It is 4711-B.").then(|| it.clone())).await;
    talk.idle().await;
    let summary = seen.messages.iter().find_map(|it| match &it.body {
        MessageBody::Summary { text, facts, covers, usage } => {
            Some((text.clone(), facts.clone(), *covers, *usage))
        }
        MessageBody::Person { .. } | MessageBody::Round { .. } => None,
    });
    let (text, facts, covers, usage) = summary.expect("the person sees that it was made short");
    assert!(text.starts_with("The person told me things."), "{text}");
    assert!(facts.contains(&"4711-B".to_owned()), "{facts:?}");
    assert_eq!(covers, 5);
    assert!(usage.input.is_some_and(|it| it > 0), "what it cost is counted: {usage:?}");
    let got: String = told(&talk).into_iter().map(|it| it.1).collect();
    for planted in ["4711-B", "anna@example.org", "Which order was it?", "The person told me"] {
        assert!(got.contains(planted), "{planted}: {got}");
    }
    let size = talk.model.received().last().unwrap().raw.len();
    assert!(size < 12_000, "it fits: {size}");
    talk.close().await;
}
