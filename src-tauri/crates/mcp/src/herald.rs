//! Brings notices to whoever listens without ever holding up the reading of replies.

use std::{
    collections::BTreeSet,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
};

use serde_json::Value;
use tokio::{
    sync::mpsc,
    time::{Duration, Instant},
};
use tokio_util::sync::CancellationToken;

use crate::notice::{List, Notice};

/// How many bytes of notices may wait for a slow listener.
const MOST_WAITING: usize = 4 << 20;
/// How many log and progress notices a second are handed on.
const MOST_A_SECOND: u32 = 50;

/// The end to speak into. It never waits: what there is no room for is counted and left out.
#[derive(Debug)]
pub(crate) struct Herald {
    queue: mpsc::UnboundedSender<(Notice, usize)>,
    shared: Arc<Shared>,
}

/// The end that walks.
#[derive(Debug)]
pub(crate) struct Walk {
    queue: mpsc::UnboundedReceiver<(Notice, usize)>,
    shared: Arc<Shared>,
    listener: mpsc::Sender<Notice>,
    told_of_drops: bool,
}

#[derive(Debug, Default)]
struct Shared {
    /// Bytes in the queue.
    waiting: AtomicUsize,
    dropped: AtomicU64,
    /// Which lists are in the queue as changed: once is enough.
    lists: [AtomicBool; 3],
    /// Which resources are.
    updated: Mutex<BTreeSet<String>>,
}

/// A herald for `listener`, and the walk that somebody must run.
pub(crate) fn herald(listener: mpsc::Sender<Notice>) -> (Herald, Walk) {
    let (sender, queue) = mpsc::unbounded_channel();
    let shared = Arc::new(Shared::default());
    let walk = Walk { queue, shared: Arc::clone(&shared), listener, told_of_drops: false };
    (Herald { queue: sender, shared }, walk)
}

impl Herald {
    /// Tells it, if there is room. What is rare and small is always told.
    pub(crate) fn tell(&self, notice: Notice) {
        let size = match &notice {
            Notice::ListChanged(list) if self.shared.list(*list).swap(true, Ordering::Relaxed) => {
                return;
            }
            Notice::ResourceUpdated { uri } if !self.shared.updated().insert(uri.clone()) => {
                return;
            }
            Notice::ListChanged(_) | Notice::Phase(_) | Notice::Lifecycle(_) => 0,
            Notice::Stderr(_)
            | Notice::Noise(_)
            | Notice::Log { .. }
            | Notice::Warning(_)
            | Notice::ResourceUpdated { .. }
            | Notice::Custom { .. } => weight(&notice),
        };
        if size > 0 && self.shared.waiting.load(Ordering::Relaxed) + size > MOST_WAITING {
            if let Notice::ResourceUpdated { uri } = &notice {
                self.shared.updated().remove(uri);
            }
            self.count_dropped();
            return;
        }
        self.shared.waiting.fetch_add(size, Ordering::Relaxed);
        // After the end nobody walks any more, and nobody listens.
        self.queue.send((notice, size)).ok();
    }

    /// One that was left out for another reason.
    pub(crate) fn count_dropped(&self) {
        self.shared.dropped.fetch_add(1, Ordering::Relaxed);
    }

    /// How many were left out.
    pub(crate) fn dropped(&self) -> u64 {
        self.shared.dropped.load(Ordering::Relaxed)
    }
}

impl Walk {
    /// Hands on what is told; once `end` comes, what was told until then, and returns.
    pub(crate) async fn run(mut self, end: CancellationToken) {
        loop {
            let notice = tokio::select! {
                notice = self.next() => notice,
                () = end.cancelled(), if !self.queue.is_closed() => {
                    self.queue.close();
                    continue;
                }
            };
            let Some(notice) = notice else { return };
            let told = self.listener.send(notice).await;
            let dropped = self.shared.dropped.load(Ordering::Relaxed);
            if told.is_ok() && dropped > 0 && !self.told_of_drops {
                self.told_of_drops = true;
                let text = "it says more than can be taken in, and some notices are left out";
                self.listener.send(Notice::Warning(text.to_owned())).await.ok();
            }
        }
    }

    async fn next(&mut self) -> Option<Notice> {
        let (notice, size) = self.queue.recv().await?;
        self.shared.waiting.fetch_sub(size, Ordering::Relaxed);
        if let Notice::ListChanged(list) = &notice {
            self.shared.list(*list).store(false, Ordering::Relaxed);
        }
        if let Notice::ResourceUpdated { uri } = &notice {
            self.shared.updated().remove(uri);
        }
        Some(notice)
    }
}

impl Shared {
    fn list(&self, list: List) -> &AtomicBool {
        let [tools, prompts, resources] = &self.lists;
        match list {
            List::Tools => tools,
            List::Prompts => prompts,
            List::Resources => resources,
        }
    }

    fn updated(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.updated.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What it holds, roughly, in bytes.
fn weight(notice: &Notice) -> usize {
    64 + match notice {
        Notice::Phase(_) | Notice::ListChanged(_) => 0,
        Notice::Stderr(text)
        | Notice::Noise(text)
        | Notice::Warning(text)
        | Notice::Lifecycle(text)
        | Notice::ResourceUpdated { uri: text } => text.len(),
        Notice::Log { level, logger, data } => {
            level.len() + logger.as_ref().map_or(0, String::len) + size(data)
        }
        Notice::Custom { method, params } => method.len() + size(params),
    }
}

/// What a value holds, roughly, in bytes.
fn size(value: &Value) -> usize {
    32 + match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(size).sum(),
        Value::Object(fields) => fields.iter().map(|(key, value)| key.len() + size(value)).sum(),
    }
}

/// Fifty a second, and no more.
#[derive(Debug)]
pub(crate) struct Rate {
    since: Instant,
    used: u32,
}

impl Rate {
    /// A fresh second.
    pub(crate) fn new() -> Self {
        Self { since: Instant::now(), used: 0 }
    }

    /// Whether one more is let through now.
    pub(crate) fn lets_through(&mut self) -> bool {
        let now = Instant::now();
        if now.duration_since(self.since) >= Duration::from_secs(1) {
            *self = Self { since: now, used: 0 };
        }
        self.used = self.used.saturating_add(1);
        self.used <= MOST_A_SECOND
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn fifty_a_second_pass() {
        let mut rate = Rate::new();
        let passed = |rate: &mut Rate| (0..5000).filter(|_| rate.lets_through()).count();
        assert_eq!(passed(&mut rate), 50);
        tokio::time::advance(Duration::from_secs(1)).await;
        assert_eq!(passed(&mut rate), 50);
    }

    #[tokio::test]
    async fn a_listener_that_sleeps_costs_no_more_than_the_room_there_is() {
        let (listener, mut heard) = mpsc::channel(1);
        let (herald, walk) = herald(listener);
        for _ in 0..10_000 {
            herald.tell(Notice::Noise("x".repeat(8000)));
            herald.tell(Notice::ListChanged(List::Tools));
            herald.tell(Notice::ResourceUpdated { uri: "f:x".to_owned() });
        }
        assert!(herald.dropped() > 9_000);
        assert!(herald.shared.waiting.load(Ordering::Relaxed) <= MOST_WAITING);
        let end = CancellationToken::new();
        end.cancel();
        let listen = async {
            let (mut lists, mut updates, mut warnings) = (0, 0, 0);
            while let Some(notice) = heard.recv().await {
                updates += usize::from(matches!(notice, Notice::ResourceUpdated { .. }));
                lists += usize::from(notice == Notice::ListChanged(List::Tools));
                warnings += usize::from(matches!(notice, Notice::Warning(_)));
            }
            (lists, updates, warnings)
        };
        assert_eq!(tokio::join!(listen, walk.run(end)).0, (1, 1, 1), "each is told once");
    }
}
