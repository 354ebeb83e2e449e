//! When a list of a running server is read: at once, again when it says that it changed, and again
//! after a failure. It keeps no list.

use std::{future::pending, pin::Pin, time::Duration};

use tokio::time::{Instant, sleep_until};

/// A list of which a server says again and again that it changed is read no more often than this.
const LEAST: Duration = Duration::from_secs(1);
/// After so many lists without a quiet while the waits grow.
const PATIENT: u32 = 5;
const LONGEST: Duration = Duration::from_secs(30);
/// A list so long after the last one begins afresh.
const QUIET: Duration = Duration::from_secs(60);
/// The longest wait after failures.
const LONGEST_FAILED: Duration = Duration::from_secs(60);

/// How a list is read.
pub(super) type Read<T> = fn(mcp::Client) -> Reading<T>;
/// A list on its way.
pub(super) type Reading<T> = Pin<Box<dyn Future<Output = Listed<T>> + Send>>;
/// A list that came, or failed to.
pub(super) type Listed<T> = Result<T, mcp::Error>;

/// What a list tells of itself.
pub(super) trait Told {
    /// Whether a part of it did not come, so that it is worth to be asked for again.
    fn is_cut(&self) -> bool;
}

impl Told for mcp::ToolList {
    fn is_cut(&self) -> bool {
        self.gap == Some(mcp::Gap::Failed)
    }
}

impl<T> Told for mcp::Listed<T> {
    fn is_cut(&self) -> bool {
        self.gap == Some(mcp::Gap::Failed)
    }
}

/// One list of one connection.
pub(super) struct Listing<T> {
    client: mcp::Client,
    read: Read<T>,
    pace: Pace,
    now: Now<T>,
}

enum Now<T> {
    Nothing,
    Waits(Instant),
    Runs { list: Reading<T>, again: bool },
}

impl<T> Now<T> {
    fn changed(&mut self, pace: &mut Pace, now: Instant) {
        match self {
            Self::Runs { again, .. } => *again = true,
            Self::Nothing => *self = Self::Waits(pace.relist(now)),
            // It is one list, however often it is asked for before it begins.
            Self::Waits(at) => *at = (*at).min(pace.soonest(now)),
        }
    }
}

impl<T: Told> Listing<T> {
    /// A list that is due at once.
    pub(super) fn new(client: mcp::Client, read: Read<T>) -> Self {
        Self { client, read, pace: Pace::default(), now: Now::Waits(Instant::now()) }
    }

    /// A list that is not read before the server says that it changed.
    pub(super) fn later(client: mcp::Client, read: Read<T>) -> Self {
        Self { client, read, pace: Pace::default(), now: Now::Nothing }
    }

    /// The server says that it changed.
    pub(super) fn changed(&mut self) {
        self.now.changed(&mut self.pace, Instant::now());
    }

    /// Has a list that is being read end with what has come of it; the rest is read another time.
    pub(super) fn hurry(&self) {
        self.client.hurry_lists();
    }

    /// The next list, when there is one. Dropping the future loses nothing.
    pub(super) async fn next(&mut self) -> Listed<T> {
        loop {
            match &mut self.now {
                Now::Nothing => pending().await,
                Now::Waits(at) => {
                    sleep_until(*at).await;
                    self.begin();
                }
                Now::Runs { list, again } => {
                    let (listed, again) = (list.await, *again);
                    self.now = self.after(listed.as_ref().is_ok_and(|it| !it.is_cut()), again);
                    return listed;
                }
            }
        }
    }

    fn begin(&mut self) {
        self.pace.begun(Instant::now());
        self.now = Now::Runs { list: (self.read)(self.client.clone()), again: false };
    }

    fn after(&mut self, listed: bool, again: bool) -> Now<T> {
        let now = Instant::now();
        if !listed {
            return Now::Waits(self.pace.failed(now));
        }
        self.pace.listed();
        if again { Now::Waits(self.pace.relist(now)) } else { Now::Nothing }
    }
}

/// How soon the next list may begin.
#[derive(Debug, Default)]
struct Pace {
    failures: u32,
    relists: u32,
    last: Option<Instant>,
}

impl Pace {
    fn begun(&mut self, now: Instant) {
        self.last = Some(now);
    }

    fn listed(&mut self) {
        self.failures = 0;
    }

    /// After a failure: 2 s, 4 s, … up to 60 s.
    fn failed(&mut self, now: Instant) -> Instant {
        self.failures = (self.failures + 1).min(6);
        now + Duration::from_secs(1 << self.failures).min(LONGEST_FAILED)
    }

    /// After a change: 1 s from the last list, and longer if there were many in a row.
    fn relist(&mut self, now: Instant) -> Instant {
        let last = self.last.unwrap_or(now);
        if now.duration_since(last) >= QUIET {
            self.relists = 0;
        }
        self.relists = self.relists.saturating_add(1);
        self.soonest(now)
    }

    /// When a list may begin that is counted already.
    fn soonest(&self, now: Instant) -> Instant {
        let last = self.last.unwrap_or(now);
        let doublings = self.relists.saturating_sub(PATIENT).min(5);
        (last + (LEAST * (1 << doublings)).min(LONGEST)).max(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many seconds pass between lists that are asked for at once.
    fn gaps(pace: &mut Pace, count: usize) -> Vec<u64> {
        let mut now = Instant::now();
        pace.begun(now);
        let mut gaps = Vec::new();
        for _ in 0..count {
            let next = pace.relist(now);
            gaps.push(next.duration_since(now).as_secs());
            pace.begun(next);
            now = next;
        }
        gaps
    }

    /// HOST-18
    #[test]
    fn a_server_that_keeps_changing_is_listed_ever_more_seldom() {
        let mut pace = Pace::default();
        assert_eq!(gaps(&mut pace, 12), [1, 1, 1, 1, 1, 2, 4, 8, 16, 30, 30, 30]);
    }

    /// HOST-18: it tells of each of its tools as it adds them, and all of them are wanted soon.
    #[test]
    fn a_burst_of_changes_is_one_list() {
        let (mut pace, began) = (Pace::default(), Instant::now());
        pace.begun(began);
        for burst in 1..=PATIENT {
            let mut now = Now::<()>::Nothing;
            for _ in 0..1000 {
                now.changed(&mut pace, began);
            }
            assert!(matches!(now, Now::Waits(at) if at == began + LEAST), "burst {burst}");
            assert_eq!(pace.relists, burst);
        }
    }

    /// HOST-18
    #[test]
    fn a_change_after_a_quiet_while_is_listed_at_once() {
        let mut pace = Pace::default();
        gaps(&mut pace, 12);
        let now = Instant::now() + QUIET * 20;
        assert_eq!(pace.relist(now), now);
        assert_eq!(pace.relists, 1);
    }

    #[test]
    fn a_list_that_failed_is_tried_again_and_again() {
        let (mut pace, now) = (Pace::default(), Instant::now());
        let waits: Vec<_> =
            (0..8).map(|_| pace.failed(now).duration_since(now).as_secs()).collect();
        assert_eq!(waits, [2, 4, 8, 16, 32, 60, 60, 60]);
        pace.listed();
        assert_eq!(pace.failed(now).duration_since(now).as_secs(), 2);
    }
}
