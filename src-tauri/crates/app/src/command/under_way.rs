//! Something that a server is asked for and that takes a while: it is known by the name that its caller
//! chose, can be stopped by it, and tells of its progress under it.

use std::convert::Infallible;

use model::{name::ServerName, outcome::Progress};
use servers::Errand;
use tokio::sync::mpsc;

use crate::{
    app::App,
    wire::{
        event::UiEvent,
        failure::{Code, Failure},
    },
};

/// Most bytes of a call's own name.
const LONGEST_NAME: usize = 100;

/// Does something at a server under the name that the caller chose.
///
/// # Errors
/// `Invalid` for a name that does not fit or is taken, `Cancelled`, and the work's own.
pub(crate) async fn carry_out<T, E>(
    app: &App,
    call: &str,
    server: ServerName,
    work: impl AsyncFnOnce(Errand) -> Result<T, E>,
) -> Result<T, Failure>
where
    Failure: From<E>,
{
    if call.is_empty() || call.len() > LONGEST_NAME {
        return Err(Failure::new(Code::Invalid, "the call has no fit name").field("call"));
    }
    let mut under_way = app.begin_call(call)?;
    let (progress, mut hearing) = mpsc::channel(16);
    let errand = Errand { server, tag: call.to_owned(), progress: Some(progress) };
    let result = tokio::select! {
        // Dropping the work tells the server to stop (HOST-36).
        () = under_way.stopped() => {
            return Err(Failure::new(Code::Cancelled, "the call was stopped")
                .hint("What the server had done by then stays done."));
        }
        result = work(errand) => {
            under_way.done();
            result?
        }
        never = hand_on(app, call, &mut hearing) => match never {},
    };
    // What was said just before the result is told before it too.
    while let Ok(last) = hearing.try_recv() {
        tell(app, call, last);
    }
    Ok(result)
}

/// Tells of progress until it is dropped.
async fn hand_on(app: &App, call: &str, hearing: &mut mpsc::Receiver<Progress>) -> Infallible {
    while let Some(it) = hearing.recv().await {
        tell(app, call, it);
    }
    std::future::pending().await
}

fn tell(app: &App, call: &str, it: Progress) {
    app.tell(UiEvent::CallProgressed {
        call: call.to_owned(),
        done: it.done,
        total: it.total,
        message: it.message,
    });
}
