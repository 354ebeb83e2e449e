//! In what order the servers are started when Steward is opened: a few at a time, so that a machine
//! with many of them can still show a window.

use std::{sync::Arc, time::Duration};

use model::{
    name::ServerName,
    state::{Phase, State},
};
use stdx::tasks::Tasks;
use tokio::sync::Semaphore;
use tracing::warn;

use crate::{error::Error, servers::Servers, supervised::Supervised};

/// Starts are work for processors and disks, and these are few.
const AT_ONCE: usize = 4;
/// One that takes longer mostly waits for something, and lets the next one begin.
pub(crate) const HEAD_START: Duration = Duration::from_secs(3);

impl Servers {
    /// Starts those that wait since [`open`](Self::open), a few at a time, and returns when each
    /// has had its turn. One that was switched off meanwhile, or started by somebody, is left as
    /// it is.
    pub async fn start_up(&self) {
        let room = Arc::new(Semaphore::new(AT_ONCE));
        let mut starts = Tasks::new();
        for name in self.waiting() {
            let Ok(place) = Arc::clone(&room).acquire_owned().await else { break };
            let this = self.clone();
            starts.spawn(async move {
                let _place = place;
                match this.begin(&name).await {
                    // Removed, or all is closing.
                    Ok(()) | Err(Error::Unknown { .. } | Error::Closing) => {}
                    Err(error) => warn!(server = %name, %error, "it is not started"),
                }
            });
        }
        starts.finish().await;
    }

    fn waiting(&self) -> Vec<ServerName> {
        let table = self.table();
        let waiting = table.servers.iter().filter(|(_, it)| is_waiting(it));
        waiting.map(|(name, _)| name.clone()).collect()
    }

    /// Starts one and waits until it is there, or for as long as it is let alone.
    async fn begin(&self, name: &ServerName) -> Result<(), Error> {
        let this_one = name.clone();
        self.in_turn(name, move |this| async move {
            let row = this.row(&this_one).await?;
            if row.on && this.with(&this_one, is_waiting)? {
                this.set_going(&row, false).await?;
            }
            Ok(())
        })
        .await?;
        self.settled(name, HEAD_START).await?;
        Ok(())
    }
}

fn is_waiting(server: &Supervised) -> bool {
    matches!(server.state(), State::Starting(it) if it.phase == Phase::Waiting)
}
