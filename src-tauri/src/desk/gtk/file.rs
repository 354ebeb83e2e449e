//! The toolkit's own dialog in which the person says where something is saved. It asks itself before
//! a file that is there is lost.

use std::path::PathBuf;

use gtk::{
    Dialog, FileChooserAction, FileChooserDialog, ResponseType, WindowPosition,
    glib::{self, UserDirectory, object::Cast as _},
    prelude::{DialogExt as _, FileChooserExt as _, GtkWindowExt as _},
};

use super::{
    ask::Answer,
    folder, room,
    wary::{self, Sleepers},
};
use crate::desk::words;

/// The dialog, not yet shown. It begins where downloads go, or in the home folder.
pub(super) fn draw(
    name: &str,
    parent: Option<&gtk::ApplicationWindow>,
    answer: Answer<Option<PathBuf>>,
) -> Dialog {
    let buttons =
        [(words::CANCEL, ResponseType::Cancel), (words::asking::SAVE_FILE, ResponseType::Accept)];
    let title = Some(words::asking::SAVING);
    let action = FileChooserAction::Save;
    let chooser = FileChooserDialog::with_buttons(title, parent, action, &buttons);
    chooser.set_modal(true);
    chooser.set_destroy_with_parent(true);
    chooser.set_position(WindowPosition::CenterOnParent);
    chooser.set_do_overwrite_confirmation(true);
    let downloads = glib::user_special_dir(UserDirectory::Downloads).filter(|it| it.is_dir());
    chooser.set_current_folder(downloads.unwrap_or_else(glib::home_dir));
    chooser.set_current_name(name);
    chooser.connect_response(move |chooser, given| {
        // Whatever is not its button, such as Escape, chooses nothing.
        answer.say((given == ResponseType::Accept).then(|| chooser.filename()).flatten());
    });
    let dialog = chooser.upcast::<Dialog>();
    // Without one the toolkit, once it has looked at the name, activates whatever has the focus.
    dialog.set_default_response(ResponseType::Accept);
    folder::narrow(dialog.upcast_ref());
    room::limit(&dialog);
    wary::asleep_at_first(&dialog, Sleepers::buttons(vec![ResponseType::Accept]));
    dialog
}
