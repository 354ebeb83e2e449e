//! A terminal's side of the owner's socket: commands go over, replies and events come back.

use std::{
    collections::BTreeMap,
    io,
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use serde_json::Value;
use stdx::tasks::Tasks;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    net::{
        UnixStream,
        unix::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::{broadcast, oneshot},
};

use crate::{
    owner::{
        lock::socket_of,
        wire::{Reply, Request},
    },
    wire::{
        event::UiEvent,
        failure::{Code, Failure},
    },
};

/// The owner of a data folder, spoken to from another process.
#[derive(Debug)]
pub struct Remote {
    writing: tokio::sync::Mutex<OwnedWriteHalf>,
    shared: Arc<Shared>,
    _reader: Tasks,
}

#[derive(Debug)]
struct Shared {
    waiting: Mutex<Waiting>,
    events: broadcast::Sender<UiEvent>,
}

#[derive(Debug, Default)]
struct Waiting {
    next: u64,
    replies: BTreeMap<u64, oneshot::Sender<Result<Value, Failure>>>,
    listening: Option<oneshot::Sender<()>>,
    gone: bool,
}

impl Remote {
    /// Connects to the owner of a data folder. `None`: it has none.
    pub(crate) async fn connect(data_dir: &Path) -> Option<Self> {
        let stream = UnixStream::connect(socket_of(data_dir)).await.ok()?;
        let (reading, writing) = stream.into_split();
        let (events, _) = broadcast::channel(1024);
        let shared = Arc::new(Shared { waiting: Mutex::default(), events });
        let mut reader = Tasks::new();
        reader.spawn(read(reading, shared.clone()));
        Some(Self { writing: tokio::sync::Mutex::new(writing), shared, _reader: reader })
    }

    /// Runs a command at the owner.
    ///
    /// # Errors
    /// The command's own failure; `Internal` when the owner went away before it was done.
    pub(crate) async fn call(&self, command: &str, payload: Value) -> Result<Value, Failure> {
        let (told, reply) = oneshot::channel();
        let id = {
            let mut waiting = self.shared.waiting();
            if waiting.gone {
                return Err(gone());
            }
            waiting.next += 1;
            let id = waiting.next;
            waiting.replies.insert(id, told);
            id
        };
        self.say(&Request::Call { id, command: command.to_owned(), payload }).await?;
        reply.await.unwrap_or_else(|_| Err(gone()))
    }

    /// All that happens at the owner from now on.
    ///
    /// # Errors
    /// `Internal` when the owner went away.
    pub(crate) async fn events(&self) -> Result<broadcast::Receiver<UiEvent>, Failure> {
        let events = self.shared.events.subscribe();
        let (told, listening) = oneshot::channel();
        self.shared.waiting().listening = Some(told);
        self.say(&Request::Listen).await?;
        listening.await.map_err(|_| gone())?;
        Ok(events)
    }

    async fn say(&self, request: &Request) -> Result<(), Failure> {
        let line = serde_json::to_string(request).map_err(io::Error::other);
        let sent = match line {
            Ok(line) => {
                let mut writing = self.writing.lock().await;
                writing.write_all(format!("{line}\n").as_bytes()).await
            }
            Err(error) => Err(error),
        };
        sent.map_err(|_| gone())
    }
}

impl Shared {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn read(reading: OwnedReadHalf, shared: Arc<Shared>) {
    let mut lines = BufReader::new(reading).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        let Ok(reply) = serde_json::from_str(&line) else { break };
        match reply {
            Reply::Done { id, reply } => settle(&shared, id, Ok(reply)),
            Reply::Failed { id, failure } => settle(&shared, id, Err(failure)),
            Reply::Listening => {
                let told = shared.waiting().listening.take();
                told.map(|it| it.send(()));
            }
            Reply::Event { event } => {
                // Nobody may listen any more.
                shared.events.send(event).ok();
            }
        }
    }
    let mut waiting = shared.waiting();
    waiting.gone = true;
    // Dropping the senders tells each waiter.
    waiting.replies.clear();
    waiting.listening = None;
}

fn settle(shared: &Shared, id: u64, reply: Result<Value, Failure>) {
    if let Some(told) = shared.waiting().replies.remove(&id) {
        // Whoever asked may have gone away meanwhile.
        told.send(reply).ok();
    }
}

fn gone() -> Failure {
    Failure::new(Code::Internal, "the Steward that owns the data folder went away")
        .hint("Try again; if it was doing something for you, look whether it was done.")
}
