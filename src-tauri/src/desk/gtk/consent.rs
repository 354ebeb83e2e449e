//! Draws the consent dialog; what is on it is decided in `desk::consent`.

use gtk::{
    ResponseType,
    prelude::{ContainerExt as _, DialogExt as _, WidgetExt as _},
};

use super::{
    ask::Answer,
    parts, quote,
    wary::{self, Sleepers},
};
use crate::desk::{
    consent::{Choice, Sheet},
    words,
};

/// The dialog, not yet shown.
pub(in crate::desk) fn draw<S: Copy + 'static>(
    sheet: &Sheet<S>,
    parent: Option<&gtk::ApplicationWindow>,
    answer: Answer<S>,
) -> gtk::Dialog {
    let (dialog, column) = parts::dialog(sheet.window, parent);
    column.add(&parts::heading(&sheet.heading));
    column.add(&parts::block(sheet.label, &sheet.command));
    for caution in &sheet.cautions {
        column.add(&parts::note(caution));
    }
    for (label, text) in &sheet.facts {
        column.add(&parts::block(label, text));
    }
    column.add(&parts::line(sheet.reach));
    column.add(&parts::small(&format!("{}: {}", words::DIGEST, sheet.digest)));
    quote::foot(&dialog, sheet.deadline);
    add_buttons(&dialog, sheet.choices);

    let (choices, closed) = (sheet.choices, sheet.closed);
    dialog.connect_response(move |_, response| answer.say(said(choices, response, closed)));
    dialog
}

/// The buttons of a consent: what settles nothing is the default.
pub(super) fn add_buttons<S>(dialog: &gtk::Dialog, choices: &'static [Choice<S>]) {
    let mut count = Vec::new();
    for (place, choice) in choices.iter().enumerate() {
        let response = response(place);
        let button = dialog.add_button(choice.label, response);
        if choice.counts() {
            wary::deaf_to_enter(&button);
            count.push(response);
        } else {
            dialog.set_default_response(response);
            button.grab_focus();
        }
    }
    wary::asleep_at_first(dialog, Sleepers::buttons(count));
}

/// The toolkit's own responses are below nought.
fn response(place: usize) -> ResponseType {
    ResponseType::Other(u16::try_from(place).unwrap_or(u16::MAX))
}

/// What a response says. Whatever is no button of this dialog, such as Escape, only closes it.
pub(super) fn said<S: Copy>(choices: &[Choice<S>], given: ResponseType, closed: S) -> S {
    let pressed = choices.iter().enumerate().find(|(place, _)| response(*place) == given);
    pressed.map_or(closed, |(_, it)| it.says)
}
