//! Buttons that let something happen: dead at first, and deaf to Enter; it knows none of them.

use gtk::{
    ResponseType, Widget,
    gdk::keys::constants::{ISO_Enter, KP_Enter, Return},
    glib::{self, Propagation, object::ObjectExt as _},
    prelude::{DialogExt as _, WidgetExt as _},
};

use crate::desk::dead::DEAD;

/// Does nothing on Enter, which is pressed without looking.
pub(super) fn deaf_to_enter(button: &Widget) {
    button.connect_key_press_event(|_, key| {
        let enter = [Return, KP_Enter, ISO_Enter].contains(&key.keyval());
        if enter { Propagation::Stop } else { Propagation::Proceed }
    });
}

/// Kills the buttons of these responses until the dialog has been seen for a while. Whichever has
/// a response of `focus` gets the focus then, which a dead button cannot have.
pub(super) fn dead_at_first(
    dialog: &gtk::Dialog,
    responses: Vec<ResponseType>,
    focus: Option<ResponseType>,
) {
    for response in &responses {
        dialog.set_response_sensitive(*response, false);
    }
    dialog.connect_map(move |dialog| {
        let (dialog, responses) = (dialog.downgrade(), responses.clone());
        glib::timeout_add_local_once(DEAD, move || {
            let Some(dialog) = dialog.upgrade() else { return };
            for response in responses {
                dialog.set_response_sensitive(response, true);
            }
            if let Some(button) = focus.and_then(|it| dialog.widget_for_response(it)) {
                button.grab_focus();
            }
        });
    });
}
