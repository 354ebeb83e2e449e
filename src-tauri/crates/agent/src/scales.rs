//! Weighs one call with all that bears on it: the rules, its tool as it is now, its paths, and what came
//! into the conversation before. What it finds is the driver's to do and the card's to say.

use std::{sync::Arc, time::Duration};

use model::{
    approval::{Action, Rule},
    chat::{
        came::Came,
        card::{By, Shown, ToolRef},
        id::ConversationId,
        message::MessageId,
    },
    server::Registration,
    tool::Tool,
};
use serde_json::{Map, Value, json};
use stdx::clock::Millis;
use store::{Db, digest::digest_of};
use tokio::{sync::Semaphore, task::spawn_blocking, time::timeout};
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

impl Defined {
    /// As a card shows it.
    pub fn shown(&self) -> Shown {
        Shown { by: self.by.clone(), definition: definition(&self.tool), before: None }
    }
}

/// What a server says of a tool, as JSON in lines.
fn definition(tool: &Tool) -> String {
    let all = json!({
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "annotations": tool.annotations,
        "inputSchema": tool.input_schema,
        "outputSchema": tool.output_schema,
    });
    serde_json::to_string_pretty(&all).unwrap_or_default()
}

/// A tool as its server offers it now.
pub async fn defined(db: &Db, catalog: &Catalog, tool: &ToolRef) -> Option<Defined> {
    let registration = registration(db, tool).await?;
    let found = catalog.tool(&tool.server, &tool.tool).await.ok()??;
    let by = By { registration, digest: digest_of(&found) };
    Some(Defined { tool: found, by })
}

/// How long who only looks waits for the disk.
const GLANCE: Duration = Duration::from_millis(300);
/// How many look at the disk at once; where as many hang, nobody waits for it any more.
const LOOKING: usize = 4;

/// Follows paths on the disk, which may be one that does not answer.
#[derive(Debug, Clone)]
pub(crate) enum Follow {
    /// However long it takes: a call is not sent before it is known where it leads.
    Patiently,
    /// As long as a glance may take, by these places.
    Glancing(Arc<Semaphore>),
}

impl Follow {
    /// For who only looks.
    pub(crate) fn glancing() -> Self {
        Self::Glancing(Arc::new(Semaphore::new(LOOKING)))
    }

    /// What comes of work on the disk; nothing where it is not known in time.
    async fn done<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        match self {
            Self::Patiently => spawn_blocking(work).await.ok(),
            Self::Glancing(places) => {
                let place = Arc::clone(places).try_acquire_owned().ok()?;
                // The place is held by the work, which nothing ends.
                let work = spawn_blocking(move || {
                    let _place = place;
                    work()
                });
                timeout(GLANCE, work).await.ok()?.ok()
            }
        }
    }
}

/// Weighs a call. Rules that cannot be read let nothing run.
pub(crate) async fn weighed(parts: &Parts, asked: Asked<'_>, follow: &Follow) -> Found {
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
    // Links are followed on the disk, where a rule asks for it.
    let needed = rules.iter().any(|it| it.terms.below.is_some());
    let paths = match paths::named(asked.arguments, &parts.home) {
        Some(named) if needed && !named.is_empty() => {
            follow.done(move || paths::resolved(&named)).await
        }
        named => named,
    };
    let call = Weighed {
        tool: asked.tool,
        registration: registration.as_ref(),
        digest: now.as_ref().map(|it| it.by.digest.as_str()),
        conversation: asked.conversation,
        paths: paths.as_deref(),
        now: parts.clock.now(),
    };
    let stale = stale(&rules, &Weighed { now: Millis(i64::MIN), ..call }).cloned();
    let action = weigh(&rules, &call);
    let again = match action {
        Some(Action::Allow) => {
            again(&rules, &call, claim(now.as_ref().map(|it| &it.tool)), &before)
        }
        Some(Action::Ask | Action::Deny) | None => None,
    };
    let action = if again.is_some() { Some(Action::Ask) } else { action };
    Found { action, now, again, stale }
}

async fn registration(db: &Db, tool: &ToolRef) -> Option<Registration> {
    Some(db.servers().get(&tool.server).await.ok()??.registration)
}

#[cfg(test)]
mod tests {
    use std::{path::PathBuf, sync::mpsc};

    use super::*;

    /// A disk that does not answer, until the other end is dropped.
    fn hanging() -> (mpsc::Sender<()>, impl FnOnce() -> Vec<PathBuf> + Send + 'static) {
        let (keep, held) = mpsc::channel::<()>();
        (keep, move || {
            held.recv().ok();
            Vec::new()
        })
    }

    /// One call whose path is on a dead mount holds up no other conversation.
    #[tokio::test]
    async fn who_only_looks_does_not_wait_for_a_disk_that_hangs() {
        let follow = Follow::glancing();
        let mut holds = Vec::new();
        for _ in 0..LOOKING {
            let (hold, work) = hanging();
            holds.push(hold);
            let found = timeout(GLANCE * 10, follow.done(work)).await;
            assert_eq!(found.expect("it is given up"), None);
        }
        let (never, work) = hanging();
        assert_eq!(timeout(GLANCE / 3, follow.done(work)).await, Ok(None), "nobody waits again");
        drop((holds, never));
    }

    #[tokio::test]
    async fn a_disk_that_answers_is_looked_at() {
        for follow in [Follow::glancing(), Follow::Patiently] {
            let found = follow.done(|| paths::resolved(&[PathBuf::from("/")])).await;
            assert_eq!(found, Some(vec![PathBuf::from("/")]));
        }
    }
}
