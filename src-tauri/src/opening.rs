//! The app as its windows reach it: perhaps not open yet, perhaps never; it does not open it.

use app::{
    App,
    wire::failure::{Code, Failure},
};
use tokio::sync::watch;

/// How opening went: nothing yet, the app, or why not.
type Opened = Option<Result<App, Failure>>;

/// Says how opening went, once.
#[derive(Debug)]
pub(crate) struct Opener(watch::Sender<Opened>);

/// Waits for the app; clones wait for the same one.
#[derive(Debug, Clone)]
pub(crate) struct Opening(watch::Receiver<Opened>);

/// Both ends.
pub(crate) fn opening() -> (Opener, Opening) {
    let (say, hear) = watch::channel(None);
    (Opener(say), Opening(hear))
}

impl Opener {
    /// Lets all that wait go on.
    pub(crate) fn say(&self, opened: Result<App, Failure>) {
        self.0.send_replace(Some(opened));
    }
}

impl Opening {
    /// The app, as soon as it is open.
    ///
    /// # Errors
    /// Why it could not be opened; `Internal` when it is closing already.
    pub(crate) async fn app(&self) -> Result<App, Failure> {
        let mut opened = self.0.clone();
        let Ok(opened) = opened.wait_for(Option::is_some).await else {
            return Err(Failure::new(Code::Internal, "Steward is closing."));
        };
        opened.clone().unwrap_or_else(|| Err(Failure::new(Code::Internal, "Steward is closing.")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// HOST-1
    #[tokio::test]
    async fn a_command_waits_until_the_app_is_open() {
        let (opener, opening) = opening();
        let mut waiting = Box::pin(opening.app());
        assert!(futures_pending(&mut waiting).await, "it must not answer before the app is open");
        opener.say(Err(Failure::new(Code::Storage, "The folder is full.")));
        assert_eq!(waiting.await.unwrap_err().message, "The folder is full.");
    }

    #[tokio::test]
    async fn a_command_that_comes_while_all_ends_is_answered() {
        let (opener, opening) = opening();
        drop(opener);
        assert_eq!(opening.app().await.unwrap_err().code, Code::Internal);
    }

    async fn futures_pending<F: Future + Unpin>(future: &mut F) -> bool {
        tokio::select! {
            biased;
            _ = future => false,
            () = std::future::ready(()) => true,
        }
    }
}
