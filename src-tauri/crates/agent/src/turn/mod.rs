//! One turn as a pure machine: events in, effects out. It knows no model, no server, no clock and no
//! row; the driver does what it says and tells it what came of that.

mod step;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use model::chat::card::CallId;

use self::step::{Queue, Step};

/// Replies that one turn may take. A model that still calls by then is most likely lost; the person
/// can let it go on.
pub const MOST_ROUNDS: u32 = 50;
/// Calls of one turn that run at the same time; the rest wait for their place.
pub const MOST_AT_ONCE: usize = 8;
/// How often one turn may make the very same call. Some poll, and may; none needs to for ever.
pub const MOST_ALIKE: u32 = 5;

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// The turn begins, with the calls of the last reply that are not over: none where a person has
    /// just spoken, some where an earlier run was cut off.
    Begin(Vec<CallId>),
    /// A reply is whole, and asks for these calls, in order.
    Replied(Vec<Asked>),
    /// A reply broke off; what came of it holds no call that could run.
    Broke,
    /// What the rules say of a call.
    Weighed(CallId, Weight),
    /// What the person says of a call that waits.
    Decided(CallId, Answer),
    /// A call is over, however it ended.
    Over(CallId),
    /// The person stopped one call.
    Halt(CallId),
    /// The person stopped the turn.
    Stop,
}

/// A call that a reply asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// Its name.
    pub call: CallId,
    /// The same for calls of the same tool with the same arguments.
    pub likeness: u64,
    /// Whether it can run at all: one of no known tool, or with broken arguments, is over already.
    pub over: bool,
}

/// What the rules say of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// It runs.
    Allow,
    /// The person is asked, by what its card shows.
    Ask,
    /// The person is asked, and the tool is another than what its card shows, if that shows one: what
    /// they said of that does not count.
    AskAnew,
    /// It does not run.
    Deny,
}

/// What the person says of a call that waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// It runs.
    Yes,
    /// It does not.
    No,
}

/// Why a call is not let run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// A rule says so.
    Rule,
    /// The person said so.
    Person,
    /// The same call was made too often in this turn.
    Alike,
}

/// What is to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// Ask the model for the next reply.
    Ask,
    /// Give up the reply that is being written; what came of it stays.
    CutReply,
    /// Find out what the rules say of a call.
    Weigh(CallId),
    /// Show that a call waits for the person, and what its tool is by now.
    Wait(CallId),
    /// Send a call to its server.
    Run(CallId),
    /// A call is not let run: say so to the model.
    Reject(CallId, Why),
    /// Calls are over now as far as this conversation goes, all at once: one that runs is stopped at
    /// its server.
    Cancel(Vec<CallId>),
    /// The turn is over; nothing comes after this.
    End(End),
}

/// How a turn ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The model said all.
    Said,
    /// A reply broke off.
    Broke,
    /// The person stopped it.
    Stopped,
    /// It took as many replies as a turn may.
    Budget,
}

/// One turn.
#[derive(Debug)]
pub struct Turn {
    phase: Phase,
    /// Replies that were asked for.
    rounds: u32,
    /// How often each call was asked for, by its likeness.
    alike: BTreeMap<u64, u32>,
}

#[derive(Debug)]
enum Phase {
    Fresh,
    Asking,
    Calling(Queue),
    Over,
}

impl Turn {
    /// One that has not begun.
    pub fn new() -> Self {
        Self { phase: Phase::Fresh, rounds: 0, alike: BTreeMap::new() }
    }

    /// Whether all that is left waits for the person.
    pub fn waits(&self) -> bool {
        match &self.phase {
            Phase::Calling(queue) => queue.waits(),
            Phase::Fresh | Phase::Asking | Phase::Over => false,
        }
    }

    /// Whether a call waits for this answer, so that it decides something.
    pub fn takes(&self, call: &CallId, answer: Answer) -> bool {
        match &self.phase {
            Phase::Calling(queue) => {
                queue.find(call).is_some_and(|step| decided(step, answer).is_some())
            }
            Phase::Fresh | Phase::Asking | Phase::Over => false,
        }
    }

    /// Takes an event; what is to be done, in order. What comes too late, or twice, is nothing.
    pub fn handle(&mut self, event: Event) -> Vec<Effect> {
        let mut effects = Vec::new();
        match event {
            Event::Begin(open) => self.begin(open, &mut effects),
            Event::Replied(asked) => self.replied(asked, &mut effects),
            Event::Broke => {
                if matches!(self.phase, Phase::Asking) {
                    self.end(End::Broke, &mut effects);
                }
            }
            Event::Weighed(call, weight) => {
                self.move_on(&call, &mut effects, |step| weighed(step, weight));
            }
            Event::Decided(call, answer) => {
                self.move_on(&call, &mut effects, |step| decided(step, answer));
            }
            Event::Over(call) => self.move_on(&call, &mut effects, |_| Some(Step::Over)),
            Event::Halt(call) => self.halt(&call, &mut effects),
            Event::Stop => self.stop(&mut effects),
        }
        effects
    }

    fn begin(&mut self, open: Vec<CallId>, effects: &mut Vec<Effect>) {
        if !matches!(self.phase, Phase::Fresh) {
            return;
        }
        self.call_all(open.into_iter().map(|call| (call, None)).collect(), effects);
    }

    fn replied(&mut self, asked: Vec<Asked>, effects: &mut Vec<Effect>) {
        if !matches!(self.phase, Phase::Asking) {
            return;
        }
        if asked.is_empty() {
            return self.end(End::Said, effects);
        }
        let mut calls = Vec::with_capacity(asked.len());
        for Asked { call, likeness, over } in asked {
            let made = self.alike.entry(likeness).or_default();
            *made += 1;
            let fate = match (over, *made > MOST_ALIKE) {
                (true, _) => Some(Step::Over),
                (false, true) => Some(Step::Denied(Why::Alike)),
                (false, false) => None,
            };
            calls.push((call, fate));
        }
        self.call_all(calls, effects);
    }

    /// Takes up calls: those without a fate yet are weighed.
    fn call_all(&mut self, calls: Vec<(CallId, Option<Step>)>, effects: &mut Vec<Effect>) {
        let mut queue = Queue::default();
        for (call, fate) in calls {
            match fate {
                None => effects.push(Effect::Weigh(call.clone())),
                Some(Step::Denied(why)) => effects.push(Effect::Reject(call.clone(), why)),
                Some(
                    Step::Weighing | Step::Waiting | Step::Queued | Step::Running | Step::Over,
                ) => {}
            }
            queue.add(call, fate.unwrap_or(Step::Weighing));
        }
        self.phase = Phase::Calling(queue);
        self.go_on(effects);
    }

    /// Moves one call a step, if it is there and the step is one.
    fn move_on(
        &mut self,
        call: &CallId,
        effects: &mut Vec<Effect>,
        next: impl FnOnce(Step) -> Option<Step>,
    ) {
        let Phase::Calling(queue) = &mut self.phase else { return };
        let Some(step) = queue.step(call) else { return };
        let Some(next) = next(*step) else { return };
        *step = next;
        match next {
            Step::Waiting => effects.push(Effect::Wait(call.clone())),
            Step::Denied(why) => effects.push(Effect::Reject(call.clone(), why)),
            Step::Weighing | Step::Queued | Step::Running | Step::Over => {}
        }
        self.go_on(effects);
    }

    /// Has calls run that may and have a place; with none left, the model is asked.
    fn go_on(&mut self, effects: &mut Vec<Effect>) {
        let Phase::Calling(queue) = &mut self.phase else { return };
        effects.extend(queue.start(MOST_AT_ONCE).into_iter().map(Effect::Run));
        if !queue.is_over() {
            return;
        }
        if self.rounds >= MOST_ROUNDS {
            return self.end(End::Budget, effects);
        }
        self.rounds += 1;
        self.phase = Phase::Asking;
        effects.push(Effect::Ask);
    }

    fn halt(&mut self, call: &CallId, effects: &mut Vec<Effect>) {
        let Phase::Calling(queue) = &mut self.phase else { return };
        let Some(step) = queue.step(call) else { return };
        if step.is_over() {
            return;
        }
        *step = Step::Over;
        effects.push(Effect::Cancel(vec![call.clone()]));
        self.go_on(effects);
    }

    fn stop(&mut self, effects: &mut Vec<Effect>) {
        match &self.phase {
            Phase::Over => return,
            Phase::Fresh => {}
            Phase::Asking => effects.push(Effect::CutReply),
            Phase::Calling(queue) => effects.push(Effect::Cancel(queue.open().collect())),
        }
        self.end(End::Stopped, effects);
    }

    fn end(&mut self, end: End, effects: &mut Vec<Effect>) {
        self.phase = Phase::Over;
        effects.push(Effect::End(end));
    }
}

/// Where a call goes by what the rules say of it, if anywhere.
fn weighed(step: Step, weight: Weight) -> Option<Step> {
    match (step, weight) {
        (Step::Weighing | Step::Waiting, Weight::Allow) => Some(Step::Queued),
        (Step::Weighing | Step::Waiting | Step::Queued, Weight::Deny) => {
            Some(Step::Denied(Why::Rule))
        }
        (Step::Weighing, Weight::Ask)
        | (Step::Weighing | Step::Waiting | Step::Queued, Weight::AskAnew) => Some(Step::Waiting),
        (Step::Waiting, Weight::Ask)
        | (Step::Queued, Weight::Allow | Weight::Ask)
        | (Step::Running | Step::Denied(_) | Step::Over, _) => None,
    }
}

/// Where a call goes by what the person says of it, if anywhere.
fn decided(step: Step, answer: Answer) -> Option<Step> {
    match (step, answer) {
        (Step::Waiting, Answer::Yes) => Some(Step::Queued),
        (Step::Weighing | Step::Waiting | Step::Queued, Answer::No) => {
            Some(Step::Denied(Why::Person))
        }
        (Step::Weighing | Step::Queued, Answer::Yes)
        | (Step::Running | Step::Denied(_) | Step::Over, _) => None,
    }
}

impl Default for Turn {
    fn default() -> Self {
        Self::new()
    }
}
