//! The conversations, one row each, without what was said in them.

use model::chat::{
    conversation::{Conversation, ModelChoice, Switches, Title},
    id::ConversationId,
    message::{MessageId, Part, Spoken},
};
use rusqlite::{Connection, OptionalExtension, named_params};
use stdx::clock::Millis;

use crate::{
    chat::{
        body,
        conversation::{conversation, find, fresh_id, has_provider, holds, insert, number},
        title,
    },
    db::Db,
    error::Error,
    fault::Fault,
    row::Columns,
};

pub(crate) const CREATE: &str = "
CREATE TABLE conversations (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  uid           TEXT NOT NULL UNIQUE CHECK (length(uid) > 0),
  title         TEXT NOT NULL DEFAULT '',
  title_given   INTEGER NOT NULL DEFAULT 0 CONSTRAINT title_given_is_0_or_1 CHECK (
                  title_given IN (0, 1)),
  provider_id   INTEGER REFERENCES providers(id) ON DELETE SET NULL,
  model         TEXT,
  switches_json TEXT NOT NULL DEFAULT '{}' CONSTRAINT switches_are_a_map CHECK (
                  json_valid(switches_json) AND json_type(switches_json) = 'object'),
  head_id       INTEGER,
  created_at    INTEGER NOT NULL,
  changed_at    INTEGER NOT NULL,
  trashed_at    INTEGER,
  CONSTRAINT a_provider_has_a_model CHECK (provider_id IS NULL OR model IS NOT NULL)
);
CREATE INDEX ix_conversations_changed ON conversations(changed_at, id) WHERE trashed_at IS NULL;
CREATE INDEX ix_conversations_provider ON conversations(provider_id);
";

/// The conversations of one database.
#[derive(Clone, Copy)]
pub struct Conversations<'a>(pub(super) &'a Db);

/// A conversation in a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Listed {
    /// It.
    pub conversation: Conversation,
    /// What was last said on the branch that is shown; nothing where nothing was, or what it was
    /// cannot be read: then its opening says so.
    pub last: Option<Spoken>,
}

impl Db {
    /// What was talked about.
    pub fn conversations(&self) -> Conversations<'_> {
        Conversations(self)
    }
}

impl Conversations<'_> {
    /// Begins one.
    ///
    /// # Errors
    /// [`Error::Missing`] names a provider that is not there.
    pub async fn create(self, model: Option<ModelChoice>) -> Result<Conversation, Error> {
        let now = self.0.now();
        let conversation = Conversation {
            id: fresh_id(),
            title: Title::Derived(String::new()),
            model,
            switches: Switches::default(),
            head: None,
            created: now,
            changed: now,
        };
        self.0
            .write(move |db| {
                insert(db, &conversation)?;
                Ok(conversation)
            })
            .await
    }

    /// The one of this name; nothing where there is none, or it is in the trash.
    ///
    /// # Errors
    /// As the database fails; [`Error::Unreadable`] names a row that cannot be understood.
    pub async fn get(self, id: &ConversationId) -> Result<Option<Conversation>, Error> {
        let id = id.clone();
        self.0
            .read(move |db| {
                let sql = "SELECT * FROM conversations WHERE uid = ?1 AND trashed_at IS NULL";
                let mut query = db.prepare_cached(sql)?;
                query.query_row([&id.0], |row| Ok(conversation(row))).optional()?.transpose()
            })
            .await
    }

    /// The same as it stands in a list.
    ///
    /// # Errors
    /// As for [`Conversations::get`].
    pub async fn listed(self, id: &ConversationId) -> Result<Option<Listed>, Error> {
        let id = id.clone();
        self.0
            .read(move |db| {
                let sql = "SELECT * FROM conversations WHERE uid = ?1 AND trashed_at IS NULL";
                let mut query = db.prepare_cached(sql)?;
                let found = query.query_row([&id.0], |row| Ok(conversation(row)));
                let Some(found) = found.optional()? else { return Ok(None) };
                let conversation = found?;
                let last = last_said(db, conversation.head)?;
                Ok(Some(Listed { conversation, last }))
            })
            .await
    }

    /// Those that were changed before `before`, newest first. Where several were changed in the very
    /// millisecond in which the list would end, it has all of them, so that the next page misses none.
    ///
    /// # Errors
    /// As for [`Conversations::get`].
    pub async fn list(self, limit: usize, before: Option<Millis>) -> Result<Vec<Listed>, Error> {
        let last = limit.saturating_sub(1);
        let last = i64::try_from(last).unwrap_or(i64::MAX);
        let before = before.map_or(i64::MAX, |it| it.0);
        let sql = "
            SELECT * FROM conversations
            WHERE trashed_at IS NULL AND changed_at < :before AND changed_at >= coalesce(
              (SELECT changed_at FROM conversations WHERE trashed_at IS NULL AND changed_at < :before
               ORDER BY changed_at DESC LIMIT 1 OFFSET :last), -9223372036854775808)
            ORDER BY changed_at DESC, id DESC";
        if limit == 0 {
            return Ok(Vec::new());
        }
        self.0
            .read(move |db| {
                let mut query = db.prepare_cached(sql)?;
                let window = named_params! { ":before": before, ":last": last };
                let rows = query.query_map(window, |row| Ok(conversation(row)))?;
                let listed = rows.map(|row| {
                    let conversation = row??;
                    let last = last_said(db, conversation.head)?;
                    Ok(Listed { conversation, last })
                });
                listed.collect()
            })
            .await
    }

    /// Gives it the name that the person chose; with an empty one, it is called by its first words
    /// again.
    ///
    /// # Errors
    /// [`Error::Missing`].
    pub async fn rename(self, id: &ConversationId, given: &str) -> Result<Conversation, Error> {
        let (id, given) = (id.clone(), title::given(given));
        let sql = "UPDATE conversations SET title = ?2, title_given = ?3 WHERE id = ?1";
        self.0
            .write(move |db| {
                let number = number(db, &id)?;
                let name = if given.is_empty() { first_words(db, number)? } else { given.clone() };
                db.prepare_cached(sql)?.execute((number, name, !given.is_empty()))?;
                find(db, &id)
            })
            .await
    }

    /// Has another model answer in it from now on.
    ///
    /// # Errors
    /// [`Error::Missing`] names the conversation or the provider that is not there.
    pub async fn choose(
        self,
        id: &ConversationId,
        model: ModelChoice,
    ) -> Result<Conversation, Error> {
        let id = id.clone();
        let sql = "UPDATE conversations SET provider_id = ?2, model = ?3 WHERE id = ?1";
        self.0
            .write(move |db| {
                let number = number(db, &id)?;
                has_provider(db, model.provider)?;
                db.prepare_cached(sql)?.execute((number, model.provider.0, model.model))?;
                find(db, &id)
            })
            .await
    }

    /// Switches servers and tools in it.
    ///
    /// # Errors
    /// [`Error::Missing`].
    pub async fn switch(
        self,
        id: &ConversationId,
        switches: &Switches,
    ) -> Result<Conversation, Error> {
        let (id, switches) = (id.clone(), switches.clone());
        let sql = "UPDATE conversations SET switches_json = ?2 WHERE id = ?1";
        self.0
            .write(move |db| {
                let number = number(db, &id)?;
                db.prepare_cached(sql)?.execute((number, serde_json::to_string(&switches)?))?;
                find(db, &id)
            })
            .await
    }

    /// Shows the branch that ends in this message.
    ///
    /// # Errors
    /// [`Error::Missing`], [`Error::Elsewhere`].
    pub async fn set_head(
        self,
        id: &ConversationId,
        head: MessageId,
    ) -> Result<Conversation, Error> {
        let id = id.clone();
        self.0
            .write(move |db| {
                let number = number(db, &id)?;
                holds(db, &id, number, head)?;
                let sql = "UPDATE conversations SET head_id = ?2 WHERE id = ?1";
                db.prepare_cached(sql)?.execute((number, head.0))?;
                find(db, &id)
            })
            .await
    }

    /// Puts it into the trash: no list and no search has it any more. Says whether it was not there yet.
    ///
    /// # Errors
    /// [`Error::Missing`].
    pub async fn trash(self, id: &ConversationId) -> Result<bool, Error> {
        let (id, now) = (id.clone(), self.0.now());
        let sql = "UPDATE conversations SET trashed_at = ?2 WHERE id = ?1 AND trashed_at IS NULL";
        self.0
            .write(move |db| {
                let number = number(db, &id)?;
                Ok(db.prepare_cached(sql)?.execute((number, now.0))? > 0)
            })
            .await
    }

    /// Takes it out of the trash, as it was. Says whether it was there.
    ///
    /// # Errors
    /// [`Error::Missing`] where it was purged meanwhile.
    pub async fn restore(self, id: &ConversationId) -> Result<bool, Error> {
        let id = id.clone();
        let sql = "UPDATE conversations SET trashed_at = NULL
                   WHERE id = ?1 AND trashed_at IS NOT NULL";
        self.0.write(move |db| Ok(db.prepare_cached(sql)?.execute([number(db, &id)?])? > 0)).await
    }

    /// Deletes for good what was put into the trash before then, with its messages, its calls and its
    /// rules. Says how many went.
    ///
    /// # Errors
    /// As the database fails.
    pub async fn purge(self, before: Millis) -> Result<usize, Error> {
        let sql = "DELETE FROM conversations WHERE trashed_at < ?1";
        self.0.write(move |db| Ok(db.prepare_cached(sql)?.execute([before.0])?)).await
    }
}

/// The title by what the person said first.
fn first_words(db: &Connection, conversation: i64) -> Result<String, Fault> {
    let sql = "SELECT id, body_json FROM messages
               WHERE conversation_id = ?1 AND kind = 'person' ORDER BY id LIMIT 1";
    let mut query = db.prepare_cached(sql)?;
    let parts = query.query_row([conversation], |row| {
        Ok(Columns::new("messages", "id", row)?.json::<Vec<Part>>("body_json"))
    });
    Ok(title::of(&parts.optional()?.transpose()?.unwrap_or_default()))
}

/// The last words on the way to a message.
fn last_said(db: &Connection, head: Option<MessageId>) -> Result<Option<Spoken>, Fault> {
    let sql = "
        WITH RECURSIVE up(id, parent_id, says) AS (
          SELECT id, parent_id, words <> '' FROM messages WHERE id = ?1
          UNION ALL
          SELECT m.id, m.parent_id, m.words <> '' FROM up JOIN messages m ON m.id = up.parent_id
          WHERE NOT up.says)
        SELECT m.id, m.kind, m.body_json FROM up JOIN messages m ON m.id = up.id WHERE up.says";
    let mut query = db.prepare_cached(sql)?;
    let found = query.query_row([head.map(|it| it.0)], |row| Ok(body::spoken(row)));
    // One row that cannot be read takes no list away.
    Ok(found.optional()?.and_then(Result::ok).flatten())
}
