//! Answers that the person had remembered (HOST-52): one secret a server and field, in the keychain.
//! They are filled in the next time, and sent only when the person sends them.

use std::{collections::BTreeMap, time::Duration};

use inbox::desk::keychain::Keychain;
use model::{
    form::{Field, Form, Kind as FieldKind, Text},
    name::ServerName,
};
use stdx::secret::Secret;
use store::{Db, secrets::kind::Kind};
use tokio::{sync::broadcast, time::timeout};
use tracing::warn;
use vault::Vault;

use crate::{
    asking::keeping::Keeping,
    parts::{Event, Parts},
};

/// The longest field name that can be remembered, in bytes.
const LONGEST_FIELD: usize = 100;
/// How long the keychain may keep a question from being listed: it is looked at only while it is
/// open, and nobody is asked to unlock it.
const LOOK: Duration = Duration::from_secs(1);

/// The remembered answers of one server. They hold no [`Parts`]: what they keep is owned by those.
pub(super) struct Remembered {
    db: Db,
    vault: Vault,
    events: broadcast::Sender<Event>,
    server: ServerName,
}

/// Why an answer was not remembered.
#[derive(Debug, thiserror::Error)]
pub(super) enum NotKept {
    #[error(transparent)]
    Vault(#[from] vault::Error),
    #[error(transparent)]
    Store(#[from] store::Error),
    /// It may still wait for somebody to unlock it.
    #[error("the keychain did not answer in time")]
    Silent,
}

impl NotKept {
    /// What a person can do about it.
    pub(super) fn hint(&self) -> Option<&'static str> {
        match self {
            Self::Vault(error) => error.hint(),
            Self::Store(_) => None,
            Self::Silent => Some("unlock the keychain, then answer again"),
        }
    }
}

/// What is known of the answers to a form before it is put.
#[derive(Default)]
pub(super) struct Known {
    /// The remembered ones, by the server's own names.
    pub(super) answers: BTreeMap<String, Secret>,
    /// How the keychain stands that would keep them.
    pub(super) keychain: Keychain,
}

/// Learns what is remembered for a server, as far as the keychain gives it without asking anybody: the
/// server may know it from a run before this, and say it before it asks for anything.
pub(crate) async fn learn(parts: &Parts, server: &ServerName) {
    let of_server = key(server, "");
    let look = async {
        let known = parts.db.secrets().list().await.unwrap_or_default().into_iter();
        let ours = known.filter(|it| it.kind == Kind::Elicit && it.key.starts_with(&of_server));
        let keys: Vec<String> = ours.map(|it| it.key).collect();
        if keys.is_empty() || !parts.vault.is_open(&keys).await {
            return;
        }
        for key in keys {
            match parts.vault.get(&key).await {
                Ok(Some(secret)) => parts.typed.add(server, &secret),
                Ok(None) => {}
                Err(error) => warn!(%server, %error, "a remembered answer is not learned"),
            }
        }
    };
    if timeout(LOOK, look).await.is_err() {
        warn!(%server, "the keychain does not say in time what is remembered");
    }
}

impl Remembered {
    pub(super) fn new(parts: &Parts, server: &ServerName) -> Self {
        Self {
            db: parts.db.clone(),
            vault: parts.vault.clone(),
            events: parts.teller(),
            server: server.clone(),
        }
    }

    /// What is remembered for the masked fields of a form. What the keychain does not give, or not
    /// soon, is asked for as if it had never been there.
    pub(super) async fn of(&self, form: &Form, keeping: &Keeping) -> Known {
        let mut known = Known::default();
        if !form.fields.iter().any(|it| may_hold(form, it)) {
            return known;
        }
        let look = async {
            // What was answered just now is among it.
            keeping.done().await;
            self.stand(form, &mut known.keychain).await;
            // What is locked is not waited for.
            if known.keychain == Keychain::Open {
                self.look(form, &mut known.answers).await;
            }
        };
        if timeout(LOOK, look).await.is_err() {
            warn!(server = %self.server, "the keychain is not open: answers are not filled in");
        }
        known
    }

    /// Finds out how the keychain stands; one that does not say so counts as open.
    async fn stand(&self, form: &Form, keychain: &mut Keychain) {
        *keychain = match self.vault.has_room().await {
            Err(vault::Error::Absent(_)) => Keychain::Absent,
            Err(vault::Error::NoKeyring) => Keychain::NoKeyring,
            Err(vault::Error::Locked) => Keychain::Locked { holds: self.holds(form).await },
            Ok(())
            | Err(
                vault::Error::Denied(_)
                | vault::Error::Ambiguous { .. }
                | vault::Error::Unfit { .. }
                | vault::Error::Failed(_),
            ) => Keychain::Open,
        };
    }

    /// Whether something was remembered for this form, whatever the keychain says now.
    async fn holds(&self, form: &Form) -> bool {
        let known = self.db.secrets().list().await.unwrap_or_default();
        let fields = form.fields.iter().filter(|it| may_hold(form, it));
        let mut keys = fields.map(|it| self.key(&it.name));
        keys.any(|key| known.iter().any(|it| it.key == key))
    }

    async fn look(&self, form: &Form, found: &mut BTreeMap<String, Secret>) {
        let known = match self.db.secrets().list().await {
            Ok(known) => known,
            Err(error) => {
                warn!(server = %self.server, %error, "remembered answers cannot be read");
                return;
            }
        };
        for field in form.fields.iter().filter(|it| may_hold(form, it)) {
            let key = self.key(&field.name);
            if !known.iter().any(|it| it.key == key) {
                continue;
            }
            self.vault.until_open(std::slice::from_ref(&key)).await;
            match self.vault.get(&key).await {
                Ok(Some(secret)) => {
                    found.insert(field.name.clone(), secret);
                    self.used(&key).await;
                }
                Ok(None) => {}
                Err(error) => {
                    warn!(server = %self.server, %error, "a remembered answer is not had");
                }
            }
        }
    }

    /// Remembers these if the person wants it; otherwise forgets those of `had` that were filled in
    /// and are not wanted any more. The keychain has `limit` for each.
    pub(super) async fn keep(
        &self,
        wanted: bool,
        secrets: &[(String, Secret)],
        had: &[String],
        limit: Duration,
    ) -> Result<(), NotKept> {
        if !wanted {
            if had.is_empty() {
                return Ok(());
            }
            for field in had {
                let key = self.key(field);
                within(limit, self.vault.remove(&key)).await?;
                self.db.secrets().forget(&key).await?;
            }
        } else {
            let short = secrets.iter().filter(|(field, _)| field.len() <= LONGEST_FIELD);
            for (field, secret) in short {
                self.keep_one(&self.key(field), secret, limit).await?;
            }
        }
        // No listener is fine: a headless run has no window.
        self.events.send(Event::AnswersChanged(self.server.clone())).ok();
        Ok(())
    }

    /// Its name is noted first, so that no value is without one; a value that is not kept after all
    /// takes the new name with it.
    async fn keep_one(&self, key: &str, secret: &Secret, limit: Duration) -> Result<(), NotKept> {
        let (secrets, service) = (self.db.secrets(), self.vault.service());
        let known = secrets.list().await?.iter().any(|it| it.key == key);
        secrets.note(key, Kind::Elicit, service, &self.vault.account(key)).await?;
        // The limit is the keychain's alone: what went before it is taken back after it.
        let kept = within(limit, self.vault.set(key, secret.clone())).await;
        if kept.is_err() && !known {
            secrets.forget(key).await?;
        }
        kept
    }

    async fn used(&self, key: &str) {
        if let Err(error) = self.db.secrets().used(key).await {
            warn!(server = %self.server, %error, "the use of a remembered answer is not noted");
        }
    }

    fn key(&self, field: &str) -> String {
        key(&self.server, field)
    }
}

/// The name under which an answer is kept; what all of a server begin with, for no field.
fn key(server: &ServerName, field: &str) -> String {
    format!("elicit/{server}/{field}")
}

/// What the keychain says, if it does so in time.
async fn within<T>(
    limit: Duration,
    said: impl Future<Output = Result<T, vault::Error>>,
) -> Result<T, NotKept> {
    Ok(timeout(limit, said).await.map_err(|_| NotKept::Silent)??)
}

/// Whether what is remembered would be filled in: never into a field that is seen. A lone plain text
/// can have been masked by hand.
fn may_hold(form: &Form, field: &Field) -> bool {
    let text =
        matches!(field.kind, FieldKind::Text(Text { format: None, .. }) | FieldKind::Number(_));
    text && (field.is_masked() || form.may_mask().is_some_and(|it| it.name == field.name))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// HOST-52: a value that was not filled in cannot be given up by the person who does not see it.
    #[test]
    fn only_what_would_be_filled_in_is_looked_up() {
        let form = |schema| Form::read(Some(&schema)).unwrap();
        let held = |form: &Form| -> Vec<String> {
            let fields = form.fields.iter().filter(|it| may_hold(form, it));
            fields.map(|it| it.name.clone()).collect()
        };
        let two = form(
            json!({ "properties": { "user": {}, "password": {}, "n": { "type": "integer" } } }),
        );
        assert_eq!(held(&two), ["password"], "`user` is seen here");
        assert_eq!(
            held(&form(json!({ "properties": { "user": {} } }))),
            ["user"],
            "it may be hidden"
        );
        assert_eq!(
            held(&form(json!({ "properties": { "mail": { "format": "email" } } }))),
            [""; 0]
        );
    }
}
