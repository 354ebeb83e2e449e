//! The app's life behind the window: opened, its events told to the page, closed; no commands.

use std::time::Duration;

use app::{
    app::{App, Parts},
    wire::event::UiEvent,
};
use tauri::{AppHandle, Emitter as _};
use tokio::sync::{broadcast::error::RecvError, oneshot};

use crate::{desk, opening::Opener, places::Places, window::MAIN};

/// The one event that the page hears.
const EVENT: &str = "ui";

/// The app promises to close within five seconds; one more, and it is left behind.
const CLOSE_LIMIT: Duration = Duration::from_secs(6);

/// Lives until the window is gone, which `quit` says, or until the machine wants us to end.
pub(crate) async fn live(
    shell: AppHandle,
    places: Places,
    opener: Opener,
    mut quit: oneshot::Receiver<()>,
) {
    let parts =
        Parts { data_dir: places.data_dir, desk: desk::of(shell.clone()), demo: places.demo };
    let app = match App::open(parts).await {
        Ok(app) => app,
        Err(failure) => {
            tracing::error!(code = ?failure.code, message = %failure.message, "cannot open");
            opener.say(Err(failure.clone()));
            desk::tell(&shell, &failure).await;
            shell.exit(1);
            return;
        }
    };
    opener.say(Ok(app.clone()));
    tokio::select! {
        _ = &mut quit => {}
        () = tell_events(&app, &shell) => {}
        () = asked_to_end() => shell.exit(0),
    }
    // Commands that wait still hold a clone; the app ends for all of them.
    drop(opener);
    if tokio::time::timeout(CLOSE_LIMIT, app.close()).await.is_err() {
        tracing::warn!("closing took too long");
    }
}

/// Hands on what happens, until nothing can happen any more.
async fn tell_events(app: &App, shell: &AppHandle) {
    let mut events = app.events();
    loop {
        let event = match events.recv().await {
            Ok(event) => event,
            Err(RecvError::Lagged(_)) => UiEvent::Lagged,
            Err(RecvError::Closed) => return,
        };
        if let Err(error) = shell.emit_to(MAIN, EVENT, event) {
            tracing::warn!(%error, "the page did not get an event");
        }
    }
}

/// Returns when the machine asks the process to end.
#[cfg(unix)]
async fn asked_to_end() {
    use tokio::signal::unix::{SignalKind, signal};
    let (Ok(mut terminate), Ok(mut interrupt)) =
        (signal(SignalKind::terminate()), signal(SignalKind::interrupt()))
    else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
}

/// Returns when the machine asks the process to end.
#[cfg(not(unix))]
async fn asked_to_end() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending().await
    }
}
