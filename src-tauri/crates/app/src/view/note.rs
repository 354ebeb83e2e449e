//! What a person should know of a call before they say yes.

use agent::{prompt::saw::saw, scales::Asked};
use model::{
    approval::Rule,
    chat::{
        came::From,
        card::{Arguments, By, Card, CardState, Shown},
        id::ConversationId,
        message::MessageId,
    },
};
use serde_json::Value;
use stdx::text::hides;

use crate::{
    app::App,
    wire::card::{CardNote, Since},
};

/// Where a card stands.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) app: &'a App,
    pub(crate) conversation: &'a ConversationId,
    pub(crate) message: MessageId,
}

/// What to say of a call that waits, and of what a model did not get of a result; and which definition
/// of its tool that is said of.
pub(crate) async fn notes(card: &Card, place: Place<'_>) -> (Vec<CardNote>, Option<By>) {
    let (CardState::Pending, Some(which), Arguments::Object(arguments)) =
        (&card.state, &card.tool, &card.arguments)
    else {
        return (unseen(card).into_iter().collect(), None);
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
    let shown = now_shown(card.shown.clone(), found.now.map(|it| it.shown()));
    if let Some(shown) = &shown {
        notes.extend(claimed(&shown.definition));
        let before = match shown.before.clone() {
            Some(before) => Some((Since::Shown, before)),
            None => allowed(app, found.stale.as_ref()).await.map(|it| (Since::Allowed, it)),
        };
        notes.extend(before.map(|(since, before)| {
            let after = shown.definition.clone();
            CardNote::Changed { since, before, after }
        }));
    }
    let text = Value::Object(arguments.clone()).to_string();
    // In JSON text a line break is an escape; what is left hides itself.
    let words = match text.chars().filter(|it| hides(*it)).count() {
        0 => None,
        1 => Some("One character of the arguments cannot be seen.".to_owned()),
        many => Some(format!("{many} characters of the arguments cannot be seen.")),
    };
    notes.extend(words.map(|words| CardNote::Hidden { words }));
    (notes, shown.map(|it| it.by))
}

/// What is shown of a tool: what it is now, beside what the card showed before; where nobody knows that
/// now, what the card showed.
fn now_shown(kept: Option<Shown>, now: Option<Shown>) -> Option<Shown> {
    match (kept, now) {
        (Some(kept), Some(now)) if kept.by != now.by => Some(now.after(Some(kept))),
        (None, now) => now,
        (kept, _) => kept,
    }
}

/// What the server claims of its tool, as it is shown.
fn claimed(definition: &str) -> Option<CardNote> {
    let definition: Value = serde_json::from_str(definition).ok()?;
    let claims = |name: &str| definition["annotations"][name] == Value::Bool(true);
    if claims("destructiveHint") {
        Some(CardNote::Destructive)
    } else if claims("readOnlyHint") {
        Some(CardNote::ReadOnly)
    } else {
        None
    }
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
