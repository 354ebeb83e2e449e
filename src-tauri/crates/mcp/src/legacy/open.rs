//! The questions that a server of the legacy era has open: each is put, waits for its answer, and is
//! taken back when nobody wants that answer any more. It knows no pipe.

use std::{future::poll_fn, sync::Arc, task::Poll};

use serde_json::{Value, value::RawValue};
use stdx::tasks::Tasks;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, oneshot},
    time::{Duration, Instant},
};
use tokio_util::sync::CancellationToken;
use tracing::error;

use crate::{
    asked::{
        self, INTERNAL, INVALID_PARAMS, MOST_OF_CALL, MOST_OPEN, read,
        reply::{Kind, Reply},
        unfit::Unfit,
    },
    asker::{Answer, Asked, Asker, Question},
    hold::Hold,
    pending::Pending,
};

/// How long a server that asked too often must be silent until it may ask again.
const SILENCE: Duration = Duration::from_secs(2);

/// The open questions of one connection. Dropping it takes all of them back.
#[derive(Debug)]
pub(crate) struct Open {
    asker: Arc<dyn Asker>,
    pending: Arc<Pending>,
    room: Arc<Semaphore>,
    /// The id of each question, and how its server takes it back.
    ids: Vec<(Value, CancellationToken)>,
    /// When the last question has been put: they are put in the order in which they came.
    turn: oneshot::Receiver<()>,
    /// When the server last asked more than it may.
    too_often: Option<Instant>,
    tasks: Tasks,
}

/// A question on its way to the asker.
struct One {
    asker: Arc<dyn Asker>,
    pending: Arc<Pending>,
    question: Question,
    hold: Hold,
    room: OwnedSemaphorePermit,
    back: CancellationToken,
}

impl Open {
    /// No questions yet; they go to `asker` and may belong to the calls in `pending`.
    pub(crate) fn new(asker: Arc<dyn Asker>, pending: Arc<Pending>) -> Self {
        let room = Arc::new(Semaphore::new(MOST_OPEN));
        let turn = oneshot::channel().1;
        Self { asker, pending, room, ids: Vec::new(), turn, too_often: None, tasks: Tasks::new() }
    }

    /// Puts a question, whose reply goes through `send`; what cannot be put is refused at once. It
    /// belongs to this call where the wire says so.
    pub(crate) fn put(
        &mut self,
        id: &RawValue,
        params: Option<&RawValue>,
        call: Option<u64>,
        send: impl FnOnce(Vec<u8>) + Send + 'static,
    ) {
        for _ in self.tasks.reap() {
            // What it says could hold a part of an answer.
            error!("the asker of a question panicked");
        }
        self.ids.retain(|(_, back)| !back.is_cancelled());
        if self.asks_on(call) {
            let why = format!(
                "it has asked {MOST_OF_CALL} times for one call, and may again when it has been silent for {SILENCE:?}"
            );
            return send(asked::refusal(id, INTERNAL, &why));
        }
        let asked = self.pending.asks(call);
        let question = match read::raw(params) {
            Ok(question) => question,
            Err(why) => {
                let why = why.to_string();
                if asked <= MOST_OF_CALL {
                    // What can be read of it, so that the person hears that they were not asked.
                    let question = Question::Form { message: read::message(params), schema: None };
                    let calls = Hold::on(&self.pending, call).calls();
                    self.asker.not_put(Asked { calls, question }, &why);
                }
                return send(asked::refusal(id, INVALID_PARAMS, &why));
            }
        };
        if asked > MOST_OF_CALL {
            self.too_often = Some(Instant::now());
            let why = format!("it has asked {MOST_OF_CALL} times for one call, and may no more");
            if asked == MOST_OF_CALL + 1 {
                // Once is enough: who asks on without end is not told of without end.
                let calls = Hold::on(&self.pending, call).calls();
                self.asker.not_put(Asked { calls, question }, &why);
            }
            return send(asked::refusal(id, INTERNAL, &why));
        }
        let Ok(room) = Arc::clone(&self.room).try_acquire_owned() else {
            let why = format!("{MOST_OPEN} questions are open already");
            return send(asked::refusal(id, INTERNAL, &why));
        };
        let back = CancellationToken::new();
        if let Ok(id) = serde_json::from_str(id.get()) {
            self.ids.push((id, back.clone()));
        }
        let (put, next) = oneshot::channel();
        let before = std::mem::replace(&mut self.turn, next);
        let one = One {
            asker: Arc::clone(&self.asker),
            pending: Arc::clone(&self.pending),
            question,
            hold: Hold::on(&self.pending, call),
            room,
            back,
        };
        let id = id.to_owned();
        self.tasks.spawn(async move {
            // An error means that the one before is gone.
            before.await.ok();
            if let Some(reply) = one.ask(put).await {
                send(match reply {
                    Ok(reply) => asked::result(&id, &reply),
                    Err(why) => asked::refusal(&id, INVALID_PARAMS, &why.to_string()),
                });
            }
        });
    }

    /// Whether this is one more of the questions with which a server does not come to an end. Where
    /// the wire does not say whose they are, they go on when the call that they were for is over, and
    /// would be taken for those of the next.
    fn asks_on(&mut self, call: Option<u64>) -> bool {
        if call.is_some_and(|id| self.pending.waits(id)) {
            return false;
        }
        let now = Instant::now();
        let goes_on = self.too_often.is_some_and(|last| now.duration_since(last) < SILENCE);
        self.too_often = goes_on.then_some(now);
        goes_on
    }

    /// The server does not want this answer any more, and gets none.
    pub(crate) fn take_back(&self, id: &Value) {
        for (_, back) in self.ids.iter().filter(|(own, _)| own == id) {
            back.cancel();
        }
    }
}

impl One {
    /// The reply; `None` where the server must not get one. `put` goes when the asker has it.
    async fn ask(self, put: oneshot::Sender<()>) -> Option<Result<Reply, Unfit>> {
        let Self { asker, pending, question, mut hold, room, back } = self;
        if back.is_cancelled() {
            return None;
        }
        // However this ends, nobody can take it back afterwards.
        let _over = back.clone().drop_guard();
        let kind = Kind::of(&question);
        if hold.is_over() {
            // HOST-50: who would answer has gone with its call.
            return Some(Reply::of(kind, Answer::Cancel));
        }
        let mut answering = asker.ask(Asked { calls: hold.calls(), question });
        let first = poll_fn(|context| Poll::Ready(answering.as_mut().poll(context))).await;
        drop(put);
        let answer = match first {
            Poll::Ready(answer) => answer,
            Poll::Pending => tokio::select! {
                biased;
                _ = pending.over() => return None,
                () = back.cancelled() => return None,
                // HOST-50: nobody waits for what would come of it.
                () = hold.calls_over() => Answer::Cancel,
                answer = &mut answering => answer,
            },
        };
        drop((answering, hold, room));
        Some(Reply::of(kind, answer))
    }
}
