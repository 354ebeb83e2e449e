//! The owner's talk with one terminal: its commands, run side by side, and the events it asked
//! for. Dropping the connection drops what the terminal asked for.

use std::{collections::BTreeMap, io, time::Duration};

use serde_json::Value;
use stdx::tasks::Tasks;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    net::{UnixStream, unix::OwnedWriteHalf},
    sync::{
        broadcast::{self, error::RecvError},
        mpsc, oneshot,
    },
    task::AbortHandle,
    time::sleep,
};
use tracing::{error, warn};

use crate::{
    owner::{
        guests::Guests,
        host::Host,
        wire::{Reply, Request},
    },
    wire::{
        event::UiEvent,
        failure::{Code, Failure},
    },
};

/// Between two commands of one piece of work a terminal is silent for less.
const SILENCE: Duration = Duration::from_secs(2);

/// Lets a terminal in, until it goes away, or the owner closes and nothing is under way here.
pub(super) async fn talk<H: Host>(stream: UnixStream, host: H, guests: Guests) {
    let (reading, writing) = stream.into_split();
    let (saying, said) = mpsc::unbounded_channel();
    let mut writer = Tasks::new();
    writer.spawn(write(writing, said));
    let mut lines = BufReader::new(reading).lines();
    let mut terminal = Terminal::new(host, saying);
    terminal.say(Said::Reply(Reply::Welcome));
    loop {
        let closing = guests.closing().is_cancelled();
        if closing && terminal.watches {
            return;
        }
        tokio::select! {
            line = lines.next_line() => {
                let Ok(Some(line)) = line else { return };
                let Ok(request) = serde_json::from_str(&line) else {
                    warn!("a terminal said something that is no request");
                    return;
                };
                terminal.hear(request);
            }
            Some(_) = terminal.running.ended() => {
                terminal.commands.retain(|_, command| !command.is_finished());
            }
            _ = writer.ended() => return,
            () = guests.closing().cancelled(), if !closing => {}
            () = sleep(SILENCE), if closing && terminal.commands.is_empty() => return,
        }
    }
}

struct Terminal<H> {
    host: H,
    saying: mpsc::UnboundedSender<Said>,
    running: Tasks,
    commands: BTreeMap<u64, AbortHandle>,
    watches: bool,
}

/// What the writer gets to do. Its queue is no longer than what the terminal asked for.
enum Said {
    Reply(Reply),
    Listen(broadcast::Receiver<UiEvent>),
}

impl<H: Host> Terminal<H> {
    fn new(host: H, saying: mpsc::UnboundedSender<Said>) -> Self {
        let (running, commands) = (Tasks::new(), BTreeMap::new());
        Self { host, saying, running, commands, watches: false }
    }

    fn hear(&mut self, request: Request) {
        match request {
            Request::Call { id, command, payload } => {
                let (host, saying) = (self.host.clone(), self.saying.clone());
                let command = self.running.spawn(async move {
                    let reply = run(host, id, command, payload).await;
                    // Nobody writes any more when the terminal is gone.
                    saying.send(Said::Reply(reply)).ok();
                });
                self.commands.insert(id, command);
            }
            Request::Drop { id } => {
                if let Some(command) = self.commands.remove(&id) {
                    command.abort();
                }
            }
            Request::Listen => self.say(Said::Listen(self.host.events())),
            Request::Watch => self.watches = true,
        }
    }

    fn say(&self, said: Said) {
        self.saying.send(said).ok();
    }
}

/// Runs one command in a task of its own, so that there is a reply even when it falls over.
async fn run<H: Host>(host: H, id: u64, command: String, payload: Value) -> Reply {
    let (told, reply) = oneshot::channel();
    let mut work = Tasks::new();
    let name = command.clone();
    work.spawn(async move {
        told.send(host.run(command, payload).await).ok();
    });
    match reply.await {
        Ok(Ok(reply)) => Reply::Done { id, reply },
        Ok(Err(failure)) => Reply::Failed { id, failure },
        Err(_) => {
            if let Some(Err(problem)) = work.ended().await {
                error!(command = %name, %problem, "a command fell over");
            }
            let failure = Failure::new(Code::Internal, format!("`{name}` fell over"))
                .hint("It is a fault of Steward; the data folder's `logs/steward.log` says more.");
            Reply::Failed { id, failure }
        }
    }
}

/// Writes replies, and events once they are asked for, until the terminal is gone.
async fn write(mut writing: OwnedWriteHalf, mut said: mpsc::UnboundedReceiver<Said>) {
    let mut events: Option<broadcast::Receiver<UiEvent>> = None;
    loop {
        let reply = tokio::select! {
            biased;
            next = said.recv() => match next {
                Some(Said::Reply(reply)) => reply,
                Some(Said::Listen(asked)) => {
                    // Asked twice, it still hears each event once.
                    events.get_or_insert(asked);
                    Reply::Listening
                }
                None => return,
            },
            event = next_of(&mut events) => Reply::Event { event },
        };
        // The terminal went away: the end of reading says so too.
        if say(&mut writing, &reply).await.is_err() {
            return;
        }
    }
}

async fn next_of(events: &mut Option<broadcast::Receiver<UiEvent>>) -> UiEvent {
    match events {
        None => std::future::pending().await,
        Some(listened) => match listened.recv().await {
            Ok(event) => event,
            Err(RecvError::Lagged(_)) => UiEvent::Lagged,
            Err(RecvError::Closed) => {
                *events = None;
                std::future::pending().await
            }
        },
    }
}

async fn say(writing: &mut OwnedWriteHalf, reply: &Reply) -> io::Result<()> {
    let mut line = serde_json::to_string(reply).map_err(io::Error::other)?;
    line.push('\n');
    writing.write_all(line.as_bytes()).await
}
