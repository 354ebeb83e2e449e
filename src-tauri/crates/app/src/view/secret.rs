//! Secrets as rows: names and times, never a value.

use store::secrets::kind::Kind;

use crate::{
    app::App,
    secrets::{
        self, Done,
        listing::{Known, Listing, Place, Use},
        remembered::parts_of,
    },
    wire::secret::{
        RememberedView, SecretKind, SecretList, SecretOutcome, SecretPlace, SecretRow, SecretSet,
        SecretUse,
    },
};

/// What was found.
pub(crate) async fn list(app: &App, Listing { secrets, keychain }: Listing) -> SecretList {
    let mut rows = Vec::with_capacity(secrets.len());
    for known in secrets {
        rows.push(row(app, known).await);
    }
    let locked = secrets::is_locked(app).await;
    SecretList { secrets: rows, keychain: keychain.map(Into::into), locked }
}

async fn row(app: &App, known: Known) -> SecretRow {
    let remembered = match known.kind {
        Kind::Elicit => remembered(app, &known.key).await,
        Kind::Named | Kind::Oauth | Kind::Model | Kind::Gateway => None,
    };
    SecretRow {
        kind: match known.kind {
            Kind::Named => SecretKind::Named,
            Kind::Elicit => SecretKind::Remembered,
            Kind::Oauth => SecretKind::Oauth,
            Kind::Model => SecretKind::Model,
            Kind::Gateway => SecretKind::Gateway,
        },
        place: match known.place {
            Place::Keychain => SecretPlace::Keychain,
            Place::Memory => SecretPlace::Memory,
            Place::Missing => SecretPlace::Missing,
            Place::Unknown => SecretPlace::Unknown,
        },
        created_at: known.note.as_ref().map(|it| it.created_at.0),
        updated_at: known.note.as_ref().map(|it| it.updated_at.0),
        last_used_at: known.note.as_ref().and_then(|it| it.last_used_at).map(|it| it.0),
        used_by: known.used_by.into_iter().map(used).collect(),
        remembered,
        key: known.key,
    }
}

fn used(by: Use) -> SecretUse {
    SecretUse { server: by.server.into(), title: by.title, field: by.field }
}

async fn remembered(app: &App, key: &str) -> Option<RememberedView> {
    let (server, field) = parts_of(key)?;
    let title = match model::name::ServerName::parse(server) {
        Ok(name) => app.servers().get(&name).await.ok().map(|(it, _)| it.draft.title),
        Err(_) => None,
    };
    Some(RememberedView { server: server.to_owned(), title, field: field.to_owned() })
}

/// What came of a question for a value.
pub(crate) fn set(done: Done) -> SecretSet {
    let (outcome, started) = match done {
        Done::Set(started) => (SecretOutcome::Set, started),
        Done::Removed => (SecretOutcome::Removed, Vec::new()),
        Done::Unchanged => (SecretOutcome::Unchanged, Vec::new()),
    };
    SecretSet { outcome, started: started.into_iter().map(String::from).collect() }
}
