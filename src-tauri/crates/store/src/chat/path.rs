//! The ways through the tree of messages: from a message up to the first, and from one branch to another.

use std::collections::BTreeMap;

use model::chat::{
    id::ConversationId,
    message::{Body, Message, MessageId},
};
use rusqlite::{Connection, OptionalExtension, Params, named_params};

use crate::{
    chat::{
        body::{self, READ},
        conversation::{find, holds, number},
        messages::Messages,
    },
    error::{Error, Named},
    fault::Fault,
};

/// A piece of a branch.
#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    /// The oldest first.
    pub messages: Vec<Message>,
    /// Whether there are some before them.
    pub earlier: bool,
}

impl Messages<'_> {
    /// The last `limit` messages of a branch: of the one that ends in `head`, or that is shown; and
    /// only those before `before`, where that is given.
    ///
    /// # Errors
    /// [`Error::Missing`], [`Error::Elsewhere`]; [`Error::Unreadable`] names a row that cannot be
    /// understood.
    pub async fn path(
        self,
        conversation: &ConversationId,
        head: Option<MessageId>,
        before: Option<MessageId>,
        limit: usize,
    ) -> Result<Page, Error> {
        let conversation = conversation.clone();
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.0
            .read(move |db| {
                let from = match (before, head) {
                    (None, None) => find(db, &conversation)?.head,
                    (None, Some(named)) | (Some(named), _) => {
                        holds(db, &conversation, number(db, &conversation)?, named)?;
                        if before.is_some() { parent(db, named)? } else { Some(named) }
                    }
                };
                let Some(from) = from.filter(|_| limit > 0) else {
                    return Ok(Page { messages: Vec::new(), earlier: from.is_some() });
                };
                let up = "
                    WITH RECURSIVE up(id, parent_id, depth) AS (
                      SELECT id, parent_id, 1 FROM messages WHERE id = :from
                      UNION ALL
                      SELECT m.id, m.parent_id, depth + 1
                      FROM up JOIN messages m ON m.id = up.parent_id WHERE depth < :limit)";
                let bounds = named_params! { ":from": from.0, ":limit": limit };
                let messages = all(db, &conversation, up, bounds)?;
                let earlier = messages.first().is_some_and(|it| it.parent.is_some());
                Ok(Page { messages, earlier })
            })
            .await
    }

    /// What a model gets of the branch that is shown: all of it, or from its last summary on.
    ///
    /// # Errors
    /// As for [`Messages::path`].
    pub async fn whole_path(self, conversation: &ConversationId) -> Result<Vec<Message>, Error> {
        let conversation = conversation.clone();
        let up = "
            WITH RECURSIVE up(id, parent_id, kind) AS (
              SELECT id, parent_id, kind FROM messages WHERE id = :from
              UNION ALL
              SELECT m.id, m.parent_id, m.kind FROM up JOIN messages m ON m.id = up.parent_id
              WHERE up.kind <> 'summary')";
        self.0
            .read(move |db| match find(db, &conversation)?.head {
                Some(head) => all(db, &conversation, up, named_params! { ":from": head.0 }),
                None => Ok(Vec::new()),
            })
            .await
    }

    /// What stands on the branch that is shown after a message of it; nothing where that message is
    /// not on it, or a summary came since then.
    ///
    /// # Errors
    /// As for [`Messages::path`].
    pub async fn since(
        self,
        conversation: &ConversationId,
        after: MessageId,
    ) -> Result<Option<Vec<Message>>, Error> {
        let conversation = conversation.clone();
        // An answer is newer than what it answers: below `after` there is nothing to be found.
        let up = "
            WITH RECURSIVE up(id, parent_id) AS (
              SELECT id, parent_id FROM messages WHERE id = :from AND id > :after
              UNION ALL
              SELECT m.id, m.parent_id FROM up JOIN messages m ON m.id = up.parent_id
              WHERE m.id > :after)";
        self.0
            .read(move |db| {
                let Some(head) = find(db, &conversation)?.head else { return Ok(None) };
                let bounds = named_params! { ":from": head.0, ":after": after.0 };
                let messages = all(db, &conversation, up, bounds)?;
                let joined = messages.first().map_or(Some(head), |it| it.parent) == Some(after);
                let summed = messages.iter().any(|it| matches!(it.body, Body::Summary(_)));
                Ok((joined && !summed).then_some(messages))
            })
            .await
    }

    /// For each message all that answer the same as it does, itself among them, in their order. One
    /// that is not there has none.
    ///
    /// # Errors
    /// As the database fails.
    pub async fn siblings(
        self,
        ids: &[MessageId],
    ) -> Result<BTreeMap<MessageId, Vec<MessageId>>, Error> {
        let ids = ids.to_vec();
        let sql = "
            SELECT s.id FROM messages m
            JOIN messages s ON s.conversation_id = m.conversation_id AND s.parent_id IS m.parent_id
            WHERE m.id = ?1 ORDER BY s.id";
        self.0
            .read(move |db| {
                let mut query = db.prepare_cached(sql)?;
                let mut found = BTreeMap::new();
                for id in ids {
                    let rows = query.query_map([id.0], |row| Ok(MessageId(row.get(0)?)))?;
                    found.insert(id, rows.collect::<Result<_, _>>()?);
                }
                Ok(found)
            })
            .await
    }

    /// The newest message that nobody answered, on the branches through this one: itself, where
    /// nobody answered it.
    ///
    /// # Errors
    /// [`Error::Missing`].
    pub async fn leaf_under(self, id: MessageId) -> Result<MessageId, Error> {
        // An answer is newer than what it answers, so the newest of all has none.
        let sql = "
            WITH RECURSIVE down(id) AS (
              SELECT id FROM messages WHERE id = ?1
              UNION ALL
              SELECT m.id FROM down JOIN messages m ON m.parent_id = down.id)
            SELECT max(id) FROM down";
        self.0
            .read(move |db| {
                let mut query = db.prepare_cached(sql)?;
                let found: Option<i64> = query.query_row([id.0], |row| row.get(0))?;
                found.map(MessageId).ok_or_else(|| Error::Missing(Named::Message(id)).into())
            })
            .await
    }
}

/// The messages of a conversation from its first to this one, the oldest first.
pub(super) fn to(
    db: &Connection,
    conversation: &ConversationId,
    until: MessageId,
) -> Result<Vec<Message>, Fault> {
    let up = "
        WITH RECURSIVE up(id, parent_id) AS (
          SELECT id, parent_id FROM messages WHERE id = :from
          UNION ALL
          SELECT m.id, m.parent_id FROM up JOIN messages m ON m.id = up.parent_id)";
    all(db, conversation, up, named_params! { ":from": until.0 })
}

/// The messages whose ids are in `up`, the oldest first.
fn all(
    db: &Connection,
    conversation: &ConversationId,
    up: &str,
    bounds: impl Params,
) -> Result<Vec<Message>, Fault> {
    let sql = format!("{up} SELECT {READ} FROM up JOIN messages m ON m.id = up.id ORDER BY m.id");
    let mut query = db.prepare_cached(&sql)?;
    let rows = query.query_map(bounds, |row| Ok(body::message(db, row, conversation)))?;
    rows.map(|row| row?).collect()
}

fn parent(db: &Connection, id: MessageId) -> Result<Option<MessageId>, Fault> {
    let mut query = db.prepare_cached("SELECT parent_id FROM messages WHERE id = ?1")?;
    let found: Option<Option<i64>> = query.query_row([id.0], |row| row.get(0)).optional()?;
    Ok(found.flatten().map(MessageId))
}
