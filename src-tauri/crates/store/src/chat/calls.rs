//! The calls that models asked for, one row each, with what became of them (HOST-25 to HOST-33).

use model::{
    chat::{
        card::{CallId, Card, CardState, Decided, Shown},
        id::ConversationId,
        message::MessageId,
    },
    server::Registration,
};
use rusqlite::{Connection, OptionalExtension, Transaction, named_params};
use stdx::clock::Millis;

use crate::{
    chat::card::{self, card, standing},
    db::Db,
    error::{Error, Named},
    fault::Fault,
    row::spelling,
};

pub(crate) const CREATE: &str = "
CREATE TABLE calls (
  id               TEXT NOT NULL PRIMARY KEY CHECK (length(id) > 0),
  message_id       INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
  position         INTEGER NOT NULL CONSTRAINT position_is_a_place CHECK (position >= 0),
  provider_id      TEXT NOT NULL,
  public           TEXT NOT NULL,
  server           TEXT,
  tool             TEXT,
  arguments        TEXT NOT NULL,
  arguments_broken INTEGER NOT NULL CONSTRAINT arguments_are_json_or_broken CHECK (
                     arguments_broken = 1 OR (arguments_broken = 0 AND json_valid(arguments))),
  kept_json        TEXT CONSTRAINT kept_block_is_json CHECK (json_valid(kept_json)),
  state            TEXT NOT NULL CONSTRAINT state_of_call_is_known CHECK (
                     state IN ('pending', 'running', 'done', 'failed', 'broken', 'cancelled',
                       'rejected', 'interrupted')),
  broken_kind      TEXT CONSTRAINT kind_of_break_is_known CHECK (
                     broken_kind IN ('dispatch', 'transport')),
  reason           TEXT,
  outcome_json     TEXT CONSTRAINT outcome_is_json CHECK (json_valid(outcome_json)),
  decided          TEXT CONSTRAINT decision_is_known CHECK (
                     decided IN ('rule', 'once', 'conversation', 'always')),
  asked_at         INTEGER NOT NULL,
  started_at       INTEGER,
  ended_at         INTEGER,
  CONSTRAINT a_tool_has_a_server CHECK ((server IS NULL) = (tool IS NULL)),
  CONSTRAINT a_result_has_an_outcome CHECK (
    (state IN ('done', 'failed')) = (outcome_json IS NOT NULL)),
  CONSTRAINT a_break_has_a_kind CHECK ((state = 'broken') = (broken_kind IS NOT NULL)),
  CONSTRAINT what_did_not_run_has_a_reason CHECK (
    (state IN ('broken', 'rejected')) = (reason IS NOT NULL))
);
CREATE INDEX ix_calls_message ON calls(message_id, position);
CREATE INDEX ix_calls_open ON calls(state, asked_at) WHERE state IN ('pending', 'running');
";

/// What a card that waits showed of its tool, and to which registration a call was sent. Those that were
/// sent before this was kept went to the one that is there, if it was there by then.
pub(crate) const SHOWN: &str = "
ALTER TABLE calls ADD COLUMN shown_json TEXT CONSTRAINT shown_is_json CHECK (json_valid(shown_json));
ALTER TABLE calls ADD COLUMN sent_to TEXT;
UPDATE calls SET sent_to = (
  SELECT s.registration FROM servers s WHERE s.name = calls.server AND s.created_at <= calls.started_at)
WHERE started_at IS NOT NULL;
";

/// The calls of one database.
#[derive(Clone, Copy)]
pub struct Calls<'a>(&'a Db);

/// A call that waits for the person.
#[derive(Debug, Clone, PartialEq)]
pub struct Waiting {
    /// In which conversation.
    pub conversation: ConversationId,
    /// The reply that asked for it.
    pub message: MessageId,
    /// It.
    pub card: Card,
}

impl Db {
    /// What models asked tools for.
    pub fn calls(&self) -> Calls<'_> {
        Calls(self)
    }
}

impl Calls<'_> {
    /// Keeps a new call, at a place of what its reply says.
    ///
    /// # Errors
    /// [`Error::Missing`] where there is no such message; [`Error::CallTaken`].
    pub async fn put(self, message: MessageId, position: usize, card: &Card) -> Result<(), Error> {
        let card = card.clone();
        self.0
            .write(move |db| {
                has_message(db, message)?;
                card::insert(db, message, position, &card)
            })
            .await
    }

    /// Notes how a call stands now; that it is sent is noted by [`Calls::send`]. A time or a decision that is not given stays as it was. One that
    /// is over stays as it is: no call has two results (HOST-33).
    ///
    /// # Errors
    /// [`Error::CallIsOver`], [`Error::Missing`].
    pub async fn set(
        self,
        id: &CallId,
        state: &CardState,
        started: Option<Millis>,
        ended: Option<Millis>,
        decided: Option<Decided>,
    ) -> Result<(), Error> {
        let (id, state) = (id.clone(), state.clone());
        let sql = "
            UPDATE calls SET state = :state, shown_json = iif(:state = 'pending', shown_json, NULL), broken_kind = :broken, reason = :reason,
              outcome_json = :outcome, started_at = coalesce(:started, started_at),
              ended_at = coalesce(:ended, ended_at), decided = coalesce(:decided, decided)
            WHERE id = :id AND state IN ('pending', 'running')";
        // It is not waited for: a result that a power cut took is one that was interrupted.
        let work = move |db: &Transaction<'_>| {
            let standing = standing(&state)?;
            let changed = db.prepare_cached(sql)?.execute(named_params! {
                ":id": id.0,
                ":state": standing.state,
                ":broken": standing.broken,
                ":reason": standing.reason,
                ":outcome": standing.outcome,
                ":started": started.map(|it| it.0),
                ":ended": ended.map(|it| it.0),
                ":decided": decided.as_ref().map(spelling).transpose()?,
            })?;
            if changed > 0 {
                return Ok(());
            }
            Err(no_more(db, id)?)
        };
        self.0.write_soon(work).await
    }

    /// Notes what a card that waits shows of its tool. Whoever was asked before was shown another: what
    /// they said is forgotten.
    ///
    /// # Errors
    /// As the database fails; one that does not wait any more stays as it is.
    pub async fn show(self, id: &CallId, shown: &Shown) -> Result<(), Error> {
        let (id, shown) = (id.clone(), shown.clone());
        let sql =
            "UPDATE calls SET shown_json = ?2, decided = NULL WHERE id = ?1 AND state = 'pending'";
        self.0
            .write_soon(move |db| {
                db.prepare_cached(sql)?.execute((&id.0, serde_json::to_string(&shown)?))?;
                Ok(())
            })
            .await
    }

    /// Notes that a call runs, to whom it is sent, and who let it. One that does not wait any more is
    /// not sent: no call runs twice (HOST-33).
    ///
    /// # Errors
    /// [`Error::CallIsOver`], also for one that runs already; [`Error::Missing`].
    pub async fn send(
        self,
        id: &CallId,
        to: &Registration,
        started: Millis,
        decided: Option<Decided>,
    ) -> Result<(), Error> {
        let (id, to) = (id.clone(), to.clone());
        let sql = "
            UPDATE calls SET state = 'running', shown_json = NULL, sent_to = ?2, started_at = ?3,
              decided = coalesce(?4, decided)
            WHERE id = ?1 AND state = 'pending'";
        // This is waited for: what ran twice cannot be mended.
        self.0
            .write(move |db| {
                let decided = decided.as_ref().map(spelling).transpose()?;
                let row = (&id.0, &to.0, started.0, decided);
                if db.prepare_cached(sql)?.execute(row)? > 0 {
                    return Ok(());
                }
                Err(no_more(db, id)?)
            })
            .await
    }

    /// Notes that these calls were stopped, all at once. One that is over stays as it is.
    ///
    /// # Errors
    /// As the database fails.
    pub async fn cancel(self, ids: &[CallId], ended: Millis) -> Result<(), Error> {
        let ids = ids.to_vec();
        let sql = "UPDATE calls SET state = 'cancelled', shown_json = NULL, ended_at = ?2
                   WHERE id = ?1 AND state IN ('pending', 'running')";
        self.0
            .write(move |db| {
                let mut query = db.prepare_cached(sql)?;
                for id in &ids {
                    query.execute((&id.0, ended.0))?;
                }
                Ok(())
            })
            .await
    }

    /// A call, and the message that asked for it.
    ///
    /// # Errors
    /// [`Error::Missing`]; [`Error::Unreadable`] names a row that cannot be understood.
    pub async fn get(self, id: &CallId) -> Result<(MessageId, Card), Error> {
        let id = id.clone();
        self.0
            .read(move |db| {
                let mut query = db.prepare_cached("SELECT * FROM calls WHERE id = ?1")?;
                let found = query
                    .query_row([&id.0], |row| Ok((MessageId(row.get("message_id")?), card(row))));
                match found.optional()? {
                    Some((message, card)) => Ok((message, card?)),
                    None => Err(Error::Missing(Named::Call(id)).into()),
                }
            })
            .await
    }

    /// How many wait for the person.
    ///
    /// # Errors
    /// As the database fails.
    pub async fn count_pending(self) -> Result<usize, Error> {
        let sql = "
            SELECT count(*) FROM calls
            JOIN messages m ON m.id = calls.message_id
            JOIN conversations c ON c.id = m.conversation_id
            WHERE calls.state = 'pending' AND c.trashed_at IS NULL";
        self.0
            .read(move |db| {
                let many: i64 = db.prepare_cached(sql)?.query_row((), |row| row.get(0))?;
                Ok(usize::try_from(many).unwrap_or_default())
            })
            .await
    }

    /// All that wait for the person, the oldest first; those of conversations in the trash do not.
    ///
    /// # Errors
    /// As for [`Calls::get`].
    pub async fn pending(self) -> Result<Vec<Waiting>, Error> {
        let sql = "
            SELECT calls.*, c.uid FROM calls
            JOIN messages m ON m.id = calls.message_id
            JOIN conversations c ON c.id = m.conversation_id
            WHERE calls.state = 'pending' AND c.trashed_at IS NULL
            ORDER BY calls.asked_at, calls.message_id, calls.position";
        self.0
            .read(move |db| {
                let mut query = db.prepare_cached(sql)?;
                let rows = query.query_map((), |row| {
                    let conversation = ConversationId(row.get("uid")?);
                    let message = MessageId(row.get("message_id")?);
                    Ok(card(row).map(|card| Waiting { conversation, message, card }))
                })?;
                rows.map(|row| row?).collect()
            })
            .await
    }
}

/// Why a call cannot become something else.
fn no_more(db: &Connection, id: CallId) -> Result<Fault, Fault> {
    let mut query = db.prepare_cached("SELECT state FROM calls WHERE id = ?1")?;
    let found = query.query_row([&id.0], |row| row.get(0)).optional()?;
    Ok(match found {
        Some(state) => Error::CallIsOver { call: id, state },
        None => Error::Missing(Named::Call(id)),
    }
    .into())
}

fn has_message(db: &Connection, id: MessageId) -> Result<(), Fault> {
    let mut query = db.prepare_cached("SELECT 1 FROM messages WHERE id = ?1")?;
    if query.exists([id.0])? {
        return Ok(());
    }
    Err(Error::Missing(Named::Message(id)).into())
}
