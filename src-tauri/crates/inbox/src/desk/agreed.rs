//! The person's yes to a page, said before the page is opened: what a browser takes is no time of
//! theirs. It knows no desk and no inbox.

use std::future;

use tokio::sync::oneshot;

/// Says once that the person agreed, and that what follows is not theirs to wait for.
#[derive(Debug)]
pub struct Agreed(oneshot::Sender<()>);

/// Hears it.
#[derive(Debug)]
pub struct Agreement(Option<oneshot::Receiver<()>>);

/// Both ends of one agreement.
pub fn agreement() -> (Agreed, Agreement) {
    let (say, hear) = oneshot::channel();
    (Agreed(say), Agreement(Some(hear)))
}

impl Agreed {
    /// They agreed. Nobody may wait for it any more.
    pub fn say(self) {
        self.0.send(()).ok();
    }
}

impl Agreement {
    /// Returns once the person has agreed, at most once.
    pub async fn heard(&mut self) {
        if let Some(hear) = &mut self.0 {
            let agreed = hear.await.is_ok();
            self.0 = None;
            if agreed {
                return;
            }
        }
        future::pending::<()>().await;
    }
}
