//! What becomes of a server that failed: tried again, given a rest, or left to the person. It only
//! decides.

use std::time::Duration;

use model::{
    server::Draft,
    state::{Failed, FailureKind},
};
use stdx::clock::Millis;

use crate::{
    restart::{Ending, Next, Restarts},
    words,
};

/// The failures of one server since it was last told to run.
#[derive(Debug)]
pub(super) struct Course {
    restarts: Restarts,
    /// Whether what it runs is new, and was never ready yet.
    fresh: bool,
}

/// What to do now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Then {
    /// Start it again at once.
    Again,
    /// Start it again after this while.
    After(Duration),
    /// Switch it off: nobody will try it, and a row that is on would be a lie (HOST-5).
    Off,
}

impl Course {
    pub(super) fn new(fresh: bool) -> Self {
        Self { restarts: Restarts::default(), fresh }
    }

    /// What to do after this failure, and how it is told.
    pub(super) fn after(
        &mut self,
        failure: Failed,
        ending: Ending,
        draft: &Draft,
        now: Millis,
    ) -> (Failed, Then) {
        let died = matches!(ending, Ending::Died(_));
        self.fresh &= !died;
        if waits_for_the_person(failure.kind) || (self.fresh && is_for_good(failure.kind)) {
            return (failure, Then::Off);
        }
        let next = match failure.kind {
            // Each try may ask the person again, or look like one who guesses keys.
            FailureKind::Keychain | FailureKind::Login => self.restarts.rest(),
            FailureKind::Unreachable | FailureKind::Unavailable => {
                self.restarts.away(ending, wanted(&failure, now))
            }
            FailureKind::CommandMissing
            | FailureKind::NotRunnable
            | FailureKind::Unset
            | FailureKind::Exited
            | FailureKind::TimedOut
            | FailureKind::Protocol
            | FailureKind::CrashLoop
            | FailureKind::Unapproved
            | FailureKind::Address
            | FailureKind::Internal => self.restarts.next(ending),
        };
        let (failure, wait) = match next {
            Next::After(wait) if wait.is_zero() => return (failure, Then::Again),
            Next::After(wait) => (failure, wait),
            Next::Rest(wait) if died && failure.kind != FailureKind::Login => {
                (words::crash_loop(failure, draft), wait)
            }
            // What keeps it from its start is worth more than how often it did.
            Next::Rest(wait) => (failure, wait),
        };
        let millis = i64::try_from(wait.as_millis()).unwrap_or(i64::MAX);
        let retry_at = Some(Millis(now.0.saturating_add(millis)));
        (Failed { retry_at, ..failure }, Then::After(wait))
    }
}

/// How long the server itself wants to be left alone.
fn wanted(failure: &Failed, now: Millis) -> Option<Duration> {
    let wait = failure.retry_at?.0.saturating_sub(now.0);
    Some(Duration::from_millis(u64::try_from(wait).unwrap_or_default()))
}

/// Only the person can help: trying again would change nothing.
fn waits_for_the_person(kind: FailureKind) -> bool {
    matches!(kind, FailureKind::Unapproved)
}

/// It will not pass by itself (HOST-5).
fn is_for_good(kind: FailureKind) -> bool {
    match kind {
        FailureKind::CommandMissing
        | FailureKind::NotRunnable
        | FailureKind::Unset
        | FailureKind::Exited
        | FailureKind::Protocol
        | FailureKind::CrashLoop
        | FailureKind::Unapproved
        | FailureKind::Address
        | FailureKind::Login => true,
        FailureKind::TimedOut
        | FailureKind::Keychain
        | FailureKind::Unreachable
        | FailureKind::Unavailable
        | FailureKind::Internal => false,
    }
}

#[cfg(test)]
mod tests {
    use model::{
        name::ServerName,
        server::{Limits, Source, Stdio, Transport},
    };

    use super::*;

    const DIED: Ending = Ending::Died(Duration::from_secs(1));

    fn draft() -> Draft {
        Draft {
            name: ServerName::parse("demo").unwrap(),
            title: "Demo".into(),
            description: String::new(),
            transport: Transport::Stdio(Stdio::default()),
            limits: Limits::default(),
            source: Source::User,
        }
    }

    fn failed(kind: FailureKind) -> Failed {
        Failed {
            reason: "The cause.".into(),
            hint: Some("The cure.".into()),
            kind,
            unset_secret: None,
            exit: None,
            stderr: Vec::new(),
            retry_at: None,
            since: Millis(0),
        }
    }

    fn after(course: &mut Course, kind: FailureKind, ending: Ending) -> (Failed, Then) {
        course.after(failed(kind), ending, &draft(), Millis(1000))
    }

    /// HOST-5
    #[test]
    fn what_a_failure_leads_to_depends_on_its_kind_and_on_what_is_new() {
        use Ending::NotReady;
        let (at_once, soon) =
            (Then::After(Duration::from_secs(1)), Then::After(Duration::from_secs(2)));
        for (kind, ending, when_new, when_known) in [
            (FailureKind::CommandMissing, NotReady, Then::Off, soon),
            (FailureKind::NotRunnable, NotReady, Then::Off, soon),
            (FailureKind::Unset, NotReady, Then::Off, soon),
            (FailureKind::Exited, NotReady, Then::Off, soon),
            (FailureKind::Protocol, NotReady, Then::Off, soon),
            (FailureKind::TimedOut, NotReady, soon, soon),
            (FailureKind::Internal, NotReady, soon, soon),
            (FailureKind::Unapproved, NotReady, Then::Off, Then::Off),
            (FailureKind::Address, NotReady, Then::Off, soon),
            (FailureKind::Login, NotReady, Then::Off, Then::After(Duration::from_secs(300))),
            (FailureKind::Unreachable, NotReady, at_once, at_once),
            (FailureKind::Unavailable, NotReady, at_once, at_once),
            (FailureKind::Unreachable, DIED, at_once, at_once),
            (FailureKind::Exited, DIED, Then::Again, Then::Again),
        ] {
            for (fresh, wanted) in [(true, when_new), (false, when_known)] {
                let (_, then) = after(&mut Course::new(fresh), kind, ending);
                assert_eq!(then, wanted, "{kind:?} {ending:?} new: {fresh}");
            }
        }
    }

    /// HOST-5
    #[test]
    fn a_new_server_that_was_ready_once_is_new_no_more() {
        let mut course = Course::new(true);
        assert_eq!(after(&mut course, FailureKind::Exited, DIED).1, Then::Again);
        let (_, then) = after(&mut course, FailureKind::Exited, Ending::NotReady);
        assert_eq!(then, Then::After(Duration::from_secs(4)));
    }

    /// HOST-13
    #[test]
    fn five_deaths_in_a_row_are_called_a_crash_loop() {
        let mut course = Course::new(false);
        let mut told = Vec::new();
        for _ in 0..5 {
            told.push(after(&mut course, FailureKind::Exited, DIED).0);
        }
        let kinds: Vec<_> = told.iter().map(|it| it.kind).collect();
        assert_eq!(kinds[..4], [FailureKind::Exited; 4]);
        assert_eq!(kinds[4], FailureKind::CrashLoop);
        assert_eq!(told[4].reason, "Demo stopped five times in a row. The cause.");
        assert_eq!(told[4].retry_at, Some(Millis(301_000)));
    }

    /// Case 36.
    #[test]
    fn a_server_that_is_away_is_asked_when_it_wants_to_be_and_never_given_up() {
        let mut course = Course::new(true);
        let busy = Failed { retry_at: Some(Millis(6000)), ..failed(FailureKind::Unavailable) };
        let (told, then) = course.after(busy, Ending::NotReady, &draft(), Millis(1000));
        assert_eq!(then, Then::After(Duration::from_secs(5)));
        assert_eq!(told.retry_at, Some(Millis(6000)));
        for _ in 0..20 {
            let (told, then) = after(&mut course, FailureKind::Unreachable, DIED);
            let Then::After(wait) = then else { panic!("{then:?}") };
            assert!(wait <= Duration::from_secs(60), "{wait:?}");
            assert_eq!(told.reason, "The cause.");
        }
    }

    #[test]
    fn starts_that_fail_in_a_row_keep_their_cause() {
        let mut course = Course::new(false);
        for _ in 0..20 {
            let (failure, _) = after(&mut course, FailureKind::Unset, Ending::NotReady);
            assert!(failure.retry_at.is_some());
            assert_eq!(Failed { retry_at: None, ..failure }, failed(FailureKind::Unset));
        }
    }
}
