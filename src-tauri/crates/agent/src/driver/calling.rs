//! The calls of a reply: weighed, shown, sent, ended; each step is in the rows before it is taken.

use std::convert::Infallible;

use futures_util::future::{AbortHandle, Abortable, FutureExt as _};
use model::{
    approval::Action,
    chat::card::{Arguments, BrokenKind, CallId, Card, CardState, Decided},
    outcome::{Outcome, Progress},
};
use tokio::sync::mpsc;
use tools::Call;

use crate::{
    driver::Driver,
    error::Error,
    scales::{self, Asked, Follow, defined},
    told::Told,
    turn::{Event, Weight, Why},
    words,
};

impl Driver {
    /// Those that wait for the person.
    pub(super) fn waiting(&self) -> Vec<CallId> {
        let waiting = |it: &&(_, Card)| matches!(it.1.state, CardState::Pending);
        self.cards.values().filter(waiting).map(|(_, card)| card.id.clone()).collect()
    }

    /// What the rules say of a call, and whether its card has to show something else.
    async fn weigh(&mut self, call: CallId) -> Result<Event, Error> {
        let Some((message, card)) = self.cards.get(&call) else { return Ok(Event::Over(call)) };
        let (Some(tool), Arguments::Object(arguments)) =
            (card.tool.clone(), card.arguments.clone())
        else {
            return Ok(Event::Weighed(call, Weight::Deny));
        };
        let asked = Asked {
            conversation: self.id(),
            message: *message,
            tool: &tool,
            arguments: &arguments,
        };
        let found = scales::weighed(&self.parts, asked, &Follow::Patiently).await;
        let Some((_, card)) = self.cards.get_mut(&call) else { return Ok(Event::Over(call)) };
        let weight = match (found.action, found.now) {
            (Some(Action::Allow), now) => {
                card.decided.get_or_insert(Decided::Rule);
                match now {
                    Some(now) => self.allowed.insert(call.clone(), now.by),
                    None => self.allowed.remove(&call),
                };
                Weight::Allow
            }
            (Some(Action::Deny), _) => Weight::Deny,
            (None | Some(Action::Ask), Some(now))
                if card.shown.as_ref().is_none_or(|it| it.by != now.by) =>
            {
                self.to_show.insert(call.clone(), now.shown().after(card.shown.clone()));
                Weight::AskAnew
            }
            (None | Some(Action::Ask), _) => Weight::Ask,
        };
        Ok(Event::Weighed(call, weight))
    }

    /// Sends a call to its server, as what it was let run: a tool that is defined otherwise by now, that
    /// is another server's of that name, or of which nothing is known, is not what was allowed.
    pub(super) async fn start(&mut self, call: CallId) -> Result<Option<Event>, Error> {
        let Some((_, Card { tool: Some(tool), arguments: Arguments::Object(arguments), .. })) =
            self.cards.get(&call)
        else {
            return Ok(None);
        };
        let (tool, arguments) = (tool.clone(), arguments.clone());
        let found = defined(&self.parts.db, &self.parts.catalog, &tool).await.map(|it| it.by);
        let Some(by) = found.filter(|it| self.allowed.get(&call) == Some(it)) else {
            let state = match self.parts.catalog.tool(&tool.server, &tool.tool).await {
                Ok(_) => CardState::Broken(BrokenKind::Dispatch, words::REDEFINED.to_owned()),
                Err(error) => CardState::Broken(BrokenKind::Transport, words::call(&error)),
            };
            self.set(&call, state, None).await?;
            return Ok(Some(Event::Over(call)));
        };
        let now = self.parts.clock.now();
        let Some((_, card)) = self.cards.get_mut(&call) else { return Ok(None) };
        card.state = CardState::Running;
        card.shown = None;
        card.sent_to = Some(by.registration.clone());
        card.started = Some(now);
        self.parts.db.calls().send(&call, &by.registration, now, card.decided).await?;
        self.tell(&call);
        let (progress, hearing) = mpsc::channel(16);
        let request = Call {
            server: tool.server,
            tool: tool.tool,
            arguments,
            tag: call.0.clone(),
            progress: Some(progress),
        };
        let (catalog, told) = (self.parts.catalog.clone(), self.progress.0.clone());
        let name = call.clone();
        let work = async move {
            let result = tokio::select! {
                result = catalog.call(request) => result,
                never = hand_on(&name, hearing, told) => match never {},
            };
            (name, result)
        };
        let (stop, registration) = AbortHandle::new_pair();
        self.running.push(Abortable::new(work.boxed(), registration));
        self.stops.insert(call, stop);
        Ok(None)
    }

    /// A call came to its end.
    pub(super) async fn over(
        &mut self,
        call: CallId,
        result: Result<Outcome, tools::Error>,
    ) -> Result<Event, Error> {
        self.stops.remove(&call);
        let state = match result {
            Ok(outcome) if outcome.is_error => CardState::Failed(Box::new(outcome)),
            Ok(outcome) => CardState::Done(Box::new(outcome)),
            Err(error) => {
                let kind = match &error {
                    tools::Error::UnknownTool { .. } | tools::Error::BadArguments { .. } => {
                        BrokenKind::Dispatch
                    }
                    tools::Error::Servers(_) => BrokenKind::Transport,
                };
                CardState::Broken(kind, words::call(&error))
            }
        };
        self.set(&call, state, None).await?;
        Ok(Event::Over(call))
    }

    pub(super) async fn reject(&mut self, call: &CallId, why: Why) -> Result<(), Error> {
        let words = match why {
            Why::Rule => "a rule of the person forbids it. Do not try the same by another way.",
            Why::Person => {
                "the person said no. Do not try the same by another way; ask what they want."
            }
            Why::Alike => {
                "it was made five times in this turn with the same arguments. Do something else, or tell the person."
            }
        };
        let decided = match why {
            Why::Rule | Why::Alike => Some(Decided::Rule),
            Why::Person => {
                self.cards.get(call).and_then(|(_, card)| card.decided).or(Some(Decided::Once))
            }
        };
        self.set(call, CardState::Rejected(words.to_owned()), decided).await
    }

    /// Ends calls as far as this conversation goes; their servers are told by the drop, before the
    /// disk is waited for.
    pub(super) async fn cancel(&mut self, calls: &[CallId]) -> Result<(), Error> {
        for stop in calls.iter().filter_map(|it| self.stops.remove(it)) {
            stop.abort();
        }
        let now = self.parts.clock.now();
        self.parts.db.calls().cancel(calls, now).await?;
        for call in calls {
            let Some((_, card)) = self.cards.get_mut(call) else { continue };
            card.state = CardState::Cancelled;
            card.shown = None;
            card.ended = Some(now);
            self.tell(call);
            self.cards.remove(call);
        }
        Ok(())
    }

    /// What the rules say of a call; that the person stopped the turn, where that comes first.
    pub(super) async fn weigh_unless_stopped(&mut self, call: CallId) -> Result<Event, Error> {
        let stopped = self.seat.stop.clone();
        tokio::select! {
            biased;
            () = stopped.cancelled() => Ok(Event::Stop),
            event = self.weigh(call) => event,
        }
    }

    /// Keeps how a call stands, and tells of it.
    async fn set(
        &mut self,
        call: &CallId,
        state: CardState,
        decided: Option<Decided>,
    ) -> Result<(), Error> {
        let now = self.parts.clock.now();
        let Some((_, card)) = self.cards.get_mut(call) else { return Ok(()) };
        let ended = state.is_over().then_some(now);
        card.state = state;
        card.shown = None;
        card.ended = ended;
        card.decided = decided.or(card.decided);
        let (state, started, decided) = (card.state.clone(), card.started, card.decided);
        self.parts.db.calls().set(call, &state, started, ended, decided).await?;
        self.tell(call);
        if ended.is_some() {
            self.cards.remove(call);
        }
        Ok(())
    }

    /// Tells how a call stands.
    pub(super) fn tell(&self, call: &CallId) {
        let Some((message, card)) = self.cards.get(call) else { return };
        let (conversation, message, card) = (self.id().clone(), *message, Box::new(card.clone()));
        self.live().tell(self.id(), |revision| Told::Card {
            conversation,
            revision,
            message,
            card,
        });
    }
}

/// Tells of progress until the call is over.
async fn hand_on(
    call: &CallId,
    mut hearing: mpsc::Receiver<Progress>,
    told: mpsc::Sender<(CallId, Progress)>,
) -> Infallible {
    while let Some(progress) = hearing.recv().await {
        // A page that cannot keep up loses steps, not the call.
        told.try_send((call.clone(), progress)).ok();
    }
    std::future::pending().await
}
