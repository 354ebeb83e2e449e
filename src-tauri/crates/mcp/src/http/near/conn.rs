//! One connection that is moved by whoever uses it, and those that nobody uses just now; it knows no
//! request.

use std::{
    collections::VecDeque,
    fmt,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    task::{Context, Waker},
};

use bytes::Bytes;
use http_body_util::Full;
use hyper::client::conn::http1::{Connection, SendRequest};
use hyper_util::rt::TokioIo;
use stdx::tasks::Tasks;
use tokio::{
    net::TcpStream,
    runtime::Handle,
    time::{Instant, sleep_until},
};

use crate::http::{
    first::{Counted, First},
    near::turns::Turn,
    waits::IDLE,
};

type Driver = Connection<TokioIo<Counted<TcpStream>>, Full<Bytes>>;

/// One connection.
pub(super) struct Conn {
    pub(super) sender: SendRequest<Full<Bytes>>,
    driver: Driver,
    /// What comes before the head of an answer.
    pub(super) first: Arc<First>,
    /// Nothing comes of it any more.
    pub(super) over: bool,
    /// Whether anything was sent by it before.
    pub(super) used: bool,
    /// Of the request that uses it.
    turn: Option<Turn>,
}

impl Conn {
    /// A new one.
    pub(super) fn new(sender: SendRequest<Full<Bytes>>, driver: Driver, first: Arc<First>) -> Self {
        Self { sender, driver, first, over: false, used: false, turn: None }
    }

    /// The same, used by whose turn it is.
    pub(super) fn of(self, turn: Turn) -> Self {
        Self { turn: Some(turn), ..self }
    }

    /// Writes and reads what can be; whoever is in `context` is woken when there is more.
    pub(super) fn go_on(&mut self, context: &mut Context<'_>) {
        // How it ended is told by what waits for an answer of it.
        self.over = self.over || Pin::new(&mut self.driver).poll(context).is_ready();
    }

    /// Whether another request can be sent.
    fn is_free(&mut self) -> bool {
        self.go_on(&mut Context::from_waker(Waker::noop()));
        !self.over && self.sender.is_ready()
    }
}

/// The connections to one server that nobody uses.
#[derive(Default)]
pub(super) struct Idle {
    // Std mutexes: nothing awaits while they are held.
    all: Mutex<VecDeque<(Instant, Conn)>>,
    /// Ends those that nobody has used for long.
    sweeping: Mutex<Option<Tasks>>,
}

impl Idle {
    /// The one that was used last and that the server has not closed.
    pub(super) fn take(&self) -> Option<Conn> {
        loop {
            let (since, mut conn) = self.all().pop_back()?;
            if since.elapsed() < IDLE && conn.is_free() {
                conn.used = true;
                return Some(conn);
            }
        }
    }

    /// Keeps one, if it can be used again.
    pub(super) fn keep(self: &Arc<Self>, mut conn: Conn) {
        // It goes on when the next can have this connection.
        let _turn = conn.turn.take();
        // Outside of a runtime nobody could end it.
        if !conn.is_free() || Handle::try_current().is_err() {
            return;
        }
        self.all().push_back((Instant::now(), conn));
        let mut sweeping = self.sweeping.lock().unwrap_or_else(PoisonError::into_inner);
        if sweeping.is_none() {
            let mut tasks = Tasks::new();
            tasks.spawn(sweep(Arc::downgrade(self)));
            *sweeping = Some(tasks);
        }
    }

    /// Ends those that are too old; when the next will be, if there is one.
    fn sweep(&self) -> Option<Instant> {
        let mut all = self.all();
        while let Some((since, _)) = all.front() {
            if since.elapsed() < IDLE {
                return Some(*since + IDLE);
            }
            all.pop_front();
        }
        None
    }

    fn all(&self) -> MutexGuard<'_, VecDeque<(Instant, Conn)>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn sweep(idle: Weak<Idle>) {
    // What comes back later comes after all that is there.
    let mut next = Instant::now() + IDLE;
    loop {
        sleep_until(next).await;
        let Some(idle) = idle.upgrade() else { return };
        next = idle.sweep().unwrap_or_else(|| Instant::now() + IDLE);
    }
}

impl fmt::Debug for Idle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Idle").field("count", &self.all().len()).finish_non_exhaustive()
    }
}
