//! Asking the model for a reply, and keeping what it writes.

use std::{collections::BTreeMap, sync::Arc};

use model::{
    chat::{
        card::{Arguments, BrokenKind, CallId, Card, CardState},
        conversation::Conversation,
        message::{Body, Message, Part, Round, RoundState, Said, Usage},
    },
    provider::{self, Provider},
};
use stdx::clock::Millis;
use tokio::{task::spawn_blocking, time::Instant};
use tracing::{info, warn};
use uuid::Uuid;

use crate::{
    driver::{Driver, likeness::likeness, writing::Writing},
    error::Error,
    prompt::{
        history::{Pictures, Reader, history},
        offered::{MOST, nearest, offered, shelves},
        system::{Instructions, system},
    },
    told::{Retry, Told},
    turn::{Asked, Event},
    words,
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
        let endpoint = match self.parts.keys.endpoint(&speaker.provider).await {
            Ok(endpoint) => endpoint,
            Err(words) => {
                self.words = Some(words);
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
        self.writing = Some(Writing::new(id, asked.reply(request)));
        Ok(None)
    }

    /// Who is to be asked; nothing, with words, where nobody can be.
    async fn speaker(&mut self) -> Result<Option<(Conversation, Speaker)>, Error> {
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
        let dialect = match &conversation.model {
            Some(choice) => {
                self.parts.db.providers().get(choice.provider).await?.map(|it| it.dialect)
            }
            None => None,
        };
        let dialect = self::dialect(dialect.unwrap_or(provider::Dialect::ChatCompletions));
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
            offered(&shelves, MOST, |schema| {
                llm::schema::fit(dialect, schema).map(|it| it.schema).map_err(|it| it.to_string())
            })
        };
        self.offered = spawn_blocking(fit).await.unwrap_or_else(|panic| {
            warn!(%panic, "tools could not be made to fit");
            crate::prompt::offered::Offered::default()
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

    /// Takes what came of the reply.
    pub(super) async fn piece(
        &mut self,
        piece: Option<Result<llm::Piece, llm::Error>>,
    ) -> Result<Option<Event>, Error> {
        match piece {
            Some(Ok(llm::Piece::Text(text))) => self.grow(false, &text),
            Some(Ok(llm::Piece::Thought(text))) => self.grow(true, &text),
            Some(Ok(llm::Piece::CallBegun { .. } | llm::Piece::CallGrew { .. })) => {
                self.retry = None;
            }
            Some(Ok(llm::Piece::Waiting { attempt, wait, why })) => {
                let wait = i64::try_from(wait.as_millis()).unwrap_or(i64::MAX);
                let at = Millis(self.parts.clock.now().0.saturating_add(wait));
                self.retry = Some(Retry { attempt, at, words: words::reply(&why) });
            }
            Some(Ok(llm::Piece::Done(reply))) => return self.replied(reply).await.map(Some),
            Some(Err(error)) => return self.broke(&error).await,
            None => return self.broke(&llm::Error::Empty).await,
        }
        Ok(None)
    }

    fn grow(&mut self, thought: bool, text: &str) {
        self.retry = None;
        let Some(writing) = &mut self.writing else { return };
        if let Some(first) = writing.add(thought, text) {
            self.seat.live.grow(&self.seat.conversation, first);
        }
    }

    /// Tells and keeps what is due.
    pub(super) async fn flush(&mut self) -> Result<(), Error> {
        let Some(writing) = &mut self.writing else { return Ok(()) };
        let now = Instant::now();
        if let Some(more) = writing.take_untold(Some(now)) {
            self.seat.live.grow(&self.seat.conversation, more);
        }
        if writing.take_unkept(now)
            && let Some(Message { id, body: Body::Round(round), .. }) =
                self.live().written(self.id())
        {
            self.parts.db.messages().rewrite(id, &round).await?;
        }
        Ok(())
    }

    /// A reply is whole.
    async fn replied(&mut self, reply: llm::Reply) -> Result<Event, Error> {
        let state = match &reply.stop {
            llm::Stop::End | llm::Stop::Calls | llm::Stop::Other(_) => RoundState::Done,
            llm::Stop::Length => RoundState::CutShort,
            llm::Stop::Filtered => RoundState::Failed(words::FILTERED.to_owned()),
        };
        let usage = usage(&reply.usage);
        let said: Vec<_> = reply.said.into_iter().map(|it| self.said(it)).collect();
        let cards: Vec<_> = said.iter().filter_map(card).collect();
        let asked = cards.iter().map(|it| Asked {
            call: it.id.clone(),
            likeness: likeness(it),
            over: it.state.is_over(),
        });
        let asked = asked.collect();
        let message = self.finish(said, state, usage).await?;
        for card in cards.into_iter().filter(|it| !it.state.is_over()) {
            self.cards.insert(card.id.clone(), (message, card));
        }
        self.shortened = false;
        Ok(Event::Replied(asked))
    }

    /// A reply broke off: its text stays, its calls do not run.
    async fn broke(&mut self, error: &llm::Error) -> Result<Option<Event>, Error> {
        warn!(conversation = %self.id(), %error, "a reply broke off");
        let said = error.so_far().map(|it| it.said.clone()).unwrap_or_default();
        let said = said.into_iter().filter(|it| !matches!(it, llm::Said::Call(_)));
        let said: Vec<_> = said.map(|it| self.said(it)).collect();
        let said = if said.is_empty() { self.so_far() } else { said };
        let usage = error.so_far().map(|it| usage(&it.usage)).unwrap_or_default();
        self.finish(said, RoundState::Failed(words::reply(error)), usage).await?;
        Ok(Some(Event::Broke))
    }

    /// The person stopped the reply: what came of it stays.
    pub(super) async fn cut_reply(&mut self) -> Result<(), Error> {
        let said = self.so_far();
        self.finish(said, RoundState::Stopped, Usage::default()).await?;
        Ok(())
    }

    /// What was written by now, told or not.
    fn so_far(&mut self) -> Vec<Said> {
        if let Some(more) = self.writing.as_mut().and_then(|it| it.take_untold(None)) {
            self.seat.live.grow(&self.seat.conversation, more);
        }
        match self.live().written(self.id()).map(|it| it.body) {
            Some(Body::Round(round)) => round.said,
            Some(Body::Person(_) | Body::Summary(_)) | None => Vec::new(),
        }
    }

    /// Keeps a reply as it ended, and tells of it.
    async fn finish(
        &mut self,
        said: Vec<Said>,
        state: RoundState,
        usage: Usage,
    ) -> Result<model::chat::message::MessageId, Error> {
        let Some(writing) = self.writing.take() else { return Err(Error::Nothing) };
        // Dropping it stops the model, before the disk is waited for.
        let Writing { message: id, began, .. } = writing;
        let Some(mut message) = self.live().written(self.id()) else { return Err(Error::Nothing) };
        if let Body::Round(round) = &mut message.body {
            round.said = said;
            round.state = state;
            round.usage = usage;
            round.took = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
            self.parts.db.messages().rewrite(id, round).await?;
        }
        self.live().wrote(message);
        self.live().tell_aside(Told::Row(self.id().clone()));
        Ok(id)
    }

    /// A piece of a reply as it is kept.
    fn said(&self, said: llm::Said) -> Said {
        match said {
            llm::Said::Text(text) => Said::Text(text),
            llm::Said::Thought(llm::Thought { text, kept }) => Said::Thought { text, kept },
            llm::Said::Call(call) => Said::Call(Box::new(self.card(call))),
        }
    }

    fn card(&self, llm::Call { id, name, arguments, kept }: llm::Call) -> Card {
        let now = self.parts.clock.now();
        let tool = self.offered.table.get(&name).map(|(which, _)| which.clone());
        let arguments = match arguments {
            llm::Arguments::Object(map) => Arguments::Object(map),
            llm::Arguments::Broken(text) => Arguments::Broken(text),
        };
        let broken = match (&tool, &arguments) {
            (None, _) => {
                let near = nearest(&name, &self.offered.table);
                let near = near.map(|it| format!(" Did you mean `{it}`?")).unwrap_or_default();
                Some(format!("There is no tool `{name}` in this conversation.{near}"))
            }
            (Some(_), Arguments::Broken(_)) => Some(words::NO_OBJECT.to_owned()),
            (Some(_), Arguments::Object(_)) => None,
        };
        let ended = broken.as_ref().map(|_| now);
        let state =
            broken.map_or(CardState::Pending, |it| CardState::Broken(BrokenKind::Dispatch, it));
        Card {
            // Whoever sits at a terminal for the conversation is found by what stands before the `:`.
            id: CallId(format!("{}:{}", self.id(), Uuid::new_v4())),
            provider_id: id,
            public: name,
            tool,
            arguments,
            kept,
            state,
            decided: None,
            asked: now,
            started: None,
            ended,
        }
    }
}

fn card(said: &Said) -> Option<Card> {
    match said {
        Said::Call(card) => Some((**card).clone()),
        Said::Text(_) | Said::Thought { .. } => None,
    }
}

fn usage(it: &llm::Usage) -> Usage {
    Usage {
        input: it.input,
        output: it.output,
        cache_read: it.cache_read,
        cache_write: it.cache_write,
        reasoning: it.reasoning,
        cost: it.cost,
    }
}

/// The same dialect, as the models' crate calls it.
pub fn dialect(dialect: provider::Dialect) -> llm::Dialect {
    match dialect {
        provider::Dialect::ChatCompletions => llm::Dialect::ChatCompletions,
        provider::Dialect::Responses => llm::Dialect::Responses,
        provider::Dialect::Anthropic => llm::Dialect::Anthropic,
        provider::Dialect::Gemini => llm::Dialect::Gemini,
    }
}
