//! Starts those again that had failed for want of a secret, once it is there.

use model::{
    name::ServerName,
    server::Server,
    state::{Failed, FailureKind, State},
};
use tracing::warn;

use crate::{app::App, references};

/// Starts them, and gives their names. Only what the person allowed is started; what fails is
/// told by the server's own state.
pub(super) async fn those_without(app: &App, key: &str) -> Vec<ServerName> {
    let all = match app.servers().list().await {
        Ok(all) => all,
        Err(error) => {
            warn!(%error, "nothing is started again");
            return Vec::new();
        }
    };
    let mut started = Vec::new();
    for (server, state) in all {
        let State::Failed(failed) = state else { continue };
        let Some(digest) = server.approved.as_deref().filter(|_| wants(&server, &failed, key))
        else {
            continue;
        };
        // The digest is compared again: a row that was changed meanwhile is not started.
        match app.servers().start(server.name(), digest).await {
            Ok(_) => started.push(server.name().clone()),
            Err(error) => warn!(server = %server.name(), %error, "it is not started again"),
        }
    }
    started
}

/// Whether it failed since the secret was not set, or could not be had.
fn wants(server: &Server, failed: &Failed, key: &str) -> bool {
    match failed.kind {
        FailureKind::Unset => failed.unset_secret.as_deref() == Some(key),
        // A keychain that is locked or absent is a fault of the machine.
        FailureKind::Internal => references::places(&server.draft).iter().any(|(_, it)| it == key),
        FailureKind::CommandMissing
        | FailureKind::NotRunnable
        | FailureKind::Exited
        | FailureKind::TimedOut
        | FailureKind::Protocol
        | FailureKind::CrashLoop
        | FailureKind::Unapproved
        | FailureKind::Unsupported => false,
    }
}
