//! The place of who drives a turn.

use std::sync::Arc;

use model::chat::id::ConversationId;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::{
    live::{Live, Wish},
    told::{Told, TurnState},
};

/// The place of the one driver of a conversation; dropping it gives it back.
#[derive(Debug)]
pub(crate) struct Seat {
    pub(crate) live: Arc<Live>,
    pub(crate) conversation: ConversationId,
    pub(crate) wishes: mpsc::UnboundedReceiver<Wish>,
    /// Cancelled when the person stops the turn: what the driver waits for outside its loop ends.
    pub(crate) stop: CancellationToken,
    /// What goes on when it is given back.
    pub(crate) ending: TurnState,
}

impl Drop for Seat {
    fn drop(&mut self) {
        let ending = std::mem::replace(&mut self.ending, TurnState::IDLE);
        self.live.leave(&self.conversation, ending);
        self.live.tell_aside(Told::Row(self.conversation.clone()));
    }
}
