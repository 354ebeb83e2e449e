//! What every supervisor needs, as values: no supervisor reads the machine by itself.

use std::{fmt, path::PathBuf, sync::Arc, time::Duration};

use inbox::Inbox;
use model::name::ServerName;
use stdx::{clock::Clock, text::sentence};
use store::{Db, media::MediaFolder};
use tokio::sync::{OnceCell, broadcast};
use vault::Vault;

use crate::{
    asking::keeping::Keeping, environment::Environment, error::Error, redact::typed::Typed,
};

/// How long the login shell may take to tell its `PATH`.
const SHELL_LIMIT: Duration = Duration::from_secs(5);

/// A person may come back to a prompt that waits for them; a row that says `Starting` for ever
/// helps nobody.
const KEYCHAIN_LIMIT: Duration = Duration::from_secs(120);

/// How long the first list of tools is waited for; the server is ready without it then, and its
/// tools come when they come.
const LIST_PATIENCE: Duration = Duration::from_secs(20);

/// Something happened to a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// It was registered, changed, or does something else now.
    Changed(ServerName),
    /// It is gone.
    Removed(ServerName),
    /// It lists other tools now.
    ToolsChanged(ServerName),
    /// It lists other prompts now.
    PromptsChanged(ServerName),
    /// It lists other resources or templates now.
    ResourcesChanged(ServerName),
    /// A resource that somebody watches is not what it was: its address.
    ResourceUpdated(ServerName, String),
    /// The person wishes something else of it.
    WishesChanged(ServerName),
    /// Answers to its questions were remembered or forgotten (HOST-52).
    AnswersChanged(ServerName),
    /// What the person wanted remembered or forgotten was not, and they were not told of it where
    /// they were asked.
    NotKept(ServerName, NotKept),
    /// Its log has more lines; at most ten times a second.
    LogGrew(ServerName),
}

/// What is not done that the person wanted of the keychain, in words that begin small and end without
/// a stop. As one text, it is sentences.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotKept {
    /// What, and why.
    pub said: String,
    /// What to do about it.
    pub hint: Option<&'static str>,
}

impl fmt::Display for NotKept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&sentence(&self.said))?;
        self.hint.map_or(Ok(()), |hint| write!(f, " {}", sentence(hint)))
    }
}

/// The parts; clones share them.
#[derive(Debug, Clone)]
pub struct Parts {
    /// The kept rows.
    pub db: Db,
    /// The secrets.
    pub vault: Vault,
    /// Who asks the person.
    pub inbox: Inbox,
    /// The time.
    pub clock: Clock,
    /// Ends what is left when we are killed.
    pub(crate) guard: mcp::Guard,
    /// The connections to all servers over HTTP.
    pub(crate) pool: mcp::Pool,
    /// The folder of the servers' logs; it exists.
    pub logs: PathBuf,
    /// Where bytes and long texts of results are kept.
    pub media: MediaFolder,
    /// How long a start waits for the keychain, which may be asking the person.
    pub(crate) keychain_limit: Duration,
    /// How long a server is not ready for want of its first list of tools.
    pub(crate) list_patience: Duration,
    /// What was typed for each server.
    pub(crate) typed: Typed,
    /// What is still to be kept of answers.
    pub(crate) keeping: Keeping,
    environment: Arc<OnceCell<Environment>>,
    events: broadcast::Sender<Event>,
}

impl Parts {
    /// Puts them together; the login shell is asked when the first server is started.
    ///
    /// # Errors
    /// [`Error::Guard`] when no process can be started at all, [`Error::Pool`] when TLS cannot be
    /// set up.
    pub fn new(
        db: Db,
        vault: Vault,
        inbox: Inbox,
        clock: Clock,
        logs: PathBuf,
        media: MediaFolder,
    ) -> Result<Self, Error> {
        let guard = mcp::Guard::start().map_err(Error::Guard)?;
        let pool = mcp::Pool::new().map_err(Error::Pool)?;
        let (events, _) = broadcast::channel(1024);
        let environment = Arc::default();
        Ok(Self {
            db,
            vault,
            inbox,
            clock,
            guard,
            pool,
            logs,
            media,
            keychain_limit: KEYCHAIN_LIMIT,
            list_patience: LIST_PATIENCE,
            typed: Typed::default(),
            keeping: Keeping::default(),
            environment,
            events,
        })
    }

    /// The person's environment. The first to ask waits for the login shell, at most 5 s.
    pub async fn environment(&self) -> &Environment {
        // Collected first: the iterator itself may not cross an await.
        let vars: Vec<_> = std::env::vars_os().collect();
        let find = || Environment::find(vars, SHELL_LIMIT);
        self.environment.get_or_init(find).await
    }

    /// The same, with an environment that nobody has to be asked for.
    #[cfg(test)]
    pub(crate) fn knowing(self, environment: Environment) -> Self {
        Self { environment: Arc::new(OnceCell::new_with(Some(environment))), ..self }
    }

    /// The same, with less patience for the keychain.
    #[cfg(test)]
    pub(crate) fn hurried(self, keychain_limit: Duration) -> Self {
        Self { keychain_limit, ..self }
    }

    /// The same, with less patience for lists of tools.
    #[cfg(test)]
    pub(crate) fn eager(self, list_patience: Duration) -> Self {
        Self { list_patience, ..self }
    }

    pub(crate) fn tell(&self, event: Event) {
        // No listener is fine: a headless run has no window.
        self.events.send(event).ok();
    }

    /// For those who may not hold the parts.
    pub(crate) fn teller(&self) -> broadcast::Sender<Event> {
        self.events.clone()
    }

    pub(crate) fn listen(&self) -> broadcast::Receiver<Event> {
        self.events.subscribe()
    }
}
