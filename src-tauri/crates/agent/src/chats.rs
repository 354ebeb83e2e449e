//! All conversations as a handle: saying something, going on, stopping, deciding, and looking. What
//! drives a turn is in `driver`.

use std::sync::{Arc, Mutex, PoisonError};

use model::chat::{
    card::{CallId, CardState, Decided},
    conversation::Conversation,
    id::ConversationId,
    message::{Body, Message, MessageId, Part, RoundState, Said},
};
use stdx::tasks::Tasks;
use store::{Db, chat::path::Page};
use tokio::sync::broadcast;

use crate::{
    driver::Driver,
    error::Error,
    live::{Live, Wish},
    parts::Parts,
    seat::Seat,
    told::{Told, TurnState},
    turn::Answer,
};

/// A cheap handle; clones share the conversations.
#[derive(Debug, Clone)]
pub struct Chats {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    parts: Parts,
    live: Arc<Live>,
    /// `None` once they are closed.
    tasks: Mutex<Option<Tasks>>,
}

impl Chats {
    /// The conversations of a data folder. What an earlier run left open is marked as interrupted
    /// (HOST-33).
    ///
    /// # Errors
    /// [`Error::Store`]
    pub async fn open(parts: Parts) -> Result<Self, Error> {
        parts.db.chat().mend().await?;
        let tasks = Mutex::new(Some(Tasks::new()));
        Ok(Self { shared: Arc::new(Shared { parts, live: Arc::new(Live::new()), tasks }) })
    }

    /// All that happens from now on.
    pub fn told(&self) -> broadcast::Receiver<Told> {
        self.live().told()
    }

    /// Says something, and has the model answer. Calls that wait for the person are given up: they
    /// went on without them.
    ///
    /// # Errors
    /// [`Error::Busy`] while a model writes or calls run; [`Error::Empty`], [`Error::NoModel`],
    /// [`Error::Unknown`], [`Error::Store`]
    pub async fn say(
        &self,
        id: &ConversationId,
        parts: Vec<Part>,
        replaces: Option<MessageId>,
    ) -> Result<Message, Error> {
        let blank = |it: &Part| matches!(it, Part::Text { text } if text.trim().is_empty());
        if parts.iter().all(blank) {
            return Err(Error::Empty);
        }
        let conversation = self.find(id).await?;
        if conversation.model.is_none() {
            return Err(Error::NoModel);
        }
        let seat = self.sit(id).await?;
        let parent = match replaces {
            Some(message) => self.parent(id, message).await?,
            None => conversation.head,
        };
        self.give_up(id).await?;
        let message = self.db().messages().add(id, parent, Body::Person(parts)).await?;
        let told = Box::new(message.clone());
        self.live().tell(id, |revision| Told::Message { revision, message: told });
        self.live().tell_aside(Told::Row(id.clone()));
        self.drive(seat, Vec::new())?;
        Ok(message)
    }

    /// Has the model answer what was said last, or go on from where the last turn broke off; with
    /// `replaces`, in place of that reply, which stays as another branch.
    ///
    /// # Errors
    /// [`Error::Busy`], [`Error::Nothing`], [`Error::NoModel`], [`Error::Unknown`], [`Error::Store`]
    pub async fn go_on(
        &self,
        id: &ConversationId,
        replaces: Option<MessageId>,
    ) -> Result<(), Error> {
        let conversation = self.find(id).await?;
        if conversation.model.is_none() {
            return Err(Error::NoModel);
        }
        let seat = self.sit(id).await?;
        let head = match replaces {
            Some(message) => self.parent(id, message).await?,
            None => conversation.head,
        };
        let head = head.ok_or(Error::Nothing)?;
        if Some(head) != conversation.head {
            self.db().conversations().set_head(id, head).await?;
            self.live().tell_aside(Told::Row(id.clone()));
        }
        let open = self.open_calls(id).await?;
        self.drive(seat, open)
    }

    /// Stops what goes on; nothing, where nothing does.
    pub fn stop(&self, id: &ConversationId) {
        self.live().wish(id, Wish::Stop);
    }

    /// Stops one call, whichever turn it is of; nothing, where it does not go on.
    pub fn halt(&self, call: &CallId) {
        self.live().wish_all(|| Wish::Halt(call.clone()));
    }

    /// What the person says of a call that waits, from this run or an earlier one.
    ///
    /// # Errors
    /// [`Error::NotWaiting`], [`Error::Unknown`], [`Error::Store`]
    pub async fn decide(
        &self,
        id: &ConversationId,
        call: &CallId,
        answer: Answer,
        decided: Decided,
    ) -> Result<(), Error> {
        let (_, card) =
            self.db().calls().get(call).await.map_err(|_| Error::NotWaiting(call.clone()))?;
        if !matches!(card.state, CardState::Pending) {
            return Err(Error::NotWaiting(call.clone()));
        }
        if !self.live().is_driven(id) {
            // It waits since an earlier run.
            let seat = self.sit(id).await?;
            let open = self.open_calls(id).await?;
            if !open.contains(call) {
                return Err(Error::NotWaiting(call.clone()));
            }
            self.drive(seat, open)?;
        }
        let wish = Wish::Decide(call.clone(), answer, decided);
        if self.live().wish(id, wish) { Ok(()) } else { Err(Error::NotWaiting(call.clone())) }
    }

    /// The rules changed: all that waits is weighed anew.
    pub fn reweigh(&self) {
        self.live().wish_all(|| Wish::Reweigh);
    }

    /// What goes on in a conversation, as far as this run knows.
    pub fn turn(&self, id: &ConversationId) -> TurnState {
        self.live().turn(id)
    }

    /// What goes on in a conversation, with what an earlier run left over in it.
    ///
    /// # Errors
    /// [`Error::Store`]
    pub async fn standing(&self, id: &ConversationId) -> Result<TurnState, Error> {
        let turn = self.turn(id);
        if turn != TurnState::IDLE || self.live().is_driven(id) {
            return Ok(turn);
        }
        let page = self.db().messages().path(id, None, None, 1).await?;
        Ok(page.messages.last().map_or(TurnState::IDLE, left_over))
    }

    /// The messages of the branch that is shown, and how many events are in them.
    ///
    /// # Errors
    /// [`Error::Unknown`], [`Error::Store`]
    pub async fn page(
        &self,
        id: &ConversationId,
        before: Option<MessageId>,
        limit: usize,
    ) -> Result<(Page, u64), Error> {
        loop {
            let shape = self.live().shape(id);
            let mut page = self.db().messages().path(id, None, before, limit).await?;
            if let Some(revision) = self.live().overlay(id, &mut page.messages, shape) {
                return Ok((page, revision));
            }
        }
    }

    /// Stops all turns: what is written by then stays, calls are stopped at their servers.
    pub async fn close(&self) {
        let tasks = self.shared.tasks.lock().unwrap_or_else(PoisonError::into_inner).take();
        self.live().wish_all(|| Wish::Stop);
        if let Some(tasks) = tasks {
            tasks.finish().await;
        }
    }

    fn drive(&self, seat: Seat, open: Vec<CallId>) -> Result<(), Error> {
        let mut tasks = self.shared.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        let tasks = tasks.as_mut().ok_or(Error::Closing)?;
        tasks.reap();
        let driver = Driver::new(self.shared.parts.clone(), seat);
        tasks.spawn(driver.run(open));
        Ok(())
    }

    /// Takes the place of the driver. A turn in which all waits for the person makes room.
    async fn sit(&self, id: &ConversationId) -> Result<Seat, Error> {
        if self.live().turn(id) == TurnState::Waiting && self.live().wish(id, Wish::Stop) {
            let mut told = self.live().told();
            while self.live().is_driven(id) {
                if told.recv().await.is_err() {
                    tokio::task::yield_now().await;
                }
            }
        }
        let wishes = self.live().take(id)?;
        let live = Arc::clone(&self.shared.live);
        Ok(Seat { live, conversation: id.clone(), wishes, ending: TurnState::IDLE })
    }

    async fn find(&self, id: &ConversationId) -> Result<Conversation, Error> {
        self.db().conversations().get(id).await?.ok_or_else(|| Error::Unknown(id.clone()))
    }

    /// What a message of this conversation answers.
    async fn parent(
        &self,
        id: &ConversationId,
        message: MessageId,
    ) -> Result<Option<MessageId>, Error> {
        let page = self.db().messages().path(id, Some(message), None, 1).await?;
        Ok(page.messages.last().ok_or(Error::Nothing)?.parent)
    }

    /// The calls of the last reply that wait.
    async fn open_calls(&self, id: &ConversationId) -> Result<Vec<CallId>, Error> {
        let page = self.db().messages().path(id, None, None, 1).await?;
        let Some(Message { body: Body::Round(round), .. }) = page.messages.last() else {
            return Ok(Vec::new());
        };
        let open = round.said.iter().filter_map(|it| match it {
            Said::Call(card) if !card.state.is_over() => Some(card.id.clone()),
            Said::Call(_) | Said::Text(_) | Said::Thought { .. } => None,
        });
        Ok(open.collect())
    }

    /// Calls that wait since an earlier run are over: the person goes on without them.
    async fn give_up(&self, id: &ConversationId) -> Result<(), Error> {
        let now = self.shared.parts.clock.now();
        for call in self.open_calls(id).await? {
            let state = CardState::Cancelled;
            self.db().calls().set(&call, &state, None, Some(now), None).await?;
            let (message, card) = self.db().calls().get(&call).await?;
            let (conversation, card) = (id.clone(), Box::new(card));
            self.live().tell(id, |revision| Told::Card { conversation, revision, message, card });
        }
        Ok(())
    }

    fn live(&self) -> &Live {
        &self.shared.live
    }

    fn db(&self) -> &Db {
        &self.shared.parts.db
    }
}

/// What the last message of a conversation leaves to be done.
fn left_over(last: &Message) -> TurnState {
    match &last.body {
        Body::Person(_) | Body::Summary(_) => TurnState::Idle { can_go_on: true, words: None },
        Body::Round(round) => {
            let mut cards = round.said.iter().filter_map(|it| match it {
                Said::Call(card) => Some(card),
                Said::Text(_) | Said::Thought { .. } => None,
            });
            let waits = cards.clone().any(|it| !it.state.is_over());
            let broke = !matches!(round.state, RoundState::Done) || cards.next().is_some();
            if waits {
                TurnState::Waiting
            } else {
                TurnState::Idle { can_go_on: broke, words: None }
            }
        }
    }
}
