//! A line whose text nobody reads over a shoulder, and the button that shows it while it is held;
//! it knows no dialog.

use gtk::{
    Button, Entry, InputPurpose,
    gdk::keys::constants::{KP_Space, space},
    glib::{Propagation, object::ObjectExt as _},
    prelude::{EntryExt as _, WidgetExt as _},
};
use stdx::secret::Secret;

use crate::desk::words;

/// Hides what is typed into a line.
pub(super) fn hide(entry: &Entry) {
    entry.set_visibility(false);
    entry.set_input_purpose(InputPurpose::Password);
}

/// A button that shows what was typed for as long as it is held, by mouse or by the space bar, and
/// at most as long as it has the focus.
pub(super) fn shower(entry: &Entry) -> Button {
    let button = Button::with_mnemonic(words::SHOW);
    let show = |visible: bool| {
        let entry = entry.downgrade();
        move || {
            if let Some(entry) = entry.upgrade() {
                entry.set_visibility(visible);
            }
            Propagation::Proceed
        }
    };
    let (press, release, leave, part) = (show(true), show(false), show(false), show(false));
    button.connect_button_press_event(move |_, _| press());
    button.connect_button_release_event(move |_, _| release());
    button.connect_focus_out_event(move |_, _| leave());
    // Another window may take the mouse while the button is held.
    button.connect_grab_broken_event(move |_, _| part());
    let (press, release) = (show(true), show(false));
    button.connect_key_press_event(move |_, key| {
        if [space, KP_Space].contains(&key.keyval()) { press() } else { Propagation::Proceed }
    });
    button.connect_key_release_event(move |_, _| release());
    button
}

/// What is in a line. The copy that the toolkit hands out is freed without being wiped, which safe
/// code cannot change.
pub(super) fn read(entry: &Entry) -> Secret {
    Secret::new(entry.text().into())
}

/// Takes what is in a line away: the toolkit wipes its own buffer when the text is deleted.
pub(super) fn empty(entry: &Entry) {
    entry.set_text("");
}
