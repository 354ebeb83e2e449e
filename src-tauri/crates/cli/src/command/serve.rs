//! Keeps the servers running without a window, until a signal.

use crate::{ctx::Ctx, failure::Failure, print, signals::Signals};

pub(crate) async fn serve(ctx: &Ctx) -> Result<(), Failure> {
    let app = ctx.own().await?;
    // Before anybody is told to send one.
    let mut signals = Signals::listen();
    print::note(&format!("serving {}; end it with Ctrl+C", app.data_dir().display()));
    let signal = signals.next().await;
    print::note("stopping the servers");
    tokio::select! {
        () = app.close() => {}
        // Whoever asks again does not wait; what still runs is ended with us.
        _ = signals.next() => {}
    }
    // A signal is how it is meant to end.
    signal
}
