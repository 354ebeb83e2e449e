//! Which desk a question goes to: the terminal that made the call, or the one that is there for all.

use std::{collections::BTreeMap, sync::Arc};

use crate::{desk::Desk, item::Call};

/// Tells desks apart.
pub(crate) type DeskKey = u64;

/// The one that is there for all.
const COMMON: DeskKey = 0;

/// The desks.
#[derive(Debug)]
pub(crate) struct Seats {
    common: Arc<dyn Desk>,
    last: DeskKey,
    by_tag: BTreeMap<String, (DeskKey, Arc<dyn Desk>)>,
}

impl Seats {
    pub(crate) fn new(common: Arc<dyn Desk>) -> Self {
        Self { common, last: COMMON, by_tag: BTreeMap::new() }
    }

    /// From now on, what is for the call of this tag goes to this desk.
    pub(crate) fn take(&mut self, tag: &str, desk: Arc<dyn Desk>) {
        self.last += 1;
        self.by_tag.insert(tag.to_owned(), (self.last, desk));
    }

    pub(crate) fn leave(&mut self, tag: &str) {
        self.by_tag.remove(tag);
    }

    /// The desk for a question that may be for any of these calls. Where they do not agree, it is
    /// the common one: a terminal is never asked for what another may have called.
    pub(crate) fn of(&self, calls: &[Call]) -> (DeskKey, Arc<dyn Desk>) {
        let mut seats = calls.iter().map(|call| self.by_tag.get(&call.tag));
        let first = seats.next().flatten();
        match first.filter(|(key, _)| seats.all(|it| it.is_some_and(|(other, _)| other == key))) {
            Some((key, desk)) => (*key, Arc::clone(desk)),
            None => (COMMON, Arc::clone(&self.common)),
        }
    }
}
