//! Where the person is: with us or elsewhere, and how a dialog comes to them there. It knows no
//! question.

use std::time::Duration;

use gtk::{
    Dialog, Window,
    glib::{MainContext, Propagation, object::Cast as _, timeout_future},
    prelude::{GtkWindowExt as _, WidgetExt as _},
};
use tauri::AppHandle;
use tokio::sync::oneshot;

use super::wary;
use crate::window;

/// When a dialog of ours closes, it takes the window manager a moment to give our window its
/// attention back: until then the person seems to be elsewhere.
const LOOKS: u32 = 5;
const PAUSE: Duration = Duration::from_millis(60);
/// What a dialog with a question is called among the windows; nobody sees it.
const QUESTION: &str = "question";

/// Where the person is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Person {
    /// In a window of ours.
    Here,
    /// In another program's.
    Elsewhere,
}

/// Looks where the person is, once the dialog of the question before has gone: the sheet that is
/// left of one that was taken back still holds the keyboard.
pub(super) async fn find(shell: &AppHandle) -> Person {
    let (say, hear) = oneshot::channel();
    let look = move || {
        drop(MainContext::default().spawn_local(async move {
            // Who asked may be gone.
            say.send(look().await).ok();
        }));
    };
    match shell.run_on_main_thread(look) {
        Ok(()) => hear.await.unwrap_or(Person::Here),
        Err(_) => Person::Here,
    }
}

async fn look() -> Person {
    while windows().any(|it| it.widget_name() == QUESTION && it.is_visible()) {
        timeout_future(PAUSE).await;
    }
    for _ in 0..LOOKS {
        if person_is_here() {
            return Person::Here;
        }
        timeout_future(PAUSE).await;
    }
    Person::Elsewhere
}

/// Whether a window of ours has the person's attention.
pub(super) fn person_is_here() -> bool {
    windows().any(|it| it.is_active())
}

/// Marks a dialog as that of a question.
pub(super) fn mark(dialog: &Dialog) {
    dialog.set_widget_name(QUESTION);
}

/// Shows a dialog. It takes nobody's keys away: to a person who is elsewhere it only beckons.
pub(super) fn show(dialog: &Dialog, person: Person) {
    match person {
        Person::Here => {
            dialog.show_all();
            dialog.present();
        }
        Person::Elsewhere => {
            dialog.set_focus_on_map(false);
            dialog.set_urgency_hint(true);
            dialog.connect_focus_in_event(|dialog, _| {
                dialog.set_urgency_hint(false);
                Propagation::Proceed
            });
            dialog.show_all();
        }
    }
}

/// Brings our window to the front, and the open dialog before it. A desktop that guards the front
/// gives a token with the click that asks for it.
pub(super) fn raise(shell: &AppHandle, token: Option<&str>) {
    window::raise(shell);
    let dialogs = windows().filter_map(|it| it.downcast::<Dialog>().ok());
    for dialog in dialogs.filter(|it| it.is_visible()) {
        if let Some(token) = token {
            dialog.set_startup_id(token);
        }
        wary::comes_to_front(&dialog);
        dialog.present();
    }
}

fn windows() -> impl Iterator<Item = Window> {
    Window::list_toplevels().into_iter().filter_map(|it| it.downcast::<Window>().ok())
}
