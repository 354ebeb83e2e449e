//! Draws the consent dialog; what is on it is decided in `desk::consent`.

use app::desk::Consent;
use gtk::{
    ResponseType,
    prelude::{ContainerExt as _, DialogExt as _, WidgetExt as _},
};

use super::{
    ask::Answer,
    parts,
    wary::{self, Sleepers},
};
use crate::desk::{
    consent::{Choice, Sheet},
    words,
};

/// The dialog, not yet shown.
pub(in crate::desk) fn draw(
    sheet: &Sheet,
    parent: Option<&gtk::ApplicationWindow>,
    answer: Answer<Consent>,
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
    add_buttons(&dialog, sheet.choices);

    let choices = sheet.choices;
    dialog.connect_response(move |_, response| answer.say(said(choices, response)));
    dialog
}

fn add_buttons(dialog: &gtk::Dialog, choices: &'static [Choice]) {
    for choice in choices {
        let button = dialog.add_button(choice.label, response(*choice));
        if choice.allows() {
            wary::deaf_to_enter(&button);
        } else {
            dialog.set_default_response(response(*choice));
            button.grab_focus();
        }
    }
    let allow = choices.iter().filter(|it| it.allows()).map(|it| response(*it)).collect();
    wary::asleep_at_first(dialog, Sleepers::buttons(allow));
}

fn response(choice: Choice) -> ResponseType {
    match choice.says {
        Consent::Cancel => ResponseType::Cancel,
        Consent::AddOnly => ResponseType::Apply,
        Consent::Start => ResponseType::Accept,
    }
}

/// What a response says. Whatever is no button of this dialog, such as Escape, says no.
fn said(choices: &[Choice], given: ResponseType) -> Consent {
    choices.iter().find(|it| response(**it) == given).map_or(Consent::Cancel, |it| it.says)
}
