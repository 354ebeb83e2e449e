//! Lists that a server of the modern era said to be good for a while (`ttlMs`). They are kept for one
//! connection, which has one set of keys, so that both kinds of `cacheScope` are met. It knows no
//! server.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use serde::Deserialize;
use serde_json::{Value, value::RawValue};
use tokio::time::Instant;

/// The longest time that is believed.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);
/// The largest list that is kept, in bytes of JSON.
const LARGEST: usize = 4 << 20;

/// What is kept.
#[derive(Debug, Default)]
pub(crate) struct Shelf {
    // A std mutex: nothing awaits while it is held.
    lists: Mutex<BTreeMap<&'static str, Kept>>,
}

/// All pages of one list.
#[derive(Debug)]
struct Kept {
    pages: Vec<Box<RawValue>>,
    until: Instant,
    /// How often it had changed when it was asked for.
    changes: u64,
}

/// A list as it is read.
#[derive(Debug)]
pub(crate) struct Reading {
    method: &'static str,
    kept: Kept,
    size: usize,
}

impl Shelf {
    /// The pages, if they are still good. `changes` tells how often the list has changed so far.
    pub(crate) fn get(&self, method: &str, changes: u64) -> Option<Vec<Box<RawValue>>> {
        let lists = self.lists();
        let kept = lists.get(method)?;
        let good = kept.changes == changes && Instant::now() < kept.until;
        good.then(|| kept.pages.clone())
    }

    /// Begins to keep a list that is about to be asked for.
    pub(crate) fn read(method: &'static str, changes: u64) -> Reading {
        let until = Instant::now() + LONGEST;
        Reading { method, kept: Kept { pages: Vec::new(), until, changes }, size: 0 }
    }

    /// Keeps a list that was read to its end.
    pub(crate) fn put(&self, reading: Reading) {
        let Reading { method, kept, size } = reading;
        let mut lists = self.lists();
        lists.remove(method);
        if size <= LARGEST && Instant::now() < kept.until {
            lists.insert(method, kept);
        }
    }

    /// Forgets all of it.
    pub(crate) fn clear(&self) {
        self.lists().clear();
    }

    fn lists(&self) -> MutexGuard<'_, BTreeMap<&'static str, Kept>> {
        self.lists.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reading {
    /// One more page, which is good from now on for as long as it says. The list is good for as long
    /// as all of its pages are.
    pub(crate) fn add(&mut self, page: &RawValue) {
        self.kept.until = self.kept.until.min(Instant::now() + good_for(page));
        self.size += page.get().len();
        if self.size <= LARGEST && Instant::now() < self.kept.until {
            self.kept.pages.push(page.to_owned());
        }
    }
}

/// Nothing where the server does not say, or says nonsense, or has not come to the end of its answer:
/// what asks for more is good for the one who is asked alone.
fn good_for(page: &RawValue) -> Duration {
    #[derive(Deserialize)]
    struct Says {
        #[serde(default, rename = "ttlMs")]
        good_for: Value,
        #[serde(default, rename = "resultType")]
        kind: Value,
    }
    let says = serde_json::from_str::<Says>(page.get()).ok();
    let whole = says.filter(|says| says.kind.is_null() || says.kind == "complete");
    let millis = whole.and_then(|says| says.good_for.as_u64()).unwrap_or(0);
    Duration::from_millis(millis).min(LONGEST)
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    fn page(says: &str) -> Box<RawValue> {
        RawValue::from_string(format!("{{\"tools\":[]{says}}}")).unwrap()
    }

    /// Whether the list is still good then, and after it changed.
    async fn kept(pages: &[&str], after: u64) -> bool {
        let shelf = Shelf::default();
        let mut reading = Shelf::read("tools/list", 3);
        for says in pages {
            reading.add(&page(says));
        }
        shelf.put(reading);
        advance(Duration::from_millis(after)).await;
        assert!(shelf.get("tools/list", 4).is_none(), "it changed");
        assert!(shelf.get("prompts/list", 3).is_none(), "it is another");
        let found = shelf.get("tools/list", 3);
        shelf.clear();
        assert!(shelf.get("tools/list", 3).is_none());
        found.is_some_and(|found| found.len() == pages.len())
    }

    #[tokio::test(start_paused = true)]
    async fn a_list_is_good_for_as_long_as_all_of_its_pages() {
        let (long, short) = (r#","ttlMs":9000,"cacheScope":"private""#, r#","ttlMs":2000"#);
        assert!(kept(&[long], 8999).await && !kept(&[long], 9000).await);
        assert!(kept(&[long, short], 1999).await && !kept(&[long, short], 2000).await);
    }

    #[tokio::test(start_paused = true)]
    async fn a_server_that_does_not_say_is_asked_each_time() {
        for says in [
            "",
            r#","ttlMs":9000,"resultType":"input_required""#,
            r#","ttlMs":0"#,
            r#","ttlMs":-5"#,
            r#","ttlMs":"9000""#,
            r#","ttlMs":null"#,
        ] {
            assert!(!kept(&[says], 0).await, "{says}");
        }
        assert!(!kept(&[&format!(",\"ttlMs\":9000,\"x\":\"{}\"", "x".repeat(LARGEST))], 0).await);
    }
}
