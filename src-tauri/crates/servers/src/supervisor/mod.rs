//! One task a server: it alone starts it, watches it, starts it again, and says what it is doing.

mod attempt;
mod run;

use model::{
    log::Tag,
    server::Server,
    state::{Failed, FailureKind, Phase, Starting, State},
};
use stdx::clock::Millis;
use tokio::{
    sync::{mpsc, oneshot, watch},
    time::sleep,
};
use tracing::warn;

use crate::{
    log::LogWriter,
    parts::{Event, Parts},
    restart::{Ending, Next, Restarts},
    words,
};

/// What a supervisor is told to do. Each is acknowledged when it is done.
#[derive(Debug)]
pub(crate) enum Order {
    /// Stop what runs, and run this.
    Run {
        /// What to run.
        server: Box<Server>,
        /// Whether it was registered just now: if it fails for good it is switched off (HOST-5).
        fresh: bool,
        /// Told when the old process is gone and the new start has begun.
        done: oneshot::Sender<()>,
    },
    /// Stop what runs, and stay off.
    Halt {
        /// Told when the process is gone.
        done: oneshot::Sender<()>,
    },
}

/// A server as others see it.
#[derive(Debug, Clone)]
pub(crate) struct Live {
    /// What it is doing.
    pub(crate) state: State,
    /// The way to call it, while it is ready.
    pub(crate) client: Option<mcp::Client>,
}

/// The task's own things.
#[derive(Debug)]
pub(crate) struct Supervisor {
    pub(crate) parts: Parts,
    pub(crate) server: Server,
    pub(crate) log: LogWriter,
    pub(crate) orders: mpsc::Receiver<Order>,
    pub(crate) live: watch::Sender<Live>,
}

/// Why a server is not running any more.
enum Stopped {
    /// Somebody ordered something else; everything is gone.
    Ordered(Option<Order>),
    /// It failed; everything is gone.
    Failed(Failed, Ending),
}

impl Supervisor {
    /// Follows orders until nobody can give one any more.
    pub(crate) async fn work(mut self) {
        let mut next = self.orders.recv().await;
        while let Some(order) = next {
            next = match order {
                Order::Halt { done } => {
                    self.publish(State::Off, None);
                    // Whoever asked may have gone away meanwhile.
                    done.send(()).ok();
                    self.orders.recv().await
                }
                Order::Run { server, fresh, done } => {
                    self.server = *server;
                    self.starting(1, Phase::Connecting);
                    done.send(()).ok();
                    self.keep_running(fresh).await
                }
            };
        }
    }

    /// Runs the server, again and again where that is right, until the next order.
    async fn keep_running(&mut self, mut fresh: bool) -> Option<Order> {
        let mut restarts = Restarts::default();
        for attempt in 1.. {
            let (failure, ending) = match self.attempt(attempt).await {
                Stopped::Ordered(order) => return order,
                Stopped::Failed(failure, ending) => (failure, ending),
            };
            fresh &= ending == Ending::NotReady;
            self.remember(&failure).await;
            if waits_for_the_person(failure.kind) || (fresh && is_for_good(failure.kind)) {
                return self.give_up(failure, fresh).await;
            }
            let (failure, wait) = match restarts.next(ending) {
                Next::After(wait) if wait.is_zero() => continue,
                Next::After(wait) => (failure, wait),
                Next::Rest(wait) => (words::crash_loop(failure, &self.server.draft), wait),
            };
            let millis = i64::try_from(wait.as_millis()).unwrap_or(i64::MAX);
            let retry_at = Some(Millis(self.parts.clock.now().0.saturating_add(millis)));
            self.publish(State::Failed(Failed { retry_at, ..failure }), None);
            tokio::select! {
                order = self.orders.recv() => return order,
                () = sleep(wait) => {}
            }
        }
        None
    }

    /// Stays failed until the next order. A server that was registered just now is switched off:
    /// an enabled row that nobody tries would be a lie (HOST-5).
    async fn give_up(&mut self, failure: Failed, fresh: bool) -> Option<Order> {
        if fresh {
            let off = self.parts.db.servers().set_on(self.server.name(), false).await;
            self.told(off);
        }
        self.publish(State::Failed(failure), None);
        self.orders.recv().await
    }

    async fn remember(&mut self, failure: &Failed) {
        warn!(server = %self.server.name(), reason = %failure.reason, "the server failed");
        self.log.write(&Tag::Lifecycle, &failure.reason).await;
        let error = Some(failure.reason.clone());
        let kept = self.parts.db.servers().set_last_error(self.server.name(), error).await;
        self.told(kept);
    }

    /// What cannot be kept is said in our own log; the server goes on.
    fn told(&self, kept: Result<(), store::Error>) {
        if let Err(error) = kept {
            warn!(server = %self.server.name(), %error, "the server's row cannot be kept");
        }
    }

    fn publish(&self, state: State, client: Option<mcp::Client>) {
        self.live.send_replace(Live { state, client });
        self.parts.tell(Event::Changed(self.server.name().clone()));
    }

    fn starting(&self, attempt: u32, phase: Phase) {
        let since = self.parts.clock.now();
        self.publish(State::Starting(Starting { attempt, phase, since }), None);
    }
}

impl Drop for Supervisor {
    /// A panic in here is a fault of ours: it is said, and takes no other server along.
    fn drop(&mut self) {
        if std::thread::panicking() {
            let failure = words::internal(&self.server.draft, self.parts.clock.now());
            self.publish(State::Failed(failure), None);
        }
    }
}

/// Only the person can help: trying again would change nothing.
fn waits_for_the_person(kind: FailureKind) -> bool {
    matches!(kind, FailureKind::Unapproved | FailureKind::Unsupported)
}

/// It will not pass by itself (HOST-5).
fn is_for_good(kind: FailureKind) -> bool {
    match kind {
        FailureKind::CommandMissing
        | FailureKind::NotRunnable
        | FailureKind::Unset
        | FailureKind::Exited
        | FailureKind::Protocol
        | FailureKind::CrashLoop
        | FailureKind::Unapproved
        | FailureKind::Unsupported => true,
        FailureKind::TimedOut | FailureKind::Internal => false,
    }
}
