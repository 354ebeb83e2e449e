//! The question that is in the window: which ticket answers it, and whether it may be answered
//! yet. It knows no window.

use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use app::prompt::{AnswerPrompt, Prompt, PromptEntry, PromptHeard, PromptSaid, PromptWrong};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, oneshot},
    time::Instant,
};
use uuid::Uuid;

use crate::desk::dead::DEAD;

/// What a press of a button brought along.
#[derive(Debug)]
pub(super) struct Pressed {
    /// The place of the button.
    pub(super) button: usize,
    /// What stands in the fields.
    pub(super) entries: Vec<PromptEntry>,
    /// Whether hidden values are to be remembered.
    pub(super) remember: bool,
    /// Whether the person hid a field.
    pub(super) masked: bool,
}

/// What comes of it.
#[derive(Debug)]
pub(super) enum Verdict {
    /// It was the answer.
    Taken,
    /// It is to be mended first.
    Wrong(Vec<PromptWrong>),
}

/// Looks at what was pressed.
pub(super) type Check = Box<dyn FnMut(Pressed) -> Verdict + Send>;

/// What there is to do for the window, and what it hears.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Give it so much room.
    Draw {
        /// In pixels of its page.
        height: u32,
        /// Whether it is not seen yet.
        first: bool,
        /// Whether the person is in a window of ours.
        here: bool,
    },
    /// Only tell it this.
    Tell(PromptHeard),
}

/// Whoever says something holds no ticket, or one that was used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NoTicket;

/// The place of the one question that is asked at a time.
pub(crate) struct Prompts {
    state: Mutex<State>,
    seats: Arc<Semaphore>,
}

#[derive(Default)]
struct State {
    open: Option<Open>,
    /// There from before a window is made until it is gone.
    window: Option<Window>,
    /// How many there were.
    windows: u64,
}

struct Window {
    number: u64,
    _seat: Option<OwnedSemaphorePermit>,
}

/// A question that was taken in.
#[derive(Debug)]
pub(super) struct Opened {
    /// What answers it.
    pub(super) ticket: String,
    /// Tells its window from those before and after it.
    pub(super) window: u64,
    /// Hears whether it is drawn; nothing, if it is over before that.
    pub(super) drawn: oneshot::Receiver<Drawn>,
}

/// What became of the drawing of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Drawn {
    /// It is seen.
    Yes,
    /// The process of its page ended before that.
    Died,
}

struct Open {
    ticket: String,
    /// The places of the buttons that are dead at first.
    dead: Vec<usize>,
    here: bool,
    /// Since when it is seen, or in front.
    seen: Option<Instant>,
    drawn: Option<oneshot::Sender<Drawn>>,
    check: Check,
}

impl Prompts {
    /// Waits until there is no window.
    pub(super) async fn seat(&self) -> Option<OwnedSemaphorePermit> {
        // It is never closed.
        Arc::clone(&self.seats).acquire_owned().await.ok()
    }

    /// Takes a question in, whose window comes next.
    pub(super) fn open(
        &self,
        prompt: &Prompt,
        here: bool,
        check: Check,
        seat: Option<OwnedSemaphorePermit>,
    ) -> Opened {
        let mut state = self.lock();
        state.windows += 1;
        let number = state.windows;
        state.window = Some(Window { number, _seat: seat });
        let dead = prompt.buttons.iter().enumerate().filter(|(_, it)| it.dead);
        let dead = dead.map(|(place, _)| place).collect();
        let (ticket, (drawn, hear)) = (ticket(), oneshot::channel());
        let (seen, drawn) = (None, Some(drawn));
        state.open = Some(Open { ticket: ticket.clone(), dead, here, seen, drawn, check });
        Opened { ticket, window: number, drawn: hear }
    }

    /// Hears what the window says. Only who holds the last ticket is heard, and what is pressed
    /// uses it up.
    pub(super) fn hear(&self, answer: AnswerPrompt) -> Result<Next, NoTicket> {
        let place = &mut self.lock().open;
        let open = place.as_mut().filter(|it| it.ticket == answer.ticket).ok_or(NoTicket)?;
        match answer.said {
            PromptSaid::Drawn { height } => {
                let first = open.seen.is_none();
                open.seen.get_or_insert_with(Instant::now);
                open.tell(Drawn::Yes);
                Ok(Next::Draw { height, first, here: open.here })
            }
            PromptSaid::Closed => {
                *place = None;
                Ok(Next::Tell(PromptHeard::Taken))
            }
            PromptSaid::Pressed { button, entries, remember, masked } => {
                // A place that does not fit is that of no button.
                let button = usize::try_from(button).unwrap_or(usize::MAX);
                let pressed = Pressed { button, entries, remember, masked };
                Ok(Next::Tell(match open.press(pressed) {
                    Verdict::Taken => {
                        *place = None;
                        PromptHeard::Taken
                    }
                    Verdict::Wrong(wrong) => {
                        open.ticket = ticket();
                        PromptHeard::Again { ticket: open.ticket.clone(), wrong }
                    }
                }))
            }
        }
    }

    /// The window comes to the front: what is dead at first is so again, for it was not seen before.
    pub(super) fn fronted(&self) {
        if let Some(Open { seen: Some(seen), .. }) = &mut self.lock().open {
            *seen = Instant::now();
        }
    }

    /// The process of the page has ended: whether its question was seen or not, nothing answers it
    /// any more.
    pub(super) fn died(&self) {
        if let Some(mut open) = self.lock().open.take() {
            open.tell(Drawn::Died);
        }
    }

    /// Takes the question back: nothing answers it any more, and its asker hears so.
    pub(super) fn close(&self) {
        self.lock().open = None;
    }

    /// The asker of a question is done with its window. Whether that window is still there.
    pub(super) fn leave(&self, window: u64) -> bool {
        let mut state = self.lock();
        let there = state.window.as_ref().is_some_and(|it| it.number == window);
        if there {
            state.open = None;
        }
        there
    }

    /// The window is gone, and the next one may come.
    pub(super) fn gone(&self) {
        let mut state = self.lock();
        state.open = None;
        state.window = None;
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    /// The first word on it counts.
    fn tell(&mut self, drawn: Drawn) {
        if let Some(tell) = self.drawn.take() {
            // Its asker may have taken it back in the meantime.
            tell.send(drawn).ok();
        }
    }

    fn press(&mut self, pressed: Pressed) -> Verdict {
        // The page keeps them dead as well; it is not trusted to.
        let awake = self.seen.is_some_and(|it| it.elapsed() >= DEAD);
        if self.dead.contains(&pressed.button) && !awake {
            return Verdict::Wrong(Vec::new());
        }
        (self.check)(pressed)
    }
}

impl Default for Prompts {
    fn default() -> Self {
        let seats = Arc::new(Semaphore::new(1));
        Self { state: Mutex::default(), seats }
    }
}

impl fmt::Debug for Prompts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prompts").finish_non_exhaustive()
    }
}

fn ticket() -> String {
    Uuid::new_v4().to_string()
}

#[cfg(test)]
mod tests;
