//! Which pages a server of the legacy era said to be dealt with; it knows nobody who opened them.

use std::{
    collections::VecDeque,
    pin::pin,
    sync::{Mutex, MutexGuard, PoisonError},
};

use serde_json::Value;
use tokio::{sync::Notify, time::Instant};

/// The notification by which it is said.
pub(crate) const COMPLETE: &str = "notifications/elicitation/complete";

/// How many are remembered, and how long an id may be, in bytes.
const MOST_KEPT: usize = 64;
const LONGEST_ID: usize = 1 << 10;

/// What was said last. It is kept for a while, since it can come before anybody waits for it.
#[derive(Debug, Default)]
pub(crate) struct Completed {
    // A std mutex: nothing awaits while it is held.
    said: Mutex<VecDeque<(String, Instant)>>,
    news: Notify,
}

impl Completed {
    /// The server says so.
    pub(crate) fn tell(&self, params: &Value) {
        let id = params.get("elicitationId").and_then(Value::as_str);
        let Some(id) = id.filter(|id| id.len() <= LONGEST_ID) else { return };
        let mut said = self.said();
        if said.len() == MOST_KEPT {
            said.pop_front();
        }
        said.push_back((id.to_owned(), Instant::now()));
        drop(said);
        self.news.notify_waiters();
    }

    /// Waits until all of these were said, not counting what was said before `since`.
    pub(crate) async fn all(&self, ids: &[String], since: Instant) {
        let mut missing: Vec<&String> = ids.iter().collect();
        loop {
            let mut news = pin!(self.news.notified());
            news.as_mut().enable();
            {
                let said = self.said();
                missing.retain(|id| !said.iter().any(|(own, at)| own == *id && *at >= since));
            }
            if missing.is_empty() {
                return;
            }
            news.await;
        }
    }

    fn said(&self) -> MutexGuard<'_, VecDeque<(String, Instant)>> {
        self.said.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::json;
    use tokio::time::{advance, timeout};

    use super::*;

    fn ids(ids: &[&str]) -> Vec<String> {
        ids.iter().map(|id| (*id).to_owned()).collect()
    }

    fn said(id: &str) -> Value {
        json!({ "elicitationId": id })
    }

    #[tokio::test(start_paused = true)]
    async fn all_of_them_are_waited_for_in_whatever_order_they_come() {
        let completed = Completed::default();
        let (a, b) = (ids(&["a", "b"]), ids(&["b", "c"]));
        let since = Instant::now();
        completed.tell(&said("b"));
        let tell = async {
            tokio::task::yield_now().await;
            for id in ["x", "c", "a"] {
                completed.tell(&said(id));
                tokio::task::yield_now().await;
            }
        };
        let (waited, ()) = tokio::join!(
            timeout(Duration::from_secs(9), async {
                tokio::join!(completed.all(&a, since), completed.all(&b, since))
            }),
            tell
        );
        waited.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn what_was_said_before_does_not_count() {
        let completed = Completed::default();
        completed.tell(&said("a"));
        advance(Duration::from_millis(1)).await;
        let (a, since) = (ids(&["a"]), Instant::now());
        assert!(timeout(Duration::from_secs(9), completed.all(&a, since)).await.is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_said_without_end_is_not_kept_without_end() {
        let completed = Completed::default();
        for n in 0..1000 {
            completed.tell(&said(&n.to_string()));
        }
        completed.tell(&json!({ "elicitationId": "x".repeat(LONGEST_ID + 1) }));
        completed.tell(&json!({ "elicitationId": 7 }));
        completed.tell(&Value::Null);
        assert_eq!(completed.said().len(), MOST_KEPT);
        assert_eq!(completed.said().back().map(|(id, _)| id.as_str()), Some("999"));
    }
}
