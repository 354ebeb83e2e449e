//! The way from an asynchronous question to the window, and back; it knows no particular question.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use app::{
    desk::NobodyToAsk,
    prompt::{Prompt, PromptWrong},
};
use tauri::{AppHandle, Manager as _};
use tokio::{
    sync::oneshot,
    time::{error::Elapsed, timeout},
};

use super::{
    heart, notices,
    open::{Check, Drawn, Pressed, Prompts, Verdict},
    window,
};

/// How often a window is made for a question.
const TRIES: u32 = 2;
/// How long its page may take to draw it, and how long the window before it may take to go.
const LIMIT: Duration = Duration::from_secs(5);

/// What is asked, but for the way to hear the answer.
pub(super) struct Question {
    /// The title of its window.
    pub(super) title: &'static str,
    /// What is told to a person elsewhere; nothing for what is no question.
    pub(super) notice: Option<String>,
    /// What is in the window.
    pub(super) prompt: Prompt,
}

/// How one window did.
enum Asked<T> {
    /// It was answered; `None`: the person closed it, or its page is no more.
    Answered(Option<T>),
    /// Nobody saw it.
    NotDrawn,
}

/// Shows a question until what is pressed answers it. `None`: the person closed the window. It
/// goes with the answer, and when the future is dropped. A window that shows nothing is made once
/// more.
///
/// # Errors
/// When it could not be shown.
pub(super) async fn ask<T: Send + 'static>(
    shell: &AppHandle,
    question: Question,
    said: impl FnMut(Pressed) -> Result<T, Vec<PromptWrong>> + Send + 'static,
) -> Result<Option<T>, NobodyToAsk> {
    let here = window::person_is_here(shell).await;
    let Question { title, notice, mut prompt } = question;
    // It goes with the question.
    let _told = notice.filter(|_| !here).map(|it| notices::tell(shell, it));
    let said = Arc::new(Mutex::new(said));
    for tries in 1..=TRIES {
        match ask_once(shell, title, &mut prompt, here, &said).await? {
            Asked::Answered(answer) => return Ok(answer),
            Asked::NotDrawn => tracing::warn!(tries, "the prompt window shows no question"),
        }
    }
    tracing::error!(heading = prompt.heading, "the question could not be shown, and is given up");
    Err(NobodyToAsk::NotShown)
}

async fn ask_once<T: Send + 'static>(
    shell: &AppHandle,
    title: &str,
    prompt: &mut Prompt,
    here: bool,
    said: &Arc<Mutex<impl FnMut(Pressed) -> Result<T, Vec<PromptWrong>> + Send + 'static>>,
) -> Result<Asked<T>, NobodyToAsk> {
    let prompts = shell.state::<Prompts>();
    // Two windows have never the same label, and the one before this may just be going.
    let seat = timeout(LIMIT, prompts.seat()).await.map_err(|_: Elapsed| {
        tracing::error!("the prompt window before this one does not go");
        NobodyToAsk::NotShown
    })?;
    let (say, hear) = oneshot::channel();
    let opened = prompts.open(prompt, here, check(Arc::clone(said), say), seat);
    prompt.ticket = opened.ticket;
    let _asking = Asking { shell, window: opened.window };
    let window = window::open(shell, title, prompt, here).map_err(|error| {
        tracing::error!(%error, "no prompt window can be had");
        NobodyToAsk::NotShown
    })?;
    match timeout(LIMIT, opened.drawn).await {
        Err(Elapsed { .. }) | Ok(Ok(Drawn::Died)) => Ok(Asked::NotDrawn),
        // It is seen, or over already.
        Ok(Ok(Drawn::Yes) | Err(_)) => Ok(Asked::Answered(tokio::select! {
            biased;
            answer = hear => answer.ok(),
            () = heart::stops(&window) => None,
        })),
    }
}

/// Has what is pressed looked at, and says what it comes to.
fn check<T: Send + 'static>(
    said: Arc<Mutex<impl FnMut(Pressed) -> Result<T, Vec<PromptWrong>> + Send + 'static>>,
    say: oneshot::Sender<T>,
) -> Check {
    let mut say = Some(say);
    Box::new(move |pressed| {
        let said = &mut *said.lock().unwrap_or_else(PoisonError::into_inner);
        match said(pressed) {
            Err(wrong) => Verdict::Wrong(wrong),
            Ok(answer) => {
                if let Some(say) = say.take() {
                    // The asker may have taken its question back in the meantime.
                    drop(say.send(answer));
                }
                Verdict::Taken
            }
        }
    })
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
