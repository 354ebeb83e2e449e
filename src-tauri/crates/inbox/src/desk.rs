//! The person at this desk, as far as they may be asked: by native dialogs or a terminal, never by a
//! page.
//!
//! The shell implements it with the toolkit's dialogs, a terminal with masked prompts.

use std::{collections::BTreeMap, fmt, future::Future, path::PathBuf, pin::Pin, time::Instant};

use model::{
    form::{Filling, Form},
    link::Link,
    plan::LaunchPlan,
};
use stdx::secret::Secret;

use crate::{
    desk::{
        agreed::Agreed,
        far::{FarQuestion, FarReply},
        keychain::Keychain,
    },
    item::Origin,
};

pub mod agreed;
pub mod far;
pub mod keychain;

/// An answer on its way. Dropping it takes the question back and closes its dialog.
pub type Reply<T> = Pin<Box<dyn Future<Output = Result<T, NobodyToAsk>> + Send>>;

/// Why there is no person, or no way to ask them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NobodyToAsk {
    /// No window is open, and whoever wants to know sits at no terminal.
    #[error("nobody is there to be asked: no window is open, and no terminal called")]
    Nowhere,
    /// The desk has no dialog for such a question.
    #[error("there is no dialog here to ask it in")]
    NoDialog,
    /// The terminal cannot be had.
    #[error("there is no terminal to ask it on")]
    NoTerminal,
    /// The terminal went away before the answer.
    #[error("the terminal where it was asked went away")]
    TerminalLeft,
    /// The window is closing, or its dialog went away unanswered.
    #[error("the window closed before it was answered")]
    WindowClosed,
    /// The dialog was made and showed nothing.
    #[error("its dialog could not be shown")]
    NotShown,
    /// The desk gave what is no answer to what was asked.
    #[error("the answer does not fit what was asked")]
    Unfit,
}

/// Asks the person, one question at a time.
pub trait Desk: Send + Sync + fmt::Debug {
    /// Why nobody is asked, where this desk has no way to ask something.
    fn lacks(&self) -> NobodyToAsk {
        NobodyToAsk::NoDialog
    }

    /// Shows what would run, whole, and asks whether it may. Cancel is the default.
    fn consent(&self, question: ConsentQuestion) -> Reply<Consent> {
        nobody(question, self.lacks())
    }

    /// Asks for a value in a masked field. `None`: the person cancelled.
    fn secret(&self, question: SecretQuestion) -> Reply<Option<Secret>> {
        nobody(question, self.lacks())
    }

    /// Asks what a server wants to know. What comes back fits the form.
    fn form(&self, question: FormQuestion) -> Reply<FormReply> {
        nobody(question, self.lacks())
    }

    /// Asks whether a server at an address may ask for secrets; Decline is the default. A desk that
    /// has no dialog for it puts it in words.
    fn far(&self, question: FarQuestion) -> Reply<FarReply> {
        let reply = self.form(FormQuestion {
            message: question.words(),
            origin: question.origin,
            form: Form { fields: Vec::new() },
            remembered: BTreeMap::new(),
            keychain: Keychain::default(),
            deadline: question.deadline,
        });
        Box::pin(async move {
            Ok(match reply.await? {
                FormReply::Accept { .. } => FarReply::Allow,
                FormReply::Decline => FarReply::Refuse,
                FormReply::Cancel => FarReply::Close,
            })
        })
    }

    /// Shows an address, whole, and opens it in the person's browser if they say so; it says that
    /// they did before it begins.
    fn link(&self, question: LinkQuestion, agreed: Agreed) -> Reply<LinkReply> {
        nobody((question, agreed), self.lacks())
    }

    /// Asks whether calls may run unasked from now on.
    fn allow(&self, question: AllowQuestion) -> Reply<bool> {
        nobody(question, self.lacks())
    }

    /// Has the person choose a folder in the system's own dialog, which begins in their home folder.
    /// `None`: they chose none.
    fn folder(&self, question: FolderQuestion) -> Reply<Option<PathBuf>> {
        nobody(question, self.lacks())
    }

    /// Has the person say in the system's own dialog where something of theirs is saved; whoever
    /// chooses a file that is there has agreed to lose it. `None`: nowhere.
    fn file(&self, question: FileQuestion) -> Reply<Option<PathBuf>> {
        nobody(question, self.lacks())
    }

    /// The text on the clipboard. `None`: there is none. It may hold secrets.
    fn clipboard(&self) -> Reply<Option<Secret>> {
        nobody((), self.lacks())
    }

    /// Whether the person who sits here is asked for everybody's calls, as one at a window is. At a
    /// terminal sits who called from there, and at some desks nobody.
    fn is_for_all(&self) -> bool {
        true
    }

    /// Tells something, in words for people, to who was asked here. `false`: this desk has no place
    /// for it, and a window's page is to say it.
    fn tell(&self, _words: &str) -> bool {
        false
    }

    /// Brings the open dialog to the front, where there is one.
    fn raise(&self) {}
}

fn nobody<Q, T: Send + 'static>(_question: Q, why: NobodyToAsk) -> Reply<T> {
    Box::pin(async move { Err(why) })
}

/// What may run unasked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllowQuestion {
    /// What it is, a line each; at least one.
    pub what: Vec<String>,
    /// The one tool's definition as it stands, where it is for one; plain text of a stranger.
    pub definition: Option<String>,
}

/// What may be run, and what the buttons offer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConsentQuestion {
    /// The whole of it.
    pub plan: LaunchPlan,
    /// What it takes the place of, to be shown beside it.
    pub before: Option<LaunchPlan>,
    /// What is asked.
    pub about: About,
}

/// What a consent is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// A new server: Cancel, add without starting, add and start.
    Adding,
    /// A registered server whose command the person has not seen: Cancel, start.
    Starting,
}

/// What the person said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Consent {
    /// No, or the dialog was closed.
    Cancel,
    /// Keep it, and do not start it.
    AddOnly,
    /// Go ahead.
    Start,
}

/// Which value is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecretQuestion {
    /// For whom: the title of a server. `None`: the person names a secret of their own.
    pub title: Option<String>,
    /// For what: the name of a variable or header, or of the secret itself.
    pub field: String,
    /// Where the value goes.
    pub goes: Goes,
    /// Whether there is a value that an empty one would remove (HOST-64). Without one to remove,
    /// an empty value is no answer.
    pub removable: bool,
}

/// Where a secret is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goes {
    /// In the keychain.
    Keychain,
    /// In memory alone, until Steward quits: for a machine whose keychain cannot be had, and only
    /// because the person chose so.
    Memory,
    /// Into the keychain, and from there to a provider of models.
    Provider,
}

/// What a server wants to know (HOST-42).
#[derive(Debug, Clone, PartialEq)]
pub struct FormQuestion {
    /// Who asks, and for what.
    pub origin: Origin,
    /// The server's words, at most 2 kB, as it wrote them: make them visible before they are shown.
    pub message: String,
    /// Its fields; none for yes or no.
    pub form: Form,
    /// Values of masked fields that the person had remembered, by name: filled in beforehand.
    pub remembered: BTreeMap<String, Secret>,
    /// How the keychain stands that would keep them.
    pub keychain: Keychain,
    /// When it is given up, and the server gets no answer (HOST-47). The inbox sets it.
    pub deadline: Option<Instant>,
}

/// What came of a form.
#[derive(Debug, Clone, PartialEq)]
pub enum FormReply {
    /// The person sends this.
    Accept {
        /// What they entered. It fits the form.
        filling: Filling,
        /// Whether its masked values are to be remembered in the keychain (HOST-52).
        remember: bool,
        /// Whether the person masked a field that was not masked by itself.
        masked: bool,
    },
    /// The person says no.
    Decline,
    /// The person closed the dialog.
    Cancel,
}

/// Which page may be opened (HOST-46).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkQuestion {
    /// Whose page it is, and for what.
    pub origin: Origin,
    /// Who wants it opened.
    pub wanted: WantedBy,
    /// The server's words, at most 2 kB, as it wrote them.
    pub message: String,
    /// The page.
    pub link: Link,
    /// When it is given up, and the server gets no answer (HOST-47). The inbox sets it.
    pub deadline: Option<Instant>,
}

/// Who wants a page opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WantedBy {
    /// The server, which hears what became of it.
    Server,
    /// The person, who came upon it in what the server gave: no server hears of it.
    Person,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkReply {
    /// The person's browser has been given it.
    Opened,
    /// The person said yes, and no browser would take it, for the reason in these words.
    NotOpened(String),
    /// The person says no.
    Decline,
    /// The person closed the dialog.
    Cancel,
}

/// Which folder is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderQuestion {
    /// What the server is called that it is to be shared with.
    pub title: String,
}

/// What is to be saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileQuestion {
    /// What its file is called unless the person says otherwise.
    pub name: String,
}
