//! What the person wishes of one server, as its runs and its calls see it now; it knows no row.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use model::{
    folder,
    server::{Level, Wishes},
};

/// The wishes of one server. Clones share them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Wished {
    // Held for a look-up, never over an await.
    now: Arc<Mutex<Now>>,
}

#[derive(Debug, Default)]
struct Now {
    wishes: Wishes,
    /// The resources that somebody watches, by their addresses: not kept, but for each run anew.
    watched: BTreeSet<String>,
}

impl Wished {
    /// As the row has them.
    pub(crate) fn new(wishes: Wishes) -> Self {
        Self { now: Arc::new(Mutex::new(Now { wishes, watched: BTreeSet::new() })) }
    }

    /// They are others now.
    pub(crate) fn set(&self, wishes: Wishes) {
        self.now().wishes = wishes;
    }

    /// From which level on it is to log.
    pub(crate) fn level(&self) -> Option<Level> {
        self.now().wishes.level
    }

    /// The folders that are shared, as servers know them; `None` where there are none.
    pub(crate) fn roots(&self) -> Option<Vec<mcp::Root>> {
        let now = self.now();
        let root = |path: &String| {
            Some(mcp::Root { uri: folder::address(path)?, name: Some(folder::name(path)) })
        };
        let roots: Vec<_> = now.wishes.folders.iter().filter_map(root).collect();
        (!roots.is_empty()).then_some(roots)
    }

    /// The resources that somebody watches.
    pub(crate) fn watched(&self) -> BTreeSet<String> {
        self.now().watched.clone()
    }

    /// One more is watched, or one less.
    pub(crate) fn watch(&self, uri: &str, on: bool) {
        let mut now = self.now();
        if on {
            now.watched.insert(uri.to_owned());
        } else {
            now.watched.remove(uri);
        }
    }

    fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
