//! Holds the token of one server and what is kept of its login, and renews it; it knows no request,
//! and no page.

use std::sync::{Mutex, MutexGuard, PoisonError};

use stdx::{clock::Millis, secret::Secret};
use tracing::warn;

use crate::oauth::{
    error::LoginError,
    kept::{Access, Kept},
    login::Login,
    renewal::{Renewed, renew},
};

/// How long nobody tries again to renew a token after that has failed, in milliseconds.
const PAUSE: i64 = 10_000;

/// Holds the token of one server.
pub(super) struct Holder {
    pub(super) login: Login,
    /// What requests see; nothing awaits while it is held.
    now: Mutex<Now>,
}

/// The token as it is now.
#[derive(Default)]
pub(super) struct Now {
    pub(super) access: Option<Access>,
    pub(super) standing: Standing,
    /// How many logins came to nothing, and why the last one did.
    pub(super) failures: u64,
    pub(super) failure: Option<LoginError>,
    /// When it could last not be renewed, for a reason that may pass.
    failed_at: Option<Millis>,
}

/// How much is known of a token.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Standing {
    /// It was of use, or may have been before we were started.
    #[default]
    Proven,
    /// It is new, by the means of the last login.
    Renewed,
    /// It is new, by a login.
    Fresh,
}

/// What is kept, once it is read.
pub(super) enum Desk {
    Unread,
    Read(Option<Box<Kept>>),
}

impl Holder {
    pub(super) fn new(login: Login) -> Self {
        Self { login, now: Mutex::default() }
    }

    /// Whoever gives out tokens does not know us. Says whether we can register again.
    pub(super) async fn forgot(&self, desk: &mut Desk) -> bool {
        let reused = desk.kept().filter(|kept| self.login.reuses(&kept.client)).cloned();
        let Some(mut kept) = reused else { return false };
        kept.client.forgotten = true;
        kept.credentials = None;
        self.keep(desk, kept, Standing::Renewed).await;
        true
    }

    /// What is kept is read once.
    pub(super) async fn read(&self, desk: &mut Desk) -> Result<(), LoginError> {
        if matches!(desk, Desk::Unread) {
            let text = self.login.store.load().await?;
            let kept = text.as_ref().map(Kept::read).transpose()?;
            self.show(kept.as_ref(), Standing::Proven);
            *desk = Desk::Read(kept.map(Box::new));
        }
        Ok(())
    }

    /// It is of use even where it cannot be kept for the next time.
    pub(super) async fn keep(&self, desk: &mut Desk, kept: Kept, now: Standing) {
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

    pub(super) fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn access(&self) -> Option<Access> {
        self.now().access.clone()
    }

    /// The token that can be sent without more ado.
    pub(super) fn ready(&self) -> Option<Secret> {
        let now = self.login.clock.now();
        let access = self.access()?;
        (!access.renewable || !access.is_stale(now)).then_some(access.token)
    }

    /// Gets a new token by the means of the last login. Says whether there is one.
    pub(super) async fn renewed(&self, desk: &mut Desk) -> Result<bool, LoginError> {
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
    pub(super) fn failed_lately(&self) -> bool {
        let now = self.login.clock.now();
        self.now().failed_at.is_some_and(|at| (0..PAUSE).contains(&(now.0 - at.0)))
    }

    /// Why a login came to nothing for which a request waited.
    pub(super) fn failed_after(&self, failures: u64) -> Option<LoginError> {
        let now = self.now();
        now.failure.clone().filter(|_| now.failures > failures)
    }
}

impl Desk {
    pub(super) fn kept(&self) -> Option<&Kept> {
        match self {
            Self::Unread => None,
            Self::Read(kept) => kept.as_deref(),
        }
    }
}
