//! Waits that differ a little from one client to the next, so that those whose server went down do not
//! all come back in one moment; it knows no server.

use std::{
    hash::{BuildHasher, Hasher, RandomState},
    time::Duration,
};

/// A wait is made longer by at most this part of it, and never shorter: a server that says how long
/// means at least that.
const PART: u32 = 10;

/// The wait, or somewhat more.
pub fn spread(wait: Duration) -> Duration {
    // The keys of a new state are drawn by lot, and no more is needed here.
    let lot = RandomState::new().build_hasher().finish();
    let most = u64::try_from((wait / PART).as_millis()).unwrap_or(u64::MAX);
    wait + Duration::from_millis(lot.checked_rem(most.saturating_add(1)).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_wait_is_shorter_and_none_is_much_longer() {
        let wait = Duration::from_secs(2);
        let waits: BTreeSet<_> = (0..200).map(|_| spread(wait)).collect();
        assert!(waits.iter().all(|it| (wait..=wait + wait / PART).contains(it)), "{waits:?}");
        assert!(waits.len() > 50, "they come at {} moments", waits.len());
        assert_eq!(spread(Duration::ZERO), Duration::ZERO);
        assert_eq!(spread(Duration::from_millis(5)), Duration::from_millis(5));
    }
}
