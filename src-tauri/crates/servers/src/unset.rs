//! Servers that failed for want of a secret: what is said of them is true as long as it is not there.

use std::time::Duration;

use model::{
    server::Server,
    state::{FailureKind, State},
};
use tokio::time::timeout;

use crate::{parts::Event, servers::Servers, supervised::Supervised};

/// A keychain that does not say in time whether it has a secret is taken to have none.
const LOOK_LIMIT: Duration = Duration::from_millis(500);

impl Servers {
    /// What a server that is off failed with in an earlier run, for want of a secret, is said as long
    /// as the secret is not there.
    pub(crate) async fn still_true(&self, row: Server, state: State) -> (Server, State) {
        let State::Failed(failed) = &state else { return (row, state) };
        let Some(key) = failed.unset_secret.as_ref().filter(|_| !row.on) else {
            return (row, state);
        };
        if failed.kind == FailureKind::Unset {
            // It failed in this run: whoever sets the secret starts it again.
            return (row, state);
        }
        match timeout(LOOK_LIMIT, self.parts().vault.has(key)).await {
            Ok(Ok(true)) => (row, State::Off),
            Ok(Ok(false) | Err(_)) | Err(_) => (row, state),
        }
    }

    /// Tells of those of which something else is true, now that this secret is there or gone.
    pub fn secret_changed(&self, key: &str) {
        let about = |it: &Supervised| match it.state() {
            State::Failed(failed) => failed.unset_secret.as_deref() == Some(key),
            State::Off | State::Starting(_) | State::Ready(_) => false,
        };
        let names: Vec<_> = {
            let table = self.table();
            let those = table.servers.iter().filter(|(_, it)| about(it));
            those.map(|(name, _)| name.clone()).collect()
        };
        for name in names {
            self.parts().tell(Event::Changed(name));
        }
    }
}
