//! A handle to the small model, for all who do not own it: what they may ask for, and how it stands.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use model::provider::Provider;
use tokio::sync::{mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;

use crate::trial::{fault::Fault, state::State};

/// Where it is asked, and with which key.
pub(crate) type Place = (url::Url, stdx::secret::Secret);

/// What its owner is told to do, and who hears of it.
#[derive(Debug)]
pub(super) enum Order {
    Install(oneshot::Sender<Result<Provider, Fault>>),
    Serve(oneshot::Sender<Result<Place, Fault>>),
    Remove(oneshot::Sender<Result<(), Fault>>),
}

/// A handle to it; clones share one.
#[derive(Debug, Clone)]
pub(crate) struct Trial {
    pub(super) orders: mpsc::Sender<Order>,
    pub(super) state: watch::Receiver<State>,
    pub(super) stop: Stop,
    pub(super) dir: PathBuf,
}

/// What stops the installation that goes on.
pub(super) type Stop = Arc<Mutex<CancellationToken>>;

impl Trial {
    /// Installs it, if it is not here, and gives it a provider. Whoever gives up waiting stops nothing.
    ///
    /// # Errors
    /// Why it is not here.
    pub(crate) async fn install(&self) -> Result<Provider, Fault> {
        self.ask(Order::Install).await
    }

    /// Stops an installation that goes on.
    pub(crate) fn stop(&self) {
        self.stop.lock().unwrap_or_else(PoisonError::into_inner).cancel();
    }

    /// Starts it, if it does not run.
    ///
    /// # Errors
    /// Why it cannot be asked.
    pub(crate) async fn serve(&self) -> Result<Place, Fault> {
        self.ask(Order::Serve).await
    }

    /// Ends it, and takes away its files and its provider.
    ///
    /// # Errors
    /// What kept it from being taken away.
    pub(crate) async fn remove(&self) -> Result<(), Fault> {
        self.ask(Order::Remove).await
    }

    /// How it stands.
    pub(crate) fn state(&self) -> State {
        self.state.borrow().clone()
    }

    /// Hears each change.
    pub(crate) fn changes(&self) -> watch::Receiver<State> {
        self.state.clone()
    }

    /// The folder that it is kept in.
    pub(crate) fn dir(&self) -> &Path {
        &self.dir
    }

    async fn ask<T>(
        &self,
        order: impl FnOnce(oneshot::Sender<Result<T, Fault>>) -> Order,
    ) -> Result<T, Fault> {
        let (tell, told) = oneshot::channel();
        self.orders.send(order(tell)).await.map_err(|_| Fault::Closing)?;
        told.await.map_err(|_| Fault::Closing)?
    }
}
