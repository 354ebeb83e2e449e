//! The owner's questions to one terminal, over its socket: each waits for its answer, and is taken
//! back when nobody waits for it any more.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use inbox::desk::{
    LinkQuestion, LinkReply, NobodyToAsk, Reply as DeskReply, SecretQuestion,
    far::{FarQuestion, FarReply},
};
use stdx::secret::Secret;
use tokio::sync::{mpsc, oneshot};

use crate::{
    owner::{answer::Answer, question::Question, saying::Said, wire::Reply},
    terminal::{FormPrompt, FormSaid, Terminal},
};

/// A terminal at the other end; clones are the same one.
#[derive(Debug, Clone)]
pub(super) struct Asks {
    saying: mpsc::UnboundedSender<Said>,
    // Held for a look-up, never over an await.
    waiting: Arc<Mutex<Waiting>>,
}

#[derive(Debug, Default)]
struct Waiting {
    last: u64,
    answers: BTreeMap<u64, oneshot::Sender<Answer>>,
}

impl Asks {
    pub(super) fn new(saying: mpsc::UnboundedSender<Said>) -> Self {
        Self { saying, waiting: Arc::default() }
    }

    /// The person has answered. Nobody may wait for it any more.
    pub(super) fn hear(&self, id: u64, answer: Answer) {
        if let Some(told) = self.waiting().answers.remove(&id) {
            told.send(answer).ok();
        }
    }

    /// Asks at once; the answer is of the kind that `read` wants, or there is none.
    fn ask<T: Send + 'static>(
        &self,
        question: Question,
        read: fn(Answer) -> Option<T>,
    ) -> DeskReply<T> {
        let (told, answer) = oneshot::channel();
        let id = {
            let mut waiting = self.waiting();
            waiting.last += 1;
            let id = waiting.last;
            waiting.answers.insert(id, told);
            id
        };
        let open = Open { asks: self.clone(), id };
        self.say(Reply::Ask { id, question });
        Box::pin(async move {
            let answered = answer.await;
            drop(open);
            answered.ok().and_then(read).ok_or(NobodyToAsk)
        })
    }

    fn say(&self, reply: Reply) {
        // A terminal that is gone has dropped what its questions were for.
        self.saying.send(Said::Reply(reply)).ok();
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Terminal for Asks {
    fn form(&self, prompt: FormPrompt) -> DeskReply<FormSaid> {
        self.ask(prompt.into(), Answer::into_form)
    }

    fn far(&self, question: FarQuestion) -> DeskReply<FarReply> {
        self.ask(question.into(), Answer::into_far)
    }

    fn link(&self, question: LinkQuestion) -> DeskReply<LinkReply> {
        self.ask(question.into(), Answer::into_link)
    }

    fn secret(&self, question: SecretQuestion) -> DeskReply<Option<Secret>> {
        self.ask(question.into(), Answer::into_secret)
    }
}

/// A question that somebody waits for.
struct Open {
    asks: Asks,
    id: u64,
}

impl Drop for Open {
    fn drop(&mut self) {
        let unanswered = self.asks.waiting().answers.remove(&self.id).is_some();
        if unanswered {
            self.asks.say(Reply::Withdrawn { id: self.id });
        }
    }
}

#[cfg(test)]
mod tests;
