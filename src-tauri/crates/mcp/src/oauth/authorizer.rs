//! Has the token of one server: from what is kept, renewed in time, and from a login where the
//! server wants one. One logs in or renews, and all others wait for that one.

use std::{
    fmt,
    sync::{Mutex, PoisonError},
};

use stdx::{clock::Millis, secret::Secret};
use tracing::warn;

use crate::{
    http::challenge::Challenge,
    oauth::{
        bearer::{Bearer, Bearing, Refused},
        error::LoginError,
        kept::{Access, Kept},
        login::Login,
        renewal::{Renewed, renew},
        scopes::worth_asking,
    },
};

/// How long nobody tries again to renew a token after that has failed, in milliseconds.
const PAUSE: i64 = 10_000;

/// Has the token of one server.
pub struct Authorizer {
    login: Login,
    /// What requests see; nothing awaits while it is held.
    now: Mutex<Now>,
    /// What is kept; held by the one that logs in or renews.
    desk: tokio::sync::Mutex<Desk>,
}

/// The token as it is now.
#[derive(Default)]
struct Now {
    access: Option<Access>,
    standing: Standing,
    /// How many logins came to nothing, and why the last one did.
    failures: u64,
    failure: Option<LoginError>,
    /// When it could last not be renewed, for a reason that may pass.
    failed_at: Option<Millis>,
}

/// How much is known of a token.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Standing {
    /// It was of use, or may have been before we were started.
    #[default]
    Proven,
    /// It is new, by the means of the last login.
    Renewed,
    /// It is new, by a login.
    Fresh,
}

/// What is kept, once it is read.
enum Desk {
    Unread,
    Read(Option<Box<Kept>>),
}

impl Authorizer {
    /// Nothing is read and nobody is asked yet.
    pub fn new(login: Login) -> Self {
        Self { login, now: Mutex::default(), desk: tokio::sync::Mutex::new(Desk::Unread) }
    }

    /// Logs in as a server's refusal says, whatever is kept. Requests that wait for a token wait
    /// for this one.
    ///
    /// # Errors
    /// All of [`LoginError`].
    pub async fn log_in(&self, challenge: &Challenge) -> Result<(), LoginError> {
        let mut desk = self.desk.lock().await;
        self.read(&mut desk).await?;
        self.enter(&mut desk, challenge).await
    }

    async fn enter(&self, desk: &mut Desk, challenge: &Challenge) -> Result<(), LoginError> {
        let mut outcome = Box::pin(self.login.run(challenge, desk.kept())).await;
        if matches!(outcome, Err(LoginError::Forgotten(_))) && self.forgot(desk).await {
            outcome = Box::pin(self.login.run(challenge, desk.kept())).await;
        }
        match outcome {
            Ok(kept) => self.keep(desk, kept, Standing::Fresh).await,
            Err(error) => {
                let mut now = self.now();
                now.failures += 1;
                now.failure = Some(error.clone());
                return Err(error);
            }
        }
        Ok(())
    }

    /// Whoever gives out tokens does not know us. Says whether we can register again.
    async fn forgot(&self, desk: &mut Desk) -> bool {
        let reused = desk.kept().filter(|kept| self.login.reuses(&kept.client)).cloned();
        let Some(mut kept) = reused else { return false };
        kept.client.forgotten = true;
        kept.credentials = None;
        self.keep(desk, kept, Standing::Renewed).await;
        true
    }

    /// What is kept is read once.
    async fn read(&self, desk: &mut Desk) -> Result<(), LoginError> {
        if matches!(desk, Desk::Unread) {
            let text = self.login.store.load().await?;
            let kept = text.as_ref().map(Kept::read).transpose()?;
            self.show(kept.as_ref(), Standing::Proven);
            *desk = Desk::Read(kept.map(Box::new));
        }
        Ok(())
    }

    /// It is of use even where it cannot be kept for the next time.
    async fn keep(&self, desk: &mut Desk, kept: Kept, now: Standing) {
        self.show(Some(&kept), now);
        let text = kept.write();
        *desk = Desk::Read(Some(Box::new(kept)));
        if let Err(error) = self.login.store.save(text).await {
            warn!(%error, "what a login gave is not kept for the next time");
        }
    }

    fn show(&self, kept: Option<&Kept>, standing: Standing) {
        let mut now = self.now();
        (now.access, now.standing) = (kept.and_then(Kept::access), standing);
        now.failed_at = None;
    }

    fn now(&self) -> std::sync::MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn access(&self) -> Option<Access> {
        self.now().access.clone()
    }

    /// The token that can be sent without more ado.
    fn ready(&self) -> Option<Secret> {
        let now = self.login.clock.now();
        let access = self.access()?;
        (!access.renewable || !access.is_stale(now)).then_some(access.token)
    }

    /// Gets a new token by the means of the last login. Says whether there is one.
    async fn renewed(&self, desk: &mut Desk) -> Result<bool, LoginError> {
        let Some(kept) = desk.kept() else { return Ok(false) };
        if !kept.access().is_some_and(|access| access.renewable) {
            return Ok(false);
        }
        match Box::pin(renew(&self.login.server, kept)).await {
            Ok(Renewed::Anew(kept)) => {
                self.keep(desk, *kept, Standing::Renewed).await;
                Ok(true)
            }
            Ok(Renewed::Spent) => {
                // The client may still be good, and the scopes are worth knowing.
                let kept = Kept { credentials: None, ..kept.clone() };
                self.keep(desk, kept, Standing::Renewed).await;
                Ok(false)
            }
            Err(LoginError::Forgotten(_)) if self.forgot(desk).await => Ok(false),
            Err(error) => {
                self.now().failed_at = Some(self.login.clock.now());
                Err(error)
            }
        }
    }

    /// Whether a renewal failed so short a time ago that the next one would fail as well.
    fn failed_lately(&self) -> bool {
        let now = self.login.clock.now();
        self.now().failed_at.is_some_and(|at| (0..PAUSE).contains(&(now.0 - at.0)))
    }

    /// Why a login came to nothing for which a request waited.
    fn failed_after(&self, failures: u64) -> Option<LoginError> {
        let now = self.now();
        now.failure.clone().filter(|_| now.failures > failures)
    }

    /// What is done about a refusal.
    async fn answer(&self, refused: Refused) -> Result<bool, LoginError> {
        let mut desk = self.desk.lock().await;
        self.read(&mut desk).await?;
        let (access, standing) = {
            let now = self.now();
            (now.access.clone(), now.standing)
        };
        let (sent, current) = (refused.token.as_ref(), access.as_ref().map(|it| &it.token));
        if current.is_some() && current != sent {
            // Somebody has got another one meanwhile.
            return Ok(true);
        }
        let Refused { status, challenge, .. } = &refused;
        if *status == 403 {
            let is_wider = challenge.error.as_deref() == Some("insufficient_scope");
            let asked = desk.kept().map(Kept::known_scopes).unwrap_or_default();
            if !is_wider || !worth_asking(challenge.scope.as_deref(), &asked) {
                return Ok(false);
            }
        }
        if let Some(failure) = self.failed_after(refused.failures) {
            return Err(failure);
        }
        if *status == 403 {
            return self.enter(&mut desk, challenge).await.map(|()| true);
        }
        match (current, standing) {
            (Some(_), Standing::Fresh) => return Err(LoginError::Useless),
            (Some(_), Standing::Proven) => {
                if self.renewed(&mut desk).await.unwrap_or_else(|error| told(&error)) {
                    return Ok(true);
                }
            }
            (Some(_), Standing::Renewed) | (None, _) => {}
        }
        self.enter(&mut desk, challenge).await.map(|()| true)
    }
}

impl Bearer for Authorizer {
    fn token(&self) -> Bearing<'_, Option<Secret>> {
        Box::pin(async {
            if let Some(token) = self.ready() {
                return Some(token);
            }
            let mut desk = self.desk.lock().await;
            if let Err(error) = self.read(&mut desk).await {
                told(&error);
            }
            if let Some(token) = self.ready() {
                return Some(token);
            }
            if !self.failed_lately()
                && let Err(error) = self.renewed(&mut desk).await
            {
                told(&error);
            }
            // The old one may do for a while; if not, the server will say so.
            self.access().map(|access| access.token)
        })
    }

    fn failures(&self) -> u64 {
        self.now().failures
    }

    fn served(&self, token: &Secret) {
        let mut now = self.now();
        if now.access.as_ref().is_some_and(|access| access.token == *token) {
            now.standing = Standing::Proven;
        }
    }

    fn refused(&self, refused: Refused) -> Bearing<'_, Result<bool, LoginError>> {
        Box::pin(self.answer(refused))
    }
}

/// There is another way, so it is no failure yet.
fn told(error: &LoginError) -> bool {
    warn!(%error, "a token was not renewed");
    false
}

impl Desk {
    fn kept(&self) -> Option<&Kept> {
        match self {
            Self::Unread => None,
            Self::Read(kept) => kept.as_deref(),
        }
    }
}

impl fmt::Debug for Authorizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Authorizer").finish_non_exhaustive()
    }
}
