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
    /// Ends as soon as the token fires, wherever it is by then.
    Install(oneshot::Sender<Result<Provider, Fault>>, CancellationToken),
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

/// What stops all installations that were asked for so far; each has a child of it.
#[derive(Debug, Clone, Default)]
pub(super) struct Stop(Arc<Mutex<CancellationToken>>);

impl Stop {
    fn of_one(&self) -> CancellationToken {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).child_token()
    }

    fn stop(&self) {
        // Whoever asks from now on does not mean what was stopped.
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner)).cancel();
    }
}

impl Trial {
    /// Installs it, if it is not here, and gives it a provider. Dropping this stops that.
    ///
    /// # Errors
    /// Why it is not here.
    pub(crate) async fn install(&self) -> Result<Provider, Fault> {
        let stop = self.stop.of_one();
        let _dropped = stop.clone().drop_guard();
        self.ask(|tell| Order::Install(tell, stop)).await
    }

    /// Stops the installation that goes on, and those that wait for their turn.
    pub(crate) fn stop(&self) {
        self.stop.stop();
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

#[cfg(test)]
mod tests {
    use std::task::Poll;

    use super::*;

    fn trial() -> (Trial, mpsc::Receiver<Order>) {
        let (orders, ordered) = mpsc::channel(16);
        let (_, state) = watch::channel(State::Absent);
        (Trial { orders, state, stop: Stop::default(), dir: PathBuf::new() }, ordered)
    }

    async fn once(asking: &mut (impl Future + Unpin)) {
        let pending = std::future::poll_fn(|context| {
            Poll::Ready(std::pin::Pin::new(&mut *asking).poll(context).is_pending())
        });
        assert!(pending.await, "nobody has answered");
    }

    fn token(ordered: &mut mpsc::Receiver<Order>) -> CancellationToken {
        let Ok(Order::Install(_, stop)) = ordered.try_recv() else { panic!("no installation") };
        stop
    }

    #[tokio::test]
    async fn a_stop_reaches_what_still_waits_for_its_turn_and_nothing_asked_for_later() {
        let (trial, mut ordered) = trial();
        let (mut first, mut second) = (Box::pin(trial.install()), Box::pin(trial.install()));
        once(&mut first).await;
        once(&mut second).await;
        trial.stop();
        let mut later = Box::pin(trial.install());
        once(&mut later).await;
        let stopped = [(); 3].map(|()| token(&mut ordered).is_cancelled());
        assert_eq!(stopped, [true, true, false]);
    }

    #[tokio::test]
    async fn who_leaves_stops_what_they_asked_for_and_nobody_elses() {
        let (trial, mut ordered) = trial();
        let (mut leaves, mut stays) = (Box::pin(trial.install()), Box::pin(trial.install()));
        once(&mut leaves).await;
        once(&mut stays).await;
        drop(leaves);
        assert!(token(&mut ordered).is_cancelled());
        assert!(!token(&mut ordered).is_cancelled());
    }
}
