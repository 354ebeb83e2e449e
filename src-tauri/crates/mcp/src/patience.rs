//! How long a request may go on waiting: it may not be silent for too long, nor take too long
//! altogether, and while the person is asked neither counts. It knows no request and no clock.

use std::time::Duration;

use tokio::time::Instant;

use crate::error::Passed;

/// How many times the time without a sign of life the whole may take.
const MOST: u32 = 5;

/// The limits on one request.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// How long the server may be silent.
    pub(crate) silence: Duration,
    /// How long the whole may take.
    pub(crate) cap: Duration,
    /// What of the cap was used up before this request.
    pub(crate) spent: Duration,
}

impl Limits {
    /// The one rule: the server may be silent for `limit`, and the whole may take five times that.
    pub(crate) fn of(limit: Duration) -> Self {
        Self::new(limit, limit.saturating_mul(MOST))
    }

    /// Both by themselves.
    pub(crate) fn new(silence: Duration, cap: Duration) -> Self {
        Self { silence, cap, spent: Duration::ZERO }
    }

    /// The limit of this name.
    pub(crate) fn limit(&self, passed: Passed) -> Duration {
        match passed {
            Passed::Silence => self.silence,
            Passed::Whole => self.cap,
        }
    }
}

/// What is known of one request that waits.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Patience {
    /// The last sign of life.
    beat: Option<Instant>,
    /// How many questions are open that may belong to it.
    questions: usize,
    /// Since when at least one is.
    since: Option<Instant>,
    /// How long the limits stood still since the last sign of life.
    silent: Duration,
    /// How long they stood still altogether.
    stood: Duration,
}

/// What the limits say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wait {
    /// It may wait until then; the limit that is passed then.
    Until(Instant, Passed),
    /// The limits stand still.
    Still,
}

impl Patience {
    /// The server gave a sign of life.
    pub(crate) fn beat(&mut self, now: Instant) {
        self.beat = Some(now);
        self.silent = Duration::ZERO;
        if self.since.is_some() {
            // What stood still before the sign is behind it.
            self.stood += self.stands(now);
            self.since = Some(now);
        }
    }

    /// A question is open.
    pub(crate) fn stop(&mut self, now: Instant) {
        self.questions += 1;
        self.since.get_or_insert(now);
    }

    /// A question is not open any more.
    pub(crate) fn go_on(&mut self, now: Instant) {
        self.questions = self.questions.saturating_sub(1);
        if self.questions == 0 {
            let stood = self.stands(now);
            self.silent += stood;
            self.stood += stood;
            self.since = None;
        }
    }

    /// Whether the limits stand still.
    pub(crate) fn still(&self) -> bool {
        self.since.is_some()
    }

    /// What the limits say of a request that began then.
    pub(crate) fn wait(&self, began: Instant, limits: &Limits) -> Wait {
        if self.still() {
            return Wait::Still;
        }
        let idle = self.beat.unwrap_or(began) + self.silent + limits.silence;
        let most = began + self.stood + limits.cap.saturating_sub(limits.spent);
        if most < idle {
            Wait::Until(most, Passed::Whole)
        } else {
            Wait::Until(idle, Passed::Silence)
        }
    }

    fn stands(&self, now: Instant) -> Duration {
        self.since.map_or(Duration::ZERO, |since| now.duration_since(since))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SILENCE: Duration = Duration::from_secs(10);
    const CAP: Duration = Duration::from_secs(25);

    /// A request that began now, and the points in time after that.
    fn began() -> (Instant, Patience, impl Fn(u64) -> Instant) {
        let began = Instant::now();
        (began, Patience::default(), move |seconds| began + Duration::from_secs(seconds))
    }

    /// HOST-37
    #[test]
    fn the_whole_may_take_five_times_the_limit_on_silence() {
        let limits = Limits::of(SILENCE);
        assert_eq!(limits.limit(Passed::Silence), SILENCE);
        assert_eq!(limits.limit(Passed::Whole), SILENCE * 5);
    }

    #[test]
    fn patience_begins_anew_with_each_beat_and_ends_at_the_cap() {
        let ((began, mut patience, after), limits) = (began(), Limits::new(SILENCE, CAP));
        assert_eq!(patience.wait(began, &limits), Wait::Until(after(10), Passed::Silence));
        patience.beat(after(9));
        assert_eq!(patience.wait(began, &limits), Wait::Until(after(19), Passed::Silence));
        patience.beat(after(19));
        assert_eq!(patience.wait(began, &limits), Wait::Until(after(25), Passed::Whole));
    }

    #[test]
    fn what_was_spent_before_counts_for_the_cap_alone() {
        let (began, patience, after) = began();
        let spent =
            |seconds| Limits { spent: Duration::from_secs(seconds), ..Limits::new(SILENCE, CAP) };
        assert_eq!(patience.wait(began, &spent(5)), Wait::Until(after(10), Passed::Silence));
        assert_eq!(patience.wait(began, &spent(20)), Wait::Until(after(5), Passed::Whole));
        assert_eq!(patience.wait(began, &spent(99)), Wait::Until(began, Passed::Whole));
    }

    /// HOST-37
    #[test]
    fn while_a_question_is_open_neither_limit_runs() {
        let ((began, mut patience, after), limits) = (began(), Limits::new(SILENCE, CAP));
        patience.stop(after(4));
        assert_eq!(patience.wait(began, &limits), Wait::Still);
        patience.go_on(after(104));
        assert_eq!(patience.wait(began, &limits), Wait::Until(after(110), Passed::Silence));
        patience.beat(after(109));
        patience.stop(after(110));
        patience.go_on(after(130));
        // The cap has 25 s and stood still for 120 s.
        assert_eq!(patience.wait(began, &limits), Wait::Until(after(139), Passed::Silence));
        patience.beat(after(138));
        assert_eq!(patience.wait(began, &limits), Wait::Until(after(145), Passed::Whole));
    }

    /// HOST-37
    #[test]
    fn questions_that_overlap_stand_still_for_as_long_as_any_is_open() {
        let ((began, mut patience, after), limits) = (began(), Limits::new(SILENCE, CAP));
        patience.stop(after(1));
        patience.stop(after(5));
        patience.go_on(after(6));
        assert_eq!(patience.wait(began, &limits), Wait::Still, "the second is open");
        patience.go_on(after(51));
        assert_eq!(patience.wait(began, &limits), Wait::Until(after(60), Passed::Silence));
    }

    /// HOST-37
    #[test]
    fn a_beat_while_a_question_is_open_is_a_sign_of_life_as_well() {
        let ((began, mut patience, after), limits) = (began(), Limits::new(SILENCE, CAP));
        patience.stop(after(5));
        patience.beat(after(20));
        patience.go_on(after(30));
        // It was silent for no time that counts since the beat, and used 5 s of its cap.
        assert_eq!(patience.wait(began, &limits), Wait::Until(after(40), Passed::Silence));
        patience.beat(after(39));
        assert_eq!(patience.wait(began, &limits), Wait::Until(after(49), Passed::Silence));
        patience.beat(after(48));
        assert_eq!(patience.wait(began, &limits), Wait::Until(after(50), Passed::Whole));
    }
}
