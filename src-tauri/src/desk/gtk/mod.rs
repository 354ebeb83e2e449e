//! The desk on Linux: GTK dialogs in front of the main window. One at a time is the inbox's doing.

mod ask;
mod browser;
mod clipboard;
mod consent;
mod form;
mod link;
mod masked;
mod message;
mod parts;
mod quote;
mod room;
mod secret;
mod wary;

use std::{fmt, sync::Arc};

use app::desk::{
    Consent, ConsentQuestion, Desk, FormQuestion, FormReply, LinkQuestion, LinkReply, Reply,
    SecretQuestion,
};
use gtk::{
    glib::Cast as _,
    prelude::{GtkWindowExt as _, WidgetExt as _},
};
use stdx::secret::Secret;
use tauri::AppHandle;

use super::{
    consent::Sheet as ConsentSheet,
    form::Sheet as FormSheet,
    link::{Says, Sheet as LinkSheet},
    message::Sheet as MessageSheet,
    secret::Sheet,
};
use crate::window;

/// Asks by dialogs.
struct GtkDesk {
    shell: AppHandle,
}

/// The desk in front of a window.
pub(crate) fn of(shell: AppHandle) -> Arc<dyn Desk> {
    Arc::new(GtkDesk { shell })
}

/// Shows a message; returns when the person has closed it.
pub(super) async fn tell(shell: &AppHandle, sheet: MessageSheet) {
    if let Err(nobody) =
        ask::ask(shell, move |parent, answer| message::draw(&sheet, parent, answer)).await
    {
        tracing::warn!(%nobody, "the message was not read");
    }
}

impl Desk for GtkDesk {
    fn consent(&self, question: ConsentQuestion) -> Reply<Consent> {
        let (shell, sheet) = (self.shell.clone(), ConsentSheet::of(&question));
        Box::pin(async move {
            ask::ask(&shell, move |parent, answer| consent::draw(&sheet, parent, answer)).await
        })
    }

    fn secret(&self, question: SecretQuestion) -> Reply<Option<Secret>> {
        let (shell, sheet) = (self.shell.clone(), Sheet::of(&question));
        Box::pin(async move {
            ask::ask(&shell, move |parent, answer| secret::draw(&sheet, parent, answer)).await
        })
    }

    fn form(&self, question: FormQuestion) -> Reply<FormReply> {
        let (shell, sheet) = (self.shell.clone(), FormSheet::of(&question));
        let form = question.form;
        Box::pin(async move {
            ask::ask(&shell, move |parent, answer| form::draw(&sheet, form, parent, answer)).await
        })
    }

    fn link(&self, question: LinkQuestion) -> Reply<LinkReply> {
        let (shell, sheet) = (self.shell.clone(), LinkSheet::of(&question));
        let url = question.link.url;
        Box::pin(async move {
            let draw = move |parent: Option<&_>, answer| link::draw(&sheet, parent, answer);
            let link::Said { says, at } = ask::ask(&shell, draw).await?;
            Ok(match says {
                Says::Cancel => LinkReply::Cancel,
                Says::Decline => LinkReply::Decline,
                Says::Open => match browser::open(&shell, url, at).await {
                    Ok(()) => LinkReply::Opened,
                    Err(why) => LinkReply::NotOpened(why.to_string()),
                },
            })
        })
    }

    fn clipboard(&self) -> Reply<Option<Secret>> {
        let shell = self.shell.clone();
        Box::pin(async move { clipboard::read(&shell).await })
    }

    fn raise(&self) {
        let shell = self.shell.clone();
        let raised = self.shell.run_on_main_thread(move || {
            window::raise(&shell);
            for dialog in open_dialogs() {
                dialog.present();
            }
        });
        if let Err(error) = raised {
            tracing::warn!(%error, "cannot raise the dialog");
        }
    }
}

fn open_dialogs() -> impl Iterator<Item = gtk::Dialog> {
    let all = gtk::Window::list_toplevels().into_iter();
    all.filter_map(|it| it.downcast::<gtk::Dialog>().ok()).filter(|it| it.is_visible())
}

impl fmt::Debug for GtkDesk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GtkDesk").finish_non_exhaustive()
    }
}
