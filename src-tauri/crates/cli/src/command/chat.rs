//! `stewardctl chat`: says something to a model and prints its answer as it comes. Its calls wait for a
//! yes on the terminal, and what their servers ask is asked there too (HOST-35).

use std::{
    collections::VecDeque,
    future::{Future, pending},
    path::Path,
    pin::Pin,
};

use app::{
    Session,
    wire::{
        card::{CardStateView, CardView, DecideCall, ShownView, Verdict},
        chat::{
            ConversationRef, GoOn, MessageBody, MessagePart, MessageView, OpenConversation,
            RoundStateView, SaidView, SendMessage, Transcript, TurnView,
        },
        event::UiEvent,
        failure::{Code, Failure as AppFailure},
    },
};
use tokio::sync::broadcast::{Receiver, error::RecvError};

use crate::{
    arguments,
    command::{conversation, input, spoken},
    ctx::Ctx,
    failure::Failure,
    print, terminal,
};

/// Most bytes of what is said.
const MOST: u64 = 4 << 20;

pub(crate) async fn chat(ctx: &Ctx, typed: arguments::models::Chat) -> Result<(), Failure> {
    let arguments::models::Chat { text, model, conversation } = typed;
    let text = match text.as_deref() {
        Some("-") => Some(input::text_of(Path::new("-"), MOST)?),
        Some(text) => Some(text.to_owned()),
        None => None,
    };
    ctx.session(async |session| {
        let id = conversation::place(session, conversation, model).await?;
        conversation::wake(session, &id).await?;
        let events = session.events().await?;
        let seat = terminal::is_there().then_some(id.as_str());
        let order = ConversationRef { conversation: id.clone() };
        let talk = Talk::new(ctx, session, id.clone());
        tokio::select! {
            // First, so that somebody sits there before anything can be asked.
            biased;
            gone = session.call_asked::<()>("follow_conversation", order, seat) => Ok(gone?),
            said = Box::pin(talk.run(text, events)) => said,
        }
    })
    .await
}

/// What the person says of a call, once they do.
type Answer<'a> = Pin<Box<dyn Future<Output = (CardView, Option<Verdict>)> + 'a>>;

/// A call that is asked for.
struct Asking<'a> {
    card: String,
    shown: Option<ShownView>,
    answer: Answer<'a>,
}

/// One turn at this terminal.
struct Talk<'a> {
    ctx: &'a Ctx,
    session: &'a Session,
    id: String,
    spoken: spoken::Spoken,
    /// Calls that wait for a yes, in the order in which they came.
    waiting: VecDeque<CardView>,
    /// The one that is asked for now.
    asking: Option<Asking<'a>>,
    /// Whether what happens is of this turn.
    begun: bool,
    /// Why it did not go well.
    failure: Option<AppFailure>,
}

enum Next {
    Event(Result<UiEvent, RecvError>),
    Said(Box<CardView>, Option<Verdict>),
}

impl<'a> Talk<'a> {
    fn new(ctx: &'a Ctx, session: &'a Session, id: String) -> Self {
        let (spoken, waiting) = (spoken::Spoken::default(), VecDeque::new());
        Self { ctx, session, id, spoken, waiting, asking: None, begun: false, failure: None }
    }

    async fn run(
        mut self,
        text: Option<String>,
        mut events: Receiver<UiEvent>,
    ) -> Result<(), Failure> {
        self.begin(text).await?;
        loop {
            let answer = async {
                match &mut self.asking {
                    Some(asking) => (&mut asking.answer).await,
                    None => pending().await,
                }
            };
            let next = tokio::select! {
                event = events.recv() => Next::Event(event),
                (card, verdict) = answer => Next::Said(Box::new(card), verdict),
            };
            let over = match next {
                Next::Event(Ok(UiEvent::Lagged) | Err(RecvError::Lagged(_))) => self.look().await?,
                Next::Event(Ok(event)) => self.happens(event)?,
                // Whoever follows the conversation says that the owner went away.
                Next::Event(Err(RecvError::Closed)) => pending().await,
                Next::Said(card, verdict) => {
                    self.asking = None;
                    self.decide(*card, verdict).await?;
                    false
                }
            };
            if over {
                self.print(self.ctx.json, |it| it.end_line().to_owned())?;
                return self.failure.map_or(Ok(()), |it| Err(it.into()));
            }
            self.ask_next().await?;
        }
    }

    async fn begin(&mut self, text: Option<String>) -> Result<(), Failure> {
        let conversation = self.id.clone();
        match text {
            Some(text) => {
                let parts = vec![MessagePart::Text { text }];
                let order = SendMessage { conversation, parts, replaces: None };
                self.session.call::<MessageView>("send_message", order).await?;
            }
            None => {
                let order = GoOn { conversation, replaces: None };
                self.session.call::<()>("go_on", order).await?;
            }
        }
        Ok(())
    }

    /// Takes what happened; whether the turn is over.
    fn happens(&mut self, event: UiEvent) -> Result<bool, Failure> {
        if !self.is_ours(&event) {
            return Ok(false);
        }
        if self.ctx.json {
            print::json_line(&event)?;
        }
        match event {
            UiEvent::ReplyGrew { message, thought: false, text, .. } => {
                self.print(self.ctx.json, |it| it.grew(message, &text))?;
            }
            UiEvent::MessageChanged { message, .. } => self.message(&message)?,
            UiEvent::CardChanged { card, .. } => self.card(*card),
            UiEvent::CallProgressed { done, total, message, .. } => {
                let of = total.map(|it| format!(" of {it}")).unwrap_or_default();
                print::note(&format!("{done}{of} {}", message.unwrap_or_default()));
            }
            UiEvent::TurnChanged { turn, .. } => return Ok(self.turn(turn)),
            UiEvent::ServerChanged { .. }
            | UiEvent::ServerRemoved { .. }
            | UiEvent::ToolsChanged { .. }
            | UiEvent::PromptsChanged { .. }
            | UiEvent::ResourcesChanged { .. }
            | UiEvent::ResourceUpdated { .. }
            | UiEvent::WishesChanged { .. }
            | UiEvent::LogGrew { .. }
            | UiEvent::InboxChanged { .. }
            | UiEvent::SecretsChanged
            // It is told where it was asked: at a window.
            | UiEvent::AnswerNotKept { .. }
            | UiEvent::ConversationChanged { .. }
            | UiEvent::ConversationRemoved { .. }
            // What it thinks is for a page.
            | UiEvent::ReplyGrew { .. }
            | UiEvent::ProvidersChanged
            | UiEvent::TrialChanged { .. }
            | UiEvent::RulesChanged
            | UiEvent::Lagged => {}
        }
        Ok(false)
    }

    fn is_ours(&self, event: &UiEvent) -> bool {
        let of = if let UiEvent::ReplyGrew { conversation, .. }
        | UiEvent::MessageChanged { conversation, .. }
        | UiEvent::CardChanged { conversation, .. }
        | UiEvent::TurnChanged { conversation, .. } = event
        {
            Some(conversation.as_str())
        } else if let UiEvent::CallProgressed { call, .. } = event {
            call.split_once(':').map(|(conversation, _)| conversation)
        } else {
            None
        };
        of == Some(&self.id)
    }

    fn message(&mut self, message: &MessageView) -> Result<(), Failure> {
        self.print(self.ctx.json, |it| it.is_now(message))?;
        let MessageBody::Round { usage, words, state, said, .. } = &message.body else {
            if let MessageBody::Summary { usage, .. } = &message.body
                && let Some(cost) = spoken::cost(usage)
            {
                print::note(&format!("summed up: {cost}"));
            }
            return Ok(());
        };
        if *state != RoundStateView::Writing {
            if let Some(cost) = spoken::cost(usage) {
                print::note(&cost);
            }
            // What cannot run is over at once, and no event of its own says so.
            let over = said.iter().filter_map(|it| match it {
                SaidView::Call { card } if card.ended.is_some() => Some(card),
                SaidView::Call { .. } | SaidView::Text { .. } | SaidView::Thought { .. } => None,
            });
            over.for_each(|card| print::note(&spoken::call(card)));
        }
        if let Some(words) = words {
            self.failure = Some(AppFailure::said(Code::CallFailed, words.clone()));
        }
        Ok(())
    }

    fn card(&mut self, card: CardView) {
        print::note(&spoken::call(&card));
        self.waiting.retain(|it| it.id != card.id);
        let asked = self.asking.as_ref().filter(|it| it.card == card.id);
        match (card.state == CardStateView::Pending, asked) {
            (true, None) => self.waiting.push_back(card),
            // It is asked for already.
            (true, Some(asked)) if asked.shown == card.shown => {}
            // What is asked is not what would run any more.
            (true, Some(_)) => {
                self.asking = None;
                self.waiting.push_front(card);
            }
            // Somebody else said it, or there is nothing to be said any more.
            (false, Some(_)) => self.asking = None,
            (false, None) => {}
        }
    }

    /// Whether nothing goes on any more.
    fn turn(&mut self, turn: TurnView) -> bool {
        match turn {
            TurnView::Idle { words, .. } => {
                if let (Some(words), true) = (words, self.begun) {
                    self.failure = Some(AppFailure::said(Code::CallFailed, words));
                }
                return self.begun;
            }
            TurnView::Asking { retry: Some(retry) } => print::note(&spoken::retry(&retry)),
            TurnView::Asking { retry: None } | TurnView::Calling | TurnView::Waiting => {}
        }
        self.begun = true;
        false
    }

    /// Looks at everything again, since something was missed.
    async fn look(&mut self) -> Result<bool, Failure> {
        let order = OpenConversation { conversation: self.id.clone(), before: None };
        let seen: Transcript = self.session.call("open_conversation", order).await?;
        let Some(last) = seen.messages.last() else { return Ok(false) };
        self.message(last)?;
        if let MessageBody::Round { said, .. } = &last.body {
            for it in said {
                if let SaidView::Call { card } = it
                    && card.state == CardStateView::Pending
                {
                    self.card((**card).clone());
                }
            }
        }
        self.begun = true;
        Ok(self.turn(seen.conversation.turn))
    }

    /// Asks for the next call that waits; where nobody can be asked, it is refused.
    async fn ask_next(&mut self) -> Result<(), Failure> {
        while self.asking.is_none() {
            let Some(card) = self.waiting.pop_front() else { return Ok(()) };
            if !terminal::is_there() {
                self.decide(card, None).await?;
                continue;
            }
            let (id, shown) = (card.id.clone(), card.shown.clone());
            let here = self.ctx.here.clone();
            let answer = async move {
                let verdict = here.leave_for(&card).await;
                (card, verdict)
            };
            self.asking = Some(Asking { card: id, shown, answer: Box::pin(answer) });
        }
        Ok(())
    }

    async fn decide(&mut self, card: CardView, verdict: Option<Verdict>) -> Result<(), Failure> {
        if verdict.is_none() {
            let words = format!(
                "`{}` wants your yes, and there is no terminal to ask you on: it was refused",
                card.public_name
            );
            self.failure = Some(AppFailure::new(Code::NobodyToAsk, words).hint(
                "run it in a terminal, or allow the tool on the page Approvals of Steward's window",
            ));
        }
        let (conversation, call, shown) = (self.id.clone(), card.id, card.shown);
        let verdict = verdict.unwrap_or(Verdict::Deny);
        let order = DecideCall { conversation, call, shown, verdict };
        match self.session.call::<()>("decide_call", order).await {
            // Its card comes again, and is asked for then.
            Err(failure) if failure.code == Code::ToolChanged => {
                print::note(&[failure.message, failure.hint.unwrap_or_default()].join(" "));
                Ok(())
            }
            // Somebody else was faster.
            Err(failure) if failure.code == Code::NotWaiting => Ok(()),
            decided => Ok(decided?),
        }
    }

    /// Prints what is to be printed; a program has it in its events.
    fn print(
        &mut self,
        json: bool,
        what: impl FnOnce(&mut spoken::Spoken) -> String,
    ) -> Result<(), Failure> {
        let text = what(&mut self.spoken);
        if !json && !text.is_empty() {
            print::piece(&text)?;
        }
        Ok(())
    }
}
