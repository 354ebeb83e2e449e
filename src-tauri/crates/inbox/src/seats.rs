//! Which desk a question goes to: the terminal that made the call, or the one that is there for all.

use std::{collections::BTreeMap, sync::Arc};

use crate::{desk::Desk, item::Call};

/// Tells desks apart.
pub(crate) type DeskKey = u64;

/// The one that is there for all.
pub(crate) const COMMON: DeskKey = 0;

/// The desks.
#[derive(Debug)]
pub(crate) struct Seats {
    common: Arc<dyn Desk>,
    last: DeskKey,
    /// By the tag of a call, or by what stands before the `:` in the tags of many. The first to sit
    /// down is asked: who names a tag that is taken does not get another's questions.
    by_tag: BTreeMap<String, Vec<Seated>>,
}

/// A desk, and what tells it apart.
pub(crate) type Seated = (DeskKey, Arc<dyn Desk>);

impl Seats {
    pub(crate) fn new(common: Arc<dyn Desk>) -> Self {
        Self { common, last: COMMON, by_tag: BTreeMap::new() }
    }

    /// From now on, what is for the call of this tag goes to this desk.
    pub(crate) fn take(&mut self, tag: &str, desk: Arc<dyn Desk>) -> DeskKey {
        self.last += 1;
        self.by_tag.entry(tag.to_owned()).or_default().push((self.last, desk));
        self.last
    }

    /// One seat is empty again; others of the same tag stay.
    pub(crate) fn leave(&mut self, tag: &str, key: DeskKey) {
        if let Some(seated) = self.by_tag.get_mut(tag) {
            seated.retain(|(it, _)| *it != key);
            if seated.is_empty() {
                self.by_tag.remove(tag);
            }
        }
    }

    /// The tag for which somebody sits there still.
    pub(crate) fn tag_of(&self, key: DeskKey) -> Option<&str> {
        let mut tags = self.by_tag.iter();
        tags.find(|(_, seated)| seated.iter().any(|(it, _)| *it == key)).map(|(tag, _)| &**tag)
    }

    /// The desk for a question that may be for any of these calls. Where they do not agree, it is
    /// the common one: a terminal is not asked for what another may have called. Where that one is
    /// not for all, and each of the calls has a desk, all of them are one person's, and the question
    /// names the calls: it is put at the desk of the newest call for which nothing waits there yet,
    /// as a call asks one thing at a time.
    pub(crate) fn of(&self, calls: &[Call], waits: impl Fn(DeskKey) -> bool) -> Seated {
        let common = || (COMMON, Arc::clone(&self.common));
        let seats = calls.iter().map(|call| self.at(&call.tag).and_then(|it| it.first()));
        let Some(seats) = seats.collect::<Option<Vec<_>>>() else { return common() };
        let Some((newest, desk)) = seats.last() else { return common() };
        if seats.iter().all(|(other, _)| other == newest) {
            return (*newest, Arc::clone(desk));
        }
        if self.common.is_for_all() {
            return common();
        }
        let free = seats.iter().rev().find(|(key, _)| !waits(*key));
        free.map_or_else(|| (*newest, Arc::clone(desk)), |(key, desk)| (*key, Arc::clone(desk)))
    }

    /// The same, once some of the calls have no desk any more: these are over. `None`: all are, or
    /// each of the others has a question of its own there, so that this one was of those.
    pub(crate) fn of_those_left(
        &self,
        calls: &[Call],
        waits: impl Fn(DeskKey) -> bool,
    ) -> Option<Seated> {
        let free = |call: &&Call| {
            let seat = self.at(&call.tag).and_then(|it| it.first());
            seat.is_some_and(|(key, _)| !waits(*key))
        };
        let left: Vec<Call> = calls.iter().filter(free).cloned().collect();
        (!left.is_empty()).then(|| self.of(&left, waits))
    }

    /// Who sits there for a call: by its own tag, or for all of its kind.
    fn at(&self, tag: &str) -> Option<&Vec<Seated>> {
        let of_all = || self.by_tag.get(tag.split_once(':')?.0);
        self.by_tag.get(tag).or_else(of_all)
    }
}
