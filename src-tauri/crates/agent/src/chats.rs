//! All conversations as a handle: saying something, going on, stopping, deciding, and looking. What
//! drives a turn is in `driver`.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use model::chat::{
    card::{By, CallId, CardState, Decided},
    conversation::Conversation,
    id::ConversationId,
    message::{Body, Message, MessageId, Part, RoundState, Said},
};
use stdx::tasks::Tasks;
use store::{Db, chat::path::Page};
use tokio::{
    sync::{broadcast, oneshot},
    time::timeout,
};

use crate::{
    driver::{Driver, Shelves},
    error::Error,
    live::{Decision, Live, Taken, Wish},
    parts::Parts,
    scales::{self, Asked, Follow, Found},
    seat::Seat,
    told::{Told, TurnState},
    turn::Answer,
};

/// How long a turn in which all waits may take to make room.
const LEAVING: Duration = Duration::from_secs(5);

/// A cheap handle; clones share the conversations.
#[derive(Debug, Clone)]
pub struct Chats {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    parts: Parts,
    live: Arc<Live>,
    shelves: Shelves,
    /// How paths are followed for who only looks.
    glancing: Follow,
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
        let (live, shelves) = (Arc::new(Live::new()), Shelves::default());
        let glancing = Follow::glancing();
        Ok(Self { shared: Arc::new(Shared { parts, live, shelves, glancing, tasks }) })
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
        if parts.iter().all(is_blank) {
            return Err(Error::Empty);
        }
        let seat = self.sit(id).await?;
        // Not before: who sat here may have said something.
        let conversation = self.find(id).await?;
        if conversation.model.is_none() {
            return Err(Error::NoModel);
        }
        let parent = match replaces {
            Some(message) => self.parent(id, message).await?,
            None => conversation.head,
        };
        self.give_up(id).await?;
        let message = self.db().messages().add(id, parent, Body::Person(parts)).await?;
        let told = Box::new(message.clone());
        self.live().tell(id, |revision| Told::Message { revision, message: told });
        self.live().tell_aside(Told::Row(id.clone()));
        self.drive(seat, Vec::new(), None)?;
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
        let seat = self.sit(id).await?;
        let conversation = self.find(id).await?;
        if conversation.model.is_none() {
            return Err(Error::NoModel);
        }
        let head = match replaces {
            Some(message) => self.parent(id, message).await?,
            None => conversation.head,
        };
        let head = head.ok_or(Error::Nothing)?;
        if Some(head) != conversation.head {
            self.give_up(id).await?;
            self.db().conversations().set_head(id, head).await?;
            self.live().tell_aside(Told::Row(id.clone()));
        }
        let open = self.open_calls(id).await?;
        self.drive(seat, open, None)
    }

    /// Stops what goes on; nothing, where nothing does.
    pub fn stop(&self, id: &ConversationId) {
        self.live().wish(id, Wish::Stop);
    }

    /// Stops one call, whichever turn it is of; nothing, where it does not go on.
    pub fn halt(&self, call: &CallId) {
        self.live().wish_all(|| Wish::Halt(call.clone()));
    }

    /// What the person says of a call that waits, from this run or an earlier one, on a card on which
    /// they have `seen` this. Where it is said twice at once, who comes first decides, and the other
    /// hears that it does not wait any more.
    ///
    /// # Errors
    /// [`Error::NotWaiting`]; [`Error::Changed`] for a yes to what the tool is not, whose card is then
    /// drawn anew; [`Error::Unknown`], [`Error::Store`]
    pub async fn decide(
        &self,
        id: &ConversationId,
        call: &CallId,
        seen: Option<By>,
        answer: Answer,
        decided: Decided,
    ) -> Result<(), Error> {
        self.waits(call).await?;
        let (heard, taken) = oneshot::channel();
        let decision = Decision { call: call.clone(), answer, decided, seen, heard };
        match self.take(id).await {
            // It waits since an earlier run.
            Ok(seat) => {
                let open = self.open_calls(id).await?;
                if !open.contains(call) {
                    return Err(Error::NotWaiting(call.clone()));
                }
                self.drive(seat, open, Some(decision))?;
            }
            Err(Error::Busy) => {
                self.live().wish(id, Wish::Decide(decision));
            }
            Err(error) => return Err(error),
        }
        match taken.await {
            Ok(Taken::Decides) => Ok(()),
            Ok(Taken::Changed) => Err(Error::Changed(call.clone())),
            // A turn that ended meanwhile answers nobody.
            Ok(Taken::TooLate) | Err(_) => Err(Error::NotWaiting(call.clone())),
        }
    }

    /// Has the cards of a conversation show what their tools are by now, for one whose person saw
    /// something else on it.
    ///
    /// # Errors
    /// [`Error::NotWaiting`], [`Error::Unknown`], [`Error::Store`]
    pub async fn look_again(&self, id: &ConversationId, call: &CallId) -> Result<(), Error> {
        self.waits(call).await?;
        match self.take(id).await {
            Ok(seat) => {
                let open = self.open_calls(id).await?;
                if !open.contains(call) {
                    return Err(Error::NotWaiting(call.clone()));
                }
                self.drive(seat, open, None)
            }
            Err(Error::Busy) => {
                self.live().wish(id, Wish::Show(call.clone()));
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    async fn waits(&self, call: &CallId) -> Result<(), Error> {
        match self.db().calls().get(call).await {
            Ok((_, card)) if matches!(card.state, CardState::Pending) => Ok(()),
            _ => Err(Error::NotWaiting(call.clone())),
        }
    }

    /// Shows the branch that ends in this message. Calls that wait on the one before are given up.
    ///
    /// # Errors
    /// [`Error::Busy`], [`Error::Unknown`], [`Error::Store`]
    pub async fn show(&self, id: &ConversationId, leaf: MessageId) -> Result<(), Error> {
        let _seat = self.sit(id).await?;
        if self.find(id).await?.head != Some(leaf) {
            self.give_up(id).await?;
            self.db().conversations().set_head(id, leaf).await?;
        }
        Ok(())
    }

    /// Puts a conversation into the trash: what goes on in it is stopped, and nothing of it stays in
    /// memory.
    ///
    /// # Errors
    /// [`Error::Store`]
    pub async fn remove(&self, id: &ConversationId) -> Result<(), Error> {
        self.stop(id);
        self.db().conversations().trash(id).await?;
        self.shared.shelves.pasts.take(id);
        Ok(())
    }

    /// The rules changed, or what servers offer: all that waits is weighed anew.
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

    fn drive(
        &self,
        seat: Seat,
        open: Vec<CallId>,
        decision: Option<Decision>,
    ) -> Result<(), Error> {
        let mut tasks = self.shared.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        let tasks = tasks.as_mut().ok_or(Error::Closing)?;
        tasks.reap();
        let driver = Driver::new(self.shared.parts.clone(), self.shared.shelves.clone(), seat);
        tasks.spawn(driver.run(open, decision));
        Ok(())
    }

    /// Takes the place of the driver. A turn in which all waits for the person makes room; who comes
    /// too late for that finds it taken again.
    async fn sit(&self, id: &ConversationId) -> Result<Seat, Error> {
        let mut told = self.live().told();
        if self.live().turn(id) == TurnState::Waiting && self.live().wish(id, Wish::Stop) {
            let left = async {
                while self.live().turn(id) == TurnState::Waiting && self.live().is_driven(id) {
                    // Each change is told; one that was missed is looked for all the same.
                    told.recv().await.ok();
                }
            };
            timeout(LEAVING, left).await.ok();
        }
        self.take(id).await
    }

    /// Takes the place of the driver, if nobody has it.
    async fn take(&self, id: &ConversationId) -> Result<Seat, Error> {
        let (wishes, stop) = self.live().take(id)?;
        let live = Arc::clone(&self.shared.live);
        let seat = Seat { live, conversation: id.clone(), wishes, stop, ending: TurnState::IDLE };
        self.mend(id).await?;
        Ok(seat)
    }

    /// What a driver left behind that broke off is over: it is not sent again.
    async fn mend(&self, id: &ConversationId) -> Result<(), Error> {
        let page = self.db().messages().path(id, None, None, 1).await?;
        let Some(mut message) = page.messages.into_iter().next_back() else { return Ok(()) };
        let Body::Round(round) = &mut message.body else { return Ok(()) };
        let now = self.shared.parts.clock.now();
        let mut broken = false;
        for said in &mut round.said {
            if let Said::Call(card) = said
                && matches!(card.state, CardState::Running)
            {
                card.state = CardState::Interrupted;
                self.db().calls().set(&card.id, &card.state, None, Some(now), None).await?;
                broken = true;
            }
        }
        if round.state == RoundState::Writing {
            round.state = RoundState::Interrupted;
            self.db().messages().rewrite(message.id, round).await?;
            broken = true;
        }
        if broken {
            let message = Box::new(message);
            self.live().tell(id, |revision| Told::Message { revision, message });
        }
        Ok(())
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
            Said::Call(card) if matches!(card.state, CardState::Pending) => Some(card.id.clone()),
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

    /// What bears on a call that waits, for who is asked. It is not waited for a disk that hangs: then
    /// its paths cannot be told.
    pub async fn weigh(&self, asked: Asked<'_>) -> Found {
        scales::weighed(&self.shared.parts, asked, &self.shared.glancing).await
    }

    fn live(&self) -> &Live {
        &self.shared.live
    }

    fn db(&self) -> &Db {
        &self.shared.parts.db
    }
}

/// Whether there is nothing in a part that a model could read.
fn is_blank(part: &Part) -> bool {
    match part {
        Part::Text { text }
        | Part::File { text, .. }
        | Part::Resource { text, .. }
        | Part::Prompt { text, .. } => text.trim().is_empty(),
        Part::Picture { .. } => false,
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
