//! Which secrets there are, where their values are, and who refers to them; no value is read.

use std::collections::BTreeMap;

use model::name::ServerName;
use store::secrets::{Note, kind::Kind};

use crate::{app::App, references, secrets::pattern::Pattern, wire::failure::Failure};

/// What is known of one secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) key: String,
    pub(crate) kind: Kind,
    pub(crate) place: Place,
    /// What is noted of it; nothing of one that was never kept.
    pub(crate) note: Option<Note>,
    pub(crate) used_by: Vec<Use>,
}

/// Where a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Keychain,
    Memory,
    Missing,
    /// The keychain does not say.
    Unknown,
}

/// A server that refers to a secret, and the variable, header or field it does so in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Use {
    pub(crate) server: ServerName,
    pub(crate) title: String,
    pub(crate) field: String,
}

/// What was found, by name, and why the keychain did not say more.
#[derive(Debug)]
pub(crate) struct Listing {
    pub(crate) secrets: Vec<Known>,
    pub(crate) keychain: Option<vault::Error>,
}

/// The secrets whose names fit: those that are noted, those that are held in memory, and those
/// that a server refers to.
///
/// # Errors
/// `Storage`
pub(crate) async fn list(app: &App, pattern: &Pattern) -> Result<Listing, Failure> {
    let mut found: BTreeMap<String, Known> = BTreeMap::new();
    let held = app.vault().held_names().into_iter().map(|key| (key, None));
    let noted = app.db().secrets().list().await?;
    for (key, note) in held.chain(noted.into_iter().map(|it| (it.key.clone(), Some(it)))) {
        let kind = note.as_ref().map_or(Kind::Named, |it| it.kind);
        found.insert(key.clone(), Known { kind, note, ..missing(key) });
    }
    for (key, by) in uses(app).await? {
        found.entry(key.clone()).or_insert_with(|| missing(key)).used_by.push(by);
    }
    let mut secrets: Vec<Known> = found.into_values().filter(|it| pattern.fits(&it.key)).collect();
    let mut keychain = None;
    for known in &mut secrets {
        known.place = place_of(app, &known.key, &mut keychain).await;
    }
    Ok(Listing { secrets, keychain })
}

/// Who refers to one secret.
///
/// # Errors
/// `Storage`
pub(crate) async fn users_of(app: &App, key: &str) -> Result<Vec<Use>, Failure> {
    let all = uses(app).await?;
    Ok(all.into_iter().filter(|(it, _)| it == key).map(|(_, by)| by).collect())
}

async fn uses(app: &App) -> Result<Vec<(String, Use)>, Failure> {
    let mut uses = Vec::new();
    for (server, _) in app.servers().list().await? {
        let (name, title) = (server.name().clone(), &server.draft.title);
        for (field, key) in references::places(&server.draft) {
            uses.push((key, Use { server: name.clone(), title: title.clone(), field }));
        }
    }
    Ok(uses)
}

/// A keychain that failed once is not asked again: each failure may take its time.
async fn place_of(app: &App, key: &str, failed: &mut Option<vault::Error>) -> Place {
    if app.vault().holds(key) {
        return Place::Memory;
    }
    if failed.is_some() {
        return Place::Unknown;
    }
    match app.vault().has(key).await {
        Ok(true) => Place::Keychain,
        Ok(false) => Place::Missing,
        Err(error) => {
            *failed = Some(error);
            Place::Unknown
        }
    }
}

fn missing(key: String) -> Known {
    Known { key, kind: Kind::Named, place: Place::Missing, note: None, used_by: Vec::new() }
}
