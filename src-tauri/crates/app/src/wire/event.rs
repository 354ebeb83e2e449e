//! The one event that goes out to windows and terminals.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::wire::{
    card::CardView,
    chat::{ConversationRow, MessageView, TurnView},
    failure::Failure,
    server::ServerRow,
    trial::TrialState,
};

/// Something happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "event", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum UiEvent {
    /// A server was registered, changed, or does something else now.
    ServerChanged {
        /// As it is now.
        server: Box<ServerRow>,
    },
    /// A server is gone.
    ServerRemoved {
        /// Its name.
        server: String,
    },
    /// A server lists other tools now.
    ToolsChanged {
        /// Its name.
        server: String,
    },
    /// A server lists other prompts now: read them again.
    PromptsChanged {
        /// Its name.
        server: String,
    },
    /// A server lists other resources or templates now: read them again.
    ResourcesChanged {
        /// Its name.
        server: String,
    },
    /// A resource that is watched is not what it was, or one below it.
    ResourceUpdated {
        /// The server's name.
        server: String,
        /// Its address.
        uri: String,
    },
    /// Something else is wished of a server: read its wishes again.
    WishesChanged {
        /// Its name.
        server: String,
    },
    /// A call is further.
    CallProgressed {
        /// The name that its caller chose.
        call: String,
        /// How much is done.
        done: f64,
        /// Of how much, if that is known.
        total: Option<f64>,
        /// In the server's words; plain text of a stranger.
        message: Option<String>,
    },
    /// A log has more lines; at most ten times a second for each server.
    LogGrew {
        /// The server's name.
        server: String,
    },
    /// Something in the inbox is asked, open or over: read it again. At most twenty times a second.
    InboxChanged {
        /// How many questions wait now.
        waiting: u32,
    },
    /// Secrets were set, removed or remembered: read their names again.
    SecretsChanged,
    /// An answer was not remembered or forgotten, as the person wanted it; they were asked at the
    /// desk of this window.
    AnswerNotKept {
        /// What, why, and what to do.
        failure: Failure,
    },
    /// A conversation is new, or its row is not what it was.
    ConversationChanged {
        /// As it is now.
        conversation: Box<ConversationRow>,
    },
    /// A conversation is gone.
    ConversationRemoved {
        /// Its name.
        conversation: String,
    },
    /// A message was added to the end of the branch that is shown, or stands otherwise now.
    MessageChanged {
        /// In which conversation.
        conversation: String,
        /// Which event of this conversation this is.
        #[ts(type = "number")]
        revision: u64,
        /// As it is now.
        message: Box<MessageView>,
    },
    /// The reply that is being written has more; at most thirty times a second.
    ReplyGrew {
        /// In which conversation.
        conversation: String,
        /// Which event of this conversation this is.
        #[ts(type = "number")]
        revision: u64,
        /// Which message.
        #[ts(type = "number")]
        message: i64,
        /// Which of its pieces: one that is there already, or the next.
        piece: u32,
        /// Whether that piece is a thought.
        thought: bool,
        /// What comes after what it had.
        text: String,
    },
    /// A call stands otherwise now.
    CardChanged {
        /// In which conversation.
        conversation: String,
        /// Which event of this conversation this is.
        #[ts(type = "number")]
        revision: u64,
        /// In which message.
        #[ts(type = "number")]
        message: i64,
        /// As it is now.
        card: Box<CardView>,
    },
    /// Something else goes on in a conversation now.
    TurnChanged {
        /// In which.
        conversation: String,
        /// Which event of this conversation this is.
        #[ts(type = "number")]
        revision: u64,
        /// What.
        turn: TurnView,
    },
    /// Providers, or what was said of their models, are not what they were: read them again.
    ProvidersChanged,
    /// The small model of a first try stands otherwise now.
    TrialChanged {
        /// How.
        trial: TrialState,
    },
    /// The rules are not what they were: read them again.
    RulesChanged,
    /// Events were lost: read everything again.
    Lagged,
}
