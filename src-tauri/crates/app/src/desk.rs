//! The person at this desk, as far as the app may ask them: by native dialogs, never by a page.
//!
//! The shell implements it with the toolkit's dialogs; a terminal with nobody to ask refuses.

use std::{fmt, future::Future, pin::Pin};

use model::plan::LaunchPlan;
use stdx::secret::Secret;

/// An answer on its way. Dropping it takes the question back and closes its dialog.
pub type Reply<T> = Pin<Box<dyn Future<Output = Result<T, NobodyToAsk>> + Send>>;

/// There is no person, or no way to ask them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("nobody is there to be asked")]
pub struct NobodyToAsk;

/// Asks the person.
pub trait Desk: Send + Sync + fmt::Debug {
    /// Shows what would run, whole, and asks whether it may. Cancel is the default.
    fn consent(&self, question: ConsentQuestion) -> Reply<Consent>;
    /// Asks for a value in a masked field. `None`: the person cancelled.
    fn secret(&self, question: SecretQuestion) -> Reply<Option<Secret>>;
    /// The text on the clipboard. `None`: there is none. It may hold secrets.
    fn clipboard(&self) -> Reply<Option<Secret>>;
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
    /// For whom: the title of a server.
    pub title: String,
    /// For what: the name of a variable or header.
    pub field: String,
}
