//! Answers that the person had remembered (HOST-52), as names: `elicit/<server>/<field>`. They go
//! with their server, once it cannot be taken back any more.

use model::{
    name::ServerName,
    server::{Draft, Server},
};
use servers::Event;
use store::secrets::kind::Kind;
use tokio::sync::broadcast::error::RecvError;
use tracing::warn;

use crate::{
    app::App,
    secrets,
    wire::failure::{Code, Failure},
};

/// The server and the field of a remembered answer.
pub(crate) fn parts_of(key: &str) -> Option<(&str, &str)> {
    key.strip_prefix("elicit/")?.split_once('/')
}

/// Forgets what nobody can come back for, now and after each server that is removed, until the
/// application closes.
pub(crate) async fn follow(app: App) {
    let mut happening = app.servers().events();
    loop {
        sweep(&app).await;
        loop {
            match happening.recv().await {
                Ok(Event::Removed(_)) | Err(RecvError::Lagged(_)) => break,
                Ok(_) => {}
                Err(RecvError::Closed) => return,
            }
        }
    }
}

/// Forgets the remembered answers of servers that are gone for good. What the keychain does not
/// give up unasked is tried again the next time.
async fn sweep(app: &App) {
    let known = match app.db().secrets().list().await {
        Ok(known) => known,
        Err(error) => {
            warn!(%error, "remembered answers cannot be listed");
            return;
        }
    };
    for note in known.into_iter().filter(|it| it.kind == Kind::Elicit) {
        let server = parts_of(&note.key).and_then(|(it, _)| ServerName::parse(it).ok());
        let stays = match &server {
            Some(name) => app.servers().may_come_back(name),
            None => false,
        };
        if stays {
            continue;
        }
        if let Err(failure) = secrets::discard(app, &note.key).await {
            warn!(key = %note.key, message = %failure.message, "a remembered answer stays");
        }
    }
}

/// Forgets the remembered answers of what a server was, before it becomes what the draft says: they
/// were given to what it ran then (security 4, 11).
///
/// # Errors
/// `Keychain`, `Storage`
pub(crate) async fn forget_if_other(
    app: &App,
    known: Option<&Server>,
    draft: &Draft,
) -> Result<(), Failure> {
    let digest = |it: &Draft| servers::plan::of(it).digest;
    if known.is_some_and(|it| digest(&it.draft) == digest(draft)) {
        return Ok(());
    }
    forget_of(app, &draft.name).await
}

/// Forgets the remembered answers of all servers of this name so far.
pub(super) async fn forget_of(app: &App, server: &ServerName) -> Result<(), Failure> {
    // One that is still on its way to the keychain would come behind what is forgotten here.
    app.servers().give_up_answers(server).await;
    for key in keys_of(app, server).await? {
        secrets::remove_answer(app, &key).await.map_err(|it| first(it, server))?;
    }
    Ok(())
}

/// Why the keychain is asked at all: who adds a server may not know of one before it.
fn first(failure: Failure, server: &ServerName) -> Failure {
    if failure.code != Code::Keychain {
        return failure;
    }
    let words = "answers are remembered for another server of the name";
    let message = format!("{words} `{server}`, and have to be deleted first: {}", failure.message);
    Failure { message, ..failure }
}

/// The names of the answers that are remembered for a server.
///
/// # Errors
/// `Storage`
pub(crate) async fn keys_of(app: &App, server: &ServerName) -> Result<Vec<String>, Failure> {
    let known = app.db().secrets().list().await?.into_iter();
    let of = |key: &str| parts_of(key).is_some_and(|(it, _)| it == server.as_str());
    Ok(known.filter(|it| it.kind == Kind::Elicit && of(&it.key)).map(|it| it.key).collect())
}
