//! What is shared of all servers: who is supervised, what is under way, and what was removed. It waits
//! for nothing.

use std::collections::BTreeMap;

use model::{name::ServerName, server::Server, state::State};
use stdx::tasks::Tasks;

use crate::supervised::Supervised;

/// Servers that were removed and can be taken back.
const REMOVED_KEPT: usize = 32;

/// What is shared of all servers; held for a moment, never over an await.
#[derive(Debug, Default)]
pub(crate) struct Table {
    /// Each registered server; one that is about to be removed stays until its row is gone.
    pub(crate) servers: BTreeMap<ServerName, Supervised>,
    /// Changes that are under way.
    pub(crate) changes: Tasks,
    pub(crate) removed: Vec<Server>,
    pub(crate) closed: bool,
}

impl Table {
    /// A row and what its server does.
    pub(crate) fn with_state(&self, row: Server) -> (Server, State) {
        let state = self.servers.get(row.name()).map(Supervised::state);
        (row, state.unwrap_or(State::Off))
    }

    /// Keeps a removed row for a while.
    pub(crate) fn keep_removed(&mut self, row: Server) {
        self.forget_removed(row.name());
        self.removed.push(row);
        let surplus = self.removed.len().saturating_sub(REMOVED_KEPT);
        self.removed.drain(..surplus);
    }

    pub(crate) fn removed(&self, name: &ServerName) -> Option<Server> {
        self.removed.iter().find(|it| it.name() == name).cloned()
    }

    pub(crate) fn forget_removed(&mut self, name: &ServerName) {
        self.removed.retain(|it| it.name() != name);
    }
}
