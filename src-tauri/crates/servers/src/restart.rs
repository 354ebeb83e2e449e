//! When a server that ended is started again (HOST-13); it knows no server.

use std::time::Duration;

/// A server that was ready for so long has a clean slate.
const QUIET: Duration = Duration::from_secs(300);
/// After so many ends in a row it gets a long rest.
const MOST: u32 = 5;
const LONGEST: Duration = Duration::from_secs(60);

/// The ends of one server since it was last well.
#[derive(Debug, Default)]
pub(crate) struct Restarts {
    in_a_row: u32,
}

/// How a server ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    /// It was ready for so long before it ended.
    Died(Duration),
    /// It never got ready.
    NotReady,
}

/// What to do now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    /// Start it again after this while.
    After(Duration),
    /// It ends again and again: leave it alone for this while.
    Rest(Duration),
}

impl Restarts {
    /// The first death restarts at once, the next ones after 2 s, 4 s, … up to 60 s; after five
    /// in a row comes a rest of 300 s. A server that never got ready is not tried at once.
    pub(crate) fn next(&mut self, ending: Ending) -> Next {
        if let Ending::Died(after) = ending
            && after >= QUIET
        {
            self.in_a_row = 0;
        }
        self.in_a_row += 1;
        if self.in_a_row >= MOST {
            return self.rest();
        }
        let doublings = match ending {
            Ending::Died(_) if self.in_a_row == 1 => return Next::After(Duration::ZERO),
            Ending::Died(_) => self.in_a_row - 1,
            Ending::NotReady => self.in_a_row,
        };
        Next::After(Duration::from_secs(1 << doublings.min(6)).min(LONGEST))
    }

    /// What cannot be reached is looked for as long as it takes, and never rested from: it may come
    /// back at any moment. 1 s, 2 s, 4 s, … up to 60 s, or when the server itself wants to be asked,
    /// where that is sane; one that says so again and again is asked less often all the same.
    pub(crate) fn away(&mut self, ending: Ending, wanted: Option<Duration>) -> Next {
        if let Ending::Died(after) = ending
            && after >= QUIET
        {
            self.in_a_row = 0;
        }
        let grown = Duration::from_secs(1 << self.in_a_row.min(6)).min(LONGEST);
        self.in_a_row += 1;
        Next::After(match wanted.map(|it| it.clamp(Duration::from_secs(1), LONGEST)) {
            Some(wanted) if self.in_a_row <= MOST => wanted,
            Some(wanted) => wanted.max(grown),
            None => grown,
        })
    }

    /// A rest, and a clean slate after it.
    pub(crate) fn rest(&mut self) -> Next {
        self.in_a_row = 0;
        Next::Rest(QUIET)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOON: Ending = Ending::Died(Duration::from_secs(1));

    fn seconds(next: Next) -> u64 {
        match next {
            Next::After(while_) | Next::Rest(while_) => while_.as_secs(),
        }
    }

    /// HOST-13
    #[test]
    fn deaths_in_a_row_wait_longer_and_then_rest() {
        let mut restarts = Restarts::default();
        let waits: Vec<_> = (0..4).map(|_| seconds(restarts.next(SOON))).collect();
        assert_eq!(waits, [0, 2, 4, 8]);
        assert_eq!(restarts.next(SOON), Next::Rest(QUIET));
        assert_eq!(restarts.next(SOON), Next::After(Duration::ZERO));
    }

    /// HOST-13
    #[test]
    fn a_server_that_was_well_for_long_starts_afresh() {
        let mut restarts = Restarts::default();
        for _ in 0..20 {
            assert_eq!(restarts.next(Ending::Died(QUIET)), Next::After(Duration::ZERO));
        }
    }

    #[test]
    fn what_is_away_is_looked_for_without_end() {
        let mut restarts = Restarts::default();
        let mut waits = |wanted| seconds(restarts.away(Ending::NotReady, wanted));
        let grown: Vec<_> = (0..8).map(|_| waits(None)).collect();
        assert_eq!(grown, [1, 2, 4, 8, 16, 32, 60, 60]);
        assert_eq!(restarts.away(Ending::Died(QUIET), None), Next::After(Duration::from_secs(1)));
    }

    #[test]
    fn a_server_says_when_it_wants_to_be_asked_again() {
        let wanted = |seconds| Some(Duration::from_secs(seconds));
        let mut restarts = Restarts::default();
        let mut waits = |it| seconds(restarts.away(Ending::NotReady, wanted(it)));
        assert_eq!([waits(3), waits(0), waits(31_536_000), waits(2), waits(2)], [3, 1, 60, 2, 2]);
        assert_eq!(waits(2), 32, "it is not asked every two seconds for ever");
    }

    #[test]
    fn a_start_that_failed_is_not_tried_at_once() {
        let mut restarts = Restarts::default();
        assert_eq!(restarts.next(Ending::NotReady), Next::After(Duration::from_secs(2)));
        assert_eq!(restarts.next(Ending::NotReady), Next::After(Duration::from_secs(4)));
    }
}
