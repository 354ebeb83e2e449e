//! The order in which the questions of one server come into the line: that in which it asked them,
//! however long each of them is looked at before.

use std::{
    future::poll_fn,
    pin::pin,
    sync::{Arc, Mutex, PoisonError},
};

use tokio::sync::oneshot::{self, Receiver, Sender};

/// Clones are the same order.
#[derive(Debug, Clone, Default)]
pub(super) struct Order(Arc<Mutex<Option<Receiver<()>>>>);

/// The place of one question; dropping it lets the next one come.
#[derive(Debug)]
pub(super) struct Turn {
    before: Option<Receiver<()>>,
    then: Option<Sender<()>>,
}

impl Order {
    /// The next place.
    pub(super) fn turn(&self) -> Turn {
        let (then, next) = oneshot::channel();
        let before = self.0.lock().unwrap_or_else(PoisonError::into_inner).replace(next);
        Turn { before, then: Some(then) }
    }
}

impl Turn {
    /// Begins what joins the line when it begins, once those before it have, and goes on with it.
    pub(super) async fn begin<T>(mut self, joining: impl Future<Output = T>) -> T {
        if let Some(before) = self.before.take() {
            // One that was taken back is past as well.
            before.await.ok();
        }
        let mut joining = pin!(joining);
        poll_fn(|cx| {
            let done = joining.as_mut().poll(cx);
            self.then = None;
            done
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use tokio::task::yield_now;

    use super::*;

    /// HOST-47
    #[tokio::test]
    async fn who_asked_first_is_first_in_the_line_though_it_is_looked_at_for_longer() {
        let (order, line) = (Order::default(), Mutex::new(Vec::new()));
        let ask = |name: &'static str, looks: usize| {
            let (turn, line) = (order.turn(), &line);
            async move {
                for _ in 0..looks {
                    yield_now().await;
                }
                turn.begin(async {
                    line.lock().unwrap().push(name);
                    // It waits for the person, and nobody waits for it.
                    if name == "one" {
                        std::future::pending::<()>().await;
                    }
                })
                .await;
            }
        };
        let (one, two, three) = (ask("one", 9), ask("two", 0), ask("three", 3));
        tokio::select! {
            () = one => {}
            _ = async { tokio::join!(two, three) } => {}
        }
        assert_eq!(*line.lock().unwrap(), ["one", "two", "three"]);
    }

    #[tokio::test]
    async fn one_that_is_taken_back_holds_nobody_up() {
        let order = Order::default();
        let (first, second) = (order.turn(), order.turn());
        drop(first);
        assert_eq!(second.begin(async { 2 }).await, 2);
    }
}
