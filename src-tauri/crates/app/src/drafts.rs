//! Drafts without secrets: whatever is pasted, imported or typed, what looks like a secret goes to
//! the keychain, and the draft keeps a reference (HOST-14).

use std::collections::BTreeSet;

use bundle::KeptSecret;
use model::{
    name::ServerName,
    server::{Draft, Transport},
};
use stdx::secret::Secret;
use store::secrets::kind::Kind;
use vault::{
    key_for,
    template::{self, Template},
};

use crate::{
    app::App,
    view,
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
    let taken = keys(app).await?;
    let (reading, kept) =
        bundle::keep_secrets(reading, app.vault(), |key| taken.contains(key)).await?;
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
    let taken = keys(app).await?;
    let (draft, kept) = bundle::keep_draft(draft, app.vault(), |key| taken.contains(key)).await?;
    note(app, kept).await?;
    Ok(draft)
}

/// The secrets that a registered server refers to stay when Steward is closed.
pub(crate) fn note_used(app: &App, draft: &Draft) {
    app.note_used(&secrets_of(draft));
}

/// Keeps a value that the person typed.
///
/// # Errors
/// `Keychain`, `Storage`
pub(crate) async fn keep(app: &App, key: &str, secret: Secret) -> Result<(), Failure> {
    let is_new = !keys(app).await?.contains(key);
    app.vault().set(key, secret).await?;
    app.db().secrets().note(key, Kind::Named, KEYCHAIN_SERVICE, key).await?;
    if is_new && !is_referred_to(app, key).await? {
        app.note_drafted([key.to_owned()]);
    }
    Ok(())
}

/// A key for a field of a server that no secret has yet.
///
/// # Errors
/// `Storage`
pub(crate) async fn free_key(app: &App, title: &str, field: &str) -> Result<String, Failure> {
    let taken = keys(app).await?;
    let server = ServerName::slug(title).map(String::from).unwrap_or_default();
    let first = key_for(&server, field);
    let numbered = (2_u32..).map(|number| format!("{first}_{number}"));
    let mut all = std::iter::once(first.clone()).chain(numbered);
    Ok(all.find(|key| !taken.contains(key)).unwrap_or(first))
}

/// A key that a front end sent.
///
/// # Errors
/// `Invalid` when it is none.
pub(crate) fn checked_key(key: String) -> Result<String, Failure> {
    let fits = key.starts_with(|one: char| one.is_ascii_uppercase())
        && key.len() <= 128
        && key.chars().all(|one| matches!(one, 'A'..='Z' | '0'..='9' | '_'));
    if fits {
        return Ok(key);
    }
    let words = "a secret's name is made of capitals, digits and `_`, and begins with a capital";
    Err(Failure::new(Code::Invalid, words).field("key"))
}

async fn note(app: &App, kept: Vec<KeptSecret>) -> Result<(), Failure> {
    // Noted first: if a row fails, the secrets still go away when Steward is closed.
    app.note_drafted(kept.iter().map(|it| it.key.clone()));
    for it in kept {
        app.db().secrets().note(&it.key, Kind::Named, KEYCHAIN_SERVICE, &it.key).await?;
    }
    Ok(())
}

async fn keys(app: &App) -> Result<BTreeSet<String>, Failure> {
    Ok(app.db().secrets().list().await?.into_iter().map(|it| it.key).collect())
}

async fn is_referred_to(app: &App, key: &str) -> Result<bool, Failure> {
    let servers = app.servers().list().await?;
    Ok(servers.iter().any(|(server, _)| secrets_of(&server.draft).contains(key)))
}

fn secrets_of(draft: &Draft) -> BTreeSet<String> {
    let texts: Vec<&String> = match &draft.transport {
        Transport::Stdio(it) => {
            let first = std::iter::once(&it.command).chain(&it.args).chain(&it.cwd);
            first.chain(it.env.values()).collect()
        }
        Transport::Http(it) => std::iter::once(&it.url).chain(it.headers.values()).collect(),
    };
    let mut found = BTreeSet::new();
    for text in texts {
        let template = Template::parse(text);
        let secrets = template.references().filter(|it| it.kind == template::Kind::Secret);
        found.extend(secrets.map(|it| it.name.clone()));
    }
    found
}
