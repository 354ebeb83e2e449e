//! What happens in conversations, for whoever shows it; it knows no front end.

use model::{
    chat::{
        card::{CallId, Card},
        id::ConversationId,
        message::{Message, MessageId},
    },
    outcome::Progress,
};
use stdx::clock::Millis;

/// Something happened. Events that bear a `revision` count up in their conversation, one by one.
#[derive(Debug, Clone)]
pub enum Told {
    /// A conversation's row is not what it was.
    Row(ConversationId),
    /// A message was added to the end of the branch that is shown, or stands otherwise now.
    Message {
        /// Which event of its conversation this is.
        revision: u64,
        /// As it is now.
        message: Box<Message>,
    },
    /// The reply that is being written has more.
    Grew {
        /// In which conversation.
        conversation: ConversationId,
        /// Which event of it this is.
        revision: u64,
        /// Which message.
        message: MessageId,
        /// What it has more.
        more: More,
    },
    /// A call stands otherwise now.
    Card {
        /// In which conversation.
        conversation: ConversationId,
        /// Which event of it this is.
        revision: u64,
        /// In which message.
        message: MessageId,
        /// As it is now.
        card: Box<Card>,
    },
    /// Something else goes on in a conversation now.
    Turn {
        /// In which.
        conversation: ConversationId,
        /// Which event of it this is.
        revision: u64,
        /// What.
        turn: TurnState,
    },
    /// A call is further.
    Progress {
        /// Which.
        call: CallId,
        /// How far.
        progress: Progress,
    },
}

/// What a reply has more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct More {
    /// Which of its pieces: one that is there already, or the next.
    pub piece: usize,
    /// Whether that piece is a thought.
    pub thought: bool,
    /// What comes after what it had.
    pub text: String,
}

/// What goes on in a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TurnState {
    /// Nothing; the person's turn.
    Idle {
        /// Whether the last turn broke off and can go on as it is.
        can_go_on: bool,
        /// Why it broke off, where no message says so.
        words: Option<String>,
    },
    /// A model is asked, or writes.
    Asking {
        /// The wait before another try, where one failed.
        retry: Option<Retry>,
    },
    /// Calls run.
    Calling,
    /// Calls wait for the person, and nothing else goes on.
    Waiting,
}

/// A try that failed, and the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Retry {
    /// Which try comes next; the first one was 1.
    pub attempt: u32,
    /// When.
    pub at: Millis,
    /// Why the last one failed.
    pub words: String,
}

impl TurnState {
    /// Nothing goes on, and nothing is left over.
    pub const IDLE: Self = Self::Idle { can_go_on: false, words: None };
}
