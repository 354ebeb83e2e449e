//! What an owner does for the terminals that talk to it.

use std::{future::Future, sync::Arc};

use inbox::{Seat, desk::Desk};
use serde_json::Value;
use tokio::sync::broadcast;

use crate::wire::{event::UiEvent, failure::Failure};

/// Runs commands and tells events; clones are the same one.
pub(crate) trait Host: Clone + Send + Sync + 'static {
    /// Runs a command as a person at a terminal. Dropping it stops what can be stopped.
    fn run(
        &self,
        command: String,
        payload: Value,
    ) -> impl Future<Output = Result<Value, Failure>> + Send;

    /// Puts questions for the call of this tag at a desk, until the seat is dropped.
    fn seat(&self, tag: &str, desk: Arc<dyn Desk>) -> Seat;

    /// All that happens from now on.
    fn events(&self) -> broadcast::Receiver<UiEvent>;
}
