//! What was said, one row a message; each knows what it answers, so that they form a tree.

use model::chat::{
    card::Card,
    id::ConversationId,
    message::{Body, Message, MessageId, Part, Round, Said},
};
use rusqlite::{Connection, named_params};
use stdx::clock::Millis;

use crate::{
    chat::{
        body::{self, Written},
        card,
        conversation::{holds, number},
        title,
    },
    db::Db,
    error::{Error, Named},
    fault::Fault,
};

// A parent is not followed by a cascade: that goes as deep as a conversation is long, which SQLite
// refuses. All messages of a conversation go with it at once.
pub(crate) const CREATE: &str = "
CREATE TABLE messages (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  conversation_id INTEGER NOT NULL REFERENCES conversations(id) ON DELETE CASCADE,
  parent_id       INTEGER REFERENCES messages(id),
  kind            TEXT NOT NULL CONSTRAINT kind_of_message_is_known CHECK (
                    kind IN ('person', 'round', 'summary')),
  state           TEXT CONSTRAINT state_of_reply_is_known CHECK (
                    state IN ('writing', 'done', 'cut_short', 'stopped', 'failed', 'interrupted')),
  reason          TEXT,
  at              INTEGER NOT NULL,
  body_json       TEXT NOT NULL CONSTRAINT body_is_json CHECK (json_valid(body_json)),
  words           TEXT NOT NULL DEFAULT '',
  CONSTRAINT a_reply_has_a_state CHECK ((kind = 'round') = (state IS NOT NULL)),
  CONSTRAINT a_failure_has_a_reason CHECK (
    (state IS NOT NULL AND state = 'failed') = (reason IS NOT NULL)),
  CONSTRAINT a_parent_comes_before CHECK (parent_id < id)
);
CREATE INDEX ix_messages_conversation ON messages(conversation_id, parent_id);
CREATE INDEX ix_messages_parent ON messages(parent_id);
CREATE INDEX ix_messages_writing ON messages(id) WHERE state = 'writing';
";

/// The messages of one database.
#[derive(Clone, Copy)]
pub struct Messages<'a>(pub(super) &'a Db);

impl Db {
    /// What was said in conversations.
    pub fn messages(&self) -> Messages<'_> {
        Messages(self)
    }
}

impl Messages<'_> {
    /// Adds a message, with its calls: the branch that ends in it is shown from now on. A
    /// conversation without a name of its own is called by the first words of the person.
    ///
    /// # Errors
    /// [`Error::Missing`] names the conversation or the parent that is not there;
    /// [`Error::Elsewhere`]; [`Error::CallTaken`].
    pub async fn add(
        self,
        conversation: &ConversationId,
        parent: Option<MessageId>,
        body: Body,
    ) -> Result<Message, Error> {
        let (conversation, at) = (conversation.clone(), self.0.now());
        self.0.write(move |db| added(db, conversation, parent, at, body)).await
    }

    /// The same for a reply that begins to be written: the disk is not waited for, since there is
    /// nothing in it yet.
    ///
    /// # Errors
    /// As for [`Messages::add`].
    pub async fn begin(
        self,
        conversation: &ConversationId,
        parent: Option<MessageId>,
        round: Round,
    ) -> Result<Message, Error> {
        let (conversation, at) = (conversation.clone(), self.0.now());
        self.0.write_soon(move |db| added(db, conversation, parent, at, Body::Round(round))).await
    }

    /// Keeps a reply as it is by now. Calls that are not kept yet are; those that are stay as they
    /// are, whatever the reply says of them.
    ///
    /// # Errors
    /// [`Error::Missing`] where no reply has this name; [`Error::CallTaken`] where another has one of
    /// its calls.
    pub async fn rewrite(self, id: MessageId, round: &Round) -> Result<(), Error> {
        let (round, now) = (round.clone(), self.0.now());
        self.0
            .write(move |db| {
                let Written { state, reason, json, words, .. } = body::round(&round)?;
                let sql = "UPDATE messages SET state = :state, reason = :reason,
                             body_json = :json, words = :words
                           WHERE id = :id AND kind = 'round' RETURNING conversation_id";
                let row = named_params! {
                    ":id": id.0, ":state": state, ":reason": reason, ":json": json, ":words": words,
                };
                let found = db.prepare_cached(sql)?.query_row(row, |row| row.get::<_, i64>(0));
                let conversation = match found {
                    Err(rusqlite::Error::QueryReturnedNoRows) => {
                        return Err(Error::Missing(Named::Message(id)).into());
                    }
                    found => found?,
                };
                for (position, card) in cards(&round) {
                    card::insert_if_new(db, id, position, card)?;
                }
                let sql = "UPDATE conversations SET changed_at = max(changed_at, ?2) WHERE id = ?1";
                db.prepare_cached(sql)?.execute((conversation, now.0))?;
                Ok(())
            })
            .await
    }
}

/// Keeps a new message at the end of what is shown.
fn added(
    db: &Connection,
    conversation: ConversationId,
    parent: Option<MessageId>,
    at: Millis,
    body: Body,
) -> Result<Message, Fault> {
    let number = number(db, &conversation)?;
    if let Some(parent) = parent {
        holds(db, &conversation, number, parent)?;
    }
    let id = insert(db, number, parent, at, &body)?;
    if let Body::Person(parts) = &body {
        name(db, number, parent, parts)?;
    }
    let sql = "UPDATE conversations SET head_id = ?2, changed_at = max(changed_at, ?3)
               WHERE id = ?1";
    db.prepare_cached(sql)?.execute((number, id.0, at.0))?;
    Ok(Message { id, conversation, parent, at, body })
}

/// Keeps a new message with its calls; the conversation is left alone.
pub(super) fn insert(
    db: &Connection,
    conversation: i64,
    parent: Option<MessageId>,
    at: Millis,
    body: &Body,
) -> Result<MessageId, Fault> {
    let Written { kind, state, reason, json, words } = body::written(body)?;
    let sql = "
        INSERT INTO messages (conversation_id, parent_id, kind, state, reason, at, body_json, words)
        VALUES (:conversation, :parent, :kind, :state, :reason, :at, :json, :words)
        RETURNING id";
    let row = named_params! {
        ":conversation": conversation,
        ":parent": parent.map(|it| it.0),
        ":kind": kind,
        ":state": state,
        ":reason": reason,
        ":at": at.0,
        ":json": json,
        ":words": words,
    };
    let id = MessageId(db.prepare_cached(sql)?.query_row(row, |row| row.get(0))?);
    if let Body::Round(round) = body {
        for (position, card) in cards(round) {
            card::insert(db, id, position, card)?;
        }
    }
    Ok(id)
}

/// The calls of a reply, each with its place in it.
fn cards(round: &Round) -> impl Iterator<Item = (usize, &Card)> {
    round.said.iter().enumerate().filter_map(|(at, said)| match said {
        Said::Call(card) => Some((at, card.as_ref())),
        Said::Text(_) | Said::Thought { .. } => None,
    })
}

/// Calls a conversation by what the person said first, unless they called it something themselves.
/// One that begins anew from another first message is called by that.
fn name(
    db: &Connection,
    conversation: i64,
    parent: Option<MessageId>,
    parts: &[Part],
) -> Result<(), Fault> {
    let title = title::of(parts);
    if title.is_empty() {
        return Ok(());
    }
    let sql = "UPDATE conversations SET title = ?2
               WHERE id = ?1 AND title_given = 0 AND (title = '' OR ?3)";
    db.prepare_cached(sql)?.execute((conversation, title, parent.is_none()))?;
    Ok(())
}
