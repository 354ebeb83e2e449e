//! What a person should know of a call before they say yes.

use agent::{prompt::saw::saw, scales::Asked};
use model::{
    approval::Rule,
    chat::{
        came::From,
        card::{Arguments, Card, CardState},
        id::ConversationId,
        message::MessageId,
    },
};
use serde_json::{Value, json};
use stdx::text::hides;

use crate::{app::App, wire::card::CardNote};

/// Where a card stands.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) app: &'a App,
    pub(crate) conversation: &'a ConversationId,
    pub(crate) message: MessageId,
}

/// What to say of a call that waits, and of what a model did not get of a result.
pub(crate) async fn notes(card: &Card, place: Place<'_>) -> Vec<CardNote> {
    let (CardState::Pending, Some(which), Arguments::Object(arguments)) =
        (&card.state, &card.tool, &card.arguments)
    else {
        return unseen(card).into_iter().collect();
    };
    let Place { app, conversation, message } = place;
    let asked = Asked { conversation, message, tool: which, arguments };
    let found = app.chats().weigh(asked).await;
    let mut notes = Vec::new();
    if let Some(came) = found.again {
        let (server, tool) = (
            came.from.server().as_str().to_owned(),
            match came.from {
                From::Tool(it) => Some(it.tool),
                From::Attached(_) => None,
            },
        );
        notes.push(CardNote::Again { server, tool });
    }
    if let Some(tool) = found.now.map(|it| it.tool) {
        let claims = |name: &str| {
            tool.annotations.as_ref().is_some_and(|it| it.get(name) == Some(&Value::Bool(true)))
        };
        if claims("destructiveHint") {
            notes.push(CardNote::Destructive);
        } else if claims("readOnlyHint") {
            notes.push(CardNote::ReadOnly);
        }
        if let Some(before) = allowed(app, found.stale.as_ref()).await {
            notes.push(CardNote::Changed { before, after: definition(&tool) });
        }
    }
    let text = Value::Object(arguments.clone()).to_string();
    // In JSON text a line break is an escape; what is left hides itself.
    let hidden = text.chars().filter(|it| hides(*it)).count();
    if hidden > 0 {
        let words = format!("{hidden} characters of the arguments cannot be seen.");
        notes.push(CardNote::Hidden { words });
    }
    notes
}

/// Says that there is something in a result that nobody sees, which the model did not get.
fn unseen(card: &Card) -> Option<CardNote> {
    let (CardState::Done(_) | CardState::Failed(_) | CardState::Broken(..)) = &card.state else {
        return None;
    };
    match saw(card).unseen {
        0 => None,
        1 => {
            Some("One character of the result cannot be seen; the model did not get it.".to_owned())
        }
        many => Some(format!(
            "{many} characters of the result cannot be seen; the model did not get them."
        )),
    }
    .map(|words| CardNote::Hidden { words })
}

/// The definition that a rule was made for which fits no more.
async fn allowed(app: &App, stale: Option<&Rule>) -> Option<String> {
    let key = allowed_key(stale?.terms.digest.as_deref()?);
    let kept = app.db().settings().get(&key).await.ok()??;
    kept.as_str().map(str::to_owned)
}

/// Under which name a definition is kept that was allowed.
pub(crate) fn allowed_key(digest: &str) -> String {
    format!("allowed_definition/{digest}")
}

/// What a server says of a tool, as JSON in lines.
pub(crate) fn definition(tool: &model::tool::Tool) -> String {
    let all = json!({
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "annotations": tool.annotations,
        "inputSchema": tool.input_schema,
        "outputSchema": tool.output_schema,
    });
    serde_json::to_string_pretty(&all).unwrap_or_default()
}
