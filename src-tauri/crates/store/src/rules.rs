//! The rules on which calls run without a question, one row each (HOST-63); how they are weighed is not
//! known here, but their order is.

use model::{
    approval::{Rule, RuleId, Terms},
    chat::id::ConversationId,
    server::Registration,
};
use rusqlite::{Connection, Row, named_params};
use stdx::clock::Millis;

use crate::{
    chat::conversation,
    db::Db,
    error::Error,
    fault::Fault,
    row::{Columns, spelling},
};

pub(crate) const CREATE: &str = "
CREATE TABLE rules (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  priority        INTEGER NOT NULL,
  server          TEXT,
  tool            TEXT NOT NULL CONSTRAINT a_rule_names_tools CHECK (length(tool) > 0),
  below           TEXT,
  action          TEXT NOT NULL CONSTRAINT action_is_known CHECK (
                    action IN ('ask', 'allow', 'deny')),
  digest          TEXT,
  conversation_id INTEGER REFERENCES conversations(id) ON DELETE CASCADE,
  expires_at      INTEGER,
  note            TEXT NOT NULL DEFAULT '',
  created_at      INTEGER NOT NULL
);
CREATE INDEX ix_rules_conversation ON rules(conversation_id);
";

/// Of which registration a rule is. One of a server that is not there any more is of none that will be.
pub(crate) const REGISTRATION: &str = "
ALTER TABLE rules ADD COLUMN registration TEXT;
UPDATE rules SET registration = coalesce(
  (SELECT s.registration FROM servers s WHERE s.name = rules.server), '') WHERE server IS NOT NULL;
";

/// The rules of one database.
#[derive(Clone, Copy)]
pub struct Rules<'a>(&'a Db);

impl Db {
    /// Which calls run without a question.
    pub fn rules(&self) -> Rules<'_> {
        Rules(self)
    }
}

impl Rules<'_> {
    /// Those that hold now, in the order in which they are weighed: by priority; then one for a
    /// conversation before one for all; then a no before a question before a yes; then the older. Those
    /// of conversations in the trash are not among them.
    ///
    /// # Errors
    /// As the database fails; [`Error::Unreadable`] names a row that cannot be understood.
    pub async fn list(self) -> Result<Vec<Rule>, Error> {
        let now = self.0.now();
        let sql = "
            SELECT rules.*, c.uid FROM rules LEFT JOIN conversations c ON c.id = conversation_id
            WHERE (expires_at IS NULL OR expires_at > ?1) AND c.trashed_at IS NULL
            ORDER BY priority, conversation_id IS NULL,
              CASE action WHEN 'deny' THEN 0 WHEN 'ask' THEN 1 ELSE 2 END, rules.id";
        self.0
            .read(move |db| {
                let mut query = db.prepare_cached(sql)?;
                let rows = query.query_map([now.0], |row| Ok(rule(row)))?;
                rows.map(|row| row?).collect()
            })
            .await
    }

    /// Makes one. Those whose time is over go.
    ///
    /// # Errors
    /// [`Error::Missing`] names a conversation that is not there; [`Error::Refused`] if it names no tool.
    pub async fn add(self, terms: Terms) -> Result<Rule, Error> {
        let now = self.0.now();
        self.0
            .write(move |db| {
                let sweep = "DELETE FROM rules WHERE expires_at <= ?1";
                db.prepare_cached(sweep)?.execute([now.0])?;
                insert(db, None, terms, now)
            })
            .await
    }

    /// Puts these in place of all that [`Rules::list`] shows, all at once.
    ///
    /// # Errors
    /// As for [`Rules::add`]; the old ones then stay.
    pub async fn replace_all(self, all: Vec<Terms>) -> Result<Vec<Rule>, Error> {
        let now = self.0.now();
        let clear = "DELETE FROM rules WHERE conversation_id IS NULL OR conversation_id IN (
                       SELECT id FROM conversations WHERE trashed_at IS NULL)";
        self.0
            .write(move |db| {
                db.prepare_cached(clear)?.execute(())?;
                all.into_iter().map(|terms| insert(db, None, terms, now)).collect()
            })
            .await
    }

    /// Takes one away; says whether it was there.
    ///
    /// # Errors
    /// As the database fails.
    pub async fn remove(self, id: RuleId) -> Result<bool, Error> {
        let sql = "DELETE FROM rules WHERE id = ?1";
        self.0.write(move |db| Ok(db.prepare_cached(sql)?.execute([id.0])? > 0)).await
    }

    /// Puts one back as it was, under its own name.
    ///
    /// # Errors
    /// [`Error::Missing`] where its conversation is gone; [`Error::Refused`] where it is there.
    pub async fn restore(self, rule: Rule) -> Result<Rule, Error> {
        self.0.write(move |db| insert(db, Some(rule.id), rule.terms, rule.created)).await
    }
}

fn insert(
    db: &Connection,
    id: Option<RuleId>,
    terms: Terms,
    created: Millis,
) -> Result<Rule, Fault> {
    let number = |id| conversation::number(db, id);
    let chat = terms.conversation.as_ref().map(number).transpose()?;
    let sql = "
        INSERT INTO rules (id, priority, server, registration, tool, below, action, digest, conversation_id,
          expires_at, note, created_at)
        VALUES (:id, :priority, :server, :registration, :tool, :below, :action, :digest, :conversation,
          :expires, :note, :created)
        RETURNING id";
    let row = named_params! {
        ":id": id.map(|it| it.0),
        ":priority": terms.priority,
        ":server": terms.server.as_ref().map(|it| it.as_str()),
        ":registration": terms.registration.as_ref().map(|it| it.0.as_str()),
        ":tool": terms.tool,
        ":below": terms.below,
        ":action": spelling(&terms.action)?,
        ":digest": terms.digest,
        ":conversation": chat,
        ":expires": terms.expires.map(|it| it.0),
        ":note": terms.note,
        ":created": created.0,
    };
    let id = RuleId(db.prepare_cached(sql)?.query_row(row, |row| row.get(0))?);
    Ok(Rule { id, terms, created })
}

fn rule(row: &Row<'_>) -> Result<Rule, Fault> {
    let row = Columns::new("rules", "id", row)?;
    let terms = Terms {
        priority: row.get("priority")?,
        server: row.spelled_if_any("server")?,
        registration: row.get::<Option<String>>("registration")?.map(Registration),
        tool: row.get("tool")?,
        below: row.get("below")?,
        action: row.spelled("action")?,
        digest: row.get("digest")?,
        conversation: row.get::<Option<String>>("uid")?.map(ConversationId),
        expires: row.get::<Option<i64>>("expires_at")?.map(Millis),
        note: row.get("note")?,
    };
    Ok(Rule { id: RuleId(row.get("id")?), terms, created: Millis(row.get("created_at")?) })
}

#[cfg(test)]
mod tests;
