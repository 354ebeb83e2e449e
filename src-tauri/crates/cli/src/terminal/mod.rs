//! The person at this terminal, asked on the terminal itself, so that pipes stay what they are. No
//! flag, variable or file answers for them.
//!
//! What is asked and how answers are read is pure and lies in the dialogs; here they are driven.

mod allow;
mod browser;
mod confirm;
mod dialog;
mod far;
mod field;
mod form;
mod leave;
mod link;
mod secret;
mod tty;
mod typing;
mod words;

use std::{
    io,
    sync::{
        Arc, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use app::{
    Secret,
    desk::{
        AllowQuestion, LinkQuestion, LinkReply, NobodyToAsk, Reply, SecretQuestion,
        agreed::Agreed,
        far::{FarQuestion, FarReply},
    },
    terminal::{FormPrompt, FormSaid, Terminal},
    wire::card::{CardView, Verdict},
};
use tokio::sync::{Mutex, Notify};

use crate::print;
use crate::terminal::{
    allow::AllowDialog,
    browser::NotOpened,
    confirm::Confirm,
    dialog::{Dialog, Heard, Line},
    far::FarDialog,
    form::FormDialog,
    leave::LeaveDialog,
    link::{LinkDialog, LinkSaid},
    secret::SecretDialog,
    tty::{Before, Tty},
    words::ours,
};

/// This process's terminal; clones are the same one.
#[derive(Debug, Clone, Default)]
pub(crate) struct Here {
    /// One question at a time.
    turn: Arc<Mutex<()>>,
    before: Before,
    leaving: Arc<Leaving>,
    news: Arc<News>,
}

/// What is to be told here, and does not come between a question and its answer.
#[derive(Debug, Default)]
struct News {
    // Held for a moment, never over an await.
    state: std::sync::Mutex<NewsState>,
    /// Whether an answer was given of which the keychain is to do something.
    kept: AtomicBool,
}

#[derive(Debug, Default)]
struct NewsState {
    asking: bool,
    waiting: Vec<String>,
}

impl News {
    /// Tells it now, or after the question that is open.
    fn tell(&self, words: &str) {
        let mut state = self.state();
        state.waiting.push(words.to_owned());
        if !state.asking {
            state.say();
        }
    }

    /// A question is open from here on, until what is given is dropped.
    fn wait(self: &Arc<Self>) -> Held {
        self.state().asking = true;
        Held(Arc::clone(self))
    }

    fn state(&self) -> MutexGuard<'_, NewsState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl NewsState {
    fn say(&mut self) {
        for words in self.waiting.drain(..) {
            if !tty::note(&words) {
                print::note(&words);
            }
        }
    }
}

struct Held(Arc<News>);

impl Drop for Held {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.asking = false;
        state.say();
    }
}

/// How a person leaves the command itself, and not only a question of it. What is asked meanwhile is
/// not shown, and what was answered last is not sent: the server could make a result of it.
#[derive(Debug, Default)]
struct Leaving {
    /// Whether a question of a server was ended by Ctrl+C: a command has one call. The second one
    /// means the call, as a server that asks again and again could not be left otherwise.
    cancelled: AtomicBool,
    begun: AtomicBool,
    wanted: Notify,
}

impl Leaving {
    fn begin(&self) {
        self.begun.store(true, Ordering::Relaxed);
        self.wanted.notify_one();
    }

    fn cancelled(&self) {
        if self.cancelled.swap(true, Ordering::Relaxed) {
            self.begin();
        }
    }

    /// Never returns once the person leaves: whoever waits ends with the command.
    async fn unless_begun(&self) {
        if self.begun.load(Ordering::Relaxed) {
            std::future::pending::<()>().await;
        }
    }
}

/// Whether anybody can be asked here.
pub(crate) fn is_there() -> bool {
    tty::is_there()
}

/// Forgets what was typed while nobody asked, if something was `awaited` meanwhile elsewhere.
pub(crate) fn forget_typed(awaited: bool) {
    if awaited {
        tty::forget_typed();
    }
}

impl Here {
    /// Asks for a yes of our own. `None`: there is no terminal, or it went away.
    pub(crate) async fn confirm(&self, above: Vec<String>, ask: impl Into<String>) -> Option<bool> {
        self.ask(Confirm { above, ask: ask.into() }).await.ok()
    }

    /// Asks whether a call of a model may run. `None`: there is no terminal, or it went away.
    pub(crate) async fn leave_for(&self, card: &CardView) -> Option<Verdict> {
        self.ask(LeaveDialog::new(card)).await.ok()
    }

    /// Returns when the person wants the command to end: by Ctrl+C at a second question of its call,
    /// or by Ctrl+\ at any.
    pub(crate) async fn wants_to_leave(&self) {
        self.leaving.wanted.notified().await;
    }

    /// Tells something that nobody asked for: on the terminal, or where errors go.
    pub(crate) fn note(&self, words: &str) {
        self.news.tell(words);
    }

    /// Whether an answer was given here of which the keychain is to do something.
    pub(crate) fn has_kept(&self) -> bool {
        self.news.kept.load(Ordering::Relaxed)
    }

    /// Returns when nobody types any more for a question that is gone.
    pub(crate) async fn quiet(&self) {
        self.before.quiet().await;
    }

    /// Gives the terminal back if a question is still open: all ends.
    pub(crate) fn leave(&self) {
        self.before.end();
    }

    /// A question of ours.
    async fn ask<D: Dialog>(&self, dialog: D) -> Result<D::Said, NobodyToAsk> {
        self.ask_below(Vec::new(), dialog, |_| false).await
    }

    /// A question of a server; `cancels` says whether it was ended by Ctrl+C.
    async fn ask_for<D: Dialog>(
        &self,
        dialog: D,
        cancels: impl Fn(&D::Said) -> bool,
    ) -> Result<D::Said, NobodyToAsk> {
        let again = self.leaving.cancelled.load(Ordering::Relaxed);
        let above = again.then(|| ours("Ctrl+C stops the whole call now."));
        self.ask_below(above.into_iter().collect(), dialog, cancels).await
    }

    async fn ask_below<D: Dialog>(
        &self,
        above: Vec<Line>,
        dialog: D,
        cancels: impl Fn(&D::Said) -> bool,
    ) -> Result<D::Said, NobodyToAsk> {
        let _turn = self.turn.lock().await;
        self.before.quiet().await;
        self.leaving.unless_begun().await;
        // Dropped after the terminal is given back.
        let news = self.news.wait();
        let mut tty = Tty::take(&self.before).map_err(|_| NobodyToAsk::NoTerminal)?;
        let said = talk(&mut tty, &above, dialog, &self.leaving).await;
        tty.done();
        drop(news);
        if said.as_ref().is_ok_and(cancels) {
            self.leaving.cancelled();
        }
        self.leaving.unless_begun().await;
        // A terminal that went away has nobody at it any more.
        said.map_err(|_| NobodyToAsk::TerminalLeft)
    }

    async fn open(&self, url: String) -> Result<LinkReply, NobodyToAsk> {
        let Err(NotOpened(why)) = browser::open(&url).await else { return Ok(LinkReply::Opened) };
        let above = vec![format!("No browser could be started: {why}. Open the address yourself.")];
        let ask = "Did you open it?".to_owned();
        let opened = self.ask(Confirm { above, ask }).await?;
        Ok(if opened { LinkReply::Opened } else { LinkReply::NotOpened(why) })
    }
}

async fn talk<D: Dialog>(
    tty: &mut Tty,
    above: &[Line],
    mut dialog: D,
    leaving: &Leaving,
) -> io::Result<D::Said> {
    let mut shows = true;
    loop {
        let step = dialog.step();
        if shows {
            let width = tty.width();
            let above: String =
                above.iter().chain(&step.above).map(|it| it.printed(width)).collect();
            tty.say(above.as_bytes()).await?;
        }
        tty.say(step.prompt.as_bytes()).await?;
        let Some(typed) = tty.hear(step.echo).await? else {
            // What was shown may have scrolled away meanwhile.
            shows = true;
            continue;
        };
        if !matches!(typed, typing::Typed::Line(_) | typing::Typed::Spoiled) {
            // A key left the line open.
            tty.say(b"\n").await?;
        }
        if typed == typing::Typed::Quit {
            leaving.begin();
        }
        shows = match dialog.hear(typed) {
            Heard::Next => true,
            Heard::Again(why) => {
                tty.say(format!("{why}\n").as_bytes()).await?;
                false
            }
            Heard::Done(said) => return Ok(said),
        };
    }
}

impl Terminal for Here {
    fn form(&self, prompt: FormPrompt) -> Reply<FormSaid> {
        let here = self.clone();
        Box::pin(async move {
            let forgets = !prompt.remembered.is_empty();
            let cancels = |said: &FormSaid| *said == FormSaid::Cancel;
            let said = here.ask_for(FormDialog::new(prompt), cancels).await;
            if matches!(&said, Ok(FormSaid::Send { remember, .. }) if *remember || forgets) {
                here.news.kept.store(true, Ordering::Relaxed);
            }
            said
        })
    }

    fn far(&self, question: FarQuestion) -> Reply<FarReply> {
        let here = self.clone();
        Box::pin(
            async move { here.ask_for(FarDialog(question), |said| *said == FarReply::Close).await },
        )
    }

    fn link(&self, question: LinkQuestion, agreed: Agreed) -> Reply<LinkReply> {
        let here = self.clone();
        Box::pin(async move {
            let url = question.link.url.clone();
            let cancels = |said: &LinkSaid| *said == LinkSaid::Cancel;
            match here.ask_for(LinkDialog(question), cancels).await? {
                LinkSaid::Open => {
                    agreed.say();
                    here.open(url).await
                }
                LinkSaid::Decline => Ok(LinkReply::Decline),
                LinkSaid::Cancel => Ok(LinkReply::Cancel),
            }
        })
    }

    fn allow(&self, question: AllowQuestion) -> Reply<bool> {
        let here = self.clone();
        Box::pin(async move { here.ask(AllowDialog(question)).await })
    }

    fn secret(&self, question: SecretQuestion) -> Reply<Option<Secret>> {
        let here = self.clone();
        Box::pin(async move { here.ask(SecretDialog::new(question)).await })
    }

    fn tell(&self, words: &str) -> bool {
        self.news.tell(&app::visible(words));
        true
    }
}
