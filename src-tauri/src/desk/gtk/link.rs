//! Draws the dialog in which a server wants a page opened; what is on it is decided in `desk::link`.

use gtk::{
    Dialog, ResponseType,
    prelude::{ContainerExt as _, DialogExt as _, WidgetExt as _},
};

use super::{
    ask::Answer,
    parts, quote,
    wary::{self, Sleepers},
};
use crate::desk::link::{Says, Sheet};

/// What the address is called for a screen reader.
const ADDRESS: &str = crate::desk::words::ADDRESS;

/// What the person said, and when: the browser may come to the front by that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Said {
    /// Which button.
    pub(super) says: Says,
    /// The moment of the click, in the screen's own time.
    pub(super) at: u32,
}

/// The dialog, not yet shown.
pub(in crate::desk) fn draw(
    sheet: &Sheet,
    parent: Option<&gtk::ApplicationWindow>,
    answer: Answer<Said>,
) -> Dialog {
    let (dialog, column) = parts::dialog(sheet.window, parent);
    quote::head(&dialog, &sheet.heading);
    if let Some(words) = &sheet.words {
        column.add(&quote::quote(words));
    }
    column.add(&parts::block(ADDRESS, &sheet.address));
    column.add(&parts::strong(&sheet.host));
    for caution in &sheet.cautions {
        column.add(&parts::note(caution));
    }
    column.add(&parts::line(sheet.goes));
    quote::foot(&dialog, sheet.deadline);
    for choice in sheet.choices {
        let button = dialog.add_button(choice.label, response(choice.says));
        match choice.says {
            Says::Open => wary::deaf_to_enter(&button),
            Says::Cancel => button.grab_focus(),
            Says::Decline => {}
        }
    }
    dialog.set_default_response(response(Says::Cancel));
    wary::asleep_at_first(&dialog, Sleepers::buttons(vec![response(Says::Open)]));
    dialog.connect_response(move |_, given| {
        answer.say(Said { says: said(given), at: gtk::current_event_time() });
    });
    dialog
}

fn response(says: Says) -> ResponseType {
    match says {
        Says::Cancel => ResponseType::Cancel,
        Says::Decline => ResponseType::No,
        Says::Open => ResponseType::Accept,
    }
}

/// What a response says. Whatever is no button, such as Escape, says nothing.
fn said(given: ResponseType) -> Says {
    let all = [Says::Decline, Says::Open];
    all.into_iter().find(|it| response(*it) == given).unwrap_or(Says::Cancel)
}
