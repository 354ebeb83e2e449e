//! Between a [`Conversation`] and the columns of its row.

use model::{
    chat::{
        conversation::{Conversation, ModelChoice, Title},
        id::ConversationId,
        message::MessageId,
    },
    provider::ProviderId,
};
use rusqlite::{Connection, OptionalExtension, Row, named_params};
use stdx::clock::Millis;
use uuid::Uuid;

use crate::{
    error::{Error, Named},
    fault::Fault,
    row::Columns,
};

/// A name that no conversation has.
pub(super) fn fresh_id() -> ConversationId {
    ConversationId(Uuid::new_v4().to_string())
}

/// Keeps a new row; gives its number.
pub(super) fn insert(db: &Connection, it: &Conversation) -> Result<i64, Fault> {
    if let Some(model) = &it.model {
        has_provider(db, model.provider)?;
    }
    let sql = "
        INSERT INTO conversations (uid, title, title_given, provider_id, model, switches_json,
          head_id, created_at, changed_at)
        VALUES (:uid, :title, :given, :provider, :model, :switches, :head, :created, :changed)
        RETURNING id";
    let row = named_params! {
        ":uid": it.id.0,
        ":title": it.title.text(),
        ":given": matches!(it.title, Title::Given(_)),
        ":provider": it.model.as_ref().map(|it| it.provider.0),
        ":model": it.model.as_ref().map(|it| &it.model),
        ":switches": serde_json::to_string(&it.switches)?,
        ":head": it.head.map(|it| it.0),
        ":created": it.created.0,
        ":changed": it.changed.0,
    };
    Ok(db.prepare_cached(sql)?.query_row(row, |row| row.get(0))?)
}

/// The number of a conversation's row, in the trash or not, for tables that refer to it.
pub(crate) fn number(db: &Connection, id: &ConversationId) -> Result<i64, Fault> {
    let mut query = db.prepare_cached("SELECT id FROM conversations WHERE uid = ?1")?;
    let found = query.query_row([&id.0], |row| row.get(0)).optional()?;
    found.ok_or_else(|| Error::Missing(Named::Conversation(id.clone())).into())
}

/// Fails where a message is not in a conversation.
pub(super) fn holds(
    db: &Connection,
    id: &ConversationId,
    number: i64,
    message: MessageId,
) -> Result<(), Fault> {
    let mut query = db.prepare_cached("SELECT conversation_id FROM messages WHERE id = ?1")?;
    match query.query_row([message.0], |row| row.get::<_, i64>(0)).optional()? {
        Some(found) if found == number => Ok(()),
        Some(_) => Err(Error::Elsewhere { message, conversation: id.clone() }.into()),
        None => Err(Error::Missing(Named::Message(message)).into()),
    }
}

/// The row as it is now.
pub(super) fn find(db: &Connection, id: &ConversationId) -> Result<Conversation, Fault> {
    let mut query = db.prepare_cached("SELECT * FROM conversations WHERE uid = ?1")?;
    let found = query.query_row([&id.0], |row| Ok(conversation(row))).optional()?;
    found.ok_or_else(|| Error::Missing(Named::Conversation(id.clone())))?
}

/// Fails where there is no such provider.
pub(super) fn has_provider(db: &Connection, id: ProviderId) -> Result<(), Fault> {
    let mut query = db.prepare_cached("SELECT 1 FROM providers WHERE id = ?1")?;
    if query.exists([id.0])? {
        return Ok(());
    }
    Err(Error::Missing(Named::Provider(id)).into())
}

/// The conversation of a row.
pub(super) fn conversation(row: &Row<'_>) -> Result<Conversation, Fault> {
    let row = Columns::new("conversations", "uid", row)?;
    let title = row.get("title")?;
    let given: bool = row.get("title_given")?;
    let provider: Option<i64> = row.get("provider_id")?;
    let model: Option<String> = row.get("model")?;
    let chosen = provider.zip(model);
    Ok(Conversation {
        id: ConversationId(row.get("uid")?),
        title: if given { Title::Given(title) } else { Title::Derived(title) },
        model: chosen.map(|(id, model)| ModelChoice { provider: ProviderId(id), model }),
        switches: row.json("switches_json")?,
        head: row.get::<Option<i64>>("head_id")?.map(MessageId),
        created: Millis(row.get("created_at")?),
        changed: Millis(row.get("changed_at")?),
    })
}
