//! The owner's side of its socket: each terminal's commands, run by the same dispatcher as the
//! window's. Dropping a terminal's connection drops what it asked for.

use std::{collections::BTreeMap, io, sync::Arc};

use stdx::tasks::Tasks;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    net::{UnixListener, UnixStream, unix::OwnedWriteHalf},
    sync::{Mutex, broadcast::error::RecvError},
    task::AbortHandle,
};
use tracing::warn;

use crate::{
    app::App,
    dispatch::dispatch,
    owner::{
        folder::{make_folder, unusable},
        lock::Lock,
        wire::{Reply, Request},
    },
    window::Window,
    wire::{event::UiEvent, failure::Failure},
};

/// Listens among `tasks`, which end it.
///
/// # Errors
/// `Storage` when the socket cannot be made.
pub(crate) fn serve(lock: &Lock, app: &App, tasks: &mut Tasks) -> Result<(), Failure> {
    let path = &lock.socket;
    let folder = path.parent().unwrap_or(path);
    make_folder(folder)?;
    // We hold the lock, so whoever made it is gone.
    std::fs::remove_file(path).ok();
    let listener = UnixListener::bind(path).map_err(|error| unusable(folder, &error))?;
    let own = std::os::unix::fs::PermissionsExt::from_mode(0o600);
    std::fs::set_permissions(path, own).map_err(|error| unusable(folder, &error))?;
    tasks.spawn(accept(listener, app.clone()));
    Ok(())
}

async fn accept(listener: UnixListener, app: App) {
    let mut terminals = Tasks::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) if is_ours(&stream) => {
                    terminals.spawn(Terminal::talk(stream, app.clone()));
                }
                Ok(_) => warn!("another user's process knocked at the socket"),
                Err(error) => {
                    warn!(%error, "the socket does not accept");
                    // Too many open files, say: the next terminal may have better luck.
                    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
                }
            },
            Some(_) = terminals.ended() => {}
        }
    }
}

/// The folder and the socket are owner-only; this is the second lock on the door.
fn is_ours(stream: &UnixStream) -> bool {
    let ours = rustix::process::geteuid().as_raw();
    stream.peer_cred().is_ok_and(|it| it.uid() == ours)
}

type Writing = Arc<Mutex<OwnedWriteHalf>>;

struct Terminal {
    app: App,
    writing: Writing,
    running: Tasks,
    calls: BTreeMap<u64, AbortHandle>,
}

impl Terminal {
    async fn talk(stream: UnixStream, app: App) {
        let (reading, writing) = stream.into_split();
        let mut requests = BufReader::new(reading).lines();
        let writing = Arc::new(Mutex::new(writing));
        let mut this = Self { app, writing, running: Tasks::new(), calls: BTreeMap::new() };
        loop {
            tokio::select! {
                line = requests.next_line() => {
                    let Ok(Some(line)) = line else { break };
                    let Ok(request) = serde_json::from_str(&line) else {
                        warn!("a terminal said something that is no request");
                        break;
                    };
                    this.hear(request);
                }
                Some(_) = this.running.ended() => {
                    this.calls.retain(|_, call| !call.is_finished());
                }
            }
        }
    }

    fn hear(&mut self, request: Request) {
        let (app, writing) = (self.app.clone(), self.writing.clone());
        match request {
            Request::Call { id, command, payload } => {
                let call = self.running.spawn(async move {
                    let reply = match dispatch(&app, Window::Terminal, &command, payload).await {
                        Ok(reply) => Reply::Done { id, reply },
                        Err(failure) => Reply::Failed { id, failure },
                    };
                    say(&writing, &reply).await.ok();
                });
                self.calls.insert(id, call);
            }
            Request::Drop { id } => {
                if let Some(call) = self.calls.remove(&id) {
                    call.abort();
                }
            }
            Request::Listen => {
                self.running.spawn(tell_events(app, writing));
            }
        }
    }
}

async fn tell_events(app: App, writing: Writing) {
    let mut events = app.events();
    if say(&writing, &Reply::Listening).await.is_err() {
        return;
    }
    loop {
        let event = match events.recv().await {
            Ok(event) => event,
            Err(RecvError::Lagged(_)) => UiEvent::Lagged,
            Err(RecvError::Closed) => return,
        };
        if say(&writing, &Reply::Event { event }).await.is_err() {
            return;
        }
    }
}

async fn say(writing: &Writing, reply: &Reply) -> io::Result<()> {
    let mut line = serde_json::to_string(reply).map_err(io::Error::other)?;
    line.push('\n');
    // A tokio lock: lines of two replies must not mix, and writing waits for the terminal.
    writing.lock().await.write_all(line.as_bytes()).await
}
