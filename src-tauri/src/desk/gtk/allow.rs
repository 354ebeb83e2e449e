//! Draws the dialog on whether calls may run unasked; what is on it is decided in `desk::allow`.

use app::asking;
use gtk::prelude::{ContainerExt as _, DialogExt as _};

use super::{ask::Answer, consent, parts, quote};
use crate::desk::allow::Sheet;

/// The dialog, not yet shown.
pub(in crate::desk) fn draw(
    sheet: &Sheet,
    parent: Option<&gtk::ApplicationWindow>,
    answer: Answer<bool>,
) -> gtk::Dialog {
    let (dialog, column) = parts::dialog(sheet.window, parent);
    quote::head(&dialog, sheet.heading);
    for line in &sheet.what {
        column.add(&parts::strong(line));
    }
    column.add(&parts::line(sheet.reach));
    if let Some(definition) = &sheet.definition {
        column.add(&parts::block(asking::DEFINED, definition));
    }
    consent::add_buttons(&dialog, sheet.choices);
    let choices = sheet.choices;
    dialog.connect_response(move |_, response| answer.say(consent::said(choices, response, false)));
    dialog
}
