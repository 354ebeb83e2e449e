//! Draws the question for a secret; what is on it is decided in `desk::secret`.

use gtk::{
    Button, EditableSignals as _, Entry, Orientation, ResponseType,
    atk::prelude::AtkObjectExt as _,
    glib::object::Cast as _,
    prelude::{
        BoxExt as _, ButtonExt as _, ContainerExt as _, DialogExt as _, EntryExt as _,
        GtkWindowExt as _, LabelExt as _, WidgetExt as _,
    },
};
use stdx::secret::Secret;

use super::{
    ask::Answer,
    masked, parts,
    wary::{self, Sleepers},
};
use crate::desk::{secret::Sheet, words};

/// The dialog, not yet shown.
pub(in crate::desk) fn draw(
    sheet: &Sheet,
    parent: Option<&gtk::ApplicationWindow>,
    answer: Answer<Option<Secret>>,
) -> gtk::Dialog {
    let (dialog, column) = parts::dialog(sheet.window, parent);
    dialog.set_resizable(false);
    let entry = line(&sheet.field);
    let label = parts::line(&sheet.field);
    label.set_mnemonic_widget(Some(&entry));
    let row = gtk::Box::new(Orientation::Horizontal, 8);
    row.pack_start(&entry, true, true, 0);
    row.pack_start(&masked::shower(&entry), false, false, 0);
    column.add(&parts::heading(&sheet.heading));
    column.add(&label);
    column.add(&row);
    column.add(&parts::small(sheet.goes));
    if let Some(empty) = sheet.empty {
        column.add(&parts::small(empty));
    }

    let typed_into = entry.clone();
    wary::asleep_at_first(
        &dialog,
        Sleepers {
            // What takes a secret away is alive at once otherwise.
            responses: sheet.empty.map(|_| ResponseType::Ok).into_iter().collect(),
            fields: vec![row.clone().upcast()],
            focus: Some(Box::new(move |_| typed_into.grab_focus())),
        },
    );
    dialog.add_button(words::CANCEL, ResponseType::Cancel);
    let button = dialog.add_button(sheet.keep, ResponseType::Ok);
    dialog.set_default_response(ResponseType::Ok);
    if let Ok(button) = button.downcast::<Button>() {
        let (keep, removes) = (sheet.keep, sheet.empty.is_some());
        follow(&entry, &button, keep, removes);
        entry.connect_changed(move |entry| follow(entry, &button, keep, removes));
    }
    dialog.connect_response(move |_, response| {
        answer.say((response == ResponseType::Ok).then(|| take(&entry)));
    });
    dialog
}

/// An empty secret is no secret: at most the button takes one away then, and says so; Enter never
/// does.
fn follow(entry: &Entry, button: &Button, keep: &str, removes: bool) {
    let given = entry.text_length() > 0;
    button.set_label(if given || !removes { keep } else { words::REMOVE });
    button.set_sensitive(given || removes);
    entry.set_activates_default(given);
}

fn line(name: &str) -> Entry {
    let entry = Entry::new();
    masked::hide(&entry);
    entry.set_width_chars(40);
    if let Some(accessible) = entry.accessible() {
        accessible.set_name(name);
    }
    entry
}

/// Takes the value out of the field.
fn take(entry: &Entry) -> Secret {
    let secret = masked::read(entry);
    masked::empty(entry);
    secret
}
