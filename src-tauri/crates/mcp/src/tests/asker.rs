//! Somebody who answers, for tests: what is asked arrives in a channel, with the means to answer.

use std::{
    fmt,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use serde_json::Value;
use tokio::sync::{mpsc, oneshot};

use crate::{Answer, Answering, Asked, Asker, Content, Root};

/// An asker whose questions a test takes one by one.
pub(crate) struct Scripted {
    out: mpsc::UnboundedSender<Put>,
    roots: Shared,
    /// How many questions are open.
    open: Arc<AtomicUsize>,
    not_put: Arc<Mutex<Vec<String>>>,
}

/// The folders that are shared, as a test has it.
type Shared = Arc<Mutex<Option<Vec<Root>>>>;

/// A question that was put.
pub(crate) struct Put {
    pub(crate) asked: Asked,
    answer: oneshot::Sender<Answer>,
}

/// Where questions arrive.
pub(crate) struct Questions {
    incoming: mpsc::UnboundedReceiver<Put>,
    open: Arc<AtomicUsize>,
    roots: Shared,
    not_put: Arc<Mutex<Vec<String>>>,
}

/// An asker, and where its questions arrive.
pub(crate) fn asker() -> (Arc<dyn Asker>, Questions) {
    let (out, incoming) = mpsc::unbounded_channel();
    let (open, roots) = (Arc::default(), Shared::default());
    let not_put = Arc::<Mutex<Vec<String>>>::default();
    let scripted = Scripted {
        out,
        open: Arc::clone(&open),
        roots: Arc::clone(&roots),
        not_put: Arc::clone(&not_put),
    };
    (Arc::new(scripted), Questions { incoming, open, roots, not_put })
}

impl Asker for Scripted {
    fn ask(&self, asked: Asked) -> Answering {
        let (answer, answered) = oneshot::channel();
        let open = Open::new(&self.open);
        self.out.send(Put { asked, answer }).ok();
        Box::pin(async move {
            let _open = open;
            answered.await.unwrap_or(Answer::Cancel)
        })
    }

    fn not_put(&self, _: Asked, why: &str) {
        self.not_put.lock().unwrap().push(why.to_owned());
    }

    fn roots(&self) -> Option<Vec<Root>> {
        self.roots.lock().unwrap().clone()
    }
}

impl fmt::Debug for Scripted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Scripted")
    }
}

struct Open(Arc<AtomicUsize>);

impl Open {
    fn new(open: &Arc<AtomicUsize>) -> Self {
        open.fetch_add(1, Ordering::SeqCst);
        Self(Arc::clone(open))
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Questions {
    /// The next question.
    pub(crate) async fn next(&mut self) -> Put {
        self.incoming.recv().await.unwrap()
    }

    /// The next question, if it is there already.
    pub(crate) fn ready(&mut self) -> Option<Put> {
        self.incoming.try_recv().ok()
    }

    /// Shares these folders from now on.
    pub(crate) fn share(&self, roots: Option<Vec<Root>>) {
        *self.roots.lock().unwrap() = roots;
    }

    /// Why questions were not put, as it was heard.
    pub(crate) fn not_put(&self) -> Vec<String> {
        self.not_put.lock().unwrap().clone()
    }

    /// How many are open.
    pub(crate) fn open(&self) -> usize {
        self.open.load(Ordering::SeqCst)
    }
}

impl Put {
    /// Answers it.
    pub(crate) fn answer(self, answer: Answer) {
        // The question may have been taken back.
        self.answer.send(answer).ok();
    }

    /// Waits until the question is taken back.
    pub(crate) async fn taken_back(&mut self) {
        self.answer.closed().await;
    }

    /// The tools of the calls it may belong to.
    pub(crate) fn tools(&self) -> Vec<&str> {
        self.asked.calls.iter().map(|call| call.tool.as_str()).collect()
    }
}

/// An answer with these values.
pub(crate) fn accept(values: Value) -> Answer {
    let Value::Object(values) = values else { panic!("values are an object") };
    Answer::Accept(Some(Content::new(values)))
}
