//! Whether a server that is no program of ours may ask for secrets: the person is told where they go,
//! and says so once for each server and address (design, decision 7).

use std::{collections::BTreeMap, sync::Arc};

use inbox::{
    Unanswered,
    desk::{FormQuestion, FormReply},
    item::Origin,
};
use model::{
    address::{Address, Place},
    form::Form,
    name::ServerName,
    server::{Draft, Transport},
};
use serde_json::Value;
use stdx::text::{clip, visible};
use tokio::sync::Mutex;
use tracing::warn;

use crate::{asking::Asking, parts::Parts, plan};

/// Fields that are named.
const FIELDS: usize = 4;
/// Bytes of an address and of a field's name that are shown.
const ADDRESS: usize = 500;
const NAME: usize = 80;

/// Where secrets would go.
#[derive(Debug, Clone)]
pub(super) struct Far {
    /// The address as it is kept: without secrets.
    url: String,
    /// What the person allowed, when they allowed the server.
    digest: String,
    /// One question about it at a time.
    turn: Arc<Mutex<()>>,
}

/// What the person says to it.
pub(super) enum Allowed {
    Yes,
    No,
    Unanswered(Unanswered),
}

impl Far {
    /// Where the secrets of a server go; `None` for a program of ours, to which they may go.
    pub(super) fn of(draft: &Draft) -> Option<Self> {
        match &draft.transport {
            Transport::Stdio(_) => None,
            Transport::Http(http) => Some(Self {
                url: http.url.clone(),
                digest: plan::of(draft).digest,
                turn: Arc::default(),
            }),
        }
    }

    /// What the person is told, in words of ours.
    fn words(&self, form: &Form) -> String {
        let masked: Vec<_> = form.fields.iter().filter(|it| it.is_masked()).collect();
        let names =
            masked.iter().take(FIELDS).map(|it| format!("“{}”", clip(&visible(&it.name), NAME)));
        let names = names.collect::<Vec<_>>().join(", ");
        let clear = match Address::read(&self.url) {
            Some(it) if it.encrypted || it.place == Place::Here => "",
            Some(_) | None if self.url.to_ascii_lowercase().starts_with("https:") => "",
            Some(_) | None => {
                " Nothing is encrypted on that way: others on the network could read it."
            }
        };
        format!(
            "Before this server is let ask: it wants a secret of you ({names}). It is no program \
             that Steward runs, but an address, and what you type goes there:\n{}\n{}May it ask you \
             for secrets? You are asked this once, and again if its address changes.",
            clip(&visible(&self.url), ADDRESS),
            if clear.is_empty() { String::new() } else { format!("{}\n", clear.trim_start()) },
        )
    }
}

impl Asking {
    /// Whether a form may be put: one without secrets may, and one of a program of ours.
    pub(super) async fn may_ask(&self, origin: &Origin, form: &Form) -> Allowed {
        let Some(far) = self.far.as_ref().filter(|_| form.is_sensitive()) else {
            return Allowed::Yes;
        };
        let _turn = far.turn.lock().await;
        let key = key(&self.name);
        let kept = self.parts.db.settings().get(&key).await;
        if kept.is_ok_and(|it| it == Some(Value::String(far.digest.clone()))) {
            return Allowed::Yes;
        }
        let message = far.words(form);
        let question = FormQuestion {
            origin: origin.clone(),
            message: message.clone(),
            form: Form { fields: Vec::new() },
            remembered: BTreeMap::new(),
            deadline: None,
        };
        match self.parts.inbox.form(self.ask_of(origin.clone(), &message), question).await {
            Ok(FormReply::Accept { .. }) => {
                let digest = Value::String(far.digest.clone());
                if let Err(error) = self.parts.db.settings().set(&key, &digest).await {
                    // It is asked again the next time, and that is all.
                    warn!(server = %self.name, %error, "what was allowed cannot be kept");
                }
                self.tell("it was allowed to ask for secrets").await;
                Allowed::Yes
            }
            Ok(FormReply::Decline | FormReply::Cancel) => {
                self.tell("it was not allowed to ask for secrets").await;
                Allowed::No
            }
            Err(unanswered) => Allowed::Unanswered(unanswered),
        }
    }
}

/// Forgets what the person allowed a server that is removed.
pub(crate) async fn forget(parts: &Parts, server: &ServerName) {
    if let Err(error) = parts.db.settings().remove(&key(server)).await {
        warn!(%server, %error, "what was allowed is not forgotten");
    }
}

fn key(server: &ServerName) -> String {
    format!("secrets_to/{server}")
}

#[cfg(test)]
mod tests {
    use model::server::{Http, Limits, Source};
    use serde_json::json;

    use super::*;

    fn far(url: &str) -> Far {
        let draft = Draft {
            name: ServerName::parse("far").unwrap(),
            title: "Far".into(),
            description: String::new(),
            transport: Transport::Http(Http { url: url.into(), ..Http::default() }),
            limits: Limits::default(),
            source: Source::User,
        };
        Far::of(&draft).unwrap()
    }

    /// Design, decision 7.
    #[test]
    fn the_person_is_told_where_a_secret_goes() {
        let schema = json!({ "properties": { "user": {}, "password": {} } });
        let form = Form::read(Some(&schema)).unwrap();
        let words = far("https://a.example/mcp").words(&form);
        assert!(words.contains("\nhttps://a.example/mcp\n"), "{words}");
        assert!(words.contains("(“password”)"), "{words}");
        assert!(!words.contains("encrypted"), "{words}");
        assert!(far("http://a.example/").words(&form).contains("Nothing is encrypted"));
        assert!(!far("http://127.0.0.1:1/").words(&form).contains("encrypted"));
    }
}
