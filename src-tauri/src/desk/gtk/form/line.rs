//! A line to type into: seen, hidden, or hidden if the person wants it.

use std::{cell::Cell, rc::Rc};

use gtk::{
    CheckButton, EditableSignals as _, Entry as Line, InputPurpose, Label, Orientation, Widget,
    atk::prelude::AtkObjectExt as _,
    glib::Cast as _,
    prelude::{
        BoxExt as _, ContainerExt as _, EntryExt as _, LabelExt as _, ToggleButtonExt as _,
        WidgetExt as _,
    },
};
use model::form::Entry;
use stdx::secret::Secret;

use super::input::{Edited, Input};
use crate::desk::{
    form::field::{Mask, Purpose},
    gtk::{masked, parts},
    words,
};

/// Told whether a line is hidden, at first and whenever that changes.
pub(super) type Masked = Rc<dyn Fn(Mask, bool)>;

/// A line and what belongs to it.
pub(super) struct LineInput {
    whole: gtk::Box,
    line: Line,
}

impl LineInput {
    /// One that holds `start`.
    pub(super) fn new(start: &Secret, mask: Mask, purpose: Purpose, masked: &Masked) -> Self {
        let line = Line::new();
        line.set_activates_default(true);
        line.set_width_chars(24);
        line.set_text(start.reveal());
        let row = gtk::Box::new(Orientation::Horizontal, 8);
        row.pack_start(&line, true, true, 0);
        let whole = gtk::Box::new(Orientation::Vertical, 4);
        whole.add(&row);
        let seen = purpose_of(purpose);
        match mask {
            Mask::Never => line.set_input_purpose(seen),
            Mask::Always => {
                masked::hide(&line);
                row.add(&masked::shower(&line));
                masked(mask, true);
            }
            Mask::Switch { on } => {
                let shower = masked::shower(&line);
                row.add(&shower);
                whole.add(&switch(&line, &shower, on, seen, masked));
            }
        }
        Self { whole, line }
    }
}

impl Input for LineInput {
    fn whole(&self) -> Widget {
        self.whole.clone().upcast()
    }

    fn first(&self) -> Widget {
        self.line.clone().upcast()
    }

    fn read(&self) -> Entry {
        Entry::Typed(masked::read(&self.line))
    }

    fn empty(&self) {
        masked::empty(&self.line);
    }

    fn when_edited(&self, edited: Edited) {
        self.line.connect_changed(move |_| edited());
    }

    fn label(&self, text: &str) -> Option<Label> {
        let label = parts::line(text);
        label.set_mnemonic_widget(Some(&self.line));
        if let Some(accessible) = self.line.accessible() {
            accessible.set_name(text);
        }
        Some(label)
    }
}

/// The box by which the person hides what they type (security 30).
fn switch(
    line: &Line,
    shower: &gtk::Button,
    on: bool,
    seen: InputPurpose,
    masked: &Masked,
) -> CheckButton {
    let switch = CheckButton::with_mnemonic(words::asking::HIDE);
    // Shown and hidden by the switch alone.
    shower.set_no_show_all(true);
    let (line, shower, masked) = (line.clone(), shower.clone(), Rc::clone(masked));
    // It is hidden at first only where the keychain filled it in.
    let filled_in = Cell::new(on);
    let set = move |on: bool| {
        if on {
            masked::hide(&line);
        } else {
            if filled_in.replace(false) {
                // What was hidden when it was kept is seen by nobody now.
                masked::empty(&line);
            }
            line.set_visibility(true);
            line.set_input_purpose(seen);
        }
        shower.set_visible(on);
        masked(Mask::Switch { on }, on);
    };
    set(on);
    switch.set_active(on);
    switch.connect_toggled(move |it| set(it.is_active()));
    switch
}

fn purpose_of(purpose: Purpose) -> InputPurpose {
    match purpose {
        Purpose::Free => InputPurpose::FreeForm,
        Purpose::Email => InputPurpose::Email,
        Purpose::Uri => InputPurpose::Url,
        Purpose::Digits => InputPurpose::Digits,
        Purpose::Number => InputPurpose::Number,
    }
}
