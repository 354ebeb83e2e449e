//! One open question as the calls see it that it may belong to: their limits stand still while it
//! is open, and it learns when they are all over. It knows no server.

use std::{convert::Infallible, sync::Arc};

use tokio::sync::mpsc::{self, error::TryRecvError};

use crate::{asker::CallRef, pending::Pending};

/// An open question. Dropping it closes it.
#[derive(Debug)]
pub(crate) struct Hold {
    pending: Arc<Pending>,
    calls: Vec<(u64, Arc<CallRef>)>,
    /// Ends when the last of the calls has let go.
    over: mpsc::Receiver<Infallible>,
}

impl Hold {
    /// A question that belongs to the call of this id, where that is one, and else may belong to any
    /// call that is under way.
    pub(crate) fn on(pending: &Arc<Pending>, call: Option<u64>) -> Self {
        let (leash, over) = mpsc::channel(1);
        let calls = pending.stand_still(&leash, call);
        Self { pending: Arc::clone(pending), calls, over }
    }

    /// The calls.
    pub(crate) fn calls(&self) -> Vec<CallRef> {
        self.calls.iter().map(|(_, call)| CallRef::clone(call)).collect()
    }

    /// Whether all calls are over; never where there are none.
    pub(crate) fn is_over(&mut self) -> bool {
        !self.calls.is_empty() && matches!(self.over.try_recv(), Err(TryRecvError::Disconnected))
    }

    /// Waits until all calls are over; for ever where there are none.
    pub(crate) async fn calls_over(&mut self) {
        if self.calls.is_empty() {
            std::future::pending::<()>().await;
        }
        // Nothing is ever sent, so this is the end.
        self.over.recv().await;
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        self.over.close();
        self.pending.go_on(self.calls.iter().map(|(id, _)| *id));
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::{Instant, timeout};

    use super::*;
    use crate::patience::{Limits, Wait};

    /// HOST-37, HOST-42
    #[tokio::test]
    async fn a_question_whose_call_is_known_holds_up_no_other() {
        let pending = Arc::new(Pending::default());
        let (list, _a) = pending.open(None, None).unwrap();
        let (first, _b) = pending.open(None, call("first")).unwrap();
        let (second, _c) = pending.open(None, call("second")).unwrap();
        let hold = Hold::on(&pending, Some(second));
        assert_eq!(hold.calls().len(), 1);
        assert_eq!([first, second].map(|id| still(&pending, id)), [false, true]);
        drop(hold);
        // What came in answer to something else, or to what is over, may be any call's.
        for id in [list, 999] {
            assert_eq!(Hold::on(&pending, Some(id)).calls().len(), 2);
        }
    }

    fn call(tool: &str) -> Option<Arc<CallRef>> {
        Some(Arc::new(CallRef { tool: tool.to_owned(), tag: String::new() }))
    }

    fn still(pending: &Pending, id: u64) -> bool {
        let limits = Limits::new(Duration::from_secs(1), Duration::from_secs(1));
        pending.patience(id).wait(Instant::now(), &limits) == Wait::Still
    }

    /// HOST-37
    #[tokio::test]
    async fn the_limits_of_calls_stand_still_and_of_nothing_else() {
        let pending = Arc::new(Pending::default());
        let (list, _a) = pending.open(None, None).unwrap();
        let (first, _b) = pending.open(None, call("first")).unwrap();
        let (second, _c) = pending.open(None, call("second")).unwrap();
        let hold = Hold::on(&pending, None);
        let (later, _d) = pending.open(None, call("later")).unwrap();
        let tools: Vec<String> = hold.calls().into_iter().map(|it| it.tool).collect();
        assert_eq!(tools, ["first", "second"]);
        assert_eq!(
            [list, first, second, later].map(|id| still(&pending, id)),
            [false, true, true, false]
        );
        drop(hold);
        assert_eq!([first, second].map(|id| still(&pending, id)), [false, false]);
    }

    /// HOST-50
    #[tokio::test(start_paused = true)]
    async fn a_question_is_over_with_the_last_of_its_calls() {
        let pending = Arc::new(Pending::default());
        let (first, _a) = pending.open(None, call("first")).unwrap();
        let (_, _b) = pending.open(None, call("second")).unwrap();
        let mut hold = Hold::on(&pending, None);
        let second = Hold::on(&pending, None);
        assert!(pending.forget(first));
        let waits = timeout(Duration::from_secs(60), hold.calls_over()).await;
        assert!(waits.is_err(), "the other call goes on");
        pending.fail_all(|| crate::error::Error::Closed);
        hold.calls_over().await;
        drop(second);
    }

    #[tokio::test(start_paused = true)]
    async fn without_a_call_it_is_never_over() {
        let mut hold = Hold::on(&Arc::default(), None);
        assert!(timeout(Duration::from_secs(3600), hold.calls_over()).await.is_err());
    }
}
