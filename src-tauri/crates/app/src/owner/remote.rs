//! A terminal's side of the owner's socket: commands go over, replies and events come back, and so
//! do questions for the person at this terminal.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use serde_json::Value;
use stdx::tasks::Tasks;
use tokio::{
    io::{AsyncBufReadExt as _, BufReader},
    net::{
        UnixStream,
        unix::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::{broadcast, mpsc, oneshot},
    time::timeout,
};

use crate::{
    owner::{
        lock::note_of,
        prompts::Prompts,
        saying,
        socket::is_ours,
        waiting::Waiting,
        wire::{Reply, Request},
    },
    terminal::Terminal,
    wire::{
        event::UiEvent,
        failure::{Code, Failure},
    },
};

/// An owner that is well lets a terminal in much sooner.
const WELCOME_LIMIT: Duration = Duration::from_secs(10);

/// The owner of a data folder, spoken to from another process.
#[derive(Debug)]
pub struct Remote {
    saying: mpsc::UnboundedSender<Request>,
    waiting: Arc<Waiting>,
    _tasks: Tasks,
}

impl Remote {
    /// Connects to the owner of a data folder, whose questions are put at this terminal. `None`: it
    /// has none, or one that takes no guests.
    ///
    /// # Errors
    /// `Owned` when the owner is another user's process, or does not answer.
    pub(crate) async fn connect(
        data_dir: &Path,
        terminal: Arc<dyn Terminal>,
    ) -> Result<Option<Self>, Failure> {
        let Some(socket) = socket_of(data_dir) else { return Ok(None) };
        let Ok(stream) = UnixStream::connect(socket).await else { return Ok(None) };
        if !is_ours(&stream) {
            let words = "another user's Steward uses the data folder";
            return Err(Failure::new(Code::Owned, words)
                .hint("Start with another folder: `--data-dir DIR`."));
        }
        let (reading, writing) = stream.into_split();
        let (saying, said) = mpsc::unbounded_channel();
        let (welcome, welcomed) = oneshot::channel();
        let waiting = Arc::new(Waiting::new(welcome));
        let mut tasks = Tasks::new();
        tasks.spawn(write(writing, said));
        let prompts = Prompts::new(terminal, saying.clone());
        tasks.spawn(read(reading, waiting.clone(), prompts));
        match timeout(WELCOME_LIMIT, welcomed).await {
            Ok(Ok(())) => Ok(Some(Self { saying, waiting, _tasks: tasks })),
            Ok(Err(_)) => Ok(None),
            Err(_) => Err(silent(data_dir)),
        }
    }

    /// Runs a command at the owner; with a seat, what is asked for the call of that tag is asked
    /// here. Dropping this stops there what can be stopped.
    ///
    /// # Errors
    /// The command's own failure; `Internal` when the owner went away before it was done.
    pub(crate) async fn call(
        &self,
        command: &str,
        payload: Value,
        seat: Option<String>,
    ) -> Result<Value, Failure> {
        let (told, reply) = oneshot::channel();
        let id = self.waiting.reply(told).ok_or_else(gone)?;
        let _asked = Asked { remote: self, id };
        self.say(Request::Call { id, command: command.to_owned(), payload, seat })?;
        reply.await.unwrap_or_else(|_| Err(gone()))
    }

    /// All that happens at the owner from now on.
    ///
    /// # Errors
    /// `Internal` when the owner went away.
    pub(crate) async fn events(&self) -> Result<broadcast::Receiver<UiEvent>, Failure> {
        let (told, listening) = oneshot::channel();
        let events = self.waiting.listen(told).ok_or_else(gone)?;
        self.say(Request::Listen)?;
        listening.await.map_err(|_| gone())?;
        Ok(events)
    }

    /// The same for a terminal that only looks on: an owner that closes does not wait for it.
    ///
    /// # Errors
    /// `Internal` when the owner went away.
    pub(crate) async fn watch(&self) -> Result<broadcast::Receiver<UiEvent>, Failure> {
        let events = self.events().await?;
        self.say(Request::Watch)?;
        Ok(events)
    }

    fn say(&self, request: Request) -> Result<(), Failure> {
        self.saying.send(request).map_err(|_| gone())
    }
}

/// A command that somebody waits for.
struct Asked<'a> {
    remote: &'a Remote,
    id: u64,
}

impl Drop for Asked<'_> {
    fn drop(&mut self) {
        if self.remote.waiting.give_up(self.id) {
            // An owner that is gone has dropped it already.
            self.remote.say(Request::Drop { id: self.id }).ok();
        }
    }
}

/// The way to the owner's socket, however the folder is spelled.
fn socket_of(data_dir: &Path) -> Option<PathBuf> {
    let data_dir = std::fs::canonicalize(data_dir).ok()?;
    note_of(&data_dir)?.socket
}

async fn write(mut writing: OwnedWriteHalf, mut said: mpsc::UnboundedReceiver<Request>) {
    while let Some(request) = said.recv().await {
        // The owner went away: the end of reading says so too.
        if saying::line(&mut writing, &request).await.is_err() {
            return;
        }
    }
}

async fn read(reading: OwnedReadHalf, waiting: Arc<Waiting>, mut prompts: Prompts) {
    let mut lines = BufReader::new(reading).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        let Ok(reply) = serde_json::from_str(&line) else { break };
        match reply {
            Reply::Ask { id, question } => prompts.ask(id, question),
            Reply::Told { words } => prompts.tell(&words),
            Reply::Withdrawn { id } => prompts.withdraw(id),
            other @ (Reply::Welcome
            | Reply::Done { .. }
            | Reply::Failed { .. }
            | Reply::Listening
            | Reply::Event { .. }) => waiting.hear(other),
        }
    }
    // Before the command is told: it may be the last thing that this process does.
    prompts.stop().await;
    waiting.gone();
}

fn gone() -> Failure {
    Failure::new(Code::Internal, "the Steward that owns the data folder went away")
        .hint("Try again; if it was doing something for you, look whether it was done.")
}

fn silent(data_dir: &Path) -> Failure {
    let pid = note_of(data_dir).map(|it| format!(" (process {})", it.pid)).unwrap_or_default();
    let shown = data_dir.display();
    let words = format!("the Steward{pid} that owns the data folder `{shown}` does not answer");
    Failure::new(Code::Owned, words).hint("End that process, then try again.")
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use tokio::sync::broadcast::error::RecvError;

    use crate::owner::fake::{FakeHost, nobody};

    use super::*;

    async fn connect(folder: &Path) -> Remote {
        Remote::connect(folder, nobody()).await.unwrap().expect("it is let in")
    }

    #[tokio::test]
    async fn replies_come_back_to_those_who_asked() {
        let folder = tempfile::tempdir().unwrap();
        let (host, _) = FakeHost::new();
        let _owner = host.own(folder.path()).await;
        let remote = connect(folder.path()).await;
        let (first, second) = tokio::join!(
            remote.call("echo", json!(1), None),
            remote.call("echo", json!({ "a": "b" }), None)
        );
        assert_eq!((first.unwrap(), second.unwrap()), (json!(1), json!({ "a": "b" })));
        let failure = remote.call("fail", Value::Null, None).await.unwrap_err();
        let expected = Failure::new(Code::Declined, "no").hint("ask again").field("x");
        assert_eq!(failure, expected, "a failure crosses whole");
    }

    #[tokio::test]
    async fn a_command_that_falls_over_is_answered_and_the_next_one_runs() {
        let folder = tempfile::tempdir().unwrap();
        let (host, _) = FakeHost::new();
        let _owner = host.own(folder.path()).await;
        let remote = connect(folder.path()).await;
        let failure = remote.call("panic", Value::Null, None).await.unwrap_err();
        assert_eq!(
            (failure.code, failure.message.as_str()),
            (Code::Internal, "`panic` fell over.")
        );
        assert_eq!(remote.call("echo", json!(1), None).await.unwrap(), json!(1));
    }

    #[tokio::test]
    async fn a_call_that_nobody_waits_for_any_more_is_dropped_at_the_owner() {
        let folder = tempfile::tempdir().unwrap();
        let (host, mut said) = FakeHost::new();
        let _owner = host.own(folder.path()).await;
        let remote = connect(folder.path()).await;
        tokio::select! {
            _ = remote.call("wait", Value::Null, None) => panic!("nobody released it"),
            begun = said.recv() => assert_eq!(begun, Some("begun")),
        }
        assert_eq!(said.recv().await, Some("dropped"));
        assert_eq!(
            remote.call("echo", json!(1), None).await.unwrap(),
            json!(1),
            "the line is well"
        );
    }

    #[tokio::test]
    async fn events_come_until_the_owner_goes_and_its_going_is_heard() {
        let folder = tempfile::tempdir().unwrap();
        let (host, _) = FakeHost::new();
        let (lock, _guests, tasks) = host.own(folder.path()).await;
        let remote = connect(folder.path()).await;
        let (mut first, mut second) =
            (remote.events().await.unwrap(), remote.watch().await.unwrap());
        host.events.send(UiEvent::LogGrew { server: "demo".into() }).unwrap();
        let expected = UiEvent::LogGrew { server: "demo".into() };
        assert_eq!(first.recv().await.unwrap(), expected);
        assert_eq!(second.recv().await.unwrap(), expected, "asked for twice, each comes once");
        tasks.stop().await;
        assert!(matches!(first.recv().await, Err(RecvError::Closed)));
        assert!(matches!(second.recv().await, Err(RecvError::Closed)));
        let failure = remote.call("echo", Value::Null, None).await.unwrap_err();
        assert!(failure.message.contains("went away"), "{}", failure.message);
        drop(lock);
        assert!(Remote::connect(folder.path(), nobody()).await.unwrap().is_none());
    }

    #[tokio::test]
    async fn an_owner_is_found_by_any_spelling_and_with_a_long_path() {
        let folder = tempfile::tempdir().unwrap();
        let long = folder.path().join("x".repeat(120));
        let (host, _) = FakeHost::new();
        let (lock, _guests, tasks) = host.own(&long).await;
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&long, &link).unwrap();
        for spelled in [&long, &link, &folder.path().join("link/../link")] {
            assert_eq!(
                connect(spelled).await.call("echo", json!(1), None).await.unwrap(),
                json!(1)
            );
        }
        let socket = note_of(&long).unwrap().socket.unwrap();
        assert!(!socket.starts_with(&long));
        tasks.stop().await;
        drop(lock);
        assert!(!socket.parent().unwrap().exists(), "the folder made for it is gone");
    }
}
