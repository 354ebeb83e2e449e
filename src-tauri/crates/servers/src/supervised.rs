//! One server's place in the table: its supervisor task, what that says, and its log.

use std::time::Duration;

use model::{
    server::Server,
    state::{Phase, Starting, State},
};
use stdx::tasks::Tasks;
use tokio::{
    sync::{mpsc, oneshot, watch},
    time::timeout,
};

use crate::{
    log::{file::LogFile, writer::LogWriter},
    parts::{Event, Parts},
    supervisor::{Live, Order, Supervisor},
    wished::Wished,
    words,
};

/// Quit takes no longer, whatever a server does.
const STOP_LIMIT: Duration = Duration::from_secs(5);

/// A supervised server. Dropping it ends its supervisor, and that its process.
#[derive(Debug)]
pub(crate) struct Supervised {
    /// Its log, to read.
    pub(crate) log: LogFile,
    /// What the person wishes of it.
    pub(crate) wished: Wished,
    handle: Handle,
    live: watch::Receiver<Live>,
    tasks: Tasks,
}

/// Which servers run when Steward is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StartUp {
    /// Those that are switched on.
    All,
    /// Each when it is needed: for a terminal that wants one thing and goes.
    Needed,
}

/// Gives orders to a supervisor.
#[derive(Debug, Clone)]
pub(crate) struct Handle(mpsc::Sender<Order>);

impl Supervised {
    /// Starts the supervisor of a server; nothing runs before it is told to.
    pub(crate) fn start(parts: &Parts, row: &Server) -> Self {
        let state = match &row.last_error {
            Some(reason) if !row.on => State::Failed(words::earlier(reason, row)),
            Some(_) | None => State::Off,
        };
        Self::begin(parts, row, state)
    }

    /// The same when Steward is opened: one that is to run before long waits for its turn.
    pub(crate) fn open(parts: &Parts, row: &Server, start_up: StartUp) -> Self {
        if !row.on || start_up == StartUp::Needed {
            return Self::start(parts, row);
        }
        let since = parts.clock.now();
        let starting = Starting { attempt: 1, phase: Phase::Waiting, since };
        Self::begin(parts, row, State::Starting(starting))
    }

    fn begin(parts: &Parts, row: &Server, state: State) -> Self {
        let (orders, incoming) = mpsc::channel(1);
        let (telling, live) = watch::channel(Live { state, reach: None });
        let log = LogFile::of(&parts.logs, row.name());
        let mut tasks = Tasks::new();
        let (teller, name) = (parts.clone(), row.name().clone());
        let grew = move || teller.tell(Event::LogGrew(name.clone()));
        let writer = LogWriter::start(log.clone(), parts.clock.clone(), &mut tasks, grew);
        let wished = Wished::new(row.wishes.clone());
        let supervisor = Supervisor {
            parts: parts.clone(),
            server: row.clone(),
            wished: wished.clone(),
            log: writer,
            orders: incoming,
            live: telling,
        };
        tasks.spawn(supervisor.work());
        Self { log, wished, handle: Handle(orders), live, tasks }
    }

    /// What it is doing, as it changes.
    pub(crate) fn live(&self) -> watch::Receiver<Live> {
        self.live.clone()
    }

    /// What it is doing.
    pub(crate) fn state(&self) -> State {
        self.live.borrow().state.clone()
    }

    /// Gives orders without holding on to the table.
    pub(crate) fn handle(&self) -> Handle {
        self.handle.clone()
    }

    /// Whether the supervisor fell over.
    pub(crate) fn is_dead(&self) -> bool {
        self.handle.0.is_closed()
    }

    /// Stops everything, and returns when it is gone and the log is written.
    pub(crate) async fn stop(self) {
        let Self { handle, tasks, .. } = self;
        drop(handle);
        // Past the limit, dropping the tasks ends them; the guard sees to the processes.
        timeout(STOP_LIMIT, tasks.finish()).await.ok();
    }
}

impl Handle {
    /// Runs the server anew; returns when the old process is gone and the start has begun.
    pub(crate) async fn run(&self, server: Server, fresh: bool) {
        self.order(|done| Order::Run { server: Box::new(server), fresh, done }).await;
    }

    /// Stops the server; returns when its process is gone.
    pub(crate) async fn halt(&self) {
        self.order(|done| Order::Halt { done }).await;
    }

    /// Makes the supervisor fall over.
    #[cfg(test)]
    pub(crate) async fn fall(&self) {
        self.0.send(Order::Fall).await.ok();
    }

    async fn order(&self, order: impl FnOnce(oneshot::Sender<()>) -> Order) {
        let (done, told) = oneshot::channel();
        // A supervisor that fell over says so in the state; there is nothing to wait for.
        if self.0.send(order(done)).await.is_ok() {
            told.await.ok();
        }
    }
}
