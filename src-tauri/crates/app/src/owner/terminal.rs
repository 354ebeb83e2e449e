//! The owner's talk with one terminal: its commands, run side by side, and the events it asked
//! for; and the questions that its calls lead to. Dropping the connection drops what the terminal
//! asked for.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use serde_json::Value;
use stdx::{secret::Secret, tasks::Tasks};
use tokio::{
    io::{AsyncBufReadExt as _, BufReader},
    net::UnixStream,
    sync::{mpsc, oneshot},
    task::AbortHandle,
    time::sleep,
};
use tracing::{error, warn};

use crate::{
    asking,
    owner::{
        asks::Asks,
        guests::{Guests, Work},
        host::Host,
        saying::{Said, write},
        wire::{Reply, Request},
    },
    terminal::TerminalDesk,
    wire::failure::{Code, Failure},
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
    let mut terminal = Terminal::new(host, saying, guests.clone());
    terminal.say(Said::Reply(Reply::Welcome));
    loop {
        let closing = guests.closing().is_cancelled();
        if closing && terminal.watches {
            return;
        }
        tokio::select! {
            line = lines.next_line() => {
                let Ok(Some(line)) = line else { return };
                // It may be an answer: wiped once it is read.
                let line = Secret::new(line);
                let Ok(request) = serde_json::from_str(line.reveal()) else {
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
    guests: Guests,
    asks: Asks,
    running: Tasks,
    commands: BTreeMap<u64, AbortHandle>,
    watches: bool,
}

impl<H: Host> Terminal<H> {
    fn new(host: H, saying: mpsc::UnboundedSender<Said>, guests: Guests) -> Self {
        let (running, commands) = (Tasks::new(), BTreeMap::new());
        let asks = Asks::new(saying.clone());
        Self { host, saying, guests, asks, running, commands, watches: false }
    }

    fn hear(&mut self, request: Request) {
        match request {
            Request::Call { id, command, payload, seat } => {
                let (host, saying) = (self.host.clone(), self.saying.clone());
                let desk = || Arc::new(TerminalDesk::new(Arc::new(self.asks.clone())));
                let words = in_words(&command, &payload);
                let doing = self.guests.begin(Work { words, tag: seat.clone() });
                let seat = seat.map(|tag| self.host.seat(&tag, desk()));
                let command = self.running.spawn(async move {
                    let _doing = doing;
                    let reply = run(host, id, command, payload).await;
                    drop(seat);
                    // Nobody writes any more when the terminal is gone.
                    saying.send(Said::Reply(reply)).ok();
                });
                self.commands.insert(id, command);
            }
            Request::Answered { id, answer } => self.asks.hear(id, answer),
            Request::Agreed { id } => self.asks.agreed(id),
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

/// What a command does, for a person who waits for it.
fn in_words(command: &str, payload: &Value) -> String {
    let named = |key: &str| payload.get(key).and_then(Value::as_str).map(asking::name);
    match (named("tool"), named("server")) {
        (Some(tool), Some(server)) => format!("a call of “{tool}” of “{server}”"),
        _ => format!("the command `{command}`"),
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
