//! Drives one turn: does what the machine says, hears what comes of it, and keeps everything in the
//! rows as it happens. It decides nothing.

mod asking;
mod calling;
mod compact;
mod leave;
mod likeness;
mod replying;
mod writing;

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
};

use futures_util::{
    StreamExt,
    future::{AbortHandle, Abortable, Aborted, BoxFuture},
    stream::FuturesUnordered,
};
use model::{
    chat::{
        card::{By, CallId, Card, Shown},
        id::ConversationId,
        message::MessageId,
    },
    outcome::{Outcome, Progress},
    provider::Price,
};
use tokio::{
    sync::mpsc,
    time::{Instant, sleep_until},
};
use tracing::{info, warn};

use crate::{
    driver::writing::Writing,
    error::Error,
    live::{Decision, Live, Taken, Wish},
    offering::{Offering, Offerings},
    parts::Parts,
    past::{Past, Pasts},
    seat::Seat,
    told::{Retry, Told, TurnState},
    turn::{Answer, Effect, End, Event, Turn, Why},
    words,
};

/// A call that runs.
type Running = Abortable<BoxFuture<'static, Returned>>;
/// What came of it.
type Returned = (CallId, Result<Outcome, tools::Error>);
/// How far it is.
type Step = (CallId, Progress);

/// The driver of one turn.
pub(crate) struct Driver {
    parts: Parts,
    seat: Seat,
    turn: Turn,
    /// The reply that is on its way.
    writing: Option<Writing>,
    /// What is kept from one turn to the next.
    shelves: Shelves,
    /// What the model was offered last.
    offering: Arc<Offering>,
    /// What it was told.
    past: Option<Past>,
    /// Calls of this turn that are not over, and the messages that they are in.
    cards: BTreeMap<CallId, (MessageId, Card)>,
    running: FuturesUnordered<Running>,
    stops: BTreeMap<CallId, AbortHandle>,
    progress: (mpsc::Sender<Step>, mpsc::Receiver<Step>),
    /// As what calls were let run, by a rule or by the person.
    allowed: BTreeMap<CallId, By>,
    /// What the cards of calls are to show that wait.
    to_show: BTreeMap<CallId, Shown>,
    /// What happened and was not told to the machine yet.
    next: VecDeque<Event>,
    retry: Option<Retry>,
    /// Why the turn cannot go on, where no message says so.
    words: Option<String>,
    /// What the model costs that is asked now, where the person said so.
    price: Option<Price>,
    /// Whether the conversation was made shorter for the reply that is asked for now.
    shortened: bool,
}

/// What is kept from one turn to the next, so that a short one costs little.
#[derive(Debug, Clone, Default)]
pub(crate) struct Shelves {
    pub(crate) offerings: Arc<Offerings>,
    pub(crate) pasts: Arc<Pasts>,
}

/// What the driver waits for.
enum Heard {
    Wish(Option<Wish>),
    Piece(Option<Result<llm::Piece, llm::Error>>),
    Over(Option<Result<Returned, Aborted>>),
    Progress(Option<Step>),
    Time,
}

impl Driver {
    pub(crate) fn new(parts: Parts, shelves: Shelves, seat: Seat) -> Self {
        Self {
            parts,
            turn: Turn::new(),
            writing: None,
            offering: Arc::default(),
            past: shelves.pasts.take(&seat.conversation),
            shelves,
            cards: BTreeMap::new(),
            running: FuturesUnordered::new(),
            stops: BTreeMap::new(),
            progress: mpsc::channel(64),
            allowed: BTreeMap::new(),
            to_show: BTreeMap::new(),
            next: VecDeque::new(),
            retry: None,
            words: None,
            price: None,
            shortened: false,
            seat,
        }
    }

    /// Runs the turn to its end, from these calls on that an earlier run left open, with what the
    /// person says of one of them.
    pub(crate) async fn run(mut self, open: Vec<CallId>, said: Option<Decision>) {
        if let Err(error) = self.drive(open, said).await {
            // The rows cannot be kept: better to stop than to go on without them.
            warn!(conversation = %self.id(), %error, "a turn broke off");
            let words = format!(
                "The conversation could not be kept: {error}. Look at the disk, then go on."
            );
            self.seat.ending = TurnState::Idle { can_go_on: true, words: Some(words) };
        } else if let Some(past) = self.past.take() {
            self.shelves.pasts.keep(&self.seat.conversation, past);
            // One that was removed meanwhile leaves nothing behind.
            if !matches!(self.parts.db.conversations().get(self.id()).await, Ok(Some(_))) {
                self.shelves.pasts.take(&self.seat.conversation);
            }
        }
    }

    async fn drive(&mut self, mut open: Vec<CallId>, said: Option<Decision>) -> Result<(), Error> {
        for call in &open {
            let (message, card) = self.parts.db.calls().get(call).await?;
            self.cards.insert(call.clone(), (message, card));
        }
        let mut said = match said {
            // Before anything is weighed: no rule lets run what the person says no to.
            Some(Decision { call, answer: Answer::No, decided, heard, .. }) => {
                if let Some((_, card)) = self.cards.get_mut(&call) {
                    card.decided = Some(decided);
                }
                self.reject(&call, Why::Person).await?;
                heard.send(Taken::Decides).ok();
                open.retain(|it| *it != call);
                None
            }
            yes => yes,
        };
        let mut event = Event::Begin(open);
        loop {
            if let Some(end) = self.happen(event).await? {
                return self.end(end).await;
            }
            // By now its card shows what its tool is, as far as it waits.
            if let Some(said) = said.take()
                && let Some(event) = self.decide_first(said).await?
            {
                self.next.push_back(event);
            }
            event = self.next().await?;
        }
    }

    /// Tells the machine, and does what it says; how the turn ended, if it did.
    async fn happen(&mut self, event: Event) -> Result<Option<End>, Error> {
        // In their order: what was asked for first is weighed, shown and sent first.
        let mut events = VecDeque::from([event]);
        while let Some(event) = events.pop_front() {
            for effect in self.turn.handle(event) {
                match effect {
                    Effect::Ask => events.extend(self.ask().await?),
                    Effect::CutReply => self.cut_reply().await?,
                    Effect::Weigh(call) => {
                        events.push_back(self.weigh_unless_stopped(call).await?);
                    }
                    Effect::Wait(call) => self.wait(&call).await?,
                    Effect::Run(call) => events.extend(self.start(call).await?),
                    Effect::Reject(call, why) => self.reject(&call, why).await?,
                    Effect::Cancel(calls) => self.cancel(&calls).await?,
                    Effect::End(end) => return Ok(Some(end)),
                }
            }
        }
        self.show();
        Ok(None)
    }

    /// Waits for the next event.
    async fn next(&mut self) -> Result<Event, Error> {
        loop {
            if let Some(event) = self.next.pop_front() {
                return Ok(event);
            }
            let found = match self.hear().await {
                Heard::Wish(wish) => self.wished(wish).await?,
                Heard::Piece(piece) => self.piece(piece).await?,
                Heard::Over(Some(Ok((call, result)))) => Some(self.over(call, result).await?),
                // One that was stopped is over already.
                Heard::Over(Some(Err(Aborted)) | None) => None,
                Heard::Progress(Some((call, progress))) => {
                    self.live().tell_aside(Told::Progress { call, progress });
                    None
                }
                Heard::Progress(None) => None,
                Heard::Time => {
                    self.flush().await?;
                    None
                }
            };
            if let Some(event) = found {
                return Ok(event);
            }
            self.show();
        }
    }

    async fn hear(&mut self) -> Heard {
        let due = self.writing.as_ref().and_then(Writing::due);
        let reply = self.writing.as_mut();
        tokio::select! {
            biased;
            wish = self.seat.wishes.recv() => Heard::Wish(wish),
            () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => Heard::Time,
            progress = self.progress.1.recv() => Heard::Progress(progress),
            over = self.running.next(), if !self.running.is_empty() => Heard::Over(over),
            piece = async {
                match reply {
                    Some(writing) => writing.reply.next().await,
                    None => std::future::pending().await,
                }
            } => Heard::Piece(piece),
        }
    }

    async fn wished(&mut self, wish: Option<Wish>) -> Result<Option<Event>, Error> {
        Ok(match wish {
            // Nobody holds the other end: everything is being closed.
            None | Some(Wish::Stop) => Some(Event::Stop),
            Some(Wish::Halt(call)) => Some(Event::Halt(call)),
            Some(Wish::Decide(said)) => self.decide(said).await?,
            Some(Wish::Show(call)) => Some(self.draw_anew(call).await?),
            Some(Wish::Reweigh) => {
                for call in self.waiting() {
                    let event = self.weigh_unless_stopped(call).await?;
                    self.next.push_back(event);
                }
                None
            }
        })
    }

    /// Says what goes on.
    fn show(&self) {
        let turn = if self.writing.is_some() {
            TurnState::Asking { retry: self.retry.clone() }
        } else if self.turn.waits() {
            TurnState::Waiting
        } else {
            TurnState::Calling
        };
        self.live().set_turn(self.id(), turn);
    }

    async fn end(&mut self, end: End) -> Result<(), Error> {
        self.flush().await?;
        info!(conversation = %self.id(), ?end, "a turn is over");
        let words = self.words.take();
        self.seat.ending = match end {
            End::Said => TurnState::IDLE,
            End::Broke | End::Stopped => TurnState::Idle { can_go_on: true, words },
            End::Budget => {
                TurnState::Idle { can_go_on: true, words: Some(words::BUDGET.to_owned()) }
            }
        };
        Ok(())
    }

    fn id(&self) -> &ConversationId {
        &self.seat.conversation
    }

    fn live(&self) -> &Arc<Live> {
        &self.seat.live
    }
}
