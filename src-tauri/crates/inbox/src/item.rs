//! What is known of a question that waits, or waited. Never an answer.

use model::name::ServerName;
use stdx::clock::Millis;

/// Names one question, as long as the application runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ItemId(pub u64);

/// A question, without what it would show in full and without what was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Its name.
    pub id: ItemId,
    /// What kind of question it is.
    pub kind: Kind,
    /// Who asks, and for what.
    pub origin: Origin,
    /// What is asked, in a line: at most 300 bytes, with nothing invisible in it.
    pub words: String,
    /// Whether a secret is asked for.
    pub sensitive: bool,
    /// When it was asked.
    pub asked: Millis,
    /// When it is given up; known once it is shown.
    pub deadline: Option<Millis>,
    /// Where it is put.
    pub place: Place,
    /// How it stands.
    pub standing: Standing,
}

/// Where a question is put.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// At the desk that is there for all.
    Desk,
    /// At the terminal that made the call.
    Terminal,
}

/// Kinds of questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Whether something may run.
    Consent,
    /// A value that Steward itself wants for the keychain.
    Secret,
    /// A form of a server.
    Form,
    /// A page that a server wants opened, or one of its links that the person wants opened.
    Link,
    /// A folder that the person wants to share with a server.
    Folder,
    /// The file in which the person wants something of theirs saved.
    File,
    /// Whether calls may run unasked from now on.
    Allow,
}

/// Who asks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Origin {
    /// The server, if it is registered.
    pub server: Option<ServerName>,
    /// What the server is called, for people.
    pub title: String,
    /// The calls it may be for: one where that is certain.
    pub calls: Vec<Call>,
}

/// A call that a question may be for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The tool's own name.
    pub tool: String,
    /// By which name its caller knows the call.
    pub tag: String,
}

/// How a question stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// Others are before it.
    Queued,
    /// Its dialog is open.
    Open,
    /// It is over.
    Settled {
        /// How it ended.
        outcome: Outcome,
        /// When.
        at: Millis,
    },
}

/// How a question ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The person said yes.
    Accepted,
    /// The person said no.
    Declined,
    /// The person closed it.
    Cancelled,
    /// Nobody answered in time (HOST-47).
    Expired,
    /// Who asked went away: the server ended, the call was stopped (HOST-50).
    Orphaned,
    /// The person said yes, and no browser took the page, for the reason in these words.
    NotOpened(String),
    /// It could not be put, for the reason in these words.
    Refused(String),
}
