//! What stood in a conversation before a call, as far as it came from servers; summaries hide none of it.

use model::{
    chat::{
        came::{Before, Came, From, Yes},
        card::ToolRef,
        message::{MessageId, Part},
    },
    name::ServerName,
    server::Registration,
};
use rusqlite::{Connection, Row, named_params};
use stdx::clock::Millis;

use crate::{chat::messages::Messages, error::Error, fault::Fault, row::Columns};

/// The messages above one, to the first.
const UP: &str = "
WITH RECURSIVE up(id) AS (
  SELECT parent_id FROM messages WHERE id = :message AND parent_id IS NOT NULL
  UNION ALL
  SELECT m.parent_id FROM up JOIN messages m ON m.id = up.id WHERE m.parent_id IS NOT NULL)";

impl Messages<'_> {
    /// What servers gave before this message was asked for, and to which tools the person said yes, in
    /// it too.
    ///
    /// # Errors
    /// [`Error::Unreadable`] names a row that cannot be understood.
    pub async fn before(self, message: MessageId) -> Result<Before, Error> {
        self.0
            .read(move |db| {
                let mut came = results(db, message)?;
                came.extend(attached(db, message)?);
                came.sort_by_key(|it| it.at);
                Ok(Before { came, yes: yes(db, message)? })
            })
            .await
    }
}

/// A result, an error of the tool's own, and what a server said in place of one.
fn results(db: &Connection, message: MessageId) -> Result<Vec<Came>, Fault> {
    let sql = format!(
        "{UP} SELECT c.id, c.server, c.tool, c.sent_to, c.ended_at AS at FROM up
         JOIN calls c ON c.message_id = up.id
         WHERE c.server IS NOT NULL AND c.ended_at IS NOT NULL AND (
           c.state IN ('done', 'failed') OR c.broken_kind = 'transport')"
    );
    let mut query = db.prepare_cached(&sql)?;
    let rows = query.query_map(named_params! { ":message": message.0 }, |row| Ok(tool(row)))?;
    let came = |Yes { tool, registration, at }| Came { from: From::Tool(tool), registration, at };
    rows.map(|row| row?.map(came)).collect()
}

fn yes(db: &Connection, message: MessageId) -> Result<Vec<Yes>, Fault> {
    let sql = format!(
        "{UP} SELECT c.id, c.server, c.tool, c.sent_to, c.started_at AS at FROM calls c
         WHERE (c.message_id = :message OR c.message_id IN (SELECT id FROM up))
           AND c.server IS NOT NULL AND c.started_at IS NOT NULL
           AND c.decided IN ('once', 'conversation', 'always')"
    );
    let mut query = db.prepare_cached(&sql)?;
    let rows = query.query_map(named_params! { ":message": message.0 }, |row| Ok(tool(row)))?;
    rows.map(|row| row?).collect()
}

/// A tool that was called, whose it was, and when.
fn tool(row: &Row<'_>) -> Result<Yes, Fault> {
    let row = Columns::new("calls", "id", row)?;
    Ok(Yes {
        tool: ToolRef { server: row.spelled("server")?, tool: row.get("tool")? },
        registration: row.get::<Option<String>>("sent_to")?.map(Registration),
        at: Millis(row.get("at")?),
    })
}

fn attached(db: &Connection, message: MessageId) -> Result<Vec<Came>, Fault> {
    let sql = format!(
        "{UP} SELECT m.id, m.at, m.body_json FROM up JOIN messages m ON m.id = up.id
         WHERE m.kind = 'person' AND m.body_json LIKE '%\"server\"%'"
    );
    let mut query = db.prepare_cached(&sql)?;
    let rows = query.query_map(named_params! { ":message": message.0 }, |row| Ok(parts(row)))?;
    let mut came = Vec::new();
    for row in rows {
        let (at, parts) = row??;
        came.extend(parts.iter().filter_map(whose).map(|it| Came {
            from: From::Attached(it),
            // What was attached says by its name alone whose it was.
            registration: None,
            at,
        }));
    }
    Ok(came)
}

fn parts(row: &Row<'_>) -> Result<(Millis, Vec<Part>), Fault> {
    let row = Columns::new("messages", "id", row)?;
    Ok((Millis(row.get("at")?), row.json("body_json")?))
}

fn whose(part: &Part) -> Option<ServerName> {
    match part {
        Part::Resource { server, .. } | Part::Prompt { server, .. } => Some(server.clone()),
        Part::Text { .. } | Part::File { .. } | Part::Picture { .. } => None,
    }
}
