//! Waiting until a server is usable, or is known not to be.

use std::time::Duration;

use model::{name::ServerName, state::State};
use tokio::time::timeout;

use crate::{error::Error, servers::Servers};

impl Servers {
    /// Starts a server that is on and does nothing yet, and waits until it is ready or failed,
    /// at most `limit`.
    ///
    /// # Errors
    /// [`Error::Unknown`], [`Error::Store`], [`Error::Closing`]
    pub async fn wake(&self, name: &ServerName, limit: Duration) -> Result<State, Error> {
        let this_one = name.clone();
        self.in_turn(name, move |this| async move {
            let (row, state) = this.get(&this_one).await?;
            if row.on && state == State::Off {
                this.set_going(&row, false).await?;
            }
            Ok(())
        })
        .await?;
        self.settled(name, limit).await
    }

    /// Waits until a server is neither starting nor about to, at most `limit`.
    ///
    /// # Errors
    /// [`Error::Unknown`]
    pub async fn settled(&self, name: &ServerName, limit: Duration) -> Result<State, Error> {
        let mut live = self.with(name, |it| it.live())?;
        let settled = live.wait_for(|it| !matches!(it.state, State::Starting(_)));
        // Bound first: the borrow of the waiting one must end.
        let waited = timeout(limit, settled).await.map(|it| it.map(|live| live.state.clone()));
        match waited {
            Ok(Ok(state)) => Ok(state),
            Ok(Err(_)) | Err(_) => self.with(name, |it| it.live().borrow().state.clone()),
        }
    }
}
