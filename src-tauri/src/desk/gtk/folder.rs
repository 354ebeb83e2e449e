//! The toolkit's own dialog in which the person chooses a folder. What is in the folders goes to
//! nobody: the answer is one path, or none.

use std::path::PathBuf;

use gtk::{
    Container, Dialog, FileChooserAction, FileChooserDialog, ResponseType, SearchEntry, Widget,
    WindowPosition, gio,
    glib::{self, object::Cast as _},
    prelude::{
        ContainerExt as _, DialogExt as _, EntryExt as _, FileChooserExt as _, GtkWindowExt as _,
    },
};

use super::{
    ask::Answer,
    room,
    wary::{self, Sleepers},
};
use crate::desk::words;

/// What the toolkit keeps the look of this dialog in.
const SCHEMA: &str = "org.gtk.Settings.FileChooser";
/// Letters for which there is room where folders are searched.
const SEARCHED: i32 = 20;

/// Whether the dialog can be drawn: without its settings the toolkit would end the program.
pub(super) fn can_be_drawn() -> bool {
    gio::SettingsSchemaSource::default().is_some_and(|it| it.lookup(SCHEMA, true).is_some())
}

/// The dialog, not yet shown. It begins in the home folder.
pub(super) fn draw(
    title: &str,
    parent: Option<&gtk::ApplicationWindow>,
    answer: Answer<Option<PathBuf>>,
) -> Dialog {
    let buttons =
        [(words::CANCEL, ResponseType::Cancel), (words::asking::SHARE, ResponseType::Accept)];
    let action = FileChooserAction::SelectFolder;
    let chooser = FileChooserDialog::with_buttons(Some(title), parent, action, &buttons);
    chooser.set_modal(true);
    chooser.set_destroy_with_parent(true);
    chooser.set_position(WindowPosition::CenterOnParent);
    chooser.set_current_folder(glib::home_dir());
    chooser.connect_response(move |chooser, given| {
        // Whatever is not its button, such as Escape, chooses nothing.
        answer.say((given == ResponseType::Accept).then(|| chooser.filename()).flatten());
    });
    let dialog = chooser.upcast::<Dialog>();
    narrow(dialog.upcast_ref());
    room::limit(&dialog);
    wary::asleep_at_first(&dialog, Sleepers::buttons(vec![ResponseType::Accept]));
    dialog
}

/// Has the line in which folders are searched be no wider than needed: the toolkit keeps room for so
/// many letters, seen or not, that with large ones the dialog is wider than a small screen.
pub(super) fn narrow(widget: &Widget) {
    if let Some(line) = widget.downcast_ref::<SearchEntry>() {
        line.set_width_chars(SEARCHED);
    }
    if let Some(container) = widget.downcast_ref::<Container>() {
        container.forall(narrow);
    }
}
