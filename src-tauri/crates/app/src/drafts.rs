//! Drafts without secrets: whatever is pasted, imported or typed, what looks like a secret goes to
//! the keychain, and the draft keeps a reference (HOST-14).

use std::{
    collections::BTreeSet,
    sync::{Mutex, PoisonError},
};

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
    let made = Made::default();
    // Choosing the keys is done when this returns; keeping the values is what takes its time.
    let keeping = bundle::keep_secrets(reading, app.vault(), |key| made.is_taken(app, &known, key));
    let reading = made.or_swept(app, keep(app, keeping).await)?;
    let mut proposals = Vec::with_capacity(reading.proposals.len());
    for found in reading.proposals {
        let taken = app.servers().get(&found.draft.name).await.is_ok();
        proposals.push(view::draft::proposal(found, taken));
    }
    Ok(Reading { proposals, notes: reading.notes })
}

/// The draft with references in place of secrets, and the keys that were made for them: if no
/// server comes of it, they are swept.
///
/// # Errors
/// `Keychain`, `Storage`
pub(crate) async fn without_secrets(app: &App, draft: Draft) -> Result<(Draft, Made), Failure> {
    let known = keys(app).await?;
    let made = Made::default();
    let keeping = bundle::keep_draft(draft, app.vault(), |key| made.is_taken(app, &known, key));
    let draft = made.or_swept(app, keep(app, keeping).await)?;
    Ok((draft, made))
}

/// The keys that were made for one draft or reading.
#[derive(Debug, Default)]
pub(crate) struct Made(Mutex<BTreeSet<String>>);

impl Made {
    /// The keys.
    pub(crate) fn keys(self) -> BTreeSet<String> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_taken(&self, app: &App, known: &BTreeSet<String>, key: &str) -> bool {
        let taken = is_taken(app, known, key);
        if !taken {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(key.to_owned());
        }
        taken
    }

    /// Nothing comes of what failed.
    fn or_swept<T>(&self, app: &App, kept: Result<T, Failure>) -> Result<T, Failure> {
        if kept.is_err() {
            app.sweep_later(self.0.lock().unwrap_or_else(PoisonError::into_inner).clone());
        }
        kept
    }
}

/// Notes the keys, keeps the values, notes what was kept.
async fn keep<T>(
    app: &App,
    keeping: impl Future<Output = Result<(T, Vec<KeptSecret>), bundle::Error>>,
) -> Result<T, Failure> {
    app.drafted().keep(app.db()).await?;
    let (done, kept) = keeping.await?;
    note(app, kept).await?;
    Ok(done)
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
        let account = app.vault().account(&it.key);
        app.db().secrets().note(&it.key, Kind::Named, KEYCHAIN_SERVICE, &account).await?;
    }
    Ok(())
}

async fn keys(app: &App) -> Result<BTreeSet<String>, Failure> {
    Ok(app.db().secrets().list().await?.into_iter().map(|it| it.key).collect())
}
