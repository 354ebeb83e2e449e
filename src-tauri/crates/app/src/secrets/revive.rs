//! Starts those again that had failed for want of a secret, once it is there.

use std::time::Duration;

use model::{
    name::ServerName,
    server::Server,
    state::{FailureKind, Phase, State},
};
use tokio::{sync::broadcast::error::RecvError, time::timeout};
use tracing::warn;

use crate::{app::App, references};

/// How long those are waited for that were just about to look for the secret: they fail before
/// anything runs, or not for want of it.
const A_MOMENT: Duration = Duration::from_millis(500);

/// Starts them, and gives their names. Only what the person allowed is started; what fails is
/// told by the server's own state.
pub(super) async fn those_without(app: &App, key: &str) -> Vec<ServerName> {
    // Before the first look, or what happens in between would be missed.
    let mut happening = app.servers().events();
    let mut started = start_all(app, key, &[]).await;
    let settled = async {
        while on_their_way(app, key, &started).await {
            if let Err(RecvError::Closed) = happening.recv().await {
                return;
            }
        }
    };
    // One that takes longer has the secret, and is only slow.
    timeout(A_MOMENT, settled).await.ok();
    let late = start_all(app, key, &started).await;
    started.extend(late);
    started
}

async fn start_all(app: &App, key: &str, but: &[ServerName]) -> Vec<ServerName> {
    let mut started = Vec::new();
    for (server, state) in all(app).await {
        let Some(digest) = server
            .approved
            .as_deref()
            .filter(|_| wants(&server, &state, key) && !but.contains(server.name()))
        else {
            continue;
        };
        // The digest is compared again: a row that was changed meanwhile is not started.
        match app.servers().restart(server.name(), digest).await {
            Ok(_) => started.push(server.name().clone()),
            Err(error) => warn!(server = %server.name(), %error, "it is not started again"),
        }
    }
    started
}

/// Whether some are starting that refer to it, other than these.
async fn on_their_way(app: &App, key: &str, others: &[ServerName]) -> bool {
    all(app).await.iter().any(|(server, state)| {
        matches!(state, State::Starting(_))
            && !others.contains(server.name())
            && refers(server, key)
    })
}

async fn all(app: &App) -> Vec<(Server, State)> {
    app.servers().list().await.unwrap_or_else(|error| {
        warn!(%error, "nothing is started again");
        Vec::new()
    })
}

/// Whether the secret is what it failed for, or still waits for.
fn wants(server: &Server, state: &State, key: &str) -> bool {
    match state {
        State::Failed(failed) => match failed.kind {
            FailureKind::Unset => failed.unset_secret.as_deref() == Some(key),
            FailureKind::Keychain | FailureKind::Login | FailureKind::Internal => {
                refers(server, key)
            }
            FailureKind::CommandMissing
            | FailureKind::NotRunnable
            | FailureKind::Exited
            | FailureKind::TimedOut
            | FailureKind::Protocol
            | FailureKind::CrashLoop
            | FailureKind::Unapproved
            | FailureKind::Address
            | FailureKind::Unreachable
            | FailureKind::Unavailable => false,
        },
        State::Starting(it) => it.phase == Phase::Keychain && refers(server, key),
        State::Off | State::Ready(_) => false,
    }
}

fn refers(server: &Server, key: &str) -> bool {
    references::places(&server.draft).iter().any(|(_, it)| it == key)
}
