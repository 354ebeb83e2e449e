//! Full text over what people and models wrote and over titles; results of tools are not searched.

use std::ops::Range;

use model::chat::{id::ConversationId, message::MessageId};
use rusqlite::{Connection, Row, named_params};
use stdx::clock::Millis;

use crate::{
    chat::{conversations::Conversations, query::question},
    error::Error,
    fault::Fault,
};

// The index holds no text of its own: triggers tell it what comes, changes and goes, also where a
// row goes with its conversation.
pub(crate) const CREATE: &str = "
CREATE VIRTUAL TABLE message_search USING fts5(words, content = 'messages', content_rowid = 'id',
  tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
CREATE TRIGGER message_comes AFTER INSERT ON messages WHEN new.words <> '' BEGIN
  INSERT INTO message_search(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER message_goes AFTER DELETE ON messages WHEN old.words <> '' BEGIN
  INSERT INTO message_search(message_search, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER message_changes AFTER UPDATE OF words ON messages WHEN old.words <> new.words BEGIN
  INSERT INTO message_search(message_search, rowid, words)
    SELECT 'delete', old.id, old.words WHERE old.words <> '';
  INSERT INTO message_search(rowid, words) SELECT new.id, new.words WHERE new.words <> '';
END;
CREATE VIRTUAL TABLE title_search USING fts5(title, content = 'conversations', content_rowid = 'id',
  tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
CREATE TRIGGER title_comes AFTER INSERT ON conversations BEGIN
  INSERT INTO title_search(rowid, title) VALUES (new.id, new.title);
END;
CREATE TRIGGER title_goes AFTER DELETE ON conversations BEGIN
  INSERT INTO title_search(title_search, rowid, title) VALUES ('delete', old.id, old.title);
END;
CREATE TRIGGER title_changes AFTER UPDATE OF title ON conversations BEGIN
  INSERT INTO title_search(title_search, rowid, title) VALUES ('delete', old.id, old.title);
  INSERT INTO title_search(rowid, title) VALUES (new.id, new.title);
END;
";

/// What stands around a word that was looked for; no text that is searched has them.
const OPEN: char = '\u{2}';
const CLOSE: char = '\u{3}';

/// A place where something was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    /// The conversation.
    pub conversation: ConversationId,
    /// What it is called.
    pub title: String,
    /// The message; nothing where it is the title.
    pub message: Option<MessageId>,
    /// The text around it, on one line.
    pub text: String,
    /// Where in `text` what was looked for stands, in bytes.
    pub marks: Vec<Range<usize>>,
    /// When that was said; for a title, when something was last said there.
    pub at: Millis,
}

impl Conversations<'_> {
    /// Looks for words, whatever a person types: the titles that have all of them, then the
    /// messages, of any branch, each by how well it fits.
    ///
    /// # Errors
    /// As the database fails.
    pub async fn search(self, typed: &str, limit: usize) -> Result<Vec<Hit>, Error> {
        let Some(question) = question(typed) else { return Ok(Vec::new()) };
        self.0
            .read(move |db| {
                let mut hits = titles(db, &question, limit)?;
                hits.extend(messages(db, &question, limit.saturating_sub(hits.len()))?);
                Ok(hits)
            })
            .await
    }
}

fn titles(db: &Connection, question: &str, limit: usize) -> Result<Vec<Hit>, Fault> {
    let sql = "
        SELECT c.uid, c.title, NULL AS id, c.changed_at AS at,
          highlight(title_search, 0, char(2), char(3)) AS text
        FROM title_search JOIN conversations c ON c.id = title_search.rowid
        WHERE title_search MATCH :question AND c.trashed_at IS NULL
        ORDER BY title_search.rank, c.changed_at DESC LIMIT :limit";
    found(db, sql, question, limit)
}

fn messages(db: &Connection, question: &str, limit: usize) -> Result<Vec<Hit>, Fault> {
    // The best are chosen first: a piece of each text that has the word would take long.
    let sql = "
        SELECT c.uid, c.title, m.id, m.at,
          (SELECT snippet(message_search, 0, char(2), char(3), '…', 24) FROM message_search
           WHERE message_search MATCH :question AND rowid = best.id) AS text
        FROM (
          SELECT m.id, message_search.rank AS rank FROM message_search
          JOIN messages m ON m.id = message_search.rowid
          JOIN conversations c ON c.id = m.conversation_id
          WHERE message_search MATCH :question AND c.trashed_at IS NULL
          ORDER BY message_search.rank, m.id DESC LIMIT :limit) best
        JOIN messages m ON m.id = best.id
        JOIN conversations c ON c.id = m.conversation_id
        ORDER BY best.rank, m.id DESC";
    found(db, sql, question, limit)
}

fn found(db: &Connection, sql: &str, question: &str, limit: usize) -> Result<Vec<Hit>, Fault> {
    let mut query = db.prepare_cached(sql)?;
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let rows = query.query_map(named_params! { ":question": question, ":limit": limit }, hit)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn hit(row: &Row<'_>) -> Result<Hit, rusqlite::Error> {
    let (text, marks) = unmarked(&row.get::<_, String>("text")?);
    Ok(Hit {
        conversation: ConversationId(row.get("uid")?),
        title: row.get("title")?,
        message: row.get::<_, Option<i64>>("id")?.map(MessageId),
        text,
        marks,
        at: Millis(row.get("at")?),
    })
}

/// The text without its marks, and where they were.
fn unmarked(marked: &str) -> (String, Vec<Range<usize>>) {
    let (mut text, mut marks, mut open) = (String::with_capacity(marked.len()), Vec::new(), None);
    for one in marked.chars() {
        match one {
            OPEN => open = Some(text.len()),
            CLOSE => marks.extend(open.take().map(|from| from..text.len())),
            _ => text.push(one),
        }
    }
    (text, marks)
}
