//! Asking the model for a reply, and keeping what it writes.

use std::{collections::BTreeMap, sync::Arc};

use model::{
    chat::{
        conversation::Conversation,
        message::{Body, Message, Part, Round, RoundState, Usage},
    },
    provider::{self, Provider},
};
use tokio::task::spawn_blocking;
use tracing::{info, warn};

use crate::{
    dialect::dialect,
    driver::{Driver, writing::Writing},
    error::Error,
    prompt::{
        history::{Pictures, Reader, history},
        offered::{MOST, Offered, offered, shelves},
        system::{Instructions, system},
    },
    turn::Event,
};

/// A model that can be asked.
pub(super) struct Speaker {
    pub(super) provider: Provider,
    pub(super) model: String,
    pub(super) told: provider::Told,
}

impl Driver {
    /// Asks for the next reply. An event only where nothing could be asked.
    pub(super) async fn ask(&mut self) -> Result<Option<Event>, Error> {
        self.retry = None;
        let Some((conversation, speaker)) = self.speaker().await? else {
            return Ok(Some(Event::Broke));
        };
        let (keys, stopped) = (Arc::clone(&self.parts.keys), self.seat.stop.clone());
        // A keychain may ask for its own password first.
        let endpoint = tokio::select! {
            () = stopped.cancelled() => return Ok(Some(Event::Stop)),
            endpoint = keys.endpoint(&speaker.provider) => endpoint,
        };
        let endpoint = match endpoint {
            Ok(endpoint) => endpoint,
            Err(unready) => {
                self.words = Some(unready.to_string());
                return Ok(Some(Event::Broke));
            }
        };
        let asked = llm::Provider::new(&self.parts.http, endpoint);
        let instructions = self.offer().await?;
        let mut request = self.request(&conversation, &speaker, &instructions).await?;
        if self.is_too_long(&request, &speaker) && self.shorten(&asked, &speaker).await? {
            request = self.request(&conversation, &speaker, &instructions).await?;
        }
        let head = self.parts.db.conversations().get(self.id()).await?.and_then(|it| it.head);
        let round = Round {
            provider: speaker.provider.name.clone(),
            model: speaker.model.clone(),
            said: Vec::new(),
            state: RoundState::Writing,
            usage: Usage::default(),
            took: 0,
        };
        let message = self.parts.db.messages().add(self.id(), head, Body::Round(round)).await?;
        let id = message.id;
        self.live().write(message);
        info!(conversation = %self.id(), model = speaker.model, tools = request.tools.len(), "asking");
        self.price = speaker.told.price;
        self.writing = Some(Writing::new(id, asked.reply(request)));
        Ok(None)
    }

    /// Who is to be asked; nothing, with words, where nobody can be.
    pub(super) async fn speaker(&mut self) -> Result<Option<(Conversation, Speaker)>, Error> {
        let found = self.parts.db.conversations().get(self.id()).await?;
        let conversation = found.ok_or_else(|| Error::Unknown(self.id().clone()))?;
        let provider = match &conversation.model {
            Some(choice) => self.parts.db.providers().get(choice.provider).await?,
            None => None,
        };
        let (Some(provider), Some(choice)) = (provider, conversation.model.clone()) else {
            self.words =
                Some("No model is chosen in this conversation. Choose one, then go on.".to_owned());
            return Ok(None);
        };
        let told = provider.models.iter().find(|it| it.model == choice.model).cloned();
        let told = told.unwrap_or_default();
        Ok(Some((conversation, Speaker { provider, model: choice.model, told })))
    }

    /// Looks up what the model is offered, and what its servers say of it.
    pub(super) async fn offer(&mut self) -> Result<Vec<Instructions>, Error> {
        let found = self.parts.db.conversations().get(self.id()).await?;
        let conversation = found.ok_or_else(|| Error::Unknown(self.id().clone()))?;
        let spoken = match &conversation.model {
            Some(choice) => {
                self.parts.db.providers().get(choice.provider).await?.map(|it| it.dialect)
            }
            None => None,
        };
        let dialect = dialect(spoken.unwrap_or(provider::Dialect::ChatCompletions));
        let offers = self.parts.catalog.list(None).await?;
        let instructions = offers.iter().filter_map(|it| {
            let text = it.instructions.clone()?;
            Some(Instructions { server: it.server.name().as_str().to_owned(), text })
        });
        let instructions = instructions.collect::<Vec<_>>();
        let shelves = shelves(offers, &conversation.switches, MOST);
        let on: Vec<_> = shelves
            .iter()
            .filter(|it| it.on && it.ready)
            .map(|it| it.server.as_str().to_owned())
            .collect();
        let fit = move || {
            offered(&shelves, MOST, |schema| llm::schema::fit(dialect, schema).map(|it| it.schema))
        };
        self.offered = spawn_blocking(fit).await.unwrap_or_else(|panic| {
            warn!(%panic, "tools could not be made to fit");
            Offered::default()
        });
        Ok(instructions.into_iter().filter(|it| on.contains(&it.server)).collect())
    }

    pub(super) async fn request(
        &mut self,
        conversation: &Conversation,
        speaker: &Speaker,
        instructions: &[Instructions],
    ) -> Result<llm::Request, Error> {
        let path = self.parts.db.messages().whole_path(&conversation.id).await?;
        let pictures = self.pictures(&path).await;
        let reader = Reader {
            provider: &speaker.provider.name,
            model: &speaker.model,
            blind: speaker.told.blind,
        };
        let mut request = llm::Request::new(&speaker.model, history(&path, &pictures, reader));
        request.system = system(self.parts.clock.now(), instructions);
        request.tools.clone_from(&self.offered.tools);
        Ok(request)
    }

    /// The pictures that the person attached, as far as they are kept.
    async fn pictures(&mut self, path: &[Message]) -> Pictures {
        let parts = path.iter().flat_map(|it| match &it.body {
            Body::Person(parts) => parts.as_slice(),
            Body::Round(_) | Body::Summary(_) => &[],
        });
        let hashes: Vec<_> = parts
            .filter_map(|it| match it {
                Part::Picture { hash, mime, .. } => Some((hash.clone(), mime.clone())),
                Part::Text { .. }
                | Part::File { .. }
                | Part::Resource { .. }
                | Part::Prompt { .. } => None,
            })
            .collect();
        if hashes.is_empty() {
            return Pictures::new();
        }
        let media = self.parts.media.clone();
        let read = move || {
            let found = hashes.into_iter().filter_map(|(hash, mime)| {
                let (_, bytes) = media.read(&hash, Some(&mime)).ok().flatten()?;
                Some((hash, Arc::from(bytes)))
            });
            found.collect::<BTreeMap<_, _>>()
        };
        spawn_blocking(read).await.unwrap_or_default()
    }
}
