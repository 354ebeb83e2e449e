//! The line in which questions wait, pure: one is open at each desk, the others behind it.

use std::{collections::VecDeque, sync::Arc, time::Duration};

use stdx::clock::Millis;
use tokio::sync::mpsc;

use crate::{
    desk::Desk,
    item::{self, Item, ItemId, Outcome, Standing},
    seats::{COMMON, DeskKey, Seated, Seats},
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
    /// Where it is put.
    seat: Seated,
    asker: mpsc::UnboundedSender<Word>,
    withdrawn: bool,
    /// How long it is open at most: it counts from when it is shown.
    limit: Option<Duration>,
}

/// What an asker holds of its place.
#[derive(Debug)]
pub(crate) struct Place {
    pub(crate) id: ItemId,
    pub(crate) words: mpsc::UnboundedReceiver<Word>,
}

/// What an asker is told of its place.
#[derive(Debug)]
pub(crate) enum Word {
    /// It is its turn, at this desk.
    Turn(Seated),
    /// Whom it asked is gone, and its turn at another desk is to come.
    Moved,
    /// Whom it asked is gone, and there is nobody else for it.
    Left,
    /// Somebody gives it up.
    Withdrawn,
}

/// Items whose standing has changed, in order.
pub(crate) type Changed = Vec<Item>;

impl Line {
    pub(crate) fn new(desk: Arc<dyn Desk>) -> Self {
        let (waiting, settled) = (Vec::new(), VecDeque::new());
        Self { last: 0, seats: Seats::new(desk), waiting, settled }
    }

    /// Puts a question at the end of its desk's line; its id is given here.
    pub(crate) fn join(&mut self, mut item: Item, limit: Option<Duration>) -> (Place, Changed) {
        let (asker, words) = mpsc::unbounded_channel();
        let waits = |key| self.waiting.iter().any(|it| it.seat.0 == key);
        let seat = self.seats.of(&item.origin.calls, waits);
        let (desk, now) = (seat.0, item.asked);
        self.last += 1;
        item.id = ItemId(self.last);
        item.standing = Standing::Queued;
        item.place = place(desk);
        let place = Place { id: item.id, words };
        let mut changed = vec![item.clone()];
        self.waiting.push(Waiting { item, seat, asker, withdrawn: false, limit });
        changed.extend(self.advance(desk, now));
        (place, changed)
    }

    /// One seat is empty again. What waits there goes to whoever else is asked for its calls, in
    /// the place that it has in the line, unless a question of its server waits there already: then
    /// it was of a call that is over. Where nobody is, its asker hears that.
    pub(crate) fn leave(&mut self, tag: &str, key: DeskKey, now: Millis) -> Changed {
        self.seats.leave(tag, key);
        let (mut changed, mut desks) = (Vec::new(), Vec::new());
        for at in 0..self.waiting.len() {
            let Some(seat) = self.seat_after(at, key) else { continue };
            let Some(waiting) = self.waiting.get_mut(at) else { continue };
            // Its asker may be gone in this moment; then it is about to be settled.
            let Some(seat) = seat else {
                waiting.asker.send(Word::Left).ok();
                continue;
            };
            waiting.asker.send(Word::Moved).ok();
            waiting.item.standing = Standing::Queued;
            waiting.item.place = place(seat.0);
            changed.push(waiting.item.clone());
            desks.push(seat.0);
            waiting.seat = seat;
        }
        changed.extend(desks.into_iter().filter_map(|desk| self.advance(desk, now)));
        changed
    }

    /// Where a question goes that was put at a seat that is empty now: `Some(None)` if it goes
    /// nowhere, `None` if it was put elsewhere.
    fn seat_after(&self, at: usize, left: DeskKey) -> Option<Option<Seated>> {
        let Waiting { item, .. } = self.waiting.get(at).filter(|it| it.seat.0 == left)?;
        let waits = |key| {
            let mut there = self.waiting.iter().filter(|it| it.seat.0 == key);
            there.any(|it| it.item.origin.server == item.origin.server)
        };
        Some(self.seats.of_those_left(&item.origin.calls, waits))
    }

    /// Who sits where a question was put says that nobody is there: a terminal says so while it
    /// closes, and its seat counts as left. Whether the question's asker hears what becomes of it;
    /// otherwise there is nobody else for it.
    pub(crate) fn pass_on(&mut self, id: ItemId, key: DeskKey, now: Millis) -> (bool, Changed) {
        if key == COMMON {
            return (false, Vec::new());
        }
        // A seat that was left meanwhile has told the askers of all that was put there.
        let Some(tag) = self.seats.tag_of(key).map(str::to_owned) else {
            return (true, Vec::new());
        };
        let changed = self.leave(&tag, key, now);
        let moved = self.waiting.iter().any(|it| it.item.id == id && it.seat.0 != key);
        (moved, changed)
    }

    /// A question waits until another time.
    pub(crate) fn lengthen(&mut self, id: ItemId, deadline: Option<Millis>) -> Changed {
        let place = self.place_of(id);
        let Some(waiting) = place.and_then(|it| self.waiting.get_mut(it)) else {
            return Vec::new();
        };
        waiting.item.deadline = deadline;
        vec![waiting.item.clone()]
    }

    /// Ends a question; the first end counts.
    pub(crate) fn settle(&mut self, id: ItemId, outcome: Outcome, at: Millis) -> Changed {
        let Some(place) = self.place_of(id) else { return Vec::new() };
        let Waiting { mut item, seat: (desk, _), .. } = self.waiting.remove(place);
        item.standing = Standing::Settled { outcome, at };
        self.settled.push_back(item.clone());
        if self.settled.len() > SETTLED_KEPT {
            self.settled.pop_front();
        }
        let mut changed = vec![item];
        changed.extend(self.advance(desk, at));
        changed
    }

    /// Puts a question at the head of those that wait behind the open one; gives its desk.
    pub(crate) fn raise(&mut self, id: ItemId) -> Option<(Arc<dyn Desk>, Changed)> {
        let raised = self.waiting.remove(self.place_of(id)?);
        let (desk, queued) = (raised.seat.0, raised.item.standing == Standing::Queued);
        // Where its dialog is, whoever has sat down for its calls since.
        let (item, seat) = (raised.item.clone(), Arc::clone(&raised.seat.1));
        let open = |it: &Waiting| it.seat.0 == desk && it.item.standing == Standing::Open;
        let head = self.waiting.iter().position(open).map_or(0, |it| it + 1);
        self.waiting.insert(head, raised);
        Some((seat, if queued { vec![item] } else { Vec::new() }))
    }

    /// Tells its asker that it is given up. `false`: it does not wait.
    pub(crate) fn withdraw(&mut self, id: ItemId) -> bool {
        let Some(found) = self.waiting.iter_mut().find(|it| it.item.id == id) else { return false };
        !std::mem::replace(&mut found.withdrawn, true) && found.asker.send(Word::Withdrawn).is_ok()
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
    fn advance(&mut self, desk: DeskKey, now: Millis) -> Option<Item> {
        let mut of_desk = self.waiting.iter_mut().filter(|it| it.seat.0 == desk);
        let first = of_desk.next()?;
        if first.item.standing == Standing::Open
            || of_desk.any(|it| it.item.standing == Standing::Open)
        {
            return None;
        }
        let next = self.waiting.iter_mut().find(|it| it.seat.0 == desk)?;
        next.item.standing = Standing::Open;
        let limit = next.limit.filter(|_| next.item.deadline.is_none());
        next.item.deadline = limit.map(|it| after(now, it)).or(next.item.deadline);
        // Its asker may be gone in this moment; then it is about to be settled.
        next.asker.send(Word::Turn(next.seat.clone())).ok();
        Some(next.item.clone())
    }
}

/// The time after so long.
pub(crate) fn after(from: Millis, limit: Duration) -> Millis {
    Millis(from.0.saturating_add(i64::try_from(limit.as_millis()).unwrap_or(i64::MAX)))
}

fn place(desk: DeskKey) -> item::Place {
    if desk == COMMON { item::Place::Desk } else { item::Place::Terminal }
}
