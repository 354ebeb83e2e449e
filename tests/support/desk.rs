//! A desk with a script: a test says beforehand, or meanwhile, what the person answers.

pub mod form;

use std::{
    collections::VecDeque,
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use app::{
    Secret,
    desk::{
        About, Consent, ConsentQuestion, Desk, FileQuestion, FolderQuestion, FormQuestion,
        FormReply, Goes, LinkQuestion, LinkReply, Reply, SecretQuestion, WantedBy, agreed::Agreed,
    },
    item::Origin,
};
use serde::{Deserialize, Serialize};
use tokio::sync::Notify;

use crate::desk::form::Entered;

/// What the person says to the next question of its kind.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Answer {
    /// To what may run.
    Consent(Said),
    /// What they type into the masked field; `None`: they cancel.
    Secret(Option<String>),
    /// To a form of a server.
    Form(Entered),
    /// To a page that a server wants opened.
    Link(Opened),
    /// Which folder they choose; `None`: none.
    Folder(Option<String>),
    /// In which file they have something saved; `None`: in none.
    File(Option<String>),
    /// What lies on the clipboard; `None`: nothing.
    Clipboard(Option<String>),
}

/// What the person says to a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Opened {
    /// Open it. No browser is started: the page was only ever named.
    Open,
    /// No.
    Decline,
    /// They close the dialog.
    Cancel,
}

/// The buttons of a consent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Said {
    /// No.
    Cancel,
    /// Keep it, do not start it.
    Add,
    /// Go ahead.
    Start,
}

/// A question that was asked, as the person saw it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Asked {
    /// Whether something may run.
    Consent {
        /// `adding` or `starting`.
        about: &'static str,
        /// What it is called.
        title: String,
        /// The whole command line.
        line: String,
        /// The folder it would run in.
        cwd: Option<String>,
        /// Names of its variables.
        names: Vec<String>,
        /// What there is to beware of, in Rust's words.
        cautions: Vec<String>,
    },
    /// A value for a masked field.
    Secret {
        /// For whom; nobody for a secret that the person names.
        title: Option<String>,
        /// For what.
        field: String,
        /// `keychain` or `memory`.
        goes: &'static str,
        /// Whether an empty value would remove what is there.
        removable: bool,
    },
    /// A server's form.
    Form {
        /// What the server is called.
        title: String,
        /// The tools of the calls it may be for.
        tools: Vec<String>,
        /// The server's words.
        message: String,
        /// Its fields, by name.
        fields: Vec<String>,
        /// Those that are filled in beforehand; never with what.
        remembered: Vec<String>,
    },
    /// A page.
    Link {
        /// What the server is called.
        title: String,
        /// The tools of the calls it may be for.
        tools: Vec<String>,
        /// The server's words.
        message: String,
        /// The whole address.
        url: String,
        /// Whether the person came upon it, and no server waits.
        own: bool,
    },
    /// A folder.
    Folder {
        /// What the server is called that it is for.
        title: String,
    },
    /// Where something is saved.
    File {
        /// What its file is called unless they say otherwise.
        name: String,
    },
    /// What lies on the clipboard.
    Clipboard,
}

/// Clones are the same desk. A question without an answer waits for one, as a dialog does.
#[derive(Debug, Clone, Default)]
pub struct ScriptedDesk(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    answered: Notify,
}

#[derive(Debug, Default)]
struct State {
    answers: VecDeque<Answer>,
    asked: Vec<Asked>,
    open: usize,
    raised: usize,
}

impl ScriptedDesk {
    /// Puts answers at the end of the script.
    pub fn will_say(&self, answers: impl IntoIterator<Item = Answer>) {
        self.state().answers.extend(answers);
        self.0.answered.notify_waiters();
    }

    /// Every question so far, and how many of them still wait.
    pub fn asked(&self) -> (Vec<Asked>, usize) {
        let state = self.state();
        (state.asked.clone(), state.open)
    }

    /// How often its dialog was brought to the front.
    pub fn raised(&self) -> usize {
        self.state().raised
    }

    fn ask<T: Send + 'static>(
        &self,
        question: Asked,
        fits: impl Fn(&Answer) -> Option<T> + Send + 'static,
    ) -> Reply<T> {
        let this = self.clone();
        Box::pin(async move {
            let _open = this.open(question);
            loop {
                // Made before the look, or an answer in between would be missed.
                let answered = this.0.answered.notified();
                if let Some(answer) = this.take(&fits) {
                    return Ok(answer);
                }
                answered.await;
            }
        })
    }

    fn open(&self, question: Asked) -> Open {
        let mut state = self.state();
        state.asked.push(question);
        state.open += 1;
        Open(self.clone())
    }

    fn take<T>(&self, fits: impl Fn(&Answer) -> Option<T>) -> Option<T> {
        let mut state = self.state();
        let (at, answer) =
            state.answers.iter().enumerate().find_map(|(at, it)| Some((at, fits(it)?)))?;
        state.answers.remove(at);
        Some(answer)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A question that waits; dropping it takes it back.
struct Open(ScriptedDesk);

impl Drop for Open {
    fn drop(&mut self) {
        self.0.state().open -= 1;
    }
}

fn tools_of(origin: &Origin) -> Vec<String> {
    origin.calls.iter().map(|it| it.tool.clone()).collect()
}

impl Desk for ScriptedDesk {
    fn consent(&self, ConsentQuestion { plan, about, .. }: ConsentQuestion) -> Reply<Consent> {
        let question = Asked::Consent {
            about: match about {
                About::Adding => "adding",
                About::Starting => "starting",
            },
            title: plan.title,
            line: plan.line,
            cwd: plan.cwd,
            names: plan.names,
            cautions: plan.cautions.iter().map(|it| format!("{it:?}")).collect(),
        };
        self.ask(question, |answer| match answer {
            Answer::Consent(Said::Cancel) => Some(Consent::Cancel),
            Answer::Consent(Said::Add) => Some(Consent::AddOnly),
            Answer::Consent(Said::Start) => Some(Consent::Start),
            Answer::Secret(_)
            | Answer::Form(_)
            | Answer::Link(_)
            | Answer::Folder(_)
            | Answer::File(_)
            | Answer::Clipboard(_) => None,
        })
    }

    fn secret(&self, question: SecretQuestion) -> Reply<Option<Secret>> {
        let SecretQuestion { title, field, goes, removable } = question;
        let goes = match goes {
            Goes::Keychain => "keychain",
            Goes::Memory => "memory",
            Goes::Provider => "to a provider",
        };
        self.ask(Asked::Secret { title, field, goes, removable }, |answer| match answer {
            Answer::Secret(value) => Some(value.as_deref().map(Secret::from)),
            Answer::Consent(_)
            | Answer::Form(_)
            | Answer::Link(_)
            | Answer::Folder(_)
            | Answer::File(_)
            | Answer::Clipboard(_) => None,
        })
    }

    fn form(&self, question: FormQuestion) -> Reply<FormReply> {
        let asked = Asked::Form {
            title: question.origin.title.clone(),
            tools: tools_of(&question.origin),
            message: question.message.clone(),
            fields: question.form.fields.iter().map(|it| it.name.clone()).collect(),
            remembered: question.remembered.keys().cloned().collect(),
        };
        self.ask(asked, move |answer| match answer {
            Answer::Form(entered) => Some(form::reply(&question, entered.clone())),
            Answer::Consent(_)
            | Answer::Secret(_)
            | Answer::Link(_)
            | Answer::Folder(_)
            | Answer::File(_)
            | Answer::Clipboard(_) => None,
        })
    }

    fn link(&self, question: LinkQuestion, _: Agreed) -> Reply<LinkReply> {
        let LinkQuestion { origin, wanted, message, link, .. } = question;
        let own = wanted == WantedBy::Person;
        let (tools, url) = (tools_of(&origin), link.url);
        let asked = Asked::Link { title: origin.title, tools, message, url, own };
        self.ask(asked, |answer| match answer {
            Answer::Link(Opened::Open) => Some(LinkReply::Opened),
            Answer::Link(Opened::Decline) => Some(LinkReply::Decline),
            Answer::Link(Opened::Cancel) => Some(LinkReply::Cancel),
            Answer::Consent(_)
            | Answer::Secret(_)
            | Answer::Form(_)
            | Answer::Folder(_)
            | Answer::File(_)
            | Answer::Clipboard(_) => None,
        })
    }

    fn clipboard(&self) -> Reply<Option<Secret>> {
        self.ask(Asked::Clipboard, |answer| match answer {
            Answer::Clipboard(text) => Some(text.as_deref().map(Secret::from)),
            Answer::Consent(_)
            | Answer::Secret(_)
            | Answer::Form(_)
            | Answer::Link(_)
            | Answer::Folder(_)
            | Answer::File(_) => None,
        })
    }

    fn folder(&self, FolderQuestion { title }: FolderQuestion) -> Reply<Option<PathBuf>> {
        self.ask(Asked::Folder { title }, |answer| match answer {
            Answer::Folder(folder) => Some(folder.as_ref().map(PathBuf::from)),
            Answer::Consent(_)
            | Answer::Secret(_)
            | Answer::Form(_)
            | Answer::Link(_)
            | Answer::File(_)
            | Answer::Clipboard(_) => None,
        })
    }

    fn file(&self, FileQuestion { name }: FileQuestion) -> Reply<Option<PathBuf>> {
        self.ask(Asked::File { name }, |answer| match answer {
            Answer::File(file) => Some(file.as_ref().map(PathBuf::from)),
            Answer::Consent(_)
            | Answer::Secret(_)
            | Answer::Form(_)
            | Answer::Link(_)
            | Answer::Folder(_)
            | Answer::Clipboard(_) => None,
        })
    }

    fn raise(&self) {
        self.state().raised += 1;
    }
}
