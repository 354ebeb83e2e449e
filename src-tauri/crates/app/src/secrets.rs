//! The person's secrets by name: listed, set, removed. Whoever asks for it, a value comes from the
//! person alone, by a native question, and goes to the keychain (HOST-64).
//!
//! It knows no front end and no wire, so that a model's tools can be built on it.

pub(crate) mod key;
pub(crate) mod listing;
pub(crate) mod pattern;
pub(crate) mod remembered;
mod revive;
#[cfg(test)]
mod tests;
pub(crate) mod turn;

use std::time::Duration;

use inbox::{
    Ask,
    desk::{Goes, SecretQuestion},
    item::{Call, Origin},
};
use model::name::ServerName;
use stdx::secret::Secret;
use store::secrets::kind::Kind;
use tokio::time::timeout;

use crate::{
    app::App,
    drafts::KEYCHAIN_SERVICE,
    secrets::{key::Key, listing::Use},
    wire::{
        event::UiEvent,
        failure::{Code, Failure},
    },
};

/// How long a keychain may take to say that it is there.
const LOOK: Duration = Duration::from_secs(2);

/// What came of a question for a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Done {
    /// There is a value now; these servers had failed for want of it, and are started again.
    Set(Vec<ServerName>),
    /// The person left it empty, so it was removed.
    Removed,
    /// The person gave nothing.
    Unchanged,
}

/// Has the person asked for the value of a secret, and keeps it where `goes` says. An empty value
/// removes what is there.
///
/// # Errors
/// `Invalid` for a name that something else has, `NobodyToAsk`, `Declined`, `Keychain`, `Storage`
pub(crate) async fn set(
    app: &App,
    key: &Key,
    goes: Goes,
    calls: Vec<Call>,
) -> Result<Done, Failure> {
    let kind = kind_of(app, key.as_str()).await?;
    if kind.is_some_and(|it| it != Kind::Named) {
        let words = format!("`{key}` is the name of a secret that Steward itself looks after");
        return Err(Failure::new(Code::Invalid, words).field("key"));
    }
    if goes == Goes::Keychain {
        make_room(app, key.as_str()).await?;
    }
    let held = app.vault().holds(key.as_str());
    let removable = held || (goes == Goes::Keychain && kind.is_some());
    let users = listing::users_of(app, key.as_str()).await?;
    let title = only_title(&users);
    let words = format!("A value for the secret “{key}”");
    let origin = Origin { server: None, title: title.clone().unwrap_or_default(), calls };
    let question = SecretQuestion { title, field: key.to_string(), goes, removable };
    let ask = Ask { origin, words, limit: None };
    match app.inbox().secret(ask, question).await? {
        Some(value) if !value.is_empty() => {
            match goes {
                Goes::Keychain | Goes::Provider => keep(app, key.as_str(), value).await?,
                Goes::Memory => hold(app, key.as_str(), value),
            }
            Ok(Done::Set(revive::those_without(app, key.as_str()).await))
        }
        Some(_) if removable => {
            match goes {
                Goes::Keychain | Goes::Provider => remove(app, key.as_str()).await?,
                Goes::Memory => let_go(app, key.as_str()).await?,
            }
            Ok(Done::Removed)
        }
        Some(_) | None => Ok(Done::Unchanged),
    }
}

/// Nobody is asked for a value that there is no place for: a locked keychain asks to be unlocked
/// first. What only fails later is known later.
///
/// # Errors
/// `Keychain`
pub(crate) async fn make_room(app: &App, key: &str) -> Result<(), Failure> {
    let look = async {
        let vault = app.vault();
        let there = vault.has(key).await? && vault.is_open(&[key.to_owned()]).await;
        if there { Ok(()) } else { vault.has_room().await }
    };
    match timeout(LOOK, look).await {
        Ok(Err(vault::Error::Locked)) => Ok(app.vault().unlock().await?),
        Ok(Err(error @ (vault::Error::Absent(_) | vault::Error::NoKeyring))) => Err(error.into()),
        Ok(Ok(()) | Err(_)) | Err(_) => Ok(()),
    }
}

/// Whether the person would be asked to unlock the keychain; one that does not say so is not locked.
pub(crate) async fn is_locked(app: &App) -> bool {
    matches!(timeout(LOOK, app.vault().has_room()).await, Ok(Err(vault::Error::Locked)))
}

/// Keeps a value that the person typed in the keychain. Its name is noted first, so that neither a
/// crash nor a keychain that fails leaves a value without a name.
///
/// # Errors
/// `Keychain`, `Storage`; all is then as it was.
pub(crate) async fn keep(app: &App, key: &str, value: Secret) -> Result<(), Failure> {
    let _turn = app.secrets().take().await;
    let new = kind_of(app, key).await?.is_none();
    if new {
        note(app, key).await?;
    }
    if let Err(error) = app.vault().set(key, value).await {
        if new {
            app.db().secrets().forget(key).await?;
        }
        return Err(error.into());
    }
    if !new {
        note(app, key).await?;
    }
    changed(app, key);
    Ok(())
}

/// Removes a secret that a person named or had remembered: from memory, from the keychain, and
/// then its name.
///
/// # Errors
/// `Invalid` for one that is not known or not theirs, `Keychain`, `Storage`
pub(crate) async fn remove(app: &App, key: &str) -> Result<(), Failure> {
    // An answer that is still on its way to the keychain would come behind what is removed here.
    app.servers().answers_kept().await;
    let _turn = app.secrets().take().await;
    let held = app.vault().holds(key);
    match kind_of(app, key).await? {
        Some(Kind::Named | Kind::Elicit) => {}
        None if held => {}
        Some(Kind::Oauth | Kind::Model | Kind::Gateway) => {
            let words = format!("`{key}` is a secret that Steward itself looks after");
            return Err(Failure::new(Code::Invalid, words).field("key"));
        }
        None => return Err(unknown(key)),
    }
    take_away(app, key).await
}

/// Removes an answer that the person had remembered; one that is gone meanwhile is removed.
///
/// # Errors
/// `Keychain`, `Storage`
async fn remove_answer(app: &App, key: &str) -> Result<(), Failure> {
    app.servers().answers_kept().await;
    let _turn = app.secrets().take().await;
    take_away(app, key).await
}

/// Takes it from memory and from the keychain. The caller has the turn.
async fn take_away(app: &App, key: &str) -> Result<(), Failure> {
    if app.vault().holds(key) {
        // What is held hides what the keychain has under the same name.
        app.vault().remove(key).await?;
        changed(app, key);
    }
    forget(app, key).await
}

/// The same for what nobody can come back for: nobody is asked to unlock it either.
///
/// # Errors
/// `Keychain`, `Storage`; it stays, with its name.
async fn discard(app: &App, key: &str) -> Result<(), Failure> {
    let _turn = app.secrets().take().await;
    app.vault().discard(key).await?;
    app.db().secrets().forget(key).await?;
    changed(app, key);
    Ok(())
}

/// Lets go of a value that is held in memory; what the keychain has stays.
async fn let_go(app: &App, key: &str) -> Result<(), Failure> {
    let _turn = app.secrets().take().await;
    if app.vault().holds(key) {
        app.vault().remove(key).await?;
    }
    changed(app, key);
    Ok(())
}

/// Says that a secret is there or gone, and with it what servers say that failed for want of it.
fn changed(app: &App, key: &str) {
    app.servers().secret_changed(key);
    app.tell(UiEvent::SecretsChanged);
}

fn hold(app: &App, key: &str, value: Secret) {
    // Its name is noted nowhere: when Steward quits, there is nothing left to know of.
    app.vault().hold(key, value);
    changed(app, key);
}

/// Takes the value away and then its name. The caller has the turn.
async fn forget(app: &App, key: &str) -> Result<(), Failure> {
    if kind_of(app, key).await?.is_some() {
        app.vault().remove(key).await?;
        app.db().secrets().forget(key).await?;
    }
    changed(app, key);
    Ok(())
}

async fn note(app: &App, key: &str) -> Result<(), Failure> {
    let account = app.vault().account(key);
    Ok(app.db().secrets().note(key, Kind::Named, KEYCHAIN_SERVICE, &account).await?)
}

async fn kind_of(app: &App, key: &str) -> Result<Option<Kind>, Failure> {
    let known = app.db().secrets().list().await?;
    Ok(known.into_iter().find(|it| it.key == key).map(|it| it.kind))
}

/// The title of the one server that refers to a secret; none where several do.
fn only_title(users: &[Use]) -> Option<String> {
    let (first, rest) = users.split_first()?;
    rest.iter().all(|it| it.server == first.server).then(|| first.title.clone())
}

fn unknown(key: &str) -> Failure {
    Failure::new(Code::Invalid, format!("there is no secret `{key}`")).field("key")
}
