//! One task a server: it alone starts it, watches it, starts it again, and says what it is doing.

mod attempt;
mod attending;
mod course;
mod health;
mod listing;
mod offering;
mod run;
mod serve;

use std::sync::Arc;

use model::{
    listed::Offered,
    log::Tag,
    server::Server,
    state::{Failed, FailureKind, Phase, Starting, State},
};
use stdx::{clock::Millis, spread::spread};
use store::servers::Note;
use tokio::{
    sync::{Notify, mpsc, oneshot, watch},
    time::sleep,
};
use tracing::warn;

use crate::{
    log::writer::LogWriter,
    parts::{Event, Parts},
    redact::{Redactor, veiled::Veiled},
    restart::Ending,
    supervisor::course::{Course, Then},
    used,
    wished::Wished,
    words,
};

/// A keychain that looks open and gives nothing is not pressed more often than this in a row: each
/// try may ask the person.
const MOST_WAKES: u32 = 3;

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
    /// Fall over, as a fault of ours would make it.
    #[cfg(test)]
    Fall,
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
    pub(crate) reach: Option<Reach>,
}

/// How a ready server is called.
#[derive(Debug, Clone)]
pub(crate) struct Reach {
    /// The way there.
    pub(crate) client: mcp::Client,
    /// What comes back goes through this.
    pub(crate) redactor: Redactor,
    /// What it lists beside tools.
    pub(crate) offered: Arc<Offered>,
    /// What stands behind the marks in its tools' schemas.
    pub(crate) veiled: Arc<Veiled>,
    /// Told by whoever found that it cannot be reached.
    pub(crate) doubt: Arc<Notify>,
}

/// The task's own things.
#[derive(Debug)]
pub(crate) struct Supervisor {
    pub(crate) parts: Parts,
    pub(crate) server: Server,
    pub(crate) wished: Wished,
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
                #[cfg(test)]
                Order::Fall => panic!("planted"),
                Order::Run { server, fresh, done } => {
                    self.server = *server;
                    self.begin(1, Phase::Connecting, self.parts.clock.now());
                    done.send(()).ok();
                    self.keep_running(fresh).await
                }
            };
        }
        // Whoever still looks would hold on to the connection, and with it to the log.
        self.live.send_replace(Live { state: State::Off, reach: None });
    }

    /// Runs the server, again and again where that is right, until the next order.
    async fn keep_running(&mut self, fresh: bool) -> Option<Order> {
        let mut course = Course::new(fresh);
        let mut wakes = 0;
        for attempt in 1.. {
            let (failure, ending) = match self.attempt(attempt).await {
                Stopped::Ordered(order) => return order,
                Stopped::Failed(failure, ending) => (failure, ending),
            };
            let now = self.parts.clock.now();
            let (failure, then) = course.after(failure, ending, &self.server.draft, now);
            self.remember(&failure, ending, then).await;
            match then {
                Then::Again => {}
                Then::Off => {
                    self.publish(State::Failed(failure), None);
                    return self.orders.recv().await;
                }
                Then::After(wait) => {
                    let locked_out = failure.kind == FailureKind::Keychain;
                    self.publish(State::Failed(failure), None);
                    let (vault, keys) = (self.parts.vault.clone(), self.keys());
                    tokio::select! {
                        order = self.orders.recv() => return order,
                        () = sleep(spread(wait)) => wakes = 0,
                        () = vault.until_open(&keys), if locked_out && wakes < MOST_WAKES => {
                            wakes += 1;
                        }
                    }
                }
            }
        }
        None
    }

    /// The secrets that it cannot start without.
    fn keys(&self) -> Vec<String> {
        used::keys_of(&self.server.draft.transport).into_iter().collect()
    }

    async fn remember(&mut self, failure: &Failed, ending: Ending, then: Then) {
        warn!(server = %self.server.name(), reason = %failure.reason, "the server failed");
        self.log.write(&Tag::Lifecycle, &failure.reason).await;
        let reason = failure.reason.clone();
        self.note(match ending {
            Ending::Died(_) => Note::Died(reason),
            Ending::NotReady => {
                let unset_secret = failure.unset_secret.clone();
                Note::NotReady { reason, off: then == Then::Off, unset_secret }
            }
        })
        .await;
    }

    /// Keeps a note in the row, unless somebody changed the row meanwhile: the order that follows
    /// from that is on its way.
    async fn note(&self, note: Note) {
        let kept = self.parts.db.servers().note(&self.server, note).await;
        self.kept(kept);
    }

    /// What cannot be kept is said in our own log; the server goes on.
    fn kept(&self, kept: Result<bool, store::Error>) -> bool {
        kept.unwrap_or_else(|error| {
            warn!(server = %self.server.name(), %error, "the server's row cannot be kept");
            false
        })
    }

    fn publish(&self, state: State, reach: Option<Reach>) {
        self.live.send_replace(Live { state, reach });
        self.parts.tell(Event::Changed(self.server.name().clone()));
    }

    /// Says what a start is busy with, if that is news. Its time runs on, whatever it gets busy
    /// with.
    fn starting(&self, attempt: u32, phase: Phase) {
        let before = self.live.borrow().state.clone();
        match before {
            State::Starting(it) if it.attempt == attempt && it.phase == phase => {}
            State::Starting(it) if it.attempt == attempt => self.begin(attempt, phase, it.since),
            State::Off | State::Starting(_) | State::Ready(_) | State::Failed(_) => {
                self.begin(attempt, phase, self.parts.clock.now());
            }
        }
    }

    fn begin(&self, attempt: u32, phase: Phase, since: Millis) {
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
