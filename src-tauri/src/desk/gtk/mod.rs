//! The desk on Linux: one GTK dialog at a time, in front of the main window.

mod ask;
mod clipboard;
mod consent;
mod message;
mod parts;
mod secret;

use std::{fmt, future::Future, sync::Arc};

use app::{
    desk::{Consent, ConsentQuestion, Desk, NobodyToAsk, Reply, SecretQuestion},
    wire::failure::Failure,
};
use stdx::secret::Secret;
use tauri::AppHandle;
use tokio::sync::Semaphore;

use super::{consent::Sheet as ConsentSheet, message::Sheet as MessageSheet, secret::Sheet};

/// Asks by dialogs. A question waits until those before it are answered or taken back.
struct GtkDesk {
    shell: AppHandle,
    turns: Arc<Semaphore>,
}

/// The desk in front of a window.
pub(crate) fn of(shell: AppHandle) -> Arc<dyn Desk> {
    Arc::new(GtkDesk { shell, turns: Arc::new(Semaphore::new(1)) })
}

/// Shows why the app cannot be opened; returns when the person has closed it.
pub(crate) async fn tell(shell: &AppHandle, failure: &Failure) {
    let sheet = MessageSheet::of(failure);
    if let Err(nobody) =
        ask::ask(shell, move |parent, answer| message::draw(&sheet, parent, answer)).await
    {
        tracing::warn!(%nobody, "the message was not read");
    }
}

impl GtkDesk {
    /// The work, once no other dialog is open. Dropping the future gives the turn to the next.
    fn in_turn<T, F>(&self, work: impl FnOnce(AppHandle) -> F + Send + 'static) -> Reply<T>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, NobodyToAsk>> + Send + 'static,
    {
        let (shell, turns) = (self.shell.clone(), Arc::clone(&self.turns));
        Box::pin(async move {
            let _turn = turns.acquire_owned().await.map_err(|_| NobodyToAsk)?;
            work(shell).await
        })
    }
}

impl Desk for GtkDesk {
    fn consent(&self, question: ConsentQuestion) -> Reply<Consent> {
        let sheet = ConsentSheet::of(&question);
        self.in_turn(async move |shell: AppHandle| {
            ask::ask(&shell, move |parent, answer| consent::draw(&sheet, parent, answer)).await
        })
    }

    fn secret(&self, question: SecretQuestion) -> Reply<Option<Secret>> {
        let sheet = Sheet::of(&question);
        self.in_turn(async move |shell: AppHandle| {
            ask::ask(&shell, move |parent, answer| secret::draw(&sheet, parent, answer)).await
        })
    }

    fn clipboard(&self) -> Reply<Option<Secret>> {
        let shell = self.shell.clone();
        Box::pin(async move { clipboard::read(&shell).await })
    }
}

impl fmt::Debug for GtkDesk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GtkDesk").field("turns", &self.turns).finish_non_exhaustive()
    }
}
