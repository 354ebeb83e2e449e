//! The place of one question in the line: dropping it gives the place up.

use crate::{
    inbox::Inbox,
    item::{ItemId, Outcome},
};

#[derive(Debug)]
pub(crate) struct Ticket {
    inbox: Inbox,
    id: ItemId,
}

impl Ticket {
    pub(crate) fn new(inbox: &Inbox, id: ItemId) -> Self {
        Self { inbox: inbox.clone(), id }
    }

    /// Ends the question; the first end counts.
    pub(crate) fn settle(&self, outcome: Outcome) {
        let at = self.inbox.clock().now();
        let changed = self.inbox.line().settle(self.id, outcome, at);
        self.inbox.tell(changed);
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.settle(Outcome::Orphaned);
    }
}
