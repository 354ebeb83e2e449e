//! Draws a message with one button; what it says is decided in `desk::message`.

use gtk::{
    ResponseType,
    prelude::{ContainerExt as _, DialogExt as _},
};

use super::{ask::Answer, parts};
use crate::desk::{message::Sheet, words};

/// The dialog, not yet shown.
pub(in crate::desk) fn draw(
    sheet: &Sheet,
    parent: Option<&gtk::ApplicationWindow>,
    answer: Answer<()>,
) -> gtk::Dialog {
    let (dialog, column) = parts::dialog(sheet.window, parent);
    column.add(&parts::heading(&sheet.heading));
    if let Some(hint) = &sheet.hint {
        column.add(&parts::line(hint));
    }
    dialog.add_button(words::CLOSE, ResponseType::Close);
    dialog.set_default_response(ResponseType::Close);
    dialog.connect_response(move |_, _| answer.say(()));
    dialog
}
