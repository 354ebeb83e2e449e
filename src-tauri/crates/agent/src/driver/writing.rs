//! The reply that is on its way: what of it was not told yet, and what was not kept.

use std::time::Duration;

use llm::Replying;
use model::chat::message::MessageId;
use tokio::time::Instant;

use crate::told::More;

/// What is written is told this often: text that comes in single words costs a page little then.
const TOLD_EACH: Duration = Duration::from_millis(40);
/// And kept this often: a power cut loses no more of a reply.
const KEPT_EACH: Duration = Duration::from_millis(500);

/// A reply that is on its way. Dropping it stops the model.
#[derive(Debug)]
pub(super) struct Writing {
    pub(super) message: MessageId,
    pub(super) reply: Replying,
    pub(super) began: Instant,
    /// How many pieces it has.
    pieces: usize,
    /// Whether the last one is a thought.
    thought: bool,
    untold: Option<(More, Instant)>,
    unkept: Option<Instant>,
}

impl Writing {
    pub(super) fn new(message: MessageId, reply: Replying) -> Self {
        let began = Instant::now();
        Self { message, reply, began, pieces: 0, thought: false, untold: None, unkept: None }
    }

    /// Adds what came; what must be told first, since another piece begins.
    pub(super) fn add(&mut self, thought: bool, text: &str) -> Option<More> {
        let now = Instant::now();
        let fresh = self.pieces == 0 || self.thought != thought;
        let first = if fresh { self.untold.take().map(|(more, _)| more) } else { None };
        if fresh {
            self.pieces += 1;
            self.thought = thought;
        }
        let piece = self.pieces - 1;
        let begin = || (More { piece, thought, text: String::new() }, now + TOLD_EACH);
        self.untold.get_or_insert_with(begin).0.text.push_str(text);
        self.unkept.get_or_insert(now + KEPT_EACH);
        first
    }

    /// When something is to be told or kept.
    pub(super) fn due(&self) -> Option<Instant> {
        let told = self.untold.as_ref().map(|(_, at)| *at);
        told.into_iter().chain(self.unkept).min()
    }

    /// What is to be told by now, or at all.
    pub(super) fn take_untold(&mut self, now: Option<Instant>) -> Option<More> {
        let (_, at) = self.untold.as_ref()?;
        if now.is_some_and(|now| now < *at) {
            return None;
        }
        self.untold.take().map(|(more, _)| more)
    }

    /// Whether it is to be kept by now.
    pub(super) fn take_unkept(&mut self, now: Instant) -> bool {
        let due = self.unkept.is_some_and(|it| it <= now);
        if due {
            self.unkept = None;
        }
        due
    }
}
