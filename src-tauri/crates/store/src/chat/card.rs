//! Between a [`Card`] and the columns of its row.

use model::{
    chat::card::{Arguments, BrokenKind, CallId, Card, CardState, ToolRef},
    chat::message::MessageId,
    server::Registration,
};
use rusqlite::{Connection, OptionalExtension, Row, named_params};
use serde_json::Value;
use stdx::clock::Millis;

use crate::{
    chat::outcome,
    error::Error,
    fault::Fault,
    row::{Columns, spelling},
};

/// How a call stands, in its row.
pub(super) struct Standing {
    pub(super) state: &'static str,
    pub(super) broken: Option<&'static str>,
    pub(super) reason: Option<String>,
    pub(super) outcome: Option<String>,
}

/// What stands in the row of a call.
pub(super) fn standing(state: &CardState) -> Result<Standing, Fault> {
    let plain = |state| Standing { state, broken: None, reason: None, outcome: None };
    Ok(match state {
        CardState::Pending => plain("pending"),
        CardState::Running => plain("running"),
        CardState::Done(it) => Standing { outcome: Some(outcome::written(it)?), ..plain("done") },
        CardState::Failed(it) => {
            Standing { outcome: Some(outcome::written(it)?), ..plain("failed") }
        }
        CardState::Broken(kind, why) => Standing {
            broken: Some(match kind {
                BrokenKind::Dispatch => "dispatch",
                BrokenKind::Transport => "transport",
            }),
            reason: Some(why.clone()),
            ..plain("broken")
        },
        CardState::Cancelled => plain("cancelled"),
        CardState::Rejected(why) => Standing { reason: Some(why.clone()), ..plain("rejected") },
        CardState::Interrupted => plain("interrupted"),
    })
}

/// Keeps a new call of a message.
pub(super) fn insert(
    db: &Connection,
    message: MessageId,
    position: usize,
    card: &Card,
) -> Result<(), Fault> {
    match try_insert(db, message, position, card)? {
        0 => Err(Error::CallTaken(card.id.clone()).into()),
        _ => Ok(()),
    }
}

/// The same, but one that the message has already is left as it is.
pub(super) fn insert_if_new(
    db: &Connection,
    message: MessageId,
    position: usize,
    card: &Card,
) -> Result<(), Fault> {
    // What its outcome would be written as is only looked at for a new one.
    let mut query = db.prepare_cached("SELECT message_id FROM calls WHERE id = ?1")?;
    match query.query_row([&card.id.0], |row| row.get::<_, i64>(0)).optional()? {
        None => insert(db, message, position, card),
        Some(found) if found == message.0 => Ok(()),
        Some(_) => Err(Error::CallTaken(card.id.clone()).into()),
    }
}

fn try_insert(
    db: &Connection,
    message: MessageId,
    position: usize,
    card: &Card,
) -> Result<usize, Fault> {
    let sql = "
        INSERT INTO calls (id, message_id, position, provider_id, public, server, tool, arguments,
          arguments_broken, kept_json, state, broken_kind, reason, outcome_json, shown_json, sent_to, decided,
          asked_at, started_at, ended_at)
        VALUES (:id, :message, :position, :provider_id, :public, :server, :tool, :arguments,
          :arguments_broken, :kept, :state, :broken, :reason, :outcome, :shown, :sent_to, :decided,
          :asked, :started, :ended)
        ON CONFLICT (id) DO NOTHING";
    let standing = standing(&card.state)?;
    let (arguments, broken) = match &card.arguments {
        Arguments::Object(map) => (serde_json::to_string(map)?, false),
        Arguments::Broken(text) => (text.clone(), true),
    };
    let changed = db.prepare_cached(sql)?.execute(named_params! {
        ":id": card.id.0,
        ":message": message.0,
        ":position": i64::try_from(position).unwrap_or(i64::MAX),
        ":provider_id": card.provider_id,
        ":public": card.public,
        ":server": card.tool.as_ref().map(|it| it.server.as_str()),
        ":tool": card.tool.as_ref().map(|it| &it.tool),
        ":arguments": arguments,
        ":arguments_broken": broken,
        ":kept": card.kept.as_ref().map(Value::to_string),
        ":state": standing.state,
        ":broken": standing.broken,
        ":reason": standing.reason,
        ":outcome": standing.outcome,
        ":shown": card.shown.as_ref().map(serde_json::to_string).transpose()?,
        ":sent_to": card.sent_to.as_ref().map(|it| &it.0),
        ":decided": card.decided.as_ref().map(spelling).transpose()?,
        ":asked": card.asked.0,
        ":started": card.started.map(|it| it.0),
        ":ended": card.ended.map(|it| it.0),
    })?;
    Ok(changed)
}

/// The calls of a message in their order, each with its place in what was said.
pub(super) fn of(db: &Connection, message: MessageId) -> Result<Vec<(usize, Card)>, Fault> {
    let sql = "SELECT * FROM calls WHERE message_id = ?1 ORDER BY position, rowid";
    let mut query = db.prepare_cached(sql)?;
    let rows = query.query_map([message.0], |row| {
        let position: i64 = row.get("position")?;
        Ok(card(row).map(|it| (usize::try_from(position).unwrap_or(usize::MAX), it)))
    })?;
    rows.map(|row| row?).collect()
}

/// The call of a row.
pub(super) fn card(row: &Row<'_>) -> Result<Card, Fault> {
    let row = Columns::new("calls", "id", row)?;
    let server = row.spelled_if_any("server")?;
    let tool: Option<String> = row.get("tool")?;
    let arguments = match row.get("arguments_broken")? {
        true => Arguments::Broken(row.get("arguments")?),
        false => Arguments::Object(row.json("arguments")?),
    };
    let at = |column| Ok::<_, Fault>(row.get::<Option<i64>>(column)?.map(Millis));
    Ok(Card {
        id: CallId(row.get("id")?),
        provider_id: row.get("provider_id")?,
        public: row.get("public")?,
        tool: server.zip(tool).map(|(server, tool)| ToolRef { server, tool }),
        arguments,
        kept: row.json_if_any("kept_json")?,
        state: state(&row)?,
        shown: match row.get::<Option<String>>("shown_json")? {
            Some(_) => Some(row.json("shown_json")?),
            None => None,
        },
        sent_to: row.get::<Option<String>>("sent_to")?.map(Registration),
        decided: row.spelled_if_any("decided")?,
        asked: Millis(row.get("asked_at")?),
        started: at("started_at")?,
        ended: at("ended_at")?,
    })
}

fn state(row: &Columns<'_>) -> Result<CardState, Fault> {
    let outcome = || {
        let read = outcome::read(&row.get::<String>("outcome_json")?);
        read.map(Box::new).map_err(|error| row.unreadable("outcome_json", &error))
    };
    Ok(match row.get::<String>("state")?.as_str() {
        "pending" => CardState::Pending,
        "running" => CardState::Running,
        "done" => CardState::Done(outcome()?),
        "failed" => CardState::Failed(outcome()?),
        "broken" => {
            let kind = match row.get::<String>("broken_kind")?.as_str() {
                "dispatch" => BrokenKind::Dispatch,
                "transport" => BrokenKind::Transport,
                other => {
                    let why = format!("`{other}` is nowhere a call breaks");
                    return Err(row.unreadable("broken_kind", &why));
                }
            };
            CardState::Broken(kind, row.get("reason")?)
        }
        "cancelled" => CardState::Cancelled,
        "rejected" => CardState::Rejected(row.get("reason")?),
        "interrupted" => CardState::Interrupted,
        other => return Err(row.unreadable("state", &format!("`{other}` is no state of a call"))),
    })
}
