//! Tests of the chat's rows, and what they share.

mod calls;
mod came;
mod conversations;
mod copy;
mod killed;
mod measured;
mod messages;
mod outcome;
mod path;
mod search;

use model::chat::{
    card::{Arguments, CallId, Card, CardState, ToolRef},
    id::ConversationId,
    message::{Body, MessageId, Part, Round, RoundState, Said, Usage},
};
use stdx::clock::Millis;

use crate::{
    Db,
    tests::{Fixture, name},
};

/// What a person wrote.
pub(super) fn words(text: &str) -> Body {
    Body::Person(vec![Part::Text { text: text.to_owned() }])
}

/// A reply that is done.
pub(super) fn round(said: Vec<Said>) -> Round {
    Round {
        provider: "Local".to_owned(),
        model: "small".to_owned(),
        said,
        state: RoundState::Done,
        usage: Usage { input: Some(12), cost: Some(0.1 + 0.2), ..Usage::default() },
        took: 7,
    }
}

pub(super) fn text(text: &str) -> Said {
    Said::Text(text.to_owned())
}

/// A call of this name that stands so.
pub(super) fn card(id: &str, state: CardState) -> Card {
    let arguments = serde_json::json!({"z": 1, "a": [0.1, "ü"]});
    Card {
        id: CallId(id.to_owned()),
        provider_id: "call_1".to_owned(),
        public: "mcp__files__read".to_owned(),
        tool: Some(ToolRef { server: name("files"), tool: "read".to_owned() }),
        arguments: Arguments::Object(arguments.as_object().unwrap().clone()),
        kept: None,
        state,
        shown: None,
        sent_to: None,
        decided: None,
        asked: Millis(900),
        started: None,
        ended: None,
    }
}

pub(super) fn call(card: Card) -> Said {
    Said::Call(Box::new(card))
}

/// A new conversation.
pub(super) async fn begun(fixture: &Fixture) -> ConversationId {
    fixture.db.conversations().create(None).await.unwrap().id
}

/// Adds a message at the end of what is shown.
pub(super) async fn say(db: &Db, id: &ConversationId, body: Body) -> MessageId {
    let head = db.conversations().get(id).await.unwrap().unwrap().head;
    db.messages().add(id, head, body).await.unwrap().id
}
