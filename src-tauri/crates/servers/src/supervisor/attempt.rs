//! One start, and the end of the connection that comes of it.

use std::{sync::Arc, time::Duration};

use model::state::{Failed, Phase};
use tokio::time::{Instant, sleep, sleep_until};
use tracing::info;

use crate::{
    asking::{Asking, remembered},
    convert,
    launch::{Unfit, Way, resolve},
    plan,
    redact::Redactor,
    redacted,
    restart::Ending,
    supervisor::{Stopped, Supervisor, run::Run, serve::End},
    used, words,
};

/// A keychain that is open answers sooner.
const SOON: Duration = Duration::from_millis(500);

impl Supervisor {
    /// Starts the server once and stays with it until it is gone.
    pub(super) async fn attempt(&mut self, attempt: u32) -> Stopped {
        let (way, redactor) = match self.prepare(attempt).await {
            Ok(prepared) => prepared,
            Err(stopped) => return stopped,
        };
        info!(server = %self.server.name(), attempt, "starting");
        let mut run = Run::start(self.server.name().clone(), self.log.clone(), redactor);
        match self.connect(&mut run, way, attempt).await {
            Ok(connection) => self.live_with(run, connection, attempt).await,
            Err(stopped) => {
                run.gone().await;
                stopped
            }
        }
    }

    /// What is to be run, if it may be.
    async fn prepare(&mut self, attempt: u32) -> Result<(Way, Redactor), Stopped> {
        let now = self.parts.clock.now();
        let draft = self.server.draft.clone();
        if self.server.approved.as_deref() != Some(plan::of(&draft).digest.as_str()) {
            return Err(not_ready(words::unapproved(&draft, now)));
        }
        self.starting(attempt, Phase::Connecting);
        let parts = self.parts.clone();
        let environment = tokio::select! {
            order = self.orders.recv() => return Err(Stopped::Ordered(order)),
            found = parts.environment() => found,
        };
        let resolving = resolve(&draft.transport, environment, &parts.vault);
        let prepared = self.until_resolved(attempt, resolving).await?;
        used::note(&self.parts, &draft.transport).await;
        remembered::learn(&self.parts, self.server.name()).await;
        self.parts.typed.teach(self.server.name(), &prepared.1);
        Ok(prepared)
    }

    /// Waits for the keychain, which may be asking the person to unlock it: that is said, and does
    /// not last for ever.
    async fn until_resolved<T>(
        &mut self,
        attempt: u32,
        resolving: impl Future<Output = Result<T, Unfit>>,
    ) -> Result<T, Stopped> {
        let mut resolving = std::pin::pin!(resolving);
        let limit = Instant::now() + self.parts.keychain_limit;
        let said = sleep(SOON);
        tokio::pin!(said);
        let resolved = loop {
            tokio::select! {
                order = self.orders.recv() => return Err(Stopped::Ordered(order)),
                resolved = &mut resolving => break resolved,
                () = &mut said, if !said.is_elapsed() => self.starting(attempt, Phase::Keychain),
                () = sleep_until(limit) => break Err(Unfit::Silent),
            }
        };
        resolved.map_err(|unfit| not_ready(words::unfit(&unfit, self.parts.clock.now())))
    }

    async fn connect(
        &mut self,
        run: &mut Run,
        way: Way,
        attempt: u32,
    ) -> Result<mcp::Connection, Stopped> {
        let guard = self.parts.guard.clone();
        let (draft, redactor) = (&self.server.draft, run.redactor());
        let asking = Asking::new(&self.parts, draft, redactor, &self.log, &self.wished);
        let settings = mcp::Settings {
            era: convert::era_choice(self.server.era_seen),
            start_limit: Duration::from_millis(self.server.draft.limits.start),
            asker: Some(Arc::new(asking)),
            ..mcp::Settings::default()
        };
        let (pool, notices) = (self.parts.pool.clone(), run.notices());
        // Boxed: the future of a start is large.
        let mut connecting = Box::pin(async move {
            match way {
                Way::Program(launch) => mcp::connect(launch, settings, &guard, notices).await,
                Way::Address(target) => {
                    mcp::connect_http(target, settings, &pool, &guard, notices).await
                }
            }
        });
        loop {
            tokio::select! {
                order = self.orders.recv() => return Err(Stopped::Ordered(order)),
                phase = run.phase_changed() => self.starting(attempt, phase),
                made = &mut connecting => return made.map_err(|error| {
                    // The next start finds out anew what the server speaks, unless it said nothing.
                    if !matches!(error, mcp::Error::Http(_)) {
                        self.server.era_seen = None;
                    }
                    let error = redacted::error(run.redactor(), error);
                    let now = self.parts.clock.now();
                    not_ready(words::start(&error, &self.server.draft, now))
                }),
            }
        }
    }

    async fn live_with(
        &mut self,
        mut run: Run,
        mut connection: mcp::Connection,
        attempt: u32,
    ) -> Stopped {
        let began = Instant::now();
        run.connected();
        match self.serve(&mut run, &mut connection, attempt).await {
            End::Ordered(order) => {
                connection.close().await;
                run.gone().await;
                Stopped::Ordered(order)
            }
            End::Lost(error) => {
                let error = redacted::error(run.redactor(), error);
                // Whatever is left of it is ended in the background: nobody is there to be waited
                // for.
                drop(connection);
                let now = self.parts.clock.now();
                let failure = words::lost(&error, &self.server.draft, now);
                Stopped::Failed(failure, Ending::Died(began.elapsed()))
            }
            End::Died(ended) => {
                drop(connection);
                let stderr = run.gone().await;
                let now = self.parts.clock.now();
                let failure = words::died(&ended, &stderr, &self.server.draft, now);
                Stopped::Failed(failure, Ending::Died(began.elapsed()))
            }
        }
    }
}

fn not_ready(failure: Failed) -> Stopped {
    Stopped::Failed(failure, Ending::NotReady)
}
