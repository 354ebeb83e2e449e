//! Decides which era a server speaks, from its answers alone; it knows no pipe and no clock.
//!
//! `server/discover` is asked first, as the specification wants it, and `initialize` where that was
//! not understood. A server that is spoiled by the first question is started again once, and then
//! gets `initialize` first.

use crate::settings::{Era, EraChoice};

/// How often `server/discover` is asked of one process: once more when the refusal names our
/// version, or when it refuses `initialize` as well.
const MOST_DISCOVERS: u8 = 2;
/// How often `initialize` is asked: once more when the refusal names an older version.
const MOST_INITIALIZES: u8 = 2;

/// What was heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Heard {
    /// A usable answer to `server/discover`.
    Discovered,
    /// Versions in answer to `server/discover`, as a result or an error.
    Versions(Versions),
    /// Anything else in answer to `server/discover`.
    DiscoverRefused,
    /// A usable answer to `initialize`.
    Initialized,
    /// Anything else in answer to `initialize`.
    InitializeRefused(Refusal),
    /// The probe limit has passed.
    Silence,
    /// The process ended.
    Exited,
}

/// The versions that a server says it speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Versions {
    /// Ours of the modern era is among them, though it was refused.
    Ours,
    /// It is not.
    Others,
}

/// What a refusal of `initialize` looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// As from a server of the modern era alone: an unknown method or version.
    Modern,
    /// It names an older version of the legacy era that we know too.
    Older,
    /// As from one that was addressed in the wrong order, or for any reason of its own.
    Other,
}

/// What is to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// Ask `server/discover`; the probe limit begins anew.
    Discover,
    /// Ask `initialize`; the probe limit begins anew.
    Initialize,
    /// Wait for more.
    Wait,
    /// End this process and start another; then ask [`Handshake::begin`] again.
    Restart,
    /// The server is of this era; what it said of itself has been heard.
    Settled(Era),
    /// It is of no use.
    Fail,
}

/// Whom the questions go to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Peer {
    /// A process, which a question can spoil, and which can be started again.
    Process,
    /// A site, which takes each question by itself.
    Site,
}

/// The state of the questions. One serves all processes of one start.
#[derive(Debug)]
pub(crate) struct Handshake {
    choice: EraChoice,
    peer: Peer,
    restarted: bool,
    discover: Question,
    discovers: u8,
    initialize: Question,
    initializes: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Question {
    NotAsked,
    Open,
    Good,
    Refused,
    /// Refused with versions that are none of ours.
    OtherVersions,
}

impl Handshake {
    /// Nothing is known but what the caller wants.
    pub(crate) fn with(choice: EraChoice, peer: Peer) -> Self {
        let (discover, initialize) = (Question::NotAsked, Question::NotAsked);
        Self { choice, peer, restarted: false, discover, discovers: 0, initialize, initializes: 0 }
    }

    /// Whether a first process was given up.
    pub(crate) fn restarted(&self) -> bool {
        self.restarted
    }

    /// The first question to a fresh process.
    pub(crate) fn begin(&mut self) -> Step {
        self.discover = Question::NotAsked;
        self.discovers = 0;
        self.initialize = Question::NotAsked;
        self.initializes = 0;
        match self.choice {
            EraChoice::Only(Era::Legacy) | EraChoice::Auto { last: Some(Era::Legacy) } => {
                self.ask_initialize()
            }
            EraChoice::Auto { .. } if self.restarted => self.ask_initialize(),
            EraChoice::Auto { .. } | EraChoice::Only(Era::Modern) => self.ask_discover(),
        }
    }

    /// What is to be done now.
    pub(crate) fn on(&mut self, heard: Heard) -> Step {
        match heard {
            Heard::Discovered => {
                self.discover = Question::Good;
                match self.initialize {
                    // Both were asked. `initialize` ties the process to the legacy era if it is
                    // accepted, so its answer decides.
                    Question::Open => Step::Wait,
                    Question::NotAsked
                    | Question::Good
                    | Question::Refused
                    | Question::OtherVersions => Step::Settled(Era::Modern),
                }
            }
            Heard::Versions(Versions::Ours) if self.discovers < MOST_DISCOVERS => {
                self.ask_discover()
            }
            Heard::Versions(Versions::Others) => self.no_discovery(Question::OtherVersions),
            Heard::Versions(Versions::Ours) | Heard::DiscoverRefused => {
                self.no_discovery(Question::Refused)
            }
            Heard::Initialized => {
                self.initialize = Question::Good;
                Step::Settled(Era::Legacy)
            }
            Heard::InitializeRefused(refusal) => self.no_initialize(refusal),
            Heard::Silence => self.silence(),
            Heard::Exited => self.start_again(),
        }
    }

    fn no_discovery(&mut self, how: Question) -> Step {
        self.discover = how;
        match self.initialize {
            Question::NotAsked if self.may(Era::Legacy) => self.ask_initialize(),
            Question::Open => Step::Wait,
            Question::NotAsked | Question::Good | Question::Refused | Question::OtherVersions => {
                Step::Fail
            }
        }
    }

    fn no_initialize(&mut self, refusal: Refusal) -> Step {
        self.initialize = Question::Refused;
        if refusal == Refusal::Older && self.initializes < MOST_INITIALIZES {
            return self.ask_initialize();
        }
        if !self.may(Era::Modern) {
            return Step::Fail;
        }
        match (self.discover, refusal) {
            (Question::Good, _) => Step::Settled(Era::Modern),
            (Question::NotAsked, _) => self.ask_discover(),
            // It may still be starting, and will answer the first question late.
            (Question::Open, Refusal::Modern) => Step::Wait,
            (Question::Open, _) if self.peer == Peer::Site => Step::Wait,
            (Question::Refused, Refusal::Modern) if self.discovers < MOST_DISCOVERS => {
                self.ask_discover()
            }
            (Question::OtherVersions, _) => Step::Fail,
            (Question::Open | Question::Refused, _) => self.start_again(),
        }
    }

    fn silence(&mut self) -> Step {
        match (self.discover, self.initialize) {
            // It does not answer `initialize`, but it did answer the other question.
            (Question::Good, _) => Step::Settled(Era::Modern),
            (Question::Open, Question::NotAsked) if self.may(Era::Legacy) => self.ask_initialize(),
            _ => Step::Wait,
        }
    }

    /// Only a process that was asked `server/discover` can have been spoiled by it.
    fn start_again(&mut self) -> Step {
        if self.peer == Peer::Site
            || self.restarted
            || self.discovers == 0
            || !self.may(Era::Legacy)
        {
            return Step::Fail;
        }
        self.restarted = true;
        Step::Restart
    }

    fn ask_discover(&mut self) -> Step {
        self.discover = Question::Open;
        self.discovers += 1;
        Step::Discover
    }

    fn ask_initialize(&mut self) -> Step {
        self.initialize = Question::Open;
        self.initializes += 1;
        Step::Initialize
    }

    fn may(&self, era: Era) -> bool {
        match self.choice {
            EraChoice::Auto { .. } => true,
            EraChoice::Only(only) => only == era,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AUTO: EraChoice = EraChoice::Auto { last: None };
    const WAS_LEGACY: EraChoice = EraChoice::Auto { last: Some(Era::Legacy) };
    const OTHERS: Heard = Heard::Versions(Versions::Others);
    const OURS: Heard = Heard::Versions(Versions::Ours);
    const NO_MODERN: Heard = Heard::InitializeRefused(Refusal::Modern);
    const NO_OTHER: Heard = Heard::InitializeRefused(Refusal::Other);

    /// What is done after the first question, answer by answer.
    fn steps(choice: EraChoice, heard: &[Heard]) -> Vec<Step> {
        steps_of(Peer::Process, choice, heard)
    }

    fn steps_of(peer: Peer, choice: EraChoice, heard: &[Heard]) -> Vec<Step> {
        let mut handshake = Handshake::with(choice, peer);
        let mut steps = vec![handshake.begin()];
        for one in heard {
            let step = handshake.on(*one);
            steps.push(step);
            if step == Step::Restart {
                steps.push(handshake.begin());
            }
        }
        steps
    }

    use Step::{Discover, Fail, Initialize, Restart, Settled, Wait};

    #[test]
    fn the_ordinary_servers_are_settled_with_one_or_two_questions() {
        assert_eq!(steps(AUTO, &[Heard::Discovered]), [Discover, Settled(Era::Modern)]);
        for refusal in [Heard::DiscoverRefused, OTHERS, Heard::Silence] {
            assert_eq!(
                steps(AUTO, &[refusal, Heard::Initialized]),
                [Discover, Initialize, Settled(Era::Legacy)],
                "{refusal:?}"
            );
        }
        assert_eq!(steps(WAS_LEGACY, &[Heard::Initialized]), [Initialize, Settled(Era::Legacy)]);
    }

    #[test]
    fn a_spoiled_process_is_replaced_once() {
        assert_eq!(
            steps(AUTO, &[Heard::Exited, Heard::Initialized]),
            [Discover, Restart, Initialize, Settled(Era::Legacy)]
        );
        assert_eq!(
            steps(AUTO, &[Heard::DiscoverRefused, NO_OTHER, Heard::Initialized]),
            [Discover, Initialize, Restart, Initialize, Settled(Era::Legacy)]
        );
        assert_eq!(
            steps(AUTO, &[Heard::Exited, Heard::Exited]),
            [Discover, Restart, Initialize, Fail]
        );
        assert_eq!(steps(WAS_LEGACY, &[Heard::Exited]), [Initialize, Fail], "nothing spoiled it");
    }

    #[test]
    fn a_site_is_never_started_again() {
        let steps = |choice, heard: &[Heard]| steps_of(Peer::Site, choice, heard);
        assert_eq!(steps(AUTO, &[Heard::DiscoverRefused, NO_OTHER]), [Discover, Initialize, Fail]);
        assert_eq!(
            steps(AUTO, &[Heard::Silence, NO_OTHER, Heard::Discovered]),
            [Discover, Initialize, Wait, Settled(Era::Modern)],
            "the first question is still open"
        );
        assert_eq!(
            steps(AUTO, &[Heard::Silence, NO_OTHER, Heard::DiscoverRefused]),
            [Discover, Initialize, Wait, Fail]
        );
        assert_eq!(
            steps(WAS_LEGACY, &[NO_OTHER, Heard::Discovered]),
            [Initialize, Discover, Settled(Era::Modern)]
        );
    }

    #[test]
    fn an_older_version_is_asked_for_where_the_refusal_names_it() {
        let older = Heard::InitializeRefused(Refusal::Older);
        assert_eq!(
            steps(AUTO, &[Heard::DiscoverRefused, older, Heard::Initialized]),
            [Discover, Initialize, Initialize, Settled(Era::Legacy)]
        );
        assert_eq!(
            steps(EraChoice::Only(Era::Legacy), &[older, older]),
            [Initialize, Initialize, Fail]
        );
    }

    #[test]
    fn a_refused_initialize_is_no_dead_end_where_the_server_is_modern() {
        assert_eq!(
            steps(WAS_LEGACY, &[NO_MODERN, Heard::Discovered]),
            [Initialize, Discover, Settled(Era::Modern)]
        );
        assert_eq!(
            steps(AUTO, &[Heard::Silence, NO_MODERN, Heard::Discovered]),
            [Discover, Initialize, Wait, Settled(Era::Modern)]
        );
        assert_eq!(
            steps(AUTO, &[Heard::Silence, Heard::Discovered, NO_MODERN]),
            [Discover, Initialize, Wait, Settled(Era::Modern)]
        );
        assert_eq!(
            steps(AUTO, &[Heard::DiscoverRefused, NO_MODERN, Heard::Discovered]),
            [Discover, Initialize, Discover, Settled(Era::Modern)]
        );
    }

    #[test]
    fn a_late_answer_gives_way_to_an_accepted_initialize() {
        assert_eq!(
            steps(AUTO, &[Heard::Silence, Heard::Discovered, Heard::Initialized]),
            [Discover, Initialize, Wait, Settled(Era::Legacy)]
        );
        assert_eq!(
            steps(AUTO, &[Heard::Silence, Heard::Discovered, Heard::Silence]),
            [Discover, Initialize, Wait, Settled(Era::Modern)]
        );
    }

    #[test]
    fn our_version_in_a_refusal_is_asked_for_once_more() {
        assert_eq!(
            steps(AUTO, &[OURS, Heard::Discovered]),
            [Discover, Discover, Settled(Era::Modern)]
        );
        assert_eq!(steps(AUTO, &[OURS, OURS]), [Discover, Discover, Initialize]);
    }

    #[test]
    fn versions_that_are_none_of_ours_are_the_end_when_initialize_fails_too() {
        assert_eq!(steps(AUTO, &[OTHERS, NO_MODERN]), [Discover, Initialize, Fail]);
    }

    #[test]
    fn a_single_era_is_never_left() {
        let modern = EraChoice::Only(Era::Modern);
        assert_eq!(steps(modern, &[Heard::DiscoverRefused]), [Discover, Fail]);
        assert_eq!(steps(modern, &[Heard::Silence]), [Discover, Wait]);
        assert_eq!(steps(modern, &[Heard::Exited]), [Discover, Fail]);
        let legacy = EraChoice::Only(Era::Legacy);
        assert_eq!(steps(legacy, &[NO_MODERN]), [Initialize, Fail]);
        assert_eq!(steps(legacy, &[Heard::Silence]), [Initialize, Wait]);
    }

    #[test]
    fn whatever_is_heard_the_questions_come_to_an_end() {
        let all = [
            Heard::Discovered,
            OURS,
            OTHERS,
            Heard::DiscoverRefused,
            NO_MODERN,
            NO_OTHER,
            Heard::Exited,
        ];
        for choice in [AUTO, WAS_LEGACY, EraChoice::Only(Era::Modern), EraChoice::Only(Era::Legacy)]
        {
            // Every sequence of seven answers.
            for number in 0..all.len().pow(7) {
                let heard: Vec<Heard> =
                    (0..7).map(|at| all[number / all.len().pow(at) % all.len()]).collect();
                let asked = steps(choice, &heard);
                let of_a_site = steps_of(Peer::Site, choice, &heard);
                let first = of_a_site.iter().position(|step| matches!(step, Settled(_) | Fail));
                let of_a_site = &of_a_site[..first.unwrap_or(of_a_site.len())];
                assert!(!of_a_site.contains(&Restart), "{choice:?} {heard:?}: {of_a_site:?}");
                let questions = of_a_site.iter().filter(|it| matches!(it, Discover | Initialize));
                assert!(questions.count() <= 4, "{choice:?} {heard:?}: {of_a_site:?}");
                let until = asked.iter().position(|step| matches!(step, Settled(_) | Fail));
                let asked = &asked[..until.unwrap_or(asked.len())];
                let questions =
                    asked.iter().filter(|step| matches!(step, Discover | Initialize)).count();
                assert!(questions <= 7, "{choice:?} {heard:?}: {asked:?}");
            }
        }
    }
}
