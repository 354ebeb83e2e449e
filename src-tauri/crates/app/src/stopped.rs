//! Calls that somebody stopped, by the names that their callers chose: it tells why a question of
//! theirs was taken back.

use std::{
    collections::VecDeque,
    sync::{Mutex, PoisonError},
};

/// As many as there are questions in the inbox that are over, and some more.
const KEPT: usize = 400;

/// The last ones.
#[derive(Debug, Default)]
pub(crate) struct Stopped {
    // Held for a look-up, never over an await.
    calls: Mutex<VecDeque<String>>,
}

impl Stopped {
    /// Notes one.
    pub(crate) fn note(&self, call: &str) {
        let mut calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        calls.push_back(call.to_owned());
        if calls.len() > KEPT {
            calls.pop_front();
        }
    }

    /// Whether a call of this name was stopped, and not long ago.
    pub(crate) fn has(&self, call: &str) -> bool {
        let calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        calls.iter().any(|it| it == call)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_ones_are_known() {
        let stopped = Stopped::default();
        stopped.note("first");
        assert!(stopped.has("first") && !stopped.has("second"));
        (0..KEPT).for_each(|number| stopped.note(&number.to_string()));
        assert!(!stopped.has("first") && stopped.has("0"));
    }
}
