//! The way from an asynchronous question to the window, and back; it knows no particular question.

use app::{
    desk::NobodyToAsk,
    prompt::{Prompt, PromptWrong},
};
use tauri::{AppHandle, Manager as _};
use tokio::sync::oneshot;

use super::{
    open::{Pressed, Prompts, Verdict},
    window,
};

/// Shows a question until what is pressed answers it. `None`: the person closed the window. It
/// goes with the answer, and when the future is dropped.
///
/// # Errors
/// When it could not be shown.
pub(super) async fn ask<T: Send + 'static>(
    shell: &AppHandle,
    title: &str,
    mut prompt: Prompt,
    mut said: impl FnMut(Pressed) -> Result<T, Vec<PromptWrong>> + Send + 'static,
) -> Result<Option<T>, NobodyToAsk> {
    let prompts = shell.state::<Prompts>();
    // Two windows have never the same label, and the one before this may just be going.
    let seat = prompts.seat().await;
    let (say, hear) = oneshot::channel();
    let mut say = Some(say);
    let check = move |pressed| match said(pressed) {
        Err(wrong) => Verdict::Wrong(wrong),
        Ok(answer) => {
            if let Some(say) = say.take() {
                // The asker may have taken its question back in the meantime.
                drop(say.send(answer));
            }
            Verdict::Taken
        }
    };
    let here = window::person_is_here(shell);
    let opened = prompts.open(&prompt, here, Box::new(check), seat);
    prompt.ticket = opened.ticket;
    let _asking = Asking { shell, window: opened.window };
    window::open(shell, title, &prompt, here).map_err(|error| {
        tracing::error!(%error, "no prompt window can be had");
        NobodyToAsk
    })?;
    Ok(hear.await.ok())
}

/// A question in the window. Dropping it closes the window.
struct Asking<'a> {
    shell: &'a AppHandle,
    window: u64,
}

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        let prompts = self.shell.state::<Prompts>();
        if prompts.leave(self.window) && !window::destroy(self.shell) {
            prompts.gone();
        }
    }
}
