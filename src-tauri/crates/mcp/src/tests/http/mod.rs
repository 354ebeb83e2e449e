//! Flows against servers over HTTP that are scripted for one fault each.

use std::time::Duration;

use tokio::sync::mpsc;

use super::soon;
use crate::{Connection, EraChoice, Error, Guard, Notice, Pool, Settings, Target, connect_http};

mod bodies;
mod far;
mod floods;
mod gate;
mod login;
mod meeting;
mod mirrored;
mod near;
mod ordinary;
mod peers;
mod sessions;
mod shelved;
mod site;
mod statuses;
mod streams;
mod together;
mod unended;

/// How long a thing that is told at once may take on a machine that is busy; no limit of ours is as
/// short.
const AT_ONCE: Duration = Duration::from_secs(8);

/// Our side: the guard, the pool, and what was told.
struct Desk {
    guard: Guard,
    pool: Pool,
    settings: Settings,
    told: mpsc::Receiver<Notice>,
    tell: mpsc::Sender<Notice>,
}

impl Desk {
    fn new() -> Self {
        let (tell, told) = mpsc::channel(100_000);
        let settings = Settings {
            probe_limit: Duration::from_millis(1500),
            start_limit: Duration::from_secs(10),
            ..Settings::default()
        };
        Self { guard: Guard::start().unwrap(), pool: Pool::new().unwrap(), settings, told, tell }
    }

    fn era(mut self, era: EraChoice) -> Self {
        self.settings.era = era;
        self
    }

    async fn try_connect(&self, target: Target) -> Result<Connection, Error> {
        let settings = self.settings.clone();
        soon(connect_http(target, settings, &self.pool, &self.guard, self.tell.clone())).await
    }

    async fn connect(&self, target: Target) -> Connection {
        self.try_connect(target).await.unwrap()
    }

    /// All that has been told so far.
    fn notices(&mut self) -> Vec<Notice> {
        std::iter::from_fn(|| self.told.try_recv().ok()).collect()
    }
}
