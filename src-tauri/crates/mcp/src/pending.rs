//! The requests that wait for their reply, and who gets what comes; it knows no pipe.

use std::{
    collections::HashMap,
    convert::Infallible,
    pin::pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use serde_json::{Value, value::RawValue};
use stdx::text::clip;
use tokio::{
    sync::{Notify, mpsc, oneshot},
    time::Instant,
};
use tokio_util::sync::CancellationToken;

use crate::{asker::CallRef, error::Error, message, notice::Progress, patience::Patience};

/// The longest message of progress that is kept, in bytes.
const LONGEST_MESSAGE: usize = 1 << 10;

/// Where a notification says to which standing request it belongs.
const SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";

/// What one request comes to.
pub(crate) type Reply = Result<Box<RawValue>, Error>;

/// All waiting requests of one connection. Taking an entry out is what decides between a reply
/// and a cancel: whoever takes it has won.
#[derive(Debug, Default)]
pub(crate) struct Pending {
    // A std mutex: nothing awaits while it is held.
    state: Mutex<State>,
    /// Limits that stood still run again.
    moves: Notify,
    /// Nothing will be answered any more.
    end: CancellationToken,
}

#[derive(Debug, Default)]
struct State {
    /// The last id that was given away. Ids begin at 1 and are never used again.
    last: u64,
    waiting: HashMap<u64, Waiter>,
    over: Option<Over>,
}

#[derive(Debug)]
struct Waiter {
    reply: oneshot::Sender<Reply>,
    progress: Option<mpsc::Sender<Progress>>,
    /// Which call it is, where a question may belong to it.
    call: Option<Arc<CallRef>>,
    /// The open questions that may belong to it: they learn of its end as these go with it.
    leashes: Vec<Leash>,
    patience: Patience,
    /// How many questions may have been put for it.
    asked: u32,
    done: f64,
    /// Who hears that the server has begun, where it is to go on until somebody ends it.
    standing: Option<mpsc::UnboundedSender<Value>>,
}

/// Held by each request that a question may belong to. Nothing is ever sent.
pub(crate) type Leash = mpsc::Sender<Infallible>;

/// Why nothing will be answered any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Over {
    /// The server ended, in these words.
    Ended(String),
    /// We closed the connection.
    Closed,
}

impl Over {
    fn error(&self) -> Error {
        match self {
            Self::Ended(how) => Error::Ended { how: how.clone() },
            Self::Closed => Error::Closed,
        }
    }
}

/// What became of a reply whose request did not wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stray {
    /// It was asked once, and answered or given up since.
    Late,
    /// It was never asked.
    Unknown,
}

impl Pending {
    /// A new request: its id, and where its reply will come.
    pub(crate) fn open(
        &self,
        progress: Option<mpsc::Sender<Progress>>,
        call: Option<Arc<CallRef>>,
    ) -> Result<(u64, oneshot::Receiver<Reply>), Error> {
        let (reply, receiver) = oneshot::channel();
        let mut state = self.state();
        if let Some(over) = &state.over {
            return Err(over.error());
        }
        state.last += 1;
        let id = state.last;
        let waiter = Waiter {
            reply,
            progress,
            call,
            leashes: Vec::new(),
            patience: Patience::default(),
            asked: 0,
            done: f64::NEG_INFINITY,
            standing: None,
        };
        state.waiting.insert(id, waiter);
        Ok((id, receiver))
    }

    /// Notes that no reply to this request is waited for: it stands until somebody ends it. That the
    /// server has begun is told to `begun`.
    pub(crate) fn stands(&self, id: u64, begun: mpsc::UnboundedSender<Value>) {
        if let Some(waiter) = self.state().waiting.get_mut(&id) {
            waiter.standing = Some(begun);
        }
    }

    /// The server has begun what stands.
    pub(crate) fn acknowledged(&self, params: Value) {
        let id = params.get("_meta").and_then(|meta| meta.get(SUBSCRIPTION));
        let state = self.state();
        let stands = |id: &u64| state.waiting.get(id).and_then(|it| it.standing.as_ref());
        // One that names none is meant for the only one, if there is only one.
        let mut all = state.waiting.values().filter_map(|it| it.standing.as_ref());
        let begun = match id.and_then(message::token) {
            Some(id) => stands(&id),
            None => all.next().filter(|_| all.next().is_none()),
        };
        if let Some(begun) = begun {
            // Whoever has ended it in this moment does not hear it.
            begun.send(params).ok();
        }
    }

    /// Gives the reply to its request.
    pub(crate) fn settle(&self, id: u64, reply: Reply) -> Result<(), Stray> {
        let mut state = self.state();
        let Some(waiter) = state.waiting.remove(&id) else {
            let asked = (1..=state.last).contains(&id);
            return Err(if asked { Stray::Late } else { Stray::Unknown });
        };
        drop(state);
        // Whoever has stopped listening in this moment has also stopped wanting it.
        waiter.reply.send(reply).ok();
        Ok(())
    }

    /// Gives up a request. `false` when its reply was there first.
    pub(crate) fn forget(&self, id: u64) -> bool {
        self.state().waiting.remove(&id).is_some()
    }

    /// Whether this request waits.
    pub(crate) fn waits(&self, id: u64) -> bool {
        self.state().waiting.contains_key(&id)
    }

    /// The one request that waits for a reply, if it is one.
    pub(crate) fn only(&self) -> Option<u64> {
        let state = self.state();
        let mut waiting = state.waiting.iter().filter(|(_, waiter)| waiter.standing.is_none());
        let only = waiting.next().map(|(id, _)| *id);
        only.filter(|_| waiting.next().is_none())
    }

    /// How many wait for a reply.
    pub(crate) fn count(&self) -> usize {
        self.state().waiting.values().filter(|waiter| waiter.standing.is_none()).count()
    }

    /// Fails all that wait; new ones may come.
    pub(crate) fn fail_all(&self, error: impl Fn() -> Error) {
        let all = std::mem::take(&mut self.state().waiting);
        for waiter in all.into_values() {
            waiter.reply.send(Err(error())).ok();
        }
    }

    /// Fails all that wait and all that will come. The first reason stands.
    pub(crate) fn finish(&self, over: Over) {
        let over = self.state().over.get_or_insert(over).clone();
        self.end.cancel();
        self.fail_all(|| over.error());
    }

    /// Waits until nothing will be answered any more, and says why.
    pub(crate) async fn over(&self) -> Error {
        self.end.cancelled().await;
        self.state().over.as_ref().map_or(Error::Closed, Over::error)
    }

    /// What is known of a request for its limits; nothing of one that does not wait.
    pub(crate) fn patience(&self, id: u64) -> Patience {
        self.state().waiting.get(&id).map_or_else(Patience::default, |waiter| waiter.patience)
    }

    /// Waits until the limits of a request run again.
    pub(crate) async fn moves(&self, id: u64) {
        loop {
            let mut moves = pin!(self.moves.notified());
            moves.as_mut().enable();
            if !self.patience(id).still() {
                return;
            }
            moves.await;
        }
    }

    /// Has the limits of one call stand still, or of all where it is none, gives each the leash, and
    /// tells which they are, in the order in which they were made.
    pub(crate) fn stand_still(&self, leash: &Leash, one: Option<u64>) -> Vec<(u64, Arc<CallRef>)> {
        let now = Instant::now();
        let mut calls = Vec::new();
        let mut state = self.state();
        let one = one.filter(|id| state.waiting.get(id).is_some_and(|it| it.call.is_some()));
        for (id, waiter) in &mut state.waiting {
            let Some(call) = &waiter.call else { continue };
            if one.is_some_and(|one| one != *id) {
                continue;
            }
            calls.push((*id, Arc::clone(call)));
            waiter.leashes.push(leash.clone());
            waiter.patience.stop(now);
        }
        calls.sort_unstable_by_key(|(id, _)| *id);
        calls
    }

    /// Counts a question for this call, or for all where it is none; gives which it is for the one
    /// that was asked for least, and nothing where there is no call.
    pub(crate) fn asks(&self, one: Option<u64>) -> u32 {
        let mut state = self.state();
        let one = one.filter(|id| state.waiting.get(id).is_some_and(|it| it.call.is_some()));
        let all = state.waiting.iter_mut().filter(|(id, _)| one.is_none_or(|one| one == **id));
        let calls = all.map(|(_, waiter)| waiter).filter(|it| it.call.is_some());
        let counted = calls.map(|it| {
            it.asked = it.asked.saturating_add(1);
            it.asked
        });
        counted.min().unwrap_or_default()
    }

    /// Has the limits of those among these requests that still wait run again, as far as this
    /// question goes; its leash is closed.
    pub(crate) fn go_on(&self, ids: impl Iterator<Item = u64>) {
        let now = Instant::now();
        let mut state = self.state();
        for id in ids {
            if let Some(waiter) = state.waiting.get_mut(&id) {
                waiter.leashes.retain(|leash| !leash.is_closed());
                waiter.patience.go_on(now);
            }
        }
        drop(state);
        self.moves.notify_waiters();
    }

    /// Whether this progress belongs to a request that waits. It counts as a sign of life in any
    /// case; it is handed on when `room` says so and when the bar does not go back.
    pub(crate) fn progress(&self, params: &Value, room: impl FnOnce() -> bool) -> bool {
        let mut state = self.state();
        let token = params.get("progressToken").and_then(message::token);
        let Some(waiter) = token.and_then(|token| state.waiting.get_mut(&token)) else {
            return false;
        };
        waiter.patience.beat(Instant::now());
        let (Some(progress), Some(listener)) = (read_progress(params), &waiter.progress) else {
            return true;
        };
        if progress.done > waiter.done && room() {
            waiter.done = progress.done;
            // A listener that is behind misses this one; there will be another.
            listener.try_send(progress).ok();
        }
        true
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// `None` for what no bar can show.
fn read_progress(params: &Value) -> Option<Progress> {
    let done = params.get("progress").and_then(Value::as_f64).filter(|done| done.is_finite())?;
    let total = params.get("total").and_then(Value::as_f64).filter(|total| total.is_finite());
    if done < 0.0 || total.is_some_and(|total| done > total) {
        return None;
    }
    let message = params.get("message").and_then(Value::as_str);
    Some(Progress { done, total, message: message.map(|text| clip(text, LONGEST_MESSAGE)) })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::json;

    use super::*;
    use crate::patience::Limits;

    fn some_result() -> Reply {
        Ok(RawValue::from_string("{}".to_owned()).unwrap())
    }

    /// HOST-21, HOST-36
    #[test]
    fn a_reply_and_a_cancel_cannot_both_win() {
        let pending = Pending::default();
        let (id, mut reply) = pending.open(None, None).unwrap();
        assert_eq!(pending.settle(id, some_result()), Ok(()));
        assert!(!pending.forget(id), "the reply was first");
        assert!(reply.try_recv().is_ok());

        let (id, _reply) = pending.open(None, None).unwrap();
        assert!(pending.forget(id));
        assert_eq!(pending.settle(id, some_result()), Err(Stray::Late));
        assert_eq!(pending.settle(99, some_result()), Err(Stray::Unknown));
        assert_eq!(pending.settle(0, some_result()), Err(Stray::Unknown));
        assert_eq!(pending.count(), 0);
    }

    #[test]
    fn after_the_end_every_request_fails_with_the_first_reason() {
        let pending = Pending::default();
        let (_, mut reply) = pending.open(None, None).unwrap();
        pending.finish(Over::Ended("exit status 3".to_owned()));
        pending.finish(Over::Closed);
        assert!(
            matches!(reply.try_recv(), Ok(Err(Error::Ended { how })) if how == "exit status 3")
        );
        assert!(matches!(pending.open(None, None), Err(Error::Ended { .. })));
    }

    #[test]
    fn only_a_single_waiter_is_the_only_one() {
        let pending = Pending::default();
        assert_eq!(pending.only(), None);
        let (first, _a) = pending.open(None, None).unwrap();
        assert_eq!(pending.only(), Some(first));
        let (_, _b) = pending.open(None, None).unwrap();
        assert_eq!(pending.only(), None);
    }

    #[test]
    fn progress_never_goes_back_nor_past_its_total() {
        let pending = Pending::default();
        let (sender, mut heard) = mpsc::channel(16);
        let (id, _reply) = pending.open(Some(sender), None).unwrap();
        let tell = |progress: Value, total: Value| {
            let params = json!({ "progressToken": id, "progress": progress, "total": total });
            pending.progress(&params, || true)
        };
        for (progress, total) in [
            (json!(5), json!(3)),
            (json!(2), Value::Null),
            (json!(-1), json!(0)),
            (json!("7"), Value::Null),
            (json!(1e308), json!(1e-308)),
            (json!(1), json!(9)),
            (json!(3), json!(9)),
        ] {
            assert!(tell(progress, total), "it belongs to the call");
        }
        let mut seen = Vec::new();
        while let Ok(progress) = heard.try_recv() {
            seen.push(progress.done);
        }
        assert_eq!(seen, [2.0, 3.0]);
    }

    #[test]
    fn progress_for_nobody_is_told_apart() {
        let pending = Pending::default();
        let (id, _reply) = pending.open(None, None).unwrap();
        for params in [
            json!({}),
            Value::Null,
            json!({ "progressToken": null }),
            json!({ "progressToken": "x" }),
        ] {
            assert!(!pending.progress(&params, || true));
        }
        assert!(pending.progress(&json!({ "progressToken": id.to_string() }), || true));
        let limits = Limits::new(Duration::from_secs(1), Duration::from_secs(9));
        let (began, patience) = (Instant::now(), pending.patience(id));
        assert_ne!(
            patience.wait(began, &limits),
            Patience::default().wait(began, &limits),
            "it counts"
        );
    }
}
