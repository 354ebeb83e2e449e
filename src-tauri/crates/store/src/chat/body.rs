//! Between the [`Body`] of a message and the columns of its row; a call stands in it by its name alone.

use std::collections::BTreeMap;

use model::chat::{
    card::{CallId, Card},
    id::ConversationId,
    message::{Body, Message, MessageId, Part, Round, RoundState, Said, Spoken, Usage},
};
use rusqlite::{Connection, Row};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stdx::{clock::Millis, text::clip};

use crate::{
    chat::{card, title},
    fault::Fault,
    row::Columns,
};

/// The columns that [`message`] reads.
pub(super) const READ: &str = "m.id, m.parent_id, m.kind, m.state, m.reason, m.at, m.body_json";

/// What a body is in its row.
pub(super) struct Written {
    pub(super) kind: &'static str,
    pub(super) state: Option<&'static str>,
    pub(super) reason: Option<String>,
    pub(super) json: String,
    /// What is searched.
    pub(super) words: String,
}

#[derive(Serialize, Deserialize)]
struct Reply {
    provider: String,
    model: String,
    said: Vec<Piece>,
    usage: Usage,
    took: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Piece {
    Text {
        text: String,
    },
    Thought {
        text: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kept: Option<Value>,
    },
    Call {
        id: CallId,
    },
}

/// What stands in the row of a message.
pub(super) fn written(body: &Body) -> Result<Written, Fault> {
    match body {
        Body::Person(parts) => Ok(Written {
            kind: "person",
            state: None,
            reason: None,
            json: serde_json::to_string(parts)?,
            words: title::searched(&title::texts(parts)),
        }),
        Body::Round(it) => round(it),
        // Its words are those of others, who are found themselves.
        Body::Summary(it) => Ok(Written {
            kind: "summary",
            state: None,
            reason: None,
            json: serde_json::to_string(it)?,
            words: String::new(),
        }),
    }
}

/// The same for a reply.
pub(super) fn round(it: &Round) -> Result<Written, Fault> {
    let (state, reason) = match &it.state {
        RoundState::Writing => ("writing", None),
        RoundState::Done => ("done", None),
        RoundState::CutShort => ("cut_short", None),
        RoundState::Stopped => ("stopped", None),
        RoundState::Failed(why) => ("failed", Some(why.clone())),
        RoundState::Interrupted => ("interrupted", None),
    };
    let piece = |said: &Said| match said {
        Said::Text(text) => Piece::Text { text: text.clone() },
        Said::Thought { text, kept } => Piece::Thought { text: text.clone(), kept: kept.clone() },
        Said::Call(card) => Piece::Call { id: card.id.clone() },
    };
    let reply = Reply {
        provider: it.provider.clone(),
        model: it.model.clone(),
        said: it.said.iter().map(piece).collect(),
        usage: it.usage,
        took: it.took,
    };
    let texts = it.said.iter().filter_map(|said| match said {
        Said::Text(text) => Some(text.as_str()),
        Said::Thought { .. } | Said::Call(_) => None,
    });
    Ok(Written {
        kind: "round",
        state: Some(state),
        reason,
        json: serde_json::to_string(&reply)?,
        words: title::searched(&texts.collect::<Vec<_>>().join(" ")),
    })
}

/// Most bytes of what was said that a line of it is made of.
const MOST_SPOKEN: usize = 16 << 10;

/// What is said in a row of `id`, `kind` and `body_json`; of a summary nothing, whose words are those
/// of others.
pub(super) fn spoken(row: &Row<'_>) -> Result<Option<Spoken>, Fault> {
    let row = Columns::new("messages", "id", row)?;
    Ok(match row.get::<String>("kind")?.as_str() {
        "person" => {
            let parts: Vec<Part> = row.json("body_json")?;
            Some(Spoken::Person(clip(&title::texts(&parts), MOST_SPOKEN)))
        }
        "round" => {
            let reply: Reply = row.json("body_json")?;
            let texts = reply.said.iter().filter_map(|it| match it {
                Piece::Text { text } => Some(text.as_str()),
                Piece::Thought { .. } | Piece::Call { .. } => None,
            });
            let text = texts.collect::<Vec<_>>().join("\n\n");
            Some(Spoken::Model(clip(&text, MOST_SPOKEN)))
        }
        _ => None,
    })
}

/// The message of a row of [`READ`], with its calls.
pub(super) fn message(
    db: &Connection,
    row: &Row<'_>,
    conversation: &ConversationId,
) -> Result<Message, Fault> {
    let row = Columns::new("messages", "id", row)?;
    let id = MessageId(row.get("id")?);
    let body = match row.get::<String>("kind")?.as_str() {
        "person" => Body::Person(row.json("body_json")?),
        "round" => Body::Round(reply(db, &row, id)?),
        "summary" => Body::Summary(row.json("body_json")?),
        other => return Err(row.unreadable("kind", &format!("`{other}` is no kind of message"))),
    };
    Ok(Message {
        id,
        conversation: conversation.clone(),
        parent: row.get::<Option<i64>>("parent_id")?.map(MessageId),
        at: Millis(row.get("at")?),
        body,
    })
}

fn reply(db: &Connection, row: &Columns<'_>, id: MessageId) -> Result<Round, Fault> {
    let reply: Reply = row.json("body_json")?;
    let state = match row.get::<String>("state")?.as_str() {
        "writing" => RoundState::Writing,
        "done" => RoundState::Done,
        "cut_short" => RoundState::CutShort,
        "stopped" => RoundState::Stopped,
        "failed" => RoundState::Failed(row.get("reason")?),
        "interrupted" => RoundState::Interrupted,
        other => return Err(row.unreadable("state", &format!("`{other}` is no state of a reply"))),
    };
    Ok(Round {
        provider: reply.provider,
        model: reply.model,
        said: said(reply.said, card::of(db, id)?),
        state,
        usage: reply.usage,
        took: reply.took,
    })
}

/// The pieces of a reply with its calls in their places. A call that was kept before the reply that
/// names it was is at its own place.
fn said(pieces: Vec<Piece>, cards: Vec<(usize, Card)>) -> Vec<Said> {
    let order: Vec<(usize, CallId)> = cards.iter().map(|(at, it)| (*at, it.id.clone())).collect();
    let mut cards: BTreeMap<CallId, Card> =
        cards.into_iter().map(|(_, it)| (it.id.clone(), it)).collect();
    let mut said = Vec::with_capacity(pieces.len());
    for piece in pieces {
        match piece {
            Piece::Text { text } => said.push(Said::Text(text)),
            Piece::Thought { text, kept } => said.push(Said::Thought { text, kept }),
            Piece::Call { id } => {
                said.extend(cards.remove(&id).map(|it| Said::Call(Box::new(it))));
            }
        }
    }
    for (at, id) in order {
        if let Some(card) = cards.remove(&id) {
            said.insert(at.min(said.len()), Said::Call(Box::new(card)));
        }
    }
    said
}
