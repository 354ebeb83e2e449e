//! The line in which questions wait, pure: one is open at each desk, the others behind it.

use std::{collections::VecDeque, sync::Arc};

use stdx::clock::Millis;
use tokio::sync::oneshot;

use crate::{
    desk::Desk,
    item::{self, Item, ItemId, Outcome, Standing},
    seats::{COMMON, DeskKey, Seats},
};

/// Questions that are over and still listed.
const SETTLED_KEPT: usize = 200;

#[derive(Debug)]
pub(crate) struct Line {
    last: u64,
    pub(crate) seats: Seats,
    /// In the order in which they are asked.
    waiting: Vec<Waiting>,
    /// The newest last.
    settled: VecDeque<Item>,
}

#[derive(Debug)]
struct Waiting {
    item: Item,
    desk: DeskKey,
    /// Told when it is its turn.
    turn: Option<oneshot::Sender<()>>,
    /// Told when somebody else gives it up.
    withdraw: Option<oneshot::Sender<()>>,
}

/// What an asker holds of its place.
#[derive(Debug)]
pub(crate) struct Place {
    pub(crate) id: ItemId,
    pub(crate) desk: Arc<dyn Desk>,
    pub(crate) turn: oneshot::Receiver<()>,
    pub(crate) withdrawn: oneshot::Receiver<()>,
}

/// Items whose standing has changed, in order.
pub(crate) type Changed = Vec<Item>;

impl Line {
    pub(crate) fn new(desk: Arc<dyn Desk>) -> Self {
        let (waiting, settled) = (Vec::new(), VecDeque::new());
        Self { last: 0, seats: Seats::new(desk), waiting, settled }
    }

    /// Puts a question at the end of its desk's line; its id is given here.
    pub(crate) fn join(&mut self, mut item: Item) -> (Place, Changed) {
        let (turn, my_turn) = oneshot::channel();
        let (withdraw, withdrawn) = oneshot::channel();
        let (desk_key, desk) = self.seats.of(&item.origin.calls);
        self.last += 1;
        item.id = ItemId(self.last);
        item.standing = Standing::Queued;
        item.place = if desk_key == COMMON { item::Place::Desk } else { item::Place::Terminal };
        let place = Place { id: item.id, desk, turn: my_turn, withdrawn };
        let mut changed = vec![item.clone()];
        let (turn, withdraw) = (Some(turn), Some(withdraw));
        self.waiting.push(Waiting { item, desk: desk_key, turn, withdraw });
        changed.extend(self.advance(desk_key));
        (place, changed)
    }

    /// Ends a question; the first end counts.
    pub(crate) fn settle(&mut self, id: ItemId, outcome: Outcome, at: Millis) -> Changed {
        let Some(place) = self.place_of(id) else { return Vec::new() };
        let Waiting { mut item, desk, .. } = self.waiting.remove(place);
        item.standing = Standing::Settled { outcome, at };
        self.settled.push_back(item.clone());
        if self.settled.len() > SETTLED_KEPT {
            self.settled.pop_front();
        }
        let mut changed = vec![item];
        changed.extend(self.advance(desk));
        changed
    }

    /// Puts a question at the head of those that wait behind the open one; gives its desk.
    pub(crate) fn raise(&mut self, id: ItemId) -> Option<(Arc<dyn Desk>, Changed)> {
        let raised = self.waiting.remove(self.place_of(id)?);
        let (desk, queued) = (raised.desk, raised.item.standing == Standing::Queued);
        let (item, seat) = (raised.item.clone(), self.seats.of(&raised.item.origin.calls).1);
        let open = |it: &Waiting| it.desk == desk && it.item.standing == Standing::Open;
        let head = self.waiting.iter().position(open).map_or(0, |it| it + 1);
        self.waiting.insert(head, raised);
        Some((seat, if queued { vec![item] } else { Vec::new() }))
    }

    /// Tells its asker that it is given up. `false`: it does not wait.
    pub(crate) fn withdraw(&mut self, id: ItemId) -> bool {
        let found = self.waiting.iter_mut().find(|it| it.item.id == id);
        let withdraw = found.and_then(|it| it.withdraw.take());
        withdraw.is_some_and(|it| it.send(()).is_ok())
    }

    /// What waits, in order, then what is over, the newest first.
    pub(crate) fn list(&self) -> Vec<Item> {
        let waiting = self.waiting.iter().map(|it| &it.item);
        waiting.chain(self.settled.iter().rev()).cloned().collect()
    }

    fn place_of(&self, id: ItemId) -> Option<usize> {
        self.waiting.iter().position(|it| it.item.id == id)
    }

    /// Opens the next question of a desk, if none of it is open.
    fn advance(&mut self, desk: DeskKey) -> Option<Item> {
        let mut of_desk = self.waiting.iter_mut().filter(|it| it.desk == desk);
        let first = of_desk.next()?;
        if first.item.standing == Standing::Open
            || of_desk.any(|it| it.item.standing == Standing::Open)
        {
            return None;
        }
        let next = self.waiting.iter_mut().find(|it| it.desk == desk)?;
        next.item.standing = Standing::Open;
        // Its asker may be gone in this moment; then it is about to be settled.
        next.turn.take()?.send(()).ok();
        Some(next.item.clone())
    }
}
