//! The owner's questions to one terminal, over its socket: each waits for its answer, and is taken
//! back when nobody waits for it any more.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use inbox::desk::{
    AllowQuestion, LinkQuestion, LinkReply, NobodyToAsk, Reply as DeskReply, SecretQuestion,
    agreed::Agreed,
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
    asked: BTreeMap<u64, Asked>,
}

/// What a question's asker waits for.
#[derive(Debug)]
struct Asked {
    told: oneshot::Sender<Answer>,
    /// For a page, until the person said yes.
    agreed: Option<Agreed>,
}

impl Asks {
    pub(super) fn new(saying: mpsc::UnboundedSender<Said>) -> Self {
        Self { saying, waiting: Arc::default() }
    }

    /// The person has answered. Nobody may wait for it any more.
    pub(super) fn hear(&self, id: u64, answer: Answer) {
        if let Some(asked) = self.waiting().asked.remove(&id) {
            asked.told.send(answer).ok();
        }
    }

    /// The person has agreed, and what they agreed to begins.
    pub(super) fn agreed(&self, id: u64) {
        let agreed = self.waiting().asked.get_mut(&id).and_then(|it| it.agreed.take());
        if let Some(agreed) = agreed {
            agreed.say();
        }
    }

    /// Asks at once; the answer is of the kind that `read` wants, or there is none.
    fn ask<T: Send + 'static>(
        &self,
        question: Question,
        agreed: Option<Agreed>,
        read: fn(Answer) -> Option<T>,
    ) -> DeskReply<T> {
        let (told, answer) = oneshot::channel();
        let id = {
            let mut waiting = self.waiting();
            waiting.last += 1;
            let id = waiting.last;
            waiting.asked.insert(id, Asked { told, agreed });
            id
        };
        let open = Open { asks: self.clone(), id };
        self.say(Reply::Ask { id, question });
        Box::pin(async move {
            let answered = answer.await;
            drop(open);
            match answered {
                Ok(Answer::Nobody { why }) => Err(why.into()),
                Ok(answer) => read(answer).ok_or(NobodyToAsk::Unfit),
                Err(_) => Err(NobodyToAsk::TerminalLeft),
            }
        })
    }

    /// A terminal that is gone has dropped what its questions were for.
    fn say(&self, reply: Reply) -> bool {
        self.saying.send(Said::Reply(reply)).is_ok()
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Terminal for Asks {
    fn form(&self, prompt: FormPrompt) -> DeskReply<FormSaid> {
        self.ask(prompt.into(), None, Answer::into_form)
    }

    fn far(&self, question: FarQuestion) -> DeskReply<FarReply> {
        self.ask(question.into(), None, Answer::into_far)
    }

    fn link(&self, question: LinkQuestion, agreed: Agreed) -> DeskReply<LinkReply> {
        self.ask(question.into(), Some(agreed), Answer::into_link)
    }

    fn allow(&self, question: AllowQuestion) -> DeskReply<bool> {
        self.ask(question.into(), None, Answer::into_allow)
    }

    fn secret(&self, question: SecretQuestion) -> DeskReply<Option<Secret>> {
        self.ask(question.into(), None, Answer::into_secret)
    }

    fn tell(&self, words: &str) -> bool {
        self.say(Reply::Told { words: words.to_owned() })
    }
}

/// A question that somebody waits for.
struct Open {
    asks: Asks,
    id: u64,
}

impl Drop for Open {
    fn drop(&mut self) {
        let unanswered = self.asks.waiting().asked.remove(&self.id).is_some();
        if unanswered {
            self.asks.say(Reply::Withdrawn { id: self.id });
        }
    }
}

#[cfg(test)]
mod tests;
