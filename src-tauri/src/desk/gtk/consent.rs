//! Draws the consent dialog; what is on it is decided in `desk::consent`.

use std::time::Duration;

use app::desk::Consent;
use gtk::{
    ResponseType,
    gdk::keys::constants::{ISO_Enter, KP_Enter, Return},
    glib::{self, Propagation, object::ObjectExt as _},
    prelude::{ContainerExt as _, DialogExt as _, WidgetExt as _},
};

use super::{ask::Answer, parts};
use crate::desk::{
    consent::{Choice, Sheet},
    words,
};

/// How long the buttons that allow something are dead: a click or key that was meant for what
/// was there before must not allow anything.
const DEAD: Duration = Duration::from_millis(500);

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
            button.set_sensitive(false);
            button.connect_key_press_event(|_, key| {
                let enter = [Return, KP_Enter, ISO_Enter].contains(&key.keyval());
                if enter { Propagation::Stop } else { Propagation::Proceed }
            });
        } else {
            dialog.set_default_response(response(*choice));
            button.grab_focus();
        }
    }
    dialog.connect_map(move |dialog| {
        let dialog = dialog.downgrade();
        glib::timeout_add_local_once(DEAD, move || {
            if let Some(dialog) = dialog.upgrade() {
                for choice in choices {
                    dialog.set_response_sensitive(response(*choice), true);
                }
            }
        });
    });
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
