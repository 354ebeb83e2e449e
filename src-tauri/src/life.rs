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
use tokio::sync::{
    broadcast::{Receiver, error::RecvError},
    oneshot,
};

use crate::{desk, opening::Opener, places::Places, signals::Signals, window::MAIN};

/// The one event that the page hears.
const EVENT: &str = "ui";

/// The app promises to close within five seconds; one more, and it is left behind.
const CLOSE_LIMIT: Duration = Duration::from_secs(6);

/// A person who closes the window and opens it again may be faster than the servers stop.
const OPEN_TRIES: u32 = 6;

/// How opening went.
enum Opened {
    App(App),
    Failed(Failure),
    /// The person did not want to wait.
    GivenUp,
}

/// Lives until the window is gone, which `quit` says, or until the machine wants us to end.
pub(crate) async fn live(
    shell: AppHandle,
    places: Places,
    opener: Opener,
    mut quit: oneshot::Receiver<()>,
) {
    let mut signals = Signals::listen();
    let opened = tokio::select! {
        opened = open(&shell, &places) => opened,
        _ = &mut quit => return,
        () = signals.next() => {
            shell.exit(0);
            return;
        }
    };
    let app = match opened {
        Opened::App(app) => app,
        Opened::Failed(failure) => {
            opener.say(Err(failure.clone()));
            desk::tell(&shell, &failure).await;
            shell.exit(1);
            return;
        }
        Opened::GivenUp => {
            shell.exit(1);
            return;
        }
    };
    // Before any command can be said: what it brings about is heard then.
    let events = app.events();
    opener.say(Ok(app.clone()));
    let asked = tokio::select! {
        _ = &mut quit => false,
        () = tell_events(events, &shell) => false,
        () = signals.next() => {
            shell.exit(0);
            true
        }
    };
    tokio::select! {
        closed = tokio::time::timeout(CLOSE_LIMIT, app.close()) => if closed.is_err() {
            tracing::warn!("closing took too long");
        },
        // Whoever asks again does not wait; what still runs is ended with us.
        () = insisted(&mut signals, asked) => {}
    }
}

/// Returns when the machine has asked twice, one of which may be `over`.
async fn insisted(signals: &mut Signals, over: bool) {
    if !over {
        signals.next().await;
    }
    signals.next().await;
}

/// Opens the app; if another Steward lets its guests finish first, the person is told, and may
/// give up.
async fn open(shell: &AppHandle, places: &Places) -> Opened {
    let parts = || Parts {
        data_dir: places.data_dir.clone(),
        desk: desk::of(shell.clone()),
        demo: places.demo.clone(),
        vault: Vault::os(KEYCHAIN_SERVICE),
        start_up: StartUp::All,
    };
    let (say, hear) = oneshot::channel();
    let mut say = Some(say);
    let waits = |failure| {
        if let Some(say) = say.take() {
            // Nobody listens once the person has given up.
            say.send(failure).ok();
        }
    };
    let opening = Box::pin(App::open_in_turn(parts, OPEN_TRIES, waits));
    tokio::select! {
        opened = opening => match opened {
            Ok(app) => Opened::App(app),
            Err(failure) => {
                // While the folder is another's, so is the log.
                if failure.code != Code::Owned {
                    let message = &failure.message;
                    tracing::error!(code = ?failure.code, message, "cannot open");
                }
                Opened::Failed(failure)
            }
        },
        () = tell_waiting(shell, hear) => Opened::GivenUp,
    }
}

/// Returns when the person does not want to wait; dropping it takes the message back.
async fn tell_waiting(shell: &AppHandle, hear: oneshot::Receiver<Failure>) {
    match hear.await {
        Ok(failure) => desk::tell_waiting(shell, &failure).await,
        Err(_) => std::future::pending().await,
    }
}

/// Hands on what happens, until nothing can happen any more.
async fn tell_events(mut events: Receiver<UiEvent>, shell: &AppHandle) {
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
