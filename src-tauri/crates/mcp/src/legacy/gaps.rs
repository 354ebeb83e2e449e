//! How long is waited before a server is listened to again; it knows no clock.

use std::time::Duration;

/// The wait after a stream that was of use, where the server does not say how long.
const WAIT: Duration = Duration::from_secs(1);
/// The shortest wait that a server can ask for.
const SHORTEST: Duration = Duration::from_millis(100);
/// The waits after one attempt, two, and so on, in seconds; then the last one.
const GROWING: [u64; 5] = [2, 4, 8, 16, 60];
/// A stream that lasted so long was of use, though it brought nothing.
const LASTING: Duration = Duration::from_secs(30);

/// How many attempts were of no use.
#[derive(Debug, Default)]
pub(crate) struct Gaps {
    useless: usize,
}

impl Gaps {
    /// The wait after a stream that brought something or nothing, and lasted for so long.
    pub(crate) fn next(
        &mut self,
        heard: bool,
        lasted: Duration,
        retry: Option<Duration>,
    ) -> Duration {
        let asked = retry.unwrap_or(WAIT).max(SHORTEST);
        if heard || lasted >= LASTING {
            self.useless = 0;
            return asked;
        }
        let at = self.useless.min(GROWING.len() - 1);
        self.useless += 1;
        Duration::from_secs(GROWING.get(at).copied().unwrap_or(60)).max(asked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_the_first_minute_there_are_five_attempts_and_then_one_a_minute() {
        let mut gaps = Gaps::default();
        let mut at = Duration::ZERO;
        let mut attempts = vec![0];
        for _ in 0..8 {
            at += gaps.next(false, Duration::ZERO, None);
            attempts.push(at.as_secs());
        }
        assert_eq!(attempts, [0, 2, 6, 14, 30, 90, 150, 210, 270]);
    }

    #[test]
    fn a_stream_that_was_of_use_is_asked_for_when_its_server_wants() {
        let (mut gaps, no_time) = (Gaps::default(), Duration::ZERO);
        let retry = Some(Duration::from_millis(500));
        gaps.next(false, no_time, None);
        assert_eq!(gaps.next(true, no_time, retry), Duration::from_millis(500));
        assert_eq!(gaps.next(true, no_time, Some(no_time)), SHORTEST);
        assert_eq!(gaps.next(false, LASTING, None), WAIT);
        assert_eq!(gaps.next(false, no_time, retry).as_secs(), 2, "it begins anew");
    }
}
