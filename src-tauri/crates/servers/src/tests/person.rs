//! A person at the desk, with a script: each question takes the next answer; without one it waits.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};

use inbox::desk::{Desk, FormQuestion, FormReply, LinkQuestion, LinkReply, Reply, agreed::Agreed};
use model::form::Entry;

/// What the person does with the next question.
#[derive(Debug)]
pub(super) enum Act {
    /// Enters these, in the order of the fields, and sends them.
    Enter(Vec<Entry>),
    /// The same, and hides them.
    EnterHidden(Vec<Entry>),
    /// The same as the first, and has them remembered.
    EnterAndRemember(Vec<Entry>),
    /// Sends what was filled in beforehand.
    SendRemembered,
    /// Says no.
    Decline,
    /// Closes it.
    Close,
    /// Opens the page.
    Open,
}

/// Clones are the same person.
#[derive(Debug, Clone, Default)]
pub(super) struct Person(Arc<Mutex<Script>>);

#[derive(Debug, Default)]
struct Script {
    acts: VecDeque<Act>,
    /// The server's words of each question.
    seen: Vec<String>,
    /// All that was handed to the desk.
    got: Vec<String>,
}

impl Person {
    pub(super) fn will(&self, act: Act) {
        self.0.lock().unwrap().acts.push_back(act);
    }

    pub(super) fn saw(&self) -> Vec<String> {
        self.0.lock().unwrap().seen.clone()
    }

    /// All that was handed to the desk so far.
    pub(super) fn got(&self) -> String {
        self.0.lock().unwrap().got.join("\n")
    }

    fn next(&self, words: String, question: String) -> Option<Act> {
        let mut script = self.0.lock().unwrap();
        script.got.push(question);
        script.seen.push(words);
        script.acts.pop_front()
    }
}

impl Desk for Person {
    fn form(&self, question: FormQuestion) -> Reply<FormReply> {
        let whole = format!("{question:?}");
        let FormQuestion { message, form, remembered, .. } = question;
        let act = self.next(message, whole);
        Box::pin(async move {
            let masked = matches!(&act, Some(Act::EnterHidden(_)));
            let remember = matches!(&act, Some(Act::EnterAndRemember(_) | Act::SendRemembered));
            let entries = match act {
                Some(
                    Act::Enter(entries)
                    | Act::EnterHidden(entries)
                    | Act::EnterAndRemember(entries),
                ) => entries,
                Some(Act::SendRemembered) => {
                    let value =
                        |name: &str| remembered.get(name).cloned().expect("it is remembered");
                    form.fields.iter().map(|it| Entry::Typed(value(&it.name))).collect()
                }
                Some(Act::Decline) => return Ok(FormReply::Decline),
                Some(Act::Close | Act::Open) => return Ok(FormReply::Cancel),
                None => std::future::pending().await,
            };
            let filling = form.fill(&entries).expect("the script fits the form");
            Ok(FormReply::Accept { filling, remember, masked })
        })
    }

    fn link(&self, question: LinkQuestion, _: Agreed) -> Reply<LinkReply> {
        let act = self.next(question.link.url.clone(), format!("{question:?}"));
        Box::pin(async move {
            match act {
                Some(Act::Open) => Ok(LinkReply::Opened),
                Some(_) => Ok(LinkReply::Decline),
                None => std::future::pending().await,
            }
        })
    }
}
