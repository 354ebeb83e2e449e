//! Taking a reply as it comes, keeping it, and ending it.

use model::{
    chat::{
        card::{Arguments, BrokenKind, CallId, Card, CardState},
        message::{Body, Message, MessageId, RoundState, Said, Usage},
    },
    provider::Price,
};
use serde_json::{Map, Value};
use stdx::clock::Millis;
use tokio::time::Instant;
use tracing::warn;
use uuid::Uuid;

use crate::{
    driver::{Driver, likeness::likeness, writing::Writing},
    error::Error,
    prompt::{offered::nearest, spelled::respelled},
    told::{Retry, Told},
    turn::{Asked, Event},
    words,
};

/// Most calls of one reply.
const MOST_CALLS: usize = 64;

impl Driver {
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
        let usage = usage(&reply.usage, self.price);
        let mut said: Vec<_> = reply.said.into_iter().map(|it| self.said(it)).collect();
        cap(&mut said);
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
        if matches!(error, llm::Error::TooLong { .. }) && !self.shortened {
            return self.ask_shorter().await;
        }
        let usage = error.so_far().map(|it| usage(&it.usage, self.price)).unwrap_or_default();
        self.finish(said, RoundState::Failed(words::reply(error)), usage).await?;
        Ok(Some(Event::Broke))
    }

    /// The model could not read it all: it is summed up, and asked again.
    async fn ask_shorter(&mut self) -> Result<Option<Event>, Error> {
        self.finish(Vec::new(), RoundState::Failed(words::SUMMED.to_owned()), Usage::default())
            .await?;
        if let Some((_, speaker)) = self.speaker().await?
            && let Some(Ok(endpoint)) = self.endpoint(&speaker).await
        {
            let asked = llm::Provider::new(&self.parts.http, endpoint);
            if self.shorten(&asked, &speaker).await? {
                return Box::pin(self.ask()).await;
            }
        }
        if self.seat.stop.is_cancelled() {
            return Ok(Some(Event::Stop));
        }
        self.words = Some(words::TOO_LONG.to_owned());
        Ok(Some(Event::Broke))
    }

    /// The person stopped the reply: what came of it stays. Nothing does of one that was not asked
    /// for yet.
    pub(super) async fn cut_reply(&mut self) -> Result<(), Error> {
        if self.writing.is_none() {
            return Ok(());
        }
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
    ) -> Result<MessageId, Error> {
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

    /// Arguments as the tool's server spells them.
    fn spelled(&self, public: &str, arguments: Map<String, Value>) -> Map<String, Value> {
        let Some(spellings) = self.offering.offered.spellings.get(public) else { return arguments };
        respelled(arguments, spellings)
    }

    fn card(&self, llm::Call { id, name, arguments, kept }: llm::Call) -> Card {
        let now = self.parts.clock.now();
        let tool = self.offering.offered.table.get(&name).map(|(which, _)| which.clone());
        let arguments = match arguments {
            llm::Arguments::Object(map) => Arguments::Object(self.spelled(&name, map)),
            llm::Arguments::Broken(text) => Arguments::Broken(text),
        };
        let broken = match (&tool, &arguments) {
            (None, _) => {
                let near = nearest(&name, &self.offering.offered.table);
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
            shown: None,
            sent_to: None,
            decided: None,
            asked: now,
            started: None,
            ended,
        }
    }
}

/// Calls past the most are over before they begin.
fn cap(said: &mut [Said]) {
    let cards = said.iter_mut().filter_map(|it| match it {
        Said::Call(card) => Some(card),
        Said::Text(_) | Said::Thought { .. } => None,
    });
    for card in cards.skip(MOST_CALLS).filter(|it| !it.state.is_over()) {
        card.state = CardState::Broken(BrokenKind::Dispatch, words::TOO_MANY.to_owned());
        card.ended = Some(card.asked);
    }
}

fn card(said: &Said) -> Option<Card> {
    match said {
        Said::Call(card) => Some((**card).clone()),
        Said::Text(_) | Said::Thought { .. } => None,
    }
}

/// What a reply cost, as it is kept.
pub(super) fn usage(it: &llm::Usage, price: Option<Price>) -> Usage {
    let cost = it.cost.or_else(|| cost(it, price?));
    Usage {
        input: it.input,
        output: it.output,
        cache_read: it.cache_read,
        cache_write: it.cache_write,
        reasoning: it.reasoning,
        cost,
    }
}

/// What a reply cost by the price that the person typed, in dollars.
#[expect(clippy::cast_precision_loss, reason = "fewer than 2^52 tokens")]
fn cost(it: &llm::Usage, price: Price) -> Option<f64> {
    let (input, output) = (it.input?, it.output?);
    let cached = it.cache_read.unwrap_or(0).min(input);
    let fresh = (input - cached) as f64 * price.input;
    let cached = cached as f64 * price.cached.unwrap_or(price.input);
    Some((fresh + cached + output as f64 * price.output) / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typed_price_counts_what_came_from_the_cache_by_its_own() {
        let price = Price { input: 2.0, output: 10.0, cached: Some(0.5) };
        let usage = |cost| llm::Usage {
            input: Some(1_000_000),
            output: Some(100_000),
            cache_read: Some(400_000),
            cost,
            ..llm::Usage::default()
        };
        assert_eq!(super::usage(&usage(None), Some(price)).cost, Some(1.2 + 0.2 + 1.0));
        assert_eq!(super::usage(&usage(Some(0.3)), Some(price)).cost, Some(0.3));
        assert_eq!(super::usage(&usage(None), None).cost, None);
        assert_eq!(super::usage(&llm::Usage::default(), Some(price)).cost, None);
    }
}
