//! Input rounds: a request whose result asks is sent again with what it asks for, until its result
//! is one or there were too many. It knows no tool.

use std::{sync::Arc, time::Duration};

use serde_json::value::RawValue;
use tokio::{
    sync::mpsc,
    time::{Instant, sleep},
};

use crate::{
    apart::apart,
    asked::{
        all,
        reply::{Kind, Reply},
        unfit::Unfit,
    },
    asker::{Answer, Asker, CallRef, Question},
    error::{Error, Passed},
    letter::About,
    link::{Ask, Link},
    modern::inputs::{Inputs, Required},
    notice::Progress,
    patience::Limits,
    pending,
    roots::{ROOTS, Roots},
};

/// How many rounds one request may have.
const MOST_ROUNDS: u32 = 10;
/// How often the wait before a round that asks nobody is doubled.
const MOST_DOUBLED: u32 = 4;

/// One request that is sent until its result is one.
pub(crate) struct Rounds<'a, F> {
    pub(crate) link: &'a Link,
    pub(crate) asker: &'a Arc<dyn Asker>,
    /// The call that the questions belong to, where it is one.
    pub(crate) call: Option<&'a CallRef>,
    /// What the request is about.
    pub(crate) about: About<'a>,
    /// Makes the frame when the id is known.
    pub(crate) frame: F,
    /// The limits, with what the first request spent of them.
    pub(crate) limits: Limits,
    pub(crate) progress: Option<mpsc::Sender<Progress>>,
    /// The wait before the first round that asks nobody.
    pub(crate) gap: Duration,
}

impl<F: Fn(u64, &Inputs) -> Vec<u8>> Rounds<'_, F> {
    /// Goes on from a result, and comes back with the one that asks for nothing more.
    ///
    /// # Errors
    /// Those of what is asked for, [`Error::TooManyRounds`], and those of any request.
    pub(crate) async fn go_on(mut self, mut result: Box<RawValue>) -> pending::Reply {
        let mut quiet = 0;
        for _ in 0..MOST_ROUNDS {
            let (came, required) = required(result).await?;
            let Some(required) = required else { return Ok(came) };
            // It may be large, and so is what is sent.
            drop(came);
            let Required { questions, roots, state } = required;
            let replies = if questions.is_empty() && roots.is_empty() {
                self.pause(quiet).await?;
                quiet += 1;
                None
            } else {
                let folders = self.folders(roots)?;
                let asked = if questions.is_empty() { vec![] } else { self.ask(questions).await? };
                Some(asked.into_iter().chain(folders).collect())
            };
            result = self.send(Inputs { replies, state }).await?;
        }
        match required(result).await? {
            (result, None) => Ok(result),
            (_, Some(_)) => Err(Error::TooManyRounds { most: MOST_ROUNDS }),
        }
    }

    /// Puts the questions of one round. No limit runs meanwhile.
    async fn ask(&self, asked: Vec<(String, Question)>) -> Result<Vec<(String, Reply)>, Error> {
        let (keys, questions): (Vec<_>, Vec<_>) = asked.into_iter().unzip();
        let kinds: Vec<Kind> = questions.iter().map(Kind::of).collect();
        let unfit = |answer: &Answer| matches!(answer, Answer::Unfit(_));
        let answers = tokio::select! {
            biased;
            over = self.link.hub.pending.over() => return Err(over),
            answers = all::ask(&**self.asker, self.call, questions, unfit) => answers,
        };
        // The one that makes the others moot is read like any other.
        let answers = answers.unwrap_or_else(|unfit| vec![unfit]);
        let replies = kinds.into_iter().zip(answers).map(|(kind, answer)| Reply::of(kind, answer));
        let replies: Result<Vec<Reply>, Unfit> = replies.collect();
        let replies = replies.map_err(|why| Error::AsksUnfit(why.to_string()))?;
        Ok(keys.into_iter().zip(replies).collect())
    }

    /// The folders that the person shares, for each who asked.
    fn folders(&self, keys: Vec<String>) -> Result<Vec<(String, Reply)>, Error> {
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let Some(roots) = self.asker.roots() else {
            return Err(Error::AsksFor { kind: ROOTS.to_owned() });
        };
        let reply = |key| (key, Reply::Roots(Roots { roots: roots.clone() }));
        Ok(keys.into_iter().map(reply).collect())
    }

    /// Waits before a round that asks nobody, longer each time.
    async fn pause(&mut self, quiet: u32) -> Result<(), Error> {
        let gap = self.gap.saturating_mul(1 << quiet.min(MOST_DOUBLED));
        let left = self.limits.cap.saturating_sub(self.limits.spent);
        tokio::select! {
            biased;
            over = self.link.hub.pending.over() => return Err(over),
            () = sleep(gap.min(left)) => {}
        }
        if left <= gap {
            let limit = self.limits.cap;
            return Err(Error::CallTimedOut { limit, passed: Passed::Whole });
        }
        self.limits.spent += gap;
        Ok(())
    }

    /// Sends the request again, with these inputs and no trace of them left afterwards.
    async fn send(&mut self, inputs: Inputs) -> pending::Reply {
        let (began, make) = (Instant::now(), &self.frame);
        let ask = Ask {
            frame: move |token| make(token, &inputs),
            about: self.about,
            began,
            limits: self.limits,
            progress: self.progress.clone(),
            call: None,
        };
        // That this round was not sent says nothing of those before it.
        let reply = self.link.exchange(ask).await.map_err(Error::after_sending);
        self.limits.spent += began.elapsed();
        reply
    }
}

/// A result, and what it asks for.
async fn required(result: Box<RawValue>) -> Result<(Box<RawValue>, Option<Required>), Error> {
    let size = result.get().len();
    let work = move || (Required::read(&result), result);
    let (required, result) = apart(size, work).await?;
    Ok((result, required?))
}
