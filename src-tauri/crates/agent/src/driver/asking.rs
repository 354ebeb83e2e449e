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
use tracing::info;

use crate::{
    driver::{Driver, writing::Writing},
    error::{Error, Unready},
    past::Past,
    prompt::{
        shown::{Pictures, Reader, given},
        system::system,
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
        let Some(endpoint) = self.endpoint(&speaker).await else { return Ok(Some(Event::Stop)) };
        let endpoint = match endpoint {
            Ok(endpoint) => endpoint,
            Err(unready) => {
                self.words = Some(unready.to_string());
                return Ok(Some(Event::Broke));
            }
        };
        let asked = llm::Provider::new(&self.parts.http, endpoint);
        self.offer(&conversation, speaker.provider.dialect).await?;
        let mut request = self.request(&speaker).await?;
        if self.is_too_long(&request, &speaker) && self.shorten(&asked, &speaker).await? {
            request = self.request(&speaker).await?;
        }
        if self.seat.stop.is_cancelled() {
            return Ok(Some(Event::Stop));
        }
        // It answers what it is told, and nothing else.
        let head = self.past.as_ref().map(Past::last);
        let round = Round {
            provider: speaker.provider.name.clone(),
            model: speaker.model.clone(),
            said: Vec::new(),
            state: RoundState::Writing,
            usage: Usage::default(),
            took: 0,
        };
        let message = self.parts.db.messages().begin(self.id(), head, round).await?;
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

    /// Where it is asked, or why it cannot be; nothing where the person stopped the turn before that
    /// was known: a keychain may ask for its own password first.
    pub(super) async fn endpoint(
        &mut self,
        speaker: &Speaker,
    ) -> Option<Result<llm::Endpoint, Unready>> {
        tokio::select! {
            biased;
            () = self.seat.stop.cancelled() => None,
            endpoint = self.parts.keys.endpoint(&speaker.provider) => Some(endpoint),
        }
    }

    /// Looks up what the model is offered, and what its servers say of it.
    pub(super) async fn offer(
        &mut self,
        conversation: &Conversation,
        dialect: provider::Dialect,
    ) -> Result<(), Error> {
        let offerings = Arc::clone(&self.shelves.offerings);
        let catalog = &self.parts.catalog;
        self.offering = offerings.of(catalog, &conversation.switches, dialect).await?;
        Ok(())
    }

    /// What the model is told now, with what it is offered.
    pub(super) async fn request(&mut self, speaker: &Speaker) -> Result<llm::Request, Error> {
        self.catch_up(speaker).await?;
        let said = self.past.as_ref().map(|it| Arc::clone(it.history.said()));
        let mut request = llm::Request::new(&speaker.model, said.unwrap_or_default());
        request.system = system(self.parts.clock.now(), &self.offering.instructions);
        request.tools = Arc::clone(&self.offering.tools);
        // After a result it answers in words; a new message begins with a call.
        let asked = matches!(request.messages.last(), Some(llm::Message::User(_)));
        if speaker.told.must_call && asked {
            request.choice = llm::Choice::Required;
        }
        Ok(request)
    }

    /// Adds to what the model was told what came since; what it was told is made anew where it
    /// was another model, or another branch.
    async fn catch_up(&mut self, speaker: &Speaker) -> Result<(), Error> {
        let id = self.id().clone();
        let servers = self.parts.db.servers().list().await?;
        let shown = servers.into_iter().filter(|it| it.wishes.pictures);
        let shown = shown.map(|it| it.registration).collect();
        let reader = Reader {
            provider: &speaker.provider.name,
            model: &speaker.model,
            blind: speaker.told.blind,
            shown: &shown,
        };
        if let Some(mut past) = self.past.take().filter(|it| it.is_for(reader))
            && let Some(more) = self.parts.db.messages().since(&id, past.last()).await?
            && past.takes(&more, reader)
        {
            let pictures = self.pictures(&more, given(&more, reader)).await;
            past.add(&more, &pictures, reader);
            self.past = Some(past);
            return Ok(());
        }
        let path = self.parts.db.messages().whole_path(&id).await?;
        let pictures = self.pictures(&path, given(&path, reader)).await;
        self.past = Past::of(&path, &pictures, reader);
        Ok(())
    }

    /// The pictures that the person attached, and those that tools gave, as far as they are kept.
    async fn pictures(&mut self, path: &[Message], given: BTreeMap<String, String>) -> Pictures {
        let parts = path.iter().flat_map(|it| match &it.body {
            Body::Person(parts) => parts.as_slice(),
            Body::Round(_) | Body::Summary(_) => &[],
        });
        let mut hashes: Vec<_> = parts
            .filter_map(|it| match it {
                Part::Picture { hash, mime, .. } => Some((hash.clone(), mime.clone())),
                Part::Text { .. }
                | Part::File { .. }
                | Part::Resource { .. }
                | Part::Prompt { .. } => None,
            })
            .collect();
        hashes.extend(given);
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
