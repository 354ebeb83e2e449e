//! Supervision of small real servers, from a registration to nothing left.

mod asked;
mod changes;
mod lists;
mod offers;
mod person;
mod questions;
mod secrets;
mod start_up;

use std::{
    ffi::OsString,
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use inbox::{Inbox, desk::Desk};
use model::{
    name::ServerName,
    server::{Draft, Limits, Server, Source, Stdio, Transport},
    state::{Failed, Ready, State},
};
use stdx::{
    clock::{Clock, Millis},
    secret::Secret,
};
use store::{
    Db,
    media::{Bounds, MediaFolder},
};
use tempfile::TempDir;
use tokio::{sync::broadcast, time::timeout};
use vault::Vault;

use crate::{Event, Parts, Servers, StartUp, Wanted, environment::Environment, log::reader::Range};

/// A wait that is far over anything a test should need.
const HANG: Duration = Duration::from_secs(30);
/// The value of the secret `TOKEN`, which each server here is started with.
const SECRET: &str = "hunter2-hunter2";

/// Servers with a database, a vault and logs of their own.
struct House {
    servers: Servers,
    events: broadcast::Receiver<Event>,
    folder: TempDir,
}

#[derive(Debug)]
struct Nobody;

impl Desk for Nobody {}

impl House {
    async fn new() -> Self {
        Self::for_person(Nobody).await
    }

    async fn for_person(desk: impl Desk + 'static) -> Self {
        let vault = Vault::memory();
        vault.set("TOKEN", Secret::from(SECRET)).await.unwrap();
        Self::with(vault, desk, Parts::clone).await
    }

    /// With a keychain of this kind, and `change` made to the parts.
    async fn with(
        vault: Vault,
        desk: impl Desk + 'static,
        change: impl FnOnce(&Parts) -> Parts,
    ) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let clock = Clock::fixed(Millis(1000));
        let db = Db::open(&folder.path().join("steward.db"), clock.clone()).await.unwrap();
        let inbox = Inbox::new(Arc::new(desk), clock.clone());
        let logs = folder.path().to_owned();
        let kept = folder.path().join("media");
        std::fs::create_dir(&kept).unwrap();
        let media = MediaFolder::open(kept, Bounds::default(), clock.clone());
        let parts = Parts::new(db, vault, inbox, clock, logs, media).unwrap();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let vars = [("HOME", "/".into()), ("SHELL", "/bin/false".into()), ("PATH", path)];
        let vars = vars.map(|(name, value): (&str, OsString)| (OsString::from(name), value));
        let environment = Environment::find(vars, HANG).await;
        let parts = change(&parts.knowing(environment));
        let servers = Servers::open(parts, StartUp::All).await.unwrap();
        Self { events: servers.events(), servers, folder }
    }

    /// Registers and starts a server that is odd in this way.
    async fn start(&self, odd: &str) -> Server {
        self.servers.register(draft(odd), Wanted::Started, false).await.unwrap()
    }

    async fn settled(&self) -> State {
        self.servers.settled(&demo(), HANG).await.unwrap()
    }

    async fn ready(&self) -> Ready {
        let state = self.settled().await;
        let State::Ready(ready) = state else { panic!("it is not ready: {state:?}") };
        ready
    }

    async fn failed(&self) -> Failed {
        let state = self.settled().await;
        let State::Failed(failed) = state else { panic!("it did not fail: {state:?}") };
        failed
    }

    async fn row(&self) -> Server {
        self.servers.get(&demo()).await.unwrap().0
    }

    /// The next event that `wanted` takes.
    async fn event<T>(&mut self, wanted: impl Fn(&Event) -> Option<T>) -> T {
        let next = async {
            loop {
                if let Some(found) = wanted(&self.events.recv().await.unwrap()) {
                    return found;
                }
            }
        };
        timeout(HANG, next).await.expect("no such event came")
    }

    /// Waits until the log holds a line that begins so, and gives the rest of that line.
    async fn logged(&mut self, beginning: &str) -> String {
        loop {
            let lines = self.servers.log(&demo(), Range::End, 1000).await.unwrap().lines;
            let rest = lines.iter().find_map(|(_, line)| line.text.strip_prefix(beginning));
            if let Some(rest) = rest {
                return rest.to_owned();
            }
            self.event(|it| matches!(it, Event::LogGrew(_)).then_some(())).await;
        }
    }

    /// The process of the server, by its own account.
    async fn pid(&mut self) -> PathBuf {
        let rest = self.logged("pid ").await;
        PathBuf::from(format!("/proc/{}", rest.split(' ').next().unwrap()))
    }
}

fn demo() -> ServerName {
    ServerName::parse("demo").unwrap()
}

/// A server that is odd in this way, and has the secret in its environment.
fn draft(odd: &str) -> Draft {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/tests/server.py");
    let token = ("API_TOKEN".to_owned(), "${secret:TOKEN}".to_owned());
    Draft {
        name: demo(),
        title: "Demo".into(),
        description: String::new(),
        transport: Transport::Stdio(Stdio {
            command: "python3".into(),
            args: vec![script.into(), odd.into()],
            env: [token].into(),
            cwd: None,
        }),
        limits: Limits::default(),
        source: Source::User,
    }
}

/// A process that is gone, or will be before anybody has waited for long.
async fn gone(process: PathBuf) {
    let began = Instant::now();
    while process.exists() {
        assert!(began.elapsed() < HANG, "{} is still there", process.display());
        tokio::task::yield_now().await;
    }
}
