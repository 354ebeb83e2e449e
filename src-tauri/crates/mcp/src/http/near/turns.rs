//! Who may send next to one server. A quick answer comes sooner by a connection that has just become
//! free than by one more, and where many ask at once the opening of connections is most of the work:
//! so a few have their turn, and whoever comes then takes theirs when they are answered, or when they
//! have had it for so long that the server is not quick. It knows no connection.

use std::{
    sync::{Arc, Mutex as StdMutex, PoisonError},
    time::Duration,
};

use tokio::{
    sync::{Mutex, Notify},
    time::{Instant, sleep_until},
};

/// How many have a turn at the same time.
const MOST: usize = 8;
/// How long a turn is nobody else's.
const QUICK: Duration = Duration::from_millis(1);

/// The turns of one server.
#[derive(Debug, Default)]
pub(super) struct Turns {
    // A std mutex: nothing awaits while it is held.
    taken: StdMutex<Taken>,
    given_back: Notify,
    /// Whoever is first of those who wait has it, and the others stand in line for it.
    first: Mutex<()>,
}

#[derive(Debug, Default)]
struct Taken {
    /// When each turn began, by its number.
    slots: [Option<(u64, Instant)>; MOST],
    /// How many there were.
    count: u64,
}

/// A turn; dropping it gives it back, if nobody has taken it over.
#[derive(Debug)]
pub(super) struct Turn {
    turns: Arc<Turns>,
    slot: usize,
    number: u64,
}

impl Turns {
    /// Waits for a turn; those who wait have theirs in the order in which they came.
    pub(super) async fn next(self: &Arc<Self>) -> Turn {
        let _first = self.first.lock().await;
        loop {
            let until = match self.take(Instant::now()) {
                Ok(turn) => return turn,
                Err(until) => until,
            };
            tokio::select! {
                biased;
                () = self.given_back.notified() => {}
                () = sleep_until(until) => {}
            }
        }
    }

    /// A turn that is free or was had for long; else when the next one will be.
    fn take(self: &Arc<Self>, now: Instant) -> Result<Turn, Instant> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.count += 1;
        let number = taken.count;
        let oldest = taken.slots.iter_mut().enumerate().min_by_key(|(_, it)| it.map(|it| it.1));
        match oldest {
            Some((_, Some((_, began)))) if now < *began + QUICK => Err(*began + QUICK),
            Some((slot, it)) => {
                *it = Some((number, now));
                Ok(Turn { turns: Arc::clone(self), slot, number })
            }
            // There are always some.
            None => Err(now + QUICK),
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut taken = self.turns.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(slot) = taken.slots.get_mut(self.slot)
            && slot.is_some_and(|(number, _)| number == self.number)
        {
            *slot = None;
            self.turns.given_back.notify_one();
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_first_few_have_their_turn_at_once_and_the_next_when_one_is_answered() {
        let turns = Arc::new(Turns::default());
        let mut had = Vec::new();
        for _ in 0..MOST {
            had.push(turns.next().now_or_never().expect("there are some"));
        }
        let began = Instant::now();
        let mut waiting = Box::pin(turns.next());
        assert!(waiting.as_mut().now_or_never().is_none(), "all are taken");
        had.pop();
        let next = waiting.await;
        assert_eq!(began.elapsed(), Duration::ZERO);
        drop(next);
        assert!(turns.next().now_or_never().is_some(), "it was given back as well");
    }

    #[tokio::test(start_paused = true)]
    async fn who_is_not_answered_soon_holds_up_nobody() {
        let turns = Arc::new(Turns::default());
        let began = Instant::now();
        let mut had = Vec::new();
        for _ in 0..MOST * 3 {
            had.push(turns.next().await);
        }
        assert!(began.elapsed() < QUICK * 5, "{:?}", began.elapsed());
        // Those that were taken over are nothing that could be given back.
        let last = had.split_off(MOST * 2);
        drop(had);
        assert!(turns.next().now_or_never().is_none());
        drop(last);
        assert!(turns.next().now_or_never().is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn who_stops_waiting_leaves_the_turn_to_the_next() {
        let turns = Arc::new(Turns::default());
        let mut had = Vec::new();
        for _ in 0..MOST {
            had.push(turns.next().await);
        }
        let mut gone = Box::pin(turns.next());
        assert!(gone.as_mut().now_or_never().is_none());
        let mut stays = Box::pin(turns.next());
        assert!(stays.as_mut().now_or_never().is_none());
        drop(had.pop());
        drop(gone);
        assert!(stays.now_or_never().is_some());
    }
}
