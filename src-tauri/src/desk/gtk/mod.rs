//! The desk on Linux: GTK dialogs in front of the main window. One at a time is the inbox's doing.

mod allow;
mod ask;
pub(super) mod browser;
mod clipboard;
mod consent;
mod file;
mod folder;
mod form;
mod front;
mod link;
mod masked;
mod message;
pub(super) mod notify;
mod parts;
mod quote;
mod retracted;
mod room;
mod secret;
mod wary;

use std::{fmt, path::PathBuf, sync::Arc};

use ::gtk::{ApplicationWindow, Dialog};
use app::desk::{
    AllowQuestion, Consent, ConsentQuestion, Desk, FileQuestion, FolderQuestion, FormQuestion,
    FormReply, LinkQuestion, LinkReply, NobodyToAsk, Reply, SecretQuestion,
    agreed::Agreed,
    far::{FarQuestion, FarReply},
};
use stdx::secret::Secret;
use tauri::AppHandle;

use self::{
    ask::{Answer, Left},
    front::Person,
    notify::Desktop as DesktopNotices,
};
use super::{
    allow::Sheet as AllowSheet,
    consent::Sheet as ConsentSheet,
    far,
    form::Sheet as FormSheet,
    link::{Says, Sheet as LinkSheet},
    message::Sheet as MessageSheet,
    notice::Notices,
    secret::Sheet,
    words,
};

/// Asks by dialogs, and tells of them where the person is elsewhere.
struct GtkDesk {
    shell: AppHandle,
    notices: Arc<dyn Notices>,
}

/// The desk in front of a window.
pub(crate) fn of(shell: AppHandle) -> Arc<dyn Desk> {
    let notices = Arc::new(DesktopNotices { shell: shell.clone(), raise: front::raise });
    Arc::new(GtkDesk { shell, notices })
}

/// Shows a message; returns when the person has closed it.
pub(super) async fn tell(shell: &AppHandle, sheet: MessageSheet) {
    if let Err(nobody) = ask::ask(shell, Person::Here, Left::Nothing, move |parent, answer| {
        message::draw(&sheet, parent, answer)
    })
    .await
    {
        tracing::warn!(%nobody, "the message was not read");
    }
}

impl GtkDesk {
    /// Shows what `draw` makes, and waits for its answer; `words` are told to a person elsewhere.
    fn ask<T: Send + 'static>(
        &self,
        words: String,
        draw: impl FnOnce(Option<&ApplicationWindow>, Answer<T>) -> Dialog + Send + 'static,
    ) -> impl Future<Output = Result<T, NobodyToAsk>> + Send + 'static {
        let (shell, notices) = (self.shell.clone(), Arc::clone(&self.notices));
        async move {
            let person = front::find(&shell).await;
            // It goes with the question.
            let _told = (person == Person::Elsewhere).then(|| notices.tell(words));
            ask::ask(&shell, person, Left::Sheet, draw).await
        }
    }
}

impl Desk for GtkDesk {
    fn consent(&self, question: ConsentQuestion) -> Reply<Consent> {
        let sheet = ConsentSheet::of(&question);
        let words = words::asking::STEWARD_ASKS.to_owned();
        Box::pin(self.ask(words, move |parent, answer| consent::draw(&sheet, parent, answer)))
    }

    fn secret(&self, question: SecretQuestion) -> Reply<Option<Secret>> {
        let sheet = Sheet::of(&question);
        let words = words::asking::STEWARD_ASKS.to_owned();
        Box::pin(self.ask(words, move |parent, answer| secret::draw(&sheet, parent, answer)))
    }

    fn form(&self, question: FormQuestion) -> Reply<FormReply> {
        let (sheet, form) = (FormSheet::of(&question), question.form);
        let words = words::asking::notice(&question.origin.title);
        Box::pin(self.ask(words, move |parent, answer| form::draw(&sheet, form, parent, answer)))
    }

    fn far(&self, question: FarQuestion) -> Reply<FarReply> {
        let sheet = far::sheet(&question);
        let words = words::asking::STEWARD_ASKS.to_owned();
        Box::pin(self.ask(words, move |parent, answer| consent::draw(&sheet, parent, answer)))
    }

    fn link(&self, question: LinkQuestion, agreed: Agreed) -> Reply<LinkReply> {
        let (shell, sheet) = (self.shell.clone(), LinkSheet::of(&question));
        let said = self
            .ask(sheet.notice.clone(), move |parent, answer| link::draw(&sheet, parent, answer));
        Box::pin(async move {
            let link::Said { says, at } = said.await?;
            Ok(match says {
                Says::Cancel => LinkReply::Cancel,
                Says::Decline => LinkReply::Decline,
                Says::Open => {
                    agreed.say();
                    match browser::open(&shell, question.link.url, at).await {
                        Ok(()) => LinkReply::Opened,
                        Err(why) => LinkReply::NotOpened(why.to_string()),
                    }
                }
            })
        })
    }

    fn allow(&self, question: AllowQuestion) -> Reply<bool> {
        let sheet = AllowSheet::of(&question);
        let words = words::asking::STEWARD_ASKS.to_owned();
        Box::pin(self.ask(words, move |parent, answer| allow::draw(&sheet, parent, answer)))
    }

    fn folder(&self, question: FolderQuestion) -> Reply<Option<PathBuf>> {
        if !folder::can_be_drawn() {
            tracing::warn!("the toolkit's settings are missing: folders are typed");
            return Box::pin(async { Err(NobodyToAsk::NoDialog) });
        }
        let (shell, title) = (self.shell.clone(), words::asking::sharing(&question.title));
        Box::pin(async move {
            let person = front::find(&shell).await;
            ask::ask(&shell, person, Left::Nothing, move |parent, answer| {
                folder::draw(&title, parent, answer)
            })
            .await
        })
    }

    fn file(&self, question: FileQuestion) -> Reply<Option<PathBuf>> {
        if !folder::can_be_drawn() {
            tracing::warn!("the toolkit's settings are missing: nothing can be saved");
            return Box::pin(async { Err(NobodyToAsk::NoDialog) });
        }
        let shell = self.shell.clone();
        Box::pin(async move {
            let person = front::find(&shell).await;
            ask::ask(&shell, person, Left::Nothing, move |parent, answer| {
                file::draw(&question.name, parent, answer)
            })
            .await
        })
    }

    fn clipboard(&self) -> Reply<Option<Secret>> {
        let shell = self.shell.clone();
        Box::pin(async move { clipboard::read(&shell).await })
    }

    fn raise(&self) {
        let shell = self.shell.clone();
        let raised = self.shell.run_on_main_thread(move || front::raise(&shell, None));
        if let Err(error) = raised {
            tracing::warn!(%error, "cannot raise the dialog");
        }
    }
}

impl fmt::Debug for GtkDesk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GtkDesk").finish_non_exhaustive()
    }
}
