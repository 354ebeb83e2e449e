//! Keeps the servers running without a window, until a signal.

use app::wire::failure::{Code, Failure as AppFailure};

use crate::{ctx::Ctx, failure::Failure, print};

pub(crate) async fn serve(ctx: &Ctx) -> Result<(), Failure> {
    let app = ctx.own().await?;
    ctx.start_logging();
    print::note(&format!("serving {}; end it with Ctrl+C", app.data_dir().display()));
    let signal = signalled().await;
    print::note("stopping the servers");
    app.close().await;
    // A signal is how it is meant to end.
    signal
}

/// Waits for SIGINT, SIGTERM or SIGHUP.
pub(crate) async fn signalled() -> Result<(), Failure> {
    wait().await.map_err(|error| {
        AppFailure::new(Code::Internal, format!("cannot wait for signals: {error}")).into()
    })
}

#[cfg(unix)]
async fn wait() -> std::io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut hangup = signal(SignalKind::hangup())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        _ = hangup.recv() => {}
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
    }
    Ok(())
}

#[cfg(not(unix))]
async fn wait() -> std::io::Result<()> {
    tokio::signal::ctrl_c().await
}
