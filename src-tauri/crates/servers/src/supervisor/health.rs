//! Whether a server that has no process of ours is still there: asked now and then, and at once when
//! somebody could not reach it. It ends nothing.

use std::{
    pin::Pin,
    sync::Arc,
    time::{Duration, Instant},
};

use tokio::{sync::Notify, time::sleep};

/// How long an answer is waited for.
const LIMIT: Duration = Duration::from_secs(10);
/// A server that is well is asked so often: one on this machine is as cheap to ask as it is likely
/// to be stopped.
const NEAR: Duration = Duration::from_secs(5);
const FAR: Duration = Duration::from_secs(20);
/// One failure may be an accident: the next question follows after this.
const AGAIN: Duration = Duration::from_millis(500);
/// So many failures in a row are none, and so many answers that do not come.
const MOST_FAULTS: u32 = 2;
const MOST_SILENCES: u32 = 3;

/// What one question brought.
pub(super) enum Beat {
    /// It answered after this while.
    Alive(Duration),
    /// It is gone, and this is how that showed.
    Gone(mcp::Error),
}

/// Where a server is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// A process of ours, whose end shows by itself.
    Ours,
    /// On this machine.
    Near,
    /// On another one.
    Far,
}

/// The health of one connection.
pub(super) struct Health {
    client: mcp::Client,
    doubt: Arc<Notify>,
    every: Duration,
    faults: u32,
    silences: u32,
    next: Option<Pin<Box<dyn Future<Output = Asked> + Send>>>,
}

/// A question that was answered, or not.
struct Asked {
    took: Duration,
    answer: Result<(), mcp::Error>,
}

impl Health {
    /// Watches over the server behind `client`; `doubt` has it asked at once.
    pub(super) fn new(client: mcp::Client, place: Place, doubt: Arc<Notify>) -> Self {
        let every = match place {
            Place::Ours | Place::Near => NEAR,
            Place::Far => FAR,
        };
        let watched = place != Place::Ours;
        let mut this = Self { client, doubt, every, faults: 0, silences: 0, next: None };
        if watched {
            // The first one measures, and holds nothing up.
            this.next = Some(this.ask_after(Duration::ZERO));
        }
        this
    }

    /// The next thing that is known. Dropping the future loses nothing.
    pub(super) async fn next(&mut self) -> Beat {
        loop {
            let Some(next) = &mut self.next else { return std::future::pending().await };
            let Asked { took, answer } = next.await;
            let (wait, beat) = match answer {
                Ok(()) => {
                    (self.faults, self.silences) = (0, 0);
                    (self.every, Some(Beat::Alive(took)))
                }
                Err(error) if is_silence(&error) => {
                    // One that works on something may be deaf meanwhile, and that costs no call.
                    let idle = self.client.waiting() == 0;
                    self.silences = if idle { self.silences + 1 } else { 0 };
                    let gone = self.silences >= MOST_SILENCES;
                    (AGAIN, gone.then_some(Beat::Gone(error)))
                }
                Err(error) if is_fault(&error) => {
                    self.faults += 1;
                    (AGAIN, (self.faults >= MOST_FAULTS).then_some(Beat::Gone(error)))
                }
                // Whatever it says, it is there.
                Err(_) => (self.every, None),
            };
            self.next = Some(self.ask_after(wait));
            if let Some(beat) = beat {
                return beat;
            }
        }
    }

    fn ask_after(&self, wait: Duration) -> Pin<Box<dyn Future<Output = Asked> + Send>> {
        let (client, doubt) = (self.client.clone(), Arc::clone(&self.doubt));
        Box::pin(async move {
            tokio::select! {
                () = sleep(wait) => {}
                () = doubt.notified(), if wait > AGAIN => {}
            }
            let began = Instant::now();
            let answer = client.ping(LIMIT).await;
            Asked { took: began.elapsed(), answer }
        })
    }
}

fn is_silence(error: &mcp::Error) -> bool {
    matches!(error, mcp::Error::CallTimedOut { .. })
}

/// Whether an answer to such a question means that nothing could be called either.
fn is_fault(error: &mcp::Error) -> bool {
    let mcp::Error::Http(fault) = error else { return false };
    match fault {
        mcp::HttpError::Status { status, .. } => *status >= 500,
        // One that is asked too often is there.
        mcp::HttpError::Unavailable { status, .. } => *status != 429,
        mcp::HttpError::Unreachable(_)
        | mcp::HttpError::Untrusted(_)
        | mcp::HttpError::Proxy(_)
        | mcp::HttpError::Login { .. }
        | mcp::HttpError::Redirected { .. }
        | mcp::HttpError::Broken(_)
        | mcp::HttpError::SessionLost(_)
        | mcp::HttpError::Unusable(_)
        | mcp::HttpError::Target(_) => true,
        mcp::HttpError::NoReply(_) => false,
    }
}
