//! The questions of an owner as they are put at a terminal that is its guest. It knows no socket.

use std::{collections::BTreeMap, sync::Arc};

use inbox::desk::{
    NobodyToAsk,
    agreed::{Agreed, agreement},
};
use stdx::tasks::Tasks;
use tokio::{sync::mpsc, task::AbortHandle};
use tracing::warn;

use crate::{
    owner::{
        answer::Answer,
        question::{Put, Question},
        wire::Request,
    },
    terminal::Terminal,
};

/// The questions that are open here. Dropping it takes them back.
#[derive(Debug)]
pub(super) struct Prompts {
    terminal: Arc<dyn Terminal>,
    saying: mpsc::UnboundedSender<Request>,
    tasks: Tasks,
    open: BTreeMap<u64, AbortHandle>,
}

impl Prompts {
    pub(super) fn new(terminal: Arc<dyn Terminal>, saying: mpsc::UnboundedSender<Request>) -> Self {
        Self { terminal, saying, tasks: Tasks::new(), open: BTreeMap::new() }
    }

    /// Puts a question, and sends its answer when there is one.
    pub(super) fn ask(&mut self, id: u64, question: Question) {
        for problem in self.tasks.reap().iter().filter(|it| it.is_panic()) {
            warn!(%problem, "a prompt fell over");
        }
        self.open.retain(|_, it| !it.is_finished());
        let (terminal, saying) = (Arc::clone(&self.terminal), self.saying.clone());
        let prompt = self.tasks.spawn(async move {
            let (agreed, mut agreement) = agreement();
            let putting = put(&*terminal, question, agreed);
            tokio::pin!(putting);
            let answer = loop {
                tokio::select! {
                    biased;
                    () = agreement.heard() => {
                        saying.send(Request::Agreed { id }).ok();
                    }
                    answer = &mut putting => break answer,
                }
            };
            // An owner that is gone waits for nothing.
            saying.send(Request::Answered { id, answer }).ok();
        });
        self.open.insert(id, prompt);
    }

    /// Tells something, at once: what the owner says next may be the last of it.
    pub(super) fn tell(&self, words: &str) {
        self.terminal.tell(words);
    }

    /// Takes a question back.
    pub(super) fn withdraw(&mut self, id: u64) {
        if let Some(prompt) = self.open.remove(&id) {
            prompt.abort();
        }
    }

    /// Takes all of them back, and returns when the terminal is as it was.
    pub(super) async fn stop(self) {
        self.tasks.stop().await;
    }
}

async fn put(terminal: &dyn Terminal, question: Question, agreed: Agreed) -> Answer {
    let answer = match question.put() {
        Some(Put::Form(prompt)) => terminal.form(prompt).await.map(Answer::from),
        Some(Put::Far(question)) => terminal.far(question).await.map(Answer::from),
        Some(Put::Link(question)) => terminal.link(question, agreed).await.map(Answer::from),
        Some(Put::Allow(question)) => terminal.allow(question).await.map(Answer::allows),
        Some(Put::Secret(question)) => terminal.secret(question).await.map(Answer::from),
        None => Err(NobodyToAsk::Unfit),
    };
    answer.unwrap_or_else(Answer::from)
}
