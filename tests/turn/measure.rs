//! One conversation of some length with some tools: its turns, and the time between a model's reply
//! and its next request.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use app::wire::{
    chat::{MessagePart, MessageView, SendMessage, TurnView},
    event::UiEvent,
};
use flows::house::House;
use tokio::{sync::broadcast::error::RecvError, time::timeout};

use crate::{house, model::Model};

/// How many turns are taken in each conversation; the first one is told apart.
pub(crate) const TURNS: usize = 4;
/// How many calls a turn has, one after the other.
pub(crate) const CALLS: usize = 40;
/// The head of the table.
pub(crate) const HEAD: &str =
    "messages    told   tools   first turn asks   later ones   round: median     p99   slowest";
/// Ten times what a turn may take, and more on a busy machine.
const LIMIT: Duration = Duration::from_secs(120);
/// The tool that is called: it answers at once.
const TOOL: &str = "mcp__echo00__echo";

/// How long a conversation is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Length {
    /// How many messages it has.
    pub(crate) messages: usize,
    /// How many of them a model gets; a summary stands for the others.
    pub(crate) told: usize,
}

/// What is measured.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Case {
    pub(crate) length: Length,
    pub(crate) tools: usize,
}

/// The row of one case.
pub(crate) async fn case(server: &Path, Case { length, tools }: Case) -> String {
    let model = Model::start(TOOL, CALLS).await;
    let (house, conversation) = house::open(&model.url(), server, length, tools).await;
    let (mut begins, mut between) = (Vec::new(), Vec::new());
    for _ in 0..TURNS {
        let began = Instant::now();
        turn(&house, &conversation).await;
        let times = model.take();
        assert_eq!(times.len(), CALLS + 1, "a turn ended otherwise than its script");
        begins.extend(times.first().map(|(asked, _)| asked.duration_since(began)));
        between.extend(times.windows(2).filter_map(|pair| match pair {
            [(_, told), (asked, _)] => Some(asked.saturating_duration_since(*told)),
            _ => None,
        }));
    }
    house.close().await;
    between.sort();
    let (first, later) = begins.split_at(1);
    let mut later = later.to_vec();
    later.sort();
    let Length { messages, told } = length;
    format!(
        "{messages:8}{told:8}{tools:8}{:>18}{:>13}{:>16}{:>8}{:>10}",
        shown(first, 50),
        shown(&later, 50),
        shown(&between, 50),
        shown(&between, 99),
        shown(&between, 100),
    )
}

/// The time below which so many of a hundred lie, in milliseconds.
fn shown(sorted: &[Duration], share: usize) -> String {
    let at = (sorted.len() - 1) * share / 100;
    sorted.get(at).map_or_else(String::new, |it| format!("{:.2}", it.as_secs_f64() * 1e3))
}

/// Has the model take one turn.
async fn turn(house: &House, conversation: &str) {
    let mut events = house.app.events();
    let parts = vec![MessagePart::Text { text: "Go on.".to_owned() }];
    let order = SendMessage { conversation: conversation.to_owned(), parts, replaces: None };
    let _said: MessageView = house.page("send_message", order).await.expect("it is sent");
    let idle = async {
        loop {
            match events.recv().await {
                Ok(UiEvent::TurnChanged { turn: TurnView::Idle { .. }, .. }) => return,
                // The end comes last: what was missed came before.
                Ok(_) | Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return,
            }
        }
    };
    timeout(LIMIT, idle).await.expect("a turn ends");
}
