//! The calls of one reply, and how far each is; pure.

use model::chat::card::CallId;

use crate::turn::Why;

/// How far a call is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// The rules are being looked at.
    Weighing,
    /// The person is asked.
    Waiting,
    /// It may run, and waits for its place.
    Queued,
    /// It runs.
    Running,
    /// It is not let run; the driver notes it.
    Denied(Why),
    /// Nothing more comes of it.
    Over,
}

impl Step {
    pub(super) fn is_over(self) -> bool {
        matches!(self, Self::Denied(_) | Self::Over)
    }
}

/// The calls of one reply, in its order.
#[derive(Debug, Default)]
pub(super) struct Queue(Vec<(CallId, Step)>);

impl Queue {
    pub(super) fn add(&mut self, call: CallId, step: Step) {
        self.0.push((call, step));
    }

    pub(super) fn step(&mut self, call: &CallId) -> Option<&mut Step> {
        self.0.iter_mut().find(|(it, _)| it == call).map(|(_, step)| step)
    }

    pub(super) fn find(&self, call: &CallId) -> Option<Step> {
        self.0.iter().find(|(it, _)| it == call).map(|(_, step)| *step)
    }

    /// Starts as many as there are places, the first first.
    pub(super) fn start(&mut self, most: usize) -> Vec<CallId> {
        let running = self.0.iter().filter(|(_, step)| *step == Step::Running).count();
        let free = most.saturating_sub(running);
        let queued = self.0.iter_mut().filter(|(_, step)| *step == Step::Queued);
        queued
            .take(free)
            .map(|(call, step)| {
                *step = Step::Running;
                call.clone()
            })
            .collect()
    }

    pub(super) fn is_over(&self) -> bool {
        self.0.iter().all(|(_, step)| step.is_over())
    }

    /// Whether some wait for the person, and nothing else goes on.
    pub(super) fn waits(&self) -> bool {
        let mut left = self.0.iter().filter(|(_, step)| !step.is_over()).peekable();
        left.peek().is_some() && left.all(|(_, step)| *step == Step::Waiting)
    }

    /// Those that are not over.
    pub(super) fn open(&self) -> impl Iterator<Item = CallId> {
        self.0.iter().filter(|(_, step)| !step.is_over()).map(|(call, _)| call.clone())
    }
}
