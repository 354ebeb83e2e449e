//! Why something could not be done in a conversation.

use model::chat::{card::CallId, id::ConversationId};

/// What went wrong.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no such conversation, or it was removed.
    #[error("there is no conversation `{0}`")]
    Unknown(ConversationId),
    /// A turn goes on in it.
    #[error("a reply is still being written in this conversation")]
    Busy,
    /// No model was chosen.
    #[error("no model is chosen for this conversation")]
    NoModel,
    /// There is nothing that a model could answer or go on with.
    #[error("there is nothing to answer in this conversation")]
    Nothing,
    /// Nothing was said.
    #[error("the message is empty")]
    Empty,
    /// The call does not wait for a yes: it was decided, stopped, or is over.
    #[error("the call `{0}` does not wait any more")]
    NotWaiting(CallId),
    /// What the person said of a call was said of another definition of its tool.
    #[error("the tool of the call `{0}` changed while this waited")]
    Changed(CallId),
    /// The rows cannot be read or kept.
    #[error(transparent)]
    Store(#[from] store::Error),
    /// The lists of tools cannot be read.
    #[error(transparent)]
    Tools(#[from] tools::Error),
    /// Everything is being closed.
    #[error("Steward is closing")]
    Closing,
}

/// A provider cannot be asked; in sentences, with the next step.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unready(pub String);
