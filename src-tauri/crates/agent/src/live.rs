//! What goes on in each conversation right now: who drives it, what it writes, and how many events it
//! has told. Locked for a moment at a time.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use model::chat::{
    card::{By, CallId, Decided},
    id::ConversationId,
    message::{Body, Message, Round},
};
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio_util::sync::CancellationToken;

use crate::{
    error::Error,
    told::{More, Told, TurnState},
    turn::Answer,
};

/// Events that a slow listener may be behind by.
const EVENTS: usize = 1024;

/// What a person wants of a turn that goes on.
#[derive(Debug)]
pub(crate) enum Wish {
    /// A call that waits may run, or not.
    Decide(Decision),
    /// What the card of a call shows is told again, after it was weighed anew.
    Show(CallId),
    /// The rules changed, or what servers offer: what waits is weighed anew.
    Reweigh,
    /// One call ends.
    Halt(CallId),
    /// The turn ends.
    Stop,
}

/// What a person says of a call that waits.
#[derive(Debug)]
pub(crate) struct Decision {
    pub(crate) call: CallId,
    pub(crate) answer: Answer,
    pub(crate) decided: Decided,
    /// What the card showed on which they said it.
    pub(crate) seen: Option<By>,
    /// Who says so hears what came of it.
    pub(crate) heard: oneshot::Sender<Taken>,
}

/// What came of what a person said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Taken {
    /// It decided.
    Decides,
    /// It was said of another definition than the one there is: the card is drawn anew.
    Changed,
    /// The call does not wait for it.
    TooLate,
}

/// What goes on in all conversations.
#[derive(Debug)]
pub(crate) struct Live {
    places: Mutex<BTreeMap<ConversationId, Place>>,
    told: broadcast::Sender<Told>,
}

#[derive(Debug)]
struct Place {
    /// How many events were told.
    revision: u64,
    /// How many of them were more than a reply that grew.
    shape: u64,
    turn: TurnState,
    /// To whoever drives a turn here.
    driver: Option<mpsc::UnboundedSender<Wish>>,
    /// Cancelled with a stop.
    stop: CancellationToken,
    /// The reply that is being written; rows lag behind it.
    writing: Option<Message>,
}

impl Default for Place {
    fn default() -> Self {
        Self {
            revision: 0,
            shape: 0,
            turn: TurnState::IDLE,
            driver: None,
            stop: CancellationToken::new(),
            writing: None,
        }
    }
}

impl Live {
    pub(crate) fn new() -> Self {
        let (told, _) = broadcast::channel(EVENTS);
        Self { places: Mutex::default(), told }
    }

    pub(crate) fn told(&self) -> broadcast::Receiver<Told> {
        self.told.subscribe()
    }

    /// Takes the place of the one driver of a conversation.
    ///
    /// # Errors
    /// [`Error::Busy`]
    pub(crate) fn take(
        &self,
        conversation: &ConversationId,
    ) -> Result<(mpsc::UnboundedReceiver<Wish>, CancellationToken), Error> {
        let mut places = self.places();
        let place = places.entry(conversation.clone()).or_default();
        if place.driver.is_some() {
            return Err(Error::Busy);
        }
        let (driver, wishes) = mpsc::unbounded_channel();
        place.driver = Some(driver);
        place.stop = CancellationToken::new();
        let stop = place.stop.clone();
        // Whoever waits for the end sees a beginning, however soon it ends.
        let (turn, conversation) = (TurnState::Asking { retry: None }, conversation.clone());
        place.turn = turn.clone();
        self.count(place, |revision| Told::Turn { conversation, revision, turn });
        Ok((wishes, stop))
    }

    /// Gives it back.
    pub(crate) fn leave(&self, conversation: &ConversationId, turn: TurnState) {
        let mut places = self.places();
        let Some(place) = places.get_mut(conversation) else { return };
        place.driver = None;
        place.writing = None;
        place.turn = turn.clone();
        let conversation = conversation.clone();
        self.count(place, |revision| Told::Turn { conversation, revision, turn });
    }

    /// Tells a driver; false where there is none.
    pub(crate) fn wish(&self, conversation: &ConversationId, wish: Wish) -> bool {
        let places = self.places();
        let Some(place) = places.get(conversation) else { return false };
        if matches!(wish, Wish::Stop) {
            place.stop.cancel();
        }
        place.driver.as_ref().is_some_and(|it| it.send(wish).is_ok())
    }

    /// Tells all drivers.
    pub(crate) fn wish_all(&self, wish: impl Fn() -> Wish) {
        for place in self.places().values() {
            let Some(driver) = &place.driver else { continue };
            let wish = wish();
            if matches!(wish, Wish::Stop) {
                place.stop.cancel();
            }
            // One that has just ended wants nothing.
            driver.send(wish).ok();
        }
    }

    pub(crate) fn turn(&self, conversation: &ConversationId) -> TurnState {
        self.places().get(conversation).map_or(TurnState::IDLE, |it| it.turn.clone())
    }

    pub(crate) fn is_driven(&self, conversation: &ConversationId) -> bool {
        self.places().get(conversation).is_some_and(|it| it.driver.is_some())
    }

    /// Says what goes on now, if it is something else.
    pub(crate) fn set_turn(&self, conversation: &ConversationId, turn: TurnState) {
        let mut places = self.places();
        let place = places.entry(conversation.clone()).or_default();
        if place.turn == turn {
            return;
        }
        place.turn = turn.clone();
        let conversation = conversation.clone();
        self.count(place, |revision| Told::Turn { conversation, revision, turn });
    }

    /// Tells of something that is in the rows already.
    pub(crate) fn tell(&self, conversation: &ConversationId, event: impl FnOnce(u64) -> Told) {
        let mut places = self.places();
        self.count(places.entry(conversation.clone()).or_default(), event);
    }

    /// Tells of something that is no part of a transcript.
    pub(crate) fn tell_aside(&self, event: Told) {
        // No listener is fine: a headless run has no window.
        self.told.send(event).ok();
    }

    /// A reply begins to be written.
    pub(crate) fn write(&self, message: Message) {
        let mut places = self.places();
        let place = places.entry(message.conversation.clone()).or_default();
        place.writing = Some(message.clone());
        self.count(place, |revision| Told::Message { revision, message: Box::new(message) });
    }

    /// The reply that is being written has more.
    pub(crate) fn grow(&self, conversation: &ConversationId, more: More) {
        let mut places = self.places();
        let Some(place) = places.get_mut(conversation) else { return };
        let Some(Message { id, body: Body::Round(round), .. }) = &mut place.writing else { return };
        let message = *id;
        append(round, &more);
        place.revision += 1;
        let (conversation, revision) = (conversation.clone(), place.revision);
        self.told.send(Told::Grew { conversation, revision, message, more }).ok();
    }

    /// The reply that is being written, as it is now.
    pub(crate) fn written(&self, conversation: &ConversationId) -> Option<Message> {
        self.places().get(conversation).and_then(|it| it.writing.clone())
    }

    /// A reply stands as its row has it by now.
    pub(crate) fn wrote(&self, message: Message) {
        let mut places = self.places();
        let place = places.entry(message.conversation.clone()).or_default();
        place.writing = None;
        self.count(place, |revision| Told::Message { revision, message: Box::new(message) });
    }

    /// How many events were told that are in the rows.
    pub(crate) fn shape(&self, conversation: &ConversationId) -> u64 {
        self.places().get(conversation).map_or(0, |it| it.shape)
    }

    /// Puts what is being written in place of its row, unless more than that has happened since
    /// `shape`; how many events were told by then.
    pub(crate) fn overlay(
        &self,
        conversation: &ConversationId,
        messages: &mut [Message],
        shape: u64,
    ) -> Option<u64> {
        let places = self.places();
        let Some(place) = places.get(conversation) else { return Some(0) };
        if place.shape != shape {
            return None;
        }
        if let Some(writing) = &place.writing
            && let Some(row) = messages.iter_mut().find(|it| it.id == writing.id)
        {
            row.clone_from(writing);
        }
        Some(place.revision)
    }

    fn count(&self, place: &mut Place, event: impl FnOnce(u64) -> Told) {
        place.revision += 1;
        place.shape += 1;
        // No listener is fine: a headless run has no window.
        self.told.send(event(place.revision)).ok();
    }

    fn places(&self) -> MutexGuard<'_, BTreeMap<ConversationId, Place>> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Adds to the piece that is named, or begins it.
fn append(round: &mut Round, more: &More) {
    use model::chat::message::Said;
    match round.said.get_mut(more.piece) {
        Some(Said::Text(text) | Said::Thought { text, .. }) => text.push_str(&more.text),
        Some(Said::Call(_)) => {}
        None if more.thought => {
            round.said.push(Said::Thought { text: more.text.clone(), kept: None });
        }
        None => round.said.push(Said::Text(more.text.clone())),
    }
}
