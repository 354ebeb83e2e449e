//! The signals that ask a command to end.

use app::wire::failure::{Code, Failure as AppFailure};

use crate::failure::Failure;

/// Waits for SIGINT, SIGTERM or SIGHUP.
pub(crate) async fn asked_to_end() -> Result<(), Failure> {
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
