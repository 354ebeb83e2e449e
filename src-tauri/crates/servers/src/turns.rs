//! Turns by name: two changes of one server follow each other, those of two servers do not wait.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use model::name::ServerName;

/// One lock a name. Those that nobody holds or waits for are forgotten.
#[derive(Debug, Default)]
pub(crate) struct Turns {
    locks: Mutex<BTreeMap<ServerName, Arc<tokio::sync::Mutex<()>>>>,
}

impl Turns {
    /// The lock of a name: whoever holds it has its turn.
    pub(crate) fn of(&self, name: &ServerName) -> Arc<tokio::sync::Mutex<()>> {
        let mut locks = self.locks.lock().unwrap_or_else(PoisonError::into_inner);
        locks.retain(|_, lock| Arc::strong_count(lock) > 1);
        locks.entry(name.clone()).or_default().clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_same_name_waits_and_another_does_not() {
        let turns = Turns::default();
        let name = |text| ServerName::parse(text).unwrap();
        let held = turns.of(&name("a")).lock_owned().await;
        assert!(turns.of(&name("a")).try_lock().is_err());
        assert!(turns.of(&name("b")).try_lock().is_ok());
        drop(held);
        assert!(turns.of(&name("a")).try_lock().is_ok());
    }
}
