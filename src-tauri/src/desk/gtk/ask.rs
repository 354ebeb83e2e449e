//! The way from an asynchronous question to a dialog on the toolkit's thread, and back; it knows
//! no particular dialog.

use std::{cell::Cell, rc::Rc};

use app::desk::NobodyToAsk;
use gtk::{
    glib::{MainContext, WeakRef, object::ObjectExt as _},
    prelude::{GtkWindowExt as _, WidgetExt as _},
};
use tauri::{AppHandle, Manager as _};
use tokio::sync::oneshot;

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

/// Shows what `draw` makes, and waits for its answer. Dropping the future closes the dialog.
///
/// # Errors
/// When the dialog went away without an answer, or could not be shown.
pub(super) async fn ask<T: Send + 'static>(
    shell: &AppHandle,
    draw: impl FnOnce(Option<&gtk::ApplicationWindow>, Answer<T>) -> gtk::Dialog + Send + 'static,
) -> Result<T, NobodyToAsk> {
    let (say, hear) = oneshot::channel();
    // It is dropped with this future, whether that ends or is given up.
    let (_asking, given_up) = oneshot::channel::<()>();
    let window = shell.get_webview_window(MAIN);
    let show = move || {
        let parent = window.and_then(|it| it.gtk_window().ok());
        let dialog = draw(parent.as_ref(), Answer(Rc::new(Cell::new(Some(say)))));
        dialog.show_all();
        dialog.present();
        drop(MainContext::default().spawn_local(close_with(given_up, dialog.downgrade())));
    };
    shell.run_on_main_thread(show).map_err(|_| NobodyToAsk)?;
    hear.await.map_err(|_| NobodyToAsk)
}

/// Closes the dialog when its asker is gone.
async fn close_with(asker: oneshot::Receiver<()>, dialog: WeakRef<gtk::Dialog>) {
    if asker.await.is_err()
        && let Some(dialog) = dialog.upgrade()
    {
        dialog.close();
    }
}
