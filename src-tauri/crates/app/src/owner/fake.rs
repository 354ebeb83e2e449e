//! A host for tests: it echoes, waits, falls over, and tells what becomes of the calls that wait.

use serde_json::{Value, json};
use stdx::tasks::Tasks;
use tokio::sync::{broadcast, mpsc, watch};

use crate::{
    owner::{guests::Guests, host::Host, lock, lock::Lock, socket},
    wire::{
        event::UiEvent,
        failure::{Code, Failure},
    },
};

#[derive(Debug, Clone)]
pub(crate) struct FakeHost {
    pub(crate) events: broadcast::Sender<UiEvent>,
    /// Ends all commands that wait.
    pub(crate) release: watch::Sender<bool>,
    said: mpsc::UnboundedSender<&'static str>,
}

/// Says how a command ended.
struct Ending {
    said: mpsc::UnboundedSender<&'static str>,
    how: &'static str,
}

impl Drop for Ending {
    fn drop(&mut self) {
        self.said.send(self.how).ok();
    }
}

impl FakeHost {
    /// The host, and what it says of its commands: `begun`, `done`, `dropped`.
    pub(crate) fn new() -> (Self, mpsc::UnboundedReceiver<&'static str>) {
        let (said, hears) = mpsc::unbounded_channel();
        let (events, _) = broadcast::channel(16);
        (Self { events, release: watch::Sender::new(false), said }, hears)
    }

    /// An owner of this folder that serves it. Dropping the tasks closes the door.
    pub(crate) async fn own(&self, folder: &std::path::Path) -> (Lock, Guests, Tasks) {
        let lock = lock::take(folder).await.unwrap();
        let mut tasks = Tasks::new();
        let guests = socket::serve(&lock, self, &mut tasks).unwrap();
        (lock, guests, tasks)
    }
}

impl Host for FakeHost {
    async fn run(&self, command: String, payload: Value) -> Result<Value, Failure> {
        match command.as_str() {
            "echo" => Ok(payload),
            "fail" => Err(Failure::new(Code::Declined, "no").hint("ask again").field("x")),
            "panic" => panic!("planted"),
            "wait" => {
                self.said.send("begun").ok();
                let mut ending = Ending { said: self.said.clone(), how: "dropped" };
                self.release.subscribe().wait_for(|it| *it).await.ok();
                ending.how = "done";
                Ok(json!("waited"))
            }
            other => Err(Failure::new(Code::UnknownCommand, other)),
        }
    }

    fn events(&self) -> broadcast::Receiver<UiEvent> {
        self.events.subscribe()
    }
}
