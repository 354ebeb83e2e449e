//! Weighs one call with all that bears on it: the rules, its tool as it is now, its paths, and what came
//! into the conversation before. What it finds is the driver's to do and the card's to say.

use std::path::{Path, PathBuf};

use model::{
    approval::{Action, Rule},
    chat::{came::Came, card::ToolRef, id::ConversationId, message::MessageId},
    server::Registration,
    tool::Tool,
};
use serde_json::{Map, Value};
use stdx::clock::Millis;
use store::{Db, digest::digest_of};
use tokio::task::spawn_blocking;
use tools::Catalog;

use crate::{
    again::{again, claim},
    parts::Parts,
    paths,
    weigh::{Weighed, stale, weigh},
};

/// A call that is to be weighed.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// Where.
    pub conversation: &'a ConversationId,
    /// The reply that asks for it.
    pub message: MessageId,
    /// Its tool.
    pub tool: &'a ToolRef,
    /// What it would be given.
    pub arguments: &'a Map<String, Value>,
}

/// What bears on a call.
#[derive(Debug, Clone, Default)]
pub struct Found {
    /// What is to be done with it; nothing that is said of it: the person is asked.
    pub action: Option<Action>,
    /// Its tool as it is defined now, where it is offered.
    pub now: Option<Defined>,
    /// What came in after the person's yes, where that is why they are asked.
    pub again: Option<Came>,
    /// A rule that let it run as long as it was defined otherwise.
    pub stale: Option<Rule>,
}

/// A tool as it is defined now.
#[derive(Debug, Clone)]
pub struct Defined {
    /// It.
    pub tool: Tool,
    /// Whose.
    pub by: By,
}

/// By whom and as what a tool is defined: what was weighed is sent only while this stays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct By {
    /// The registration of its server.
    pub registration: Registration,
    /// The digest of its definition.
    pub digest: String,
}

/// A tool as its server offers it now.
pub async fn defined(db: &Db, catalog: &Catalog, tool: &ToolRef) -> Option<Defined> {
    let registration = registration(db, tool).await?;
    let found = catalog.tool(&tool.server, &tool.tool).await.ok()??;
    let by = By { registration, digest: digest_of(&found) };
    Some(Defined { tool: found, by })
}

/// Weighs a call. Rules that cannot be read let nothing run.
pub(crate) async fn weighed(parts: &Parts, asked: Asked<'_>) -> Found {
    let now = defined(&parts.db, &parts.catalog, asked.tool).await;
    let (Ok(rules), Ok(before)) =
        (parts.db.rules().list().await, parts.db.messages().before(asked.message).await)
    else {
        return Found { now, ..Found::default() };
    };
    // A server that could not list its tools is known by its row.
    let registration = match &now {
        Some(it) => Some(it.by.registration.clone()),
        None => registration(&parts.db, asked.tool).await,
    };
    let (tool, conversation) = (asked.tool.clone(), asked.conversation.clone());
    let (arguments, home) = (asked.arguments.clone(), parts.home.clone());
    let at = parts.clock.now();
    let found = now.clone();
    let weighing = move || {
        let paths = paths_of(&arguments, &home);
        let call = Weighed {
            tool: &tool,
            registration: registration.as_ref(),
            digest: found.as_ref().map(|it| it.by.digest.as_str()),
            conversation: &conversation,
            paths: paths.as_deref(),
            now: at,
        };
        let stale = stale(&rules, &Weighed { now: Millis(i64::MIN), ..call }).cloned();
        let action = weigh(&rules, &call);
        let again = match action {
            Some(Action::Allow) => {
                again(&rules, &call, claim(found.as_ref().map(|it| &it.tool)), &before)
            }
            Some(Action::Ask | Action::Deny) | None => None,
        };
        let action = if again.is_some() { Some(Action::Ask) } else { action };
        Found { action, now: found, again, stale }
    };
    // Links are followed on the disk.
    spawn_blocking(weighing).await.unwrap_or(Found { now, ..Found::default() })
}

async fn registration(db: &Db, tool: &ToolRef) -> Option<Registration> {
    Some(db.servers().get(&tool.server).await.ok()??.registration)
}

fn paths_of(arguments: &Map<String, Value>, home: &Path) -> Option<Vec<PathBuf>> {
    paths::named(arguments, home).map(|it| paths::resolved(&it))
}
