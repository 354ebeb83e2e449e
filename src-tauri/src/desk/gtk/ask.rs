//! The way from an asynchronous question to a dialog on the toolkit's thread, and back; it knows
//! no particular dialog.

use std::{cell::Cell, rc::Rc};

use app::desk::NobodyToAsk;
use gtk::{
    ResponseType, WindowGroup,
    glib::{MainContext, WeakRef, object::ObjectExt as _},
    prelude::{DialogExt as _, GtkWindowExt as _, WidgetExt as _, WindowGroupExt as _},
};
use tauri::{AppHandle, Manager as _};
use tokio::sync::oneshot;

use super::{
    front::{self, Person},
    retracted,
};
use crate::window::MAIN;

/// Where a dialog puts its answer. The first one counts.
pub(super) struct Answer<T>(Rc<Cell<Option<oneshot::Sender<T>>>>);

impl<T> Answer<T> {
    /// Gives the answer. An asker that is gone already does not hear it.
    pub(super) fn say(&self, answer: T) {
        if let Some(say) = self.0.take() {
            // The asker may have taken its question back in the meantime.
            drop(say.send(answer));
        }
    }
}

impl<T> Clone for Answer<T> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

/// What becomes of a dialog whose asker is gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Left {
    /// Nothing: it goes.
    Nothing,
    /// A sheet that holds the keyboard, if the person is here: they may be typing.
    Sheet,
}

/// Shows what `draw` makes to a person who is here or elsewhere, and waits for its answer. The
/// dialog goes with any response, and when the future is dropped; what `draw` makes never closes
/// it itself.
///
/// # Errors
/// When the dialog went away without an answer, or could not be shown.
pub(super) async fn ask<T: Send + 'static>(
    shell: &AppHandle,
    person: Person,
    left: Left,
    draw: impl FnOnce(Option<&gtk::ApplicationWindow>, Answer<T>) -> gtk::Dialog + Send + 'static,
) -> Result<T, NobodyToAsk> {
    let (say, hear) = oneshot::channel();
    // It is dropped with this future, whether that ends or is given up.
    let (_asking, given_up) = oneshot::channel::<()>();
    let window = shell.get_webview_window(MAIN);
    let show = move || {
        let parent = window.and_then(|it| it.gtk_window().ok());
        let dialog = draw(parent.as_ref(), Answer(Rc::new(Cell::new(Some(say)))));
        close_with_response(&dialog);
        if left == Left::Sheet {
            front::mark(&dialog);
        }
        front::show(&dialog, person);
        drop(MainContext::default().spawn_local(close_with(given_up, dialog.downgrade(), left)));
    };
    shell.run_on_main_thread(show).map_err(|_| NobodyToAsk::WindowClosed)?;
    hear.await.map_err(|_| NobodyToAsk::WindowClosed)
}

/// Closes the dialog when a button or Escape answers it.
fn close_with_response(dialog: &gtk::Dialog) {
    // The toolkit would close it by itself here, once for each Escape.
    dialog.connect_close(|dialog| {
        dialog.stop_signal_emission_by_name("close");
        dialog.response(ResponseType::Cancel);
    });
    dialog.connect_response(|dialog, response| {
        // This one comes from a dialog that is on its way out already.
        if response != ResponseType::DeleteEvent {
            close(dialog);
        }
    });
}

/// Closes the dialog when its asker is gone.
async fn close_with(asker: oneshot::Receiver<()>, dialog: WeakRef<gtk::Dialog>, left: Left) {
    if asker.await.is_err()
        && let Some(dialog) = dialog.upgrade()
        && dialog.is_visible()
    {
        if left == Left::Sheet && front::person_is_here() {
            retracted::keep(&dialog, close);
        } else {
            close(&dialog);
        }
    }
}

/// Takes a dialog away: from the screen at once, and then for good. Only here is one closed, and
/// only once: GTK 3 notes each request to close and forgets all but the last when the window goes,
/// so that another one is carried out on freed memory.
fn close(dialog: &gtk::Dialog) {
    if dialog.is_visible() {
        dialog.hide();
        // While a newer dialog holds its group's input, a request to close an older one is lost.
        WindowGroup::new().add_window(dialog);
        dialog.close();
    }
}
