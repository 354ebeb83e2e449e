//! What waits for the person, and what did, as a front end lists it: never a field, never a value.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Everything that waits for the person, and what is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct InboxView {
    /// In the order in which it is asked.
    pub waiting: Vec<QuestionView>,
    /// Calls of models that wait for a yes, the oldest first; they are decided on their cards.
    pub approvals: Vec<ApprovalView>,
    /// The newest first; at most 200.
    pub settled: Vec<QuestionView>,
}

/// A call of a model that waits for a yes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ApprovalView {
    /// In which conversation.
    pub conversation: String,
    /// What that is called; empty where it has no title yet.
    pub title: String,
    /// The call's name.
    pub call: String,
    /// The server.
    pub server: Option<String>,
    /// The tool's own name.
    pub tool: String,
    /// When the model asked for it, in milliseconds since 1970.
    #[ts(type = "number")]
    pub asked: i64,
}

/// One question, without what its dialog shows in full.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct QuestionView {
    /// Names it, as long as the application runs.
    #[ts(type = "number")]
    pub id: u64,
    /// What kind of question it is.
    pub kind: QuestionKind,
    /// The name of the server that asks, if one does.
    pub server: Option<String>,
    /// What the server is called, or whom it is about; empty where Steward asks for itself.
    pub title: String,
    /// The calls it may be for: one where that is certain.
    pub calls: Vec<QuestionCall>,
    /// What is asked, in a line; plain text of a stranger.
    pub words: String,
    /// Whether a secret is asked for.
    pub sensitive: bool,
    /// When it was asked, in milliseconds since 1970.
    #[ts(type = "number")]
    pub asked: i64,
    /// When it is given up, in milliseconds since 1970.
    #[ts(type = "number | null")]
    pub deadline: Option<i64>,
    /// Whether it is put at the terminal that made the call, and not at this desk.
    pub at_terminal: bool,
    /// How it stands.
    pub standing: StandingView,
}

/// Kinds of questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum QuestionKind {
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

/// A call that a question may be for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct QuestionCall {
    /// The tool's own name.
    pub tool: String,
    /// The name that its caller chose, as in `CallTool`.
    pub call: String,
}

/// How a question stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "standing", rename_all = "camelCase")]
pub enum StandingView {
    /// Others are before it.
    Queued,
    /// Its dialog is open.
    Open,
    /// It is over.
    Settled {
        /// How it ended.
        end: EndView,
        /// When, in milliseconds since 1970.
        #[ts(type = "number")]
        at: i64,
    },
}

/// How a question ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "how", rename_all = "camelCase")]
pub enum EndView {
    /// The person answered, or said yes.
    Answered,
    /// The person said no.
    Declined,
    /// The person closed it.
    Cancelled,
    /// Nobody answered in time (HOST-47).
    Expired,
    /// Who asked went away (HOST-50).
    Orphaned {
        /// What became of them.
        by: OrphanedBy,
    },
    /// The person said yes, and no browser took the page.
    NotOpened {
        /// Why.
        reason: String,
    },
    /// It could not be put.
    Refused {
        /// Why.
        reason: String,
    },
}

/// Why a question has nobody any more who would hear its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum OrphanedBy {
    /// The call that it was for was stopped.
    Call,
    /// The server ended, or took it back.
    Server,
    /// Who had it asked for Steward went away.
    Asker,
}

/// Names one question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct QuestionRef {
    /// Its name.
    #[ts(type = "number")]
    pub id: u64,
}
