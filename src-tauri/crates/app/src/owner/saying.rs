//! The owner's voice at one terminal: replies, questions, and the events that were asked for, one
//! after the other.

use std::io;

use stdx::secret::Secret;
use tokio::{
    io::AsyncWriteExt as _,
    net::unix::OwnedWriteHalf,
    sync::{
        broadcast::{self, error::RecvError},
        mpsc,
    },
};

use crate::{owner::wire::Reply, wire::event::UiEvent};

/// What the writer gets to do. Its queue is no longer than what the terminal asked for.
#[derive(Debug)]
pub(super) enum Said {
    Reply(Reply),
    Listen(broadcast::Receiver<UiEvent>),
}

/// Writes replies, and events once they are asked for, until the terminal is gone.
pub(super) async fn write(mut writing: OwnedWriteHalf, mut said: mpsc::UnboundedReceiver<Said>) {
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
        if line(&mut writing, &reply).await.is_err() {
            return;
        }
    }
}

/// Writes one frame. What it was written from is wiped: it may be an answer.
///
/// # Errors
/// As the socket has it.
pub(super) async fn line(
    writing: &mut OwnedWriteHalf,
    frame: &impl serde::Serialize,
) -> io::Result<()> {
    let mut line = serde_json::to_string(frame).map_err(io::Error::other)?;
    line.push('\n');
    writing.write_all(Secret::new(line).reveal().as_bytes()).await
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
