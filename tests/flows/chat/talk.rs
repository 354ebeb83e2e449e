//! A conversation with a scripted model, as a page has it: said by commands, looked at when something
//! happens. It knows no test.

use std::time::Duration;

use app::wire::{
    card::{CardStateView, CardView, DecideCall, Verdict},
    chat::{
        BeginConversation, ConversationRef, ConversationRow, GoOn, MessageBody, MessagePart,
        MessageView, OpenConversation, RoundStateView, SaidView, SendMessage, Transcript, TurnView,
    },
    failure::Failure,
    provider::{AddProvider, DialectView, ModelRef, ProviderView},
};
use flows::{
    house::House,
    model::{MODEL, Model, moves::Move},
};
use tokio::time::timeout;

/// Ten times what anything here should take.
const LIMIT: Duration = Duration::from_secs(60);

/// A house, a model in it, and a conversation with that.
pub(super) struct Talk {
    pub(super) house: House,
    pub(super) model: Model,
    pub(super) chosen: ModelRef,
    pub(super) id: String,
}

impl Talk {
    /// Opens a house with a model that plays these moves, and begins a conversation.
    pub(super) async fn begin(moves: impl IntoIterator<Item = Move>) -> Self {
        Self::begin_in(House::open().await, Model::start(moves).await).await
    }

    /// The same in a house that is there.
    pub(super) async fn begin_in(house: House, model: Model) -> Self {
        let asked = AddProvider {
            name: "Scripted".to_owned(),
            dialect: DialectView::ChatCompletions,
            base_url: model.url(),
            with_key: false,
        };
        let provider: ProviderView = house.page("add_provider", asked).await.unwrap();
        let chosen = ModelRef { provider: provider.id, model: MODEL.to_owned() };
        let begun = BeginConversation { model: Some(chosen.clone()), switches: Vec::new() };
        let row: ConversationRow = house.page("begin_conversation", begun).await.unwrap();
        Self { house, model, chosen, id: row.id }
    }

    /// Begins another conversation with the same model.
    pub(super) async fn another(self) -> Self {
        let begun = BeginConversation { model: Some(self.chosen.clone()), switches: Vec::new() };
        let row: ConversationRow = self.house.page("begin_conversation", begun).await.unwrap();
        Self { id: row.id, ..self }
    }

    /// Says something, which has the model answer.
    pub(super) async fn say(&self, text: &str) -> MessageView {
        self.try_say(text, None).await.unwrap()
    }

    /// The same, in place of a message that was said before.
    pub(super) async fn try_say(
        &self,
        text: &str,
        replaces: Option<i64>,
    ) -> Result<MessageView, Failure> {
        let parts = vec![MessagePart::Text { text: text.to_owned() }];
        let order = SendMessage { conversation: self.id.clone(), parts, replaces };
        self.house.page("send_message", order).await
    }

    /// Says something, and gives what is there when the model has said all.
    pub(super) async fn ask(&self, text: &str) -> Transcript {
        self.say(text).await;
        self.idle().await
    }

    /// Has the model go on, or answer again in place of a reply.
    pub(super) async fn go_on(&self, replaces: Option<i64>) {
        let order = GoOn { conversation: self.id.clone(), replaces };
        self.house.page::<()>("go_on", order).await.unwrap();
    }

    /// Stops the turn.
    pub(super) async fn stop(&self) {
        let order = ConversationRef { conversation: self.id.clone() };
        self.house.page::<()>("stop_turn", order).await.unwrap();
    }

    /// Says of a call whether it may run.
    pub(super) async fn decide(&self, card: &CardView, verdict: Verdict) {
        self.try_decide(card, verdict).await.unwrap();
    }

    /// The same, where it may be too late.
    pub(super) async fn try_decide(
        &self,
        card: &CardView,
        verdict: Verdict,
    ) -> Result<(), Failure> {
        let (conversation, call, shown) = (self.id.clone(), card.id.clone(), card.shown.clone());
        self.house.page("decide_call", DecideCall { conversation, call, shown, verdict }).await
    }

    /// What is there now.
    pub(super) async fn transcript(&self) -> Transcript {
        let order = OpenConversation { conversation: self.id.clone(), before: None };
        self.house.page("open_conversation", order).await.unwrap()
    }

    /// What `look` finds in what is there, now or as soon as something happens.
    pub(super) async fn until<T>(&self, look: impl Fn(&Transcript) -> Option<T>) -> T {
        let mut events = self.house.app.events();
        loop {
            let seen = self.transcript().await;
            if let Some(found) = look(&seen) {
                return found;
            }
            let next = timeout(LIMIT, events.recv()).await;
            assert!(next.is_ok(), "nothing happens any more: {seen:#?}");
        }
    }

    /// What is there when nothing goes on, and somebody answered.
    pub(super) async fn idle(&self) -> Transcript {
        self.until(|it| (is_idle(it) && is_answered(it)).then(|| it.clone())).await
    }

    /// The calls that wait for a yes, once there are so many.
    pub(super) async fn waiting(&self, many: usize) -> Vec<CardView> {
        self.until(|it| {
            let waiting: Vec<_> =
                cards(it).into_iter().filter(|it| it.state == CardStateView::Pending).collect();
            (waiting.len() == many && it.conversation.turn != TurnView::Calling).then_some(waiting)
        })
        .await
    }

    /// Ends it, when nothing is wrong with all that the model got.
    pub(super) async fn close(self) {
        self.model.check_all(&[]);
        self.house.close().await;
    }
}

fn is_idle(seen: &Transcript) -> bool {
    matches!(seen.conversation.turn, TurnView::Idle { .. })
}

/// Whether the last message is a reply that came to its end, whichever.
fn is_answered(seen: &Transcript) -> bool {
    rounds(seen).last().is_some_and(|(state, ..)| *state != RoundStateView::Writing)
        && seen.messages.last().is_some_and(|it| matches!(it.body, MessageBody::Round { .. }))
}

/// The replies: how each stands, why it broke off, what it says.
pub(super) fn rounds(seen: &Transcript) -> Vec<(RoundStateView, Option<String>, String)> {
    let rounds = seen.messages.iter().filter_map(|it| match &it.body {
        MessageBody::Round { said, state, words, .. } => {
            let texts = said.iter().filter_map(|it| match it {
                SaidView::Text { text } => Some(text.as_str()),
                SaidView::Thought { .. } | SaidView::Call { .. } => None,
            });
            Some((*state, words.clone(), texts.collect::<String>()))
        }
        MessageBody::Person { .. } | MessageBody::Summary { .. } => None,
    });
    rounds.collect()
}

/// How the last reply stands, why it broke off, what it says.
pub(super) fn last(seen: &Transcript) -> (RoundStateView, Option<String>, String) {
    rounds(seen).pop().unwrap()
}

/// All calls, in order.
pub(super) fn cards(seen: &Transcript) -> Vec<CardView> {
    let said = seen.messages.iter().flat_map(|it| match &it.body {
        MessageBody::Round { said, .. } => said.as_slice(),
        MessageBody::Person { .. } | MessageBody::Summary { .. } => &[],
    });
    let cards = said.filter_map(|it| match it {
        SaidView::Call { card } => Some((**card).clone()),
        SaidView::Text { .. } | SaidView::Thought { .. } => None,
    });
    cards.collect()
}

/// How each call stands.
pub(super) fn states(seen: &Transcript) -> Vec<CardStateView> {
    cards(seen).iter().map(|it| it.state).collect()
}
