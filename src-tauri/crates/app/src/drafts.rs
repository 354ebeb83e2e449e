//! Drafts without secrets: whatever is pasted, imported or typed, what looks like a secret goes to
//! the keychain, and the draft keeps a reference (HOST-14).

use std::collections::BTreeSet;

use bundle::KeptSecret;
use model::{name::ServerName, server::Draft};
use store::secrets::kind::Kind;
use vault::key_for;

use crate::{
    app::App,
    references, view,
    wire::{
        draft::Reading,
        failure::{Code, Failure},
    },
};

/// Where our secrets are filed in the keychain.
pub const KEYCHAIN_SERVICE: &str = "dev.steward.desktop";

/// Reads a text into proposals, its secrets moved to the keychain.
///
/// # Errors
/// `Unreadable` with the place, `Invalid` with the field, `Keychain`, `Storage`
pub(crate) async fn read(app: &App, text: &str) -> Result<Reading, Failure> {
    let reading = bundle::read(text)?;
    let known = keys(app).await?;
    // Choosing the keys is done when this returns; keeping the values is what takes its time.
    let keeping = bundle::keep_secrets(reading, app.vault(), |key| is_taken(app, &known, key));
    app.drafted().keep(app.db()).await?;
    let (reading, kept) = keeping.await?;
    note(app, kept).await?;
    let mut proposals = Vec::with_capacity(reading.proposals.len());
    for found in reading.proposals {
        let taken = app.servers().get(&found.draft.name).await.is_ok();
        proposals.push(view::draft::proposal(found, taken));
    }
    Ok(Reading { proposals, notes: reading.notes })
}

/// The draft with references in place of secrets.
///
/// # Errors
/// `Keychain`, `Storage`
pub(crate) async fn without_secrets(app: &App, draft: Draft) -> Result<Draft, Failure> {
    let known = keys(app).await?;
    let keeping = bundle::keep_draft(draft, app.vault(), |key| is_taken(app, &known, key));
    app.drafted().keep(app.db()).await?;
    let (draft, kept) = keeping.await?;
    note(app, kept).await?;
    Ok(draft)
}

/// A key for a field of a server that no secret has yet; it is reserved.
///
/// # Errors
/// `Storage`
pub(crate) async fn free_key(app: &App, title: &str, field: &str) -> Result<String, Failure> {
    let known = keys(app).await?;
    let server = ServerName::slug(title).map(String::from).unwrap_or_default();
    let first = key_for(&server, field);
    let numbered = (2_u32..).map(|number| format!("{first}_{number}"));
    let mut all = std::iter::once(first.clone()).chain(numbered);
    let free = all.find(|key| !is_taken(app, &known, key));
    free.ok_or_else(|| Failure::new(Code::Internal, "no name is left for the secret"))
}

/// The title of a server that refers to a secret, and the field it is in. A front end may set only
/// what a server refers to, and is never believed about whom it asks for.
///
/// # Errors
/// `Invalid` when no server refers to it, `Storage`
pub(crate) async fn owner_of(app: &App, key: &str) -> Result<(String, String), Failure> {
    for (server, _) in app.servers().list().await? {
        let places = references::places(&server.draft);
        if let Some((field, _)) = places.into_iter().find(|(_, it)| it == key) {
            return Ok((server.draft.title, field));
        }
    }
    Err(Failure::new(Code::Invalid, "no server refers to that secret").field("key"))
}

/// Takes the key in the moment in which it is found free, so that it is given once.
fn is_taken(app: &App, known: &BTreeSet<String>, key: &str) -> bool {
    known.contains(key) || !app.drafted().reserve(key)
}

async fn note(app: &App, kept: Vec<KeptSecret>) -> Result<(), Failure> {
    for it in kept {
        app.db().secrets().note(&it.key, Kind::Named, KEYCHAIN_SERVICE, &it.key).await?;
    }
    Ok(())
}

async fn keys(app: &App) -> Result<BTreeSet<String>, Failure> {
    Ok(app.db().secrets().list().await?.into_iter().map(|it| it.key).collect())
}
