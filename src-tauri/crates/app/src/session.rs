//! An application to talk to, wherever it runs: our own, or the one that owns the data folder.

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use tokio::sync::broadcast;

use crate::{
    app::{App, Parts},
    dispatch::dispatch,
    owner::Remote,
    window::Window,
    wire::{
        event::UiEvent,
        failure::{Code, Failure},
    },
};

/// Times an owner that is just starting or leaving is tried.
const TRIES: u32 = 20;

/// What a terminal talks to.
#[derive(Debug)]
pub enum Session {
    /// We own the data folder.
    Owner(App),
    /// Another process owns it.
    Guest(Remote),
}

impl Session {
    /// Talks to the owner of the data folder, or becomes it.
    ///
    /// # Errors
    /// `Storage` when the folder cannot be used, or its owner does not answer.
    pub async fn open(mut parts: impl FnMut() -> Parts) -> Result<Self, Failure> {
        let mut tries = 0;
        loop {
            let parts = parts();
            if let Some(remote) = Remote::connect(&parts.data_dir).await {
                return Ok(Self::Guest(remote));
            }
            match App::open(parts).await {
                Ok(app) => return Ok(Self::Owner(app)),
                // Somebody else became the owner in between, and will answer in a moment.
                Err(failure) if failure.code == Code::Owned && tries < TRIES => tries += 1,
                Err(failure) => return Err(failure),
            }
        }
    }

    /// Runs a command as a person at a terminal.
    ///
    /// # Errors
    /// The command's own failure.
    pub async fn call<R: DeserializeOwned>(
        &self,
        command: &str,
        payload: impl Serialize,
    ) -> Result<R, Failure> {
        let payload =
            serde_json::to_value(payload).map_err(|it| Failure::malformed(command, &it))?;
        let reply: Value = match self {
            Self::Owner(app) => dispatch(app, Window::Terminal, command, payload).await?,
            Self::Guest(remote) => remote.call(command, payload).await?,
        };
        serde_json::from_value(reply).map_err(|it| Failure::malformed(command, &it))
    }

    /// All that happens from now on.
    ///
    /// # Errors
    /// `Internal` when the owner went away.
    pub async fn events(&self) -> Result<broadcast::Receiver<UiEvent>, Failure> {
        match self {
            Self::Owner(app) => Ok(app.events()),
            Self::Guest(remote) => remote.events().await,
        }
    }

    /// Closes what is ours; another owner goes on.
    pub async fn close(self) {
        match self {
            Self::Owner(app) => app.close().await,
            Self::Guest(_) => {}
        }
    }
}
