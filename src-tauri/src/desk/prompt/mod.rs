//! The desk where no toolkit dialog can be had: it asks in a window of its own, whose page can say
//! one command and nothing else. One at a time is the inbox's doing.

pub(crate) mod answer;
mod ask;
mod browser;
mod entered;
mod heart;
pub(crate) mod life;
mod notices;
mod open;
mod shown;
mod window;

use std::{fmt, sync::Arc};

use app::{
    Secret,
    desk::{
        AllowQuestion, Consent, ConsentQuestion, Desk, FormQuestion, FormReply, LinkQuestion,
        LinkReply, NobodyToAsk, Reply, SecretQuestion,
        agreed::Agreed,
        far::{FarQuestion, FarReply},
    },
};
use tauri::AppHandle;

use self::ask::Question;
use super::{
    allow::Sheet as AllowSheet,
    consent::Sheet as ConsentSheet,
    far,
    form::Sheet as FormSheet,
    link::{Says, Sheet as LinkSheet},
    message::Sheet as MessageSheet,
    secret::Sheet as SecretSheet,
    words,
};

/// Asks by the window.
struct PromptDesk {
    shell: AppHandle,
}

/// The desk in front of a window.
pub(crate) fn of(shell: AppHandle) -> Arc<dyn Desk> {
    Arc::new(PromptDesk { shell })
}

/// Shows a message; returns when the person has closed it.
pub(super) async fn tell(shell: &AppHandle, sheet: MessageSheet) {
    let (title, prompt) = (sheet.window, shown::message(&sheet));
    let question = Question { title, notice: None, prompt };
    if ask::ask(shell, question, |_| Ok(())).await.is_err() {
        tracing::warn!(heading = sheet.heading, "the message was not read");
    }
}

async fn ask_consent<S: Copy + Send + Sync>(
    shell: &AppHandle,
    sheet: &ConsentSheet<S>,
) -> Result<S, NobodyToAsk> {
    let (choices, closed) = (sheet.choices, sheet.closed);
    let said = move |pressed| Ok(entered::consent(choices, closed, &pressed));
    let notice = Some(words::asking::STEWARD_ASKS.to_owned());
    let question = Question { title: sheet.window, notice, prompt: shown::consent(sheet) };
    let said = ask::ask(shell, question, said).await?;
    Ok(said.unwrap_or(closed))
}

impl Desk for PromptDesk {
    fn consent(&self, question: ConsentQuestion) -> Reply<Consent> {
        let shell = self.shell.clone();
        Box::pin(async move { ask_consent(&shell, &ConsentSheet::of(&question)).await })
    }

    fn secret(&self, question: SecretQuestion) -> Reply<Option<Secret>> {
        let shell = self.shell.clone();
        Box::pin(async move {
            let sheet = SecretSheet::of(&question);
            let removes = sheet.empty.is_some();
            let said = move |pressed| entered::secret(removes, pressed);
            let notice = Some(words::asking::STEWARD_ASKS.to_owned());
            let question = Question { title: sheet.window, notice, prompt: shown::secret(&sheet) };
            let said = ask::ask(&shell, question, said).await?;
            Ok(said.flatten())
        })
    }

    fn form(&self, question: FormQuestion) -> Reply<FormReply> {
        let shell = self.shell.clone();
        Box::pin(async move {
            let sheet = FormSheet::of(&question);
            let choices = sheet.choices;
            let FormQuestion { origin, form, remembered, .. } = question;
            let said = move |pressed| entered::form(choices, &form, &remembered, pressed);
            let notice = Some(words::asking::notice(&origin.title));
            let question = Question { title: sheet.window, notice, prompt: shown::form(&sheet) };
            let said = ask::ask(&shell, question, said).await?;
            Ok(said.unwrap_or(FormReply::Cancel))
        })
    }

    fn far(&self, question: FarQuestion) -> Reply<FarReply> {
        let shell = self.shell.clone();
        Box::pin(async move { ask_consent(&shell, &far::sheet(&question)).await })
    }

    fn link(&self, question: LinkQuestion, agreed: Agreed) -> Reply<LinkReply> {
        let shell = self.shell.clone();
        Box::pin(async move {
            let sheet = LinkSheet::of(&question);
            let choices = sheet.choices;
            let said = move |pressed| Ok(entered::link(choices, &pressed));
            let notice = Some(sheet.notice.clone());
            let asked = Question { title: sheet.window, notice, prompt: shown::link(&sheet) };
            let said = ask::ask(&shell, asked, said).await?;
            Ok(match said.unwrap_or(Says::Cancel) {
                Says::Cancel => LinkReply::Cancel,
                Says::Decline => LinkReply::Decline,
                Says::Open => {
                    agreed.say();
                    match browser::open(&shell, question.link.url).await {
                        Ok(()) => LinkReply::Opened,
                        Err(why) => LinkReply::NotOpened(why.to_string()),
                    }
                }
            })
        })
    }

    fn allow(&self, question: AllowQuestion) -> Reply<bool> {
        let shell = self.shell.clone();
        Box::pin(async move {
            let sheet = AllowSheet::of(&question);
            let choices = sheet.choices;
            let said = move |pressed| Ok(entered::consent(choices, false, &pressed));
            let notice = Some(words::asking::STEWARD_ASKS.to_owned());
            let asked = Question { title: sheet.window, notice, prompt: shown::allow(&sheet) };
            Ok(ask::ask(&shell, asked, said).await?.unwrap_or(false))
        })
    }

    fn raise(&self) {
        window::raise(&self.shell);
    }
}

impl fmt::Debug for PromptDesk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PromptDesk").finish_non_exhaustive()
    }
}
