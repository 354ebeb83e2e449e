//! Has the token of one server: from what is kept, renewed in time, and from a login where the
//! server wants one. One logs in or renews, and all others wait for that one.

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use stdx::{secret::Secret, tasks::Tasks};
use tokio::sync::{OwnedMutexGuard, oneshot};
use tracing::warn;

use crate::{
    http::challenge::Challenge,
    oauth::{
        bearer::{Bearer, Bearing, Refused},
        error::LoginError,
        holder::{Desk, Holder, Standing},
        kept::Kept,
        login::Login,
        scopes::worth_asking,
    },
};

/// Has the token of one server.
pub struct Authorizer {
    holder: Arc<Holder>,
    /// What is kept; held by the one that logs in or renews.
    desk: Arc<tokio::sync::Mutex<Desk>>,
    /// What must be brought to its end once it is begun: a server that has been asked for a token
    /// may take back the means by which it was asked.
    tasks: Mutex<Tasks>,
}

/// What is kept, in the hands of one.
type Held = OwnedMutexGuard<Desk>;
/// What came of it, with what is kept in hand again.
type Tried<T> = Result<(Held, Result<T, LoginError>), LoginError>;

impl Authorizer {
    /// Nothing is read and nobody is asked yet.
    pub fn new(login: Login) -> Self {
        Self {
            holder: Arc::new(Holder::new(login)),
            desk: Arc::new(tokio::sync::Mutex::new(Desk::Unread)),
            tasks: Mutex::default(),
        }
    }

    /// Logs in as a server's refusal says, whatever is kept. Requests that wait for a token wait
    /// for this one.
    ///
    /// # Errors
    /// All of [`LoginError`].
    pub async fn log_in(&self, challenge: &Challenge) -> Result<(), LoginError> {
        let mut desk = self.held().await;
        self.holder.read(&mut desk).await?;
        self.enter(desk, challenge).await
    }

    async fn held(&self) -> Held {
        Arc::clone(&self.desk).lock_owned().await
    }

    async fn enter(&self, desk: Held, challenge: &Challenge) -> Result<(), LoginError> {
        let (mut desk, mut outcome) = self.tried(desk, challenge).await?;
        if matches!(outcome, Err(LoginError::Forgotten(_))) && self.holder.forgot(&mut desk).await {
            (desk, outcome) = self.tried(desk, challenge).await?;
        }
        if let Err(error) = &outcome {
            let mut now = self.holder.now();
            now.failures += 1;
            now.failure = Some(error.clone());
        }
        drop(desk);
        outcome
    }

    /// One login. The way to the page ends with whoever waits for it; what follows does not.
    async fn tried(&self, desk: Held, challenge: &Challenge) -> Tried<()> {
        let login = &self.holder.login;
        let reached = match Box::pin(login.reach(challenge, desk.kept())).await {
            Ok(reached) => reached,
            Err(error) => return Ok((desk, Err(error))),
        };
        let holder = Arc::clone(&self.holder);
        let mut desk = desk;
        self.to_its_end(async move {
            let outcome = match Box::pin(reached.finish()).await {
                Ok(kept) => {
                    holder.keep(&mut desk, kept, Standing::Fresh).await;
                    Ok(())
                }
                Err(error) => Err(error),
            };
            (desk, outcome)
        })
        .await
    }

    /// Gets a new token by the means of the last login. Says whether there is one.
    async fn renewed(&self, mut desk: Held) -> Tried<bool> {
        let holder = Arc::clone(&self.holder);
        self.to_its_end(async move {
            let outcome = holder.renewed(&mut desk).await;
            (desk, outcome)
        })
        .await
    }

    /// Does `work` whether or not somebody waits for it.
    async fn to_its_end<T: Send + 'static>(
        &self,
        work: impl Future<Output = (Held, Result<T, LoginError>)> + Send + 'static,
    ) -> Tried<T> {
        let (tell, told) = oneshot::channel();
        {
            let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
            for panic in tasks.reap() {
                warn!(%panic, "a login did not come to its end");
            }
            tasks.spawn(async move {
                // Where nobody waits any more, the next one finds what was kept.
                drop(tell.send(work.await));
            });
        }
        told.await.map_err(|_| LoginError::Refused("it did not come to its end".to_owned()))
    }
    /// What is done about a refusal.
    async fn answer(&self, refused: Refused) -> Result<bool, LoginError> {
        let mut desk = self.held().await;
        self.holder.read(&mut desk).await?;
        let (access, standing) = {
            let now = self.holder.now();
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
        if let Some(failure) = self.holder.failed_after(refused.failures) {
            return Err(failure);
        }
        if *status == 403 {
            return self.enter(desk, challenge).await.map(|()| true);
        }
        match (current, standing) {
            (Some(_), Standing::Fresh) => return Err(LoginError::Useless),
            (Some(_), Standing::Proven) => {
                let outcome;
                (desk, outcome) = self.renewed(desk).await?;
                if outcome.unwrap_or_else(|error| told(&error)) {
                    return Ok(true);
                }
            }
            (Some(_), Standing::Renewed) | (None, _) => {}
        }
        self.enter(desk, challenge).await.map(|()| true)
    }
}

impl Bearer for Authorizer {
    fn token(&self) -> Bearing<'_, Option<Secret>> {
        Box::pin(async {
            let holder = &self.holder;
            if let Some(token) = holder.ready() {
                return Some(token);
            }
            let mut desk = self.held().await;
            if let Err(error) = holder.read(&mut desk).await {
                told(&error);
            }
            if let Some(token) = holder.ready() {
                return Some(token);
            }
            if !holder.failed_lately()
                && let Err(error) = self.renewed(desk).await.and_then(|(_, outcome)| outcome)
            {
                told(&error);
            }
            // The old one may do for a while; if not, the server will say so.
            holder.access().map(|access| access.token)
        })
    }

    fn failures(&self) -> u64 {
        self.holder.now().failures
    }

    fn served(&self, token: &Secret) {
        let mut now = self.holder.now();
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

impl fmt::Debug for Authorizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Authorizer").finish_non_exhaustive()
    }
}
