//! Telling the person, outside of the window, that a question waits; it knows no question.

use tokio::sync::oneshot;

/// A way to tell them.
pub(super) trait Notices: Send + Sync {
    /// Tells these words until what is returned is dropped. A click brings the question to the
    /// front.
    fn tell(&self, words: String) -> Told;
}

/// A notice. Dropping it takes the notice away.
#[derive(Debug)]
pub(super) struct Told {
    _keep: oneshot::Sender<()>,
}

/// Waits for the end of a notice.
#[derive(Debug)]
pub(super) struct Over(oneshot::Receiver<()>);

/// Both ends.
pub(super) fn told() -> (Told, Over) {
    let (keep, gone) = oneshot::channel();
    (Told { _keep: keep }, Over(gone))
}

impl Over {
    /// Returns when the notice is not wanted any more.
    pub(super) async fn wait(self) {
        // Nothing is ever sent: the end is that nobody can.
        drop(self.0.await);
    }
}
