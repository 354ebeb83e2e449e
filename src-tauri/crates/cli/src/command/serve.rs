//! Keeps the servers running without a window, until a signal.

use app::wire::failure::{Code, Failure as AppFailure};

use crate::{ctx::Ctx, failure::Failure, print};

pub(crate) async fn serve(ctx: &Ctx) -> Result<(), Failure> {
    let app = ctx.own().await?;
    ctx.start_logging();
    print::note(&format!("serving {}; end it with Ctrl+C", app.data_dir().display()));
    let signal = ended().await;
    print::note("stopping the servers");
    app.close().await;
    // A signal is how it is meant to end; anything else is not.
    match signal {
        Failure::App(failure) if failure.code == Code::Cancelled => Ok(()),
        other => Err(other),
    }
}

/// Waits for SIGINT, SIGTERM or SIGHUP.
pub(crate) async fn ended() -> Failure {
    match wait().await {
        Ok(()) => AppFailure::new(Code::Cancelled, "stopped by a signal").into(),
        Err(error) => {
            AppFailure::new(Code::Internal, format!("cannot wait for signals: {error}")).into()
        }
    }
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
