//! Whether a server that is no program of ours may ask for secrets: the person is told where they go,
//! and says so once for each server and address (design, decision 7).

use std::sync::Arc;

use inbox::desk::{
    Desk, FormQuestion, FormReply, NobodyToAsk,
    far::{FarQuestion, FarReply},
};
use model::{
    form::Field,
    log::Tag,
    name::ServerName,
    server::{Draft, Transport},
};
use serde_json::Value;
use store::Db;
use tokio::sync::Mutex;
use tracing::warn;

use crate::{log::writer::LogWriter, parts::Parts, plan};

/// Where secrets would go.
#[derive(Debug, Clone)]
pub(super) struct Far {
    server: ServerName,
    db: Db,
    log: LogWriter,
    /// The address as it is kept: without secrets.
    url: String,
    /// What the person allowed, when they allowed the server.
    digest: String,
    /// Whether they said no in this run. Held while they are asked, so that they are asked once; a
    /// question that waits for it keeps its own deadline.
    refused: Arc<Mutex<bool>>,
}

impl Far {
    /// Where the secrets of a server go; `None` for a program of ours, to which they may go.
    pub(super) fn of(parts: &Parts, draft: &Draft, log: &LogWriter) -> Option<Self> {
        match &draft.transport {
            Transport::Stdio(_) => None,
            Transport::Http(http) => Some(Self {
                server: draft.name.clone(),
                db: parts.db.clone(),
                log: log.clone(),
                url: http.url.clone(),
                digest: plan::of(draft).digest,
                refused: Arc::default(),
            }),
        }
    }

    /// Puts a question of a server at an address, in its turn: nothing is typed into a masked field
    /// before the person allowed it, and nothing that they masked themselves is sent before that.
    pub(super) async fn put(
        &self,
        desk: &dyn Desk,
        question: FormQuestion,
    ) -> Result<FormReply, NobodyToAsk> {
        let fields = &question.form.fields;
        let masked: Vec<_> = fields.iter().filter(|it| it.is_masked()).cloned().collect();
        let by_hand: Vec<_> = question.form.may_mask().into_iter().cloned().collect();
        let about = |fields: Vec<Field>| FarQuestion {
            origin: question.origin.clone(),
            address: self.url.clone(),
            fields: fields.into_iter().map(|it| it.name).collect(),
            digest: self.digest.clone(),
            deadline: question.deadline,
        };
        let (before, behind) = (about(masked), about(by_hand));
        if !before.fields.is_empty()
            && let Some(no) = self.refused(desk, before).await?
        {
            return Ok(no);
        }
        let reply = desk.form(question).await?;
        if matches!(&reply, FormReply::Accept { masked: true, .. })
            && let Some(no) = self.refused(desk, behind).await?
        {
            return Ok(no);
        }
        Ok(reply)
    }

    /// The answer in place of the person's, unless they allow it.
    async fn refused(
        &self,
        desk: &dyn Desk,
        question: FarQuestion,
    ) -> Result<Option<FormReply>, NobodyToAsk> {
        let mut refused = self.refused.lock().await;
        if *refused {
            self.tell("it was not allowed to ask for secrets in this run").await;
            return Ok(Some(FormReply::Decline));
        }
        let (settings, key) = (self.db.settings(), key(&self.server));
        let digest = Value::String(self.digest.clone());
        if settings.get(&key).await.is_ok_and(|it| it.as_ref() == Some(&digest)) {
            return Ok(None);
        }
        match desk.far(question).await? {
            FarReply::Allow => {
                if let Err(error) = settings.set(&key, &digest).await {
                    // It is asked again the next time, and that is all.
                    warn!(server = %self.server, %error, "what was allowed cannot be kept");
                }
                self.tell("it was allowed to ask for secrets").await;
                Ok(None)
            }
            FarReply::Refuse => {
                *refused = true;
                self.tell("it was not allowed to ask for secrets").await;
                Ok(Some(FormReply::Decline))
            }
            FarReply::Close => {
                self.tell("whether it may ask for secrets was not said").await;
                Ok(Some(FormReply::Cancel))
            }
        }
    }

    async fn tell(&self, text: &str) {
        self.log.write(&Tag::Lifecycle, text).await;
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
