//! The app's life behind the window: opened, its events told to the page, closed; no commands.

use std::time::Duration;

use app::{
    App, KEYCHAIN_SERVICE, Parts, StartUp, Vault,
    wire::{
        event::UiEvent,
        failure::{Code, Failure},
    },
};
use tauri::{AppHandle, Emitter as _};
use tokio::sync::{broadcast::error::RecvError, oneshot};

use crate::{desk, opening::Opener, places::Places, window::MAIN};

/// The one event that the page hears.
const EVENT: &str = "ui";

/// The app promises to close within five seconds; one more, and it is left behind.
const CLOSE_LIMIT: Duration = Duration::from_secs(6);

/// A person who closes the window and opens it again may be faster than the servers stop. Each
/// try waits a second for the owner of the data folder to leave.
const OPEN_TRIES: u32 = 6;

/// Lives until the window is gone, which `quit` says, or until the machine wants us to end.
pub(crate) async fn live(
    shell: AppHandle,
    places: Places,
    opener: Opener,
    mut quit: oneshot::Receiver<()>,
) {
    let opened = tokio::select! {
        opened = open(&shell, &places) => opened,
        _ = &mut quit => return,
    };
    let app = match opened {
        Ok(app) => app,
        Err(failure) => {
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
    if tokio::time::timeout(CLOSE_LIMIT, app.close()).await.is_err() {
        tracing::warn!("closing took too long");
    }
}

async fn open(shell: &AppHandle, places: &Places) -> Result<App, Failure> {
    let mut tries = 1;
    loop {
        let parts = Parts {
            data_dir: places.data_dir.clone(),
            desk: desk::of(shell.clone()),
            demo: places.demo.clone(),
            vault: Vault::os(KEYCHAIN_SERVICE),
            start_up: StartUp::All,
        };
        match App::open(parts).await {
            Err(failure) if failure.code == Code::Owned => {
                // The log belongs to the owner, so nothing is written into it.
                if tries == OPEN_TRIES {
                    return Err(failure);
                }
                tries += 1;
            }
            Err(failure) => {
                tracing::error!(code = ?failure.code, message = %failure.message, "cannot open");
                return Err(failure);
            }
            Ok(app) => return Ok(app),
        }
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
