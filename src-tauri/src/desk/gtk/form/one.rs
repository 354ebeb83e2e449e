//! One of several: all seen at once where they are few, in a list to open where they are many.

use gtk::{
    ComboBoxText, Label, Orientation, RadioButton, Widget,
    atk::prelude::AtkObjectExt as _,
    glib::{Cast as _, object::ObjectExt as _},
    pango,
    prelude::{
        CellLayoutExt as _, ComboBoxExt as _, ComboBoxExtManual as _, ComboBoxTextExt as _,
        ContainerExt as _, LabelExt as _, ToggleButtonExt as _, WidgetExt as _,
    },
};
use model::form::Entry;

use super::{
    input::{Edited, Input},
    tick::{group, wrap},
};
use crate::desk::{gtk::parts, words};

/// Choices that are all seen.
pub(super) struct RadioInput {
    column: gtk::Box,
    choices: Vec<RadioButton>,
    /// What is set while none of them is; it is seen only where that may be chosen.
    none: RadioButton,
}

impl RadioInput {
    /// A button for each title, and one for none of them if there are words for it.
    pub(super) fn new(titles: &[String], none: Option<&'static str>, start: Option<usize>) -> Self {
        let column = gtk::Box::new(Orientation::Vertical, 4);
        let unset = RadioButton::with_label(none.unwrap_or_default());
        let choice = |title: &String| {
            let choice = RadioButton::with_label_from_widget(&unset, title);
            wrap(&choice);
            column.add(&choice);
            choice
        };
        let choices: Vec<_> = titles.iter().map(choice).collect();
        // A button that says to choose one of the others would be one too many.
        if none == Some(words::asking::NO_ANSWER) {
            column.add(&unset);
        }
        start.and_then(|it| choices.get(it)).unwrap_or(&unset).set_active(true);
        Self { column, choices, none: unset }
    }
}

impl Input for RadioInput {
    fn whole(&self) -> Widget {
        self.column.clone().upcast()
    }

    fn first(&self) -> Widget {
        let set = self.choices.iter().find(|it| it.is_active()).or(self.choices.first());
        set.unwrap_or(&self.none).clone().upcast()
    }

    fn read(&self) -> Entry {
        Entry::One(self.choices.iter().position(|it| it.is_active()))
    }

    fn when_edited(&self, edited: Edited) {
        for choice in self.choices.iter().chain([&self.none]) {
            let edited = edited.clone();
            choice.connect_toggled(move |_| edited());
        }
    }

    fn label(&self, text: &str) -> Option<Label> {
        Some(group(&self.column.clone().upcast(), text))
    }
}

/// Choices in a list to open.
pub(super) struct ComboInput {
    combo: ComboBoxText,
    /// Whether the first row stands for none of them.
    none: bool,
}

impl ComboInput {
    /// A row for each title, and one for none of them if there are words for it.
    pub(super) fn new(titles: &[String], none: Option<&'static str>, start: Option<usize>) -> Self {
        let combo = ComboBoxText::new();
        for title in none.into_iter().chain(titles.iter().map(String::as_str)) {
            combo.append_text(title);
        }
        // A long title is cut here, and whole in the list.
        for cell in combo.cells() {
            cell.set_property("ellipsize", pango::EllipsizeMode::End);
        }
        let none = none.is_some();
        let row = start.map_or(0, |it| it + usize::from(none));
        combo.set_active(u32::try_from(row).ok());
        Self { combo, none }
    }
}

impl Input for ComboInput {
    fn whole(&self) -> Widget {
        self.combo.clone().upcast()
    }

    fn first(&self) -> Widget {
        self.combo.clone().upcast()
    }

    fn read(&self) -> Entry {
        let row = self.combo.active().and_then(|it| usize::try_from(it).ok());
        Entry::One(row.and_then(|it| it.checked_sub(usize::from(self.none))))
    }

    fn when_edited(&self, edited: Edited) {
        self.combo.connect_changed(move |_| edited());
    }

    fn label(&self, text: &str) -> Option<Label> {
        let label = parts::line(text);
        label.set_mnemonic_widget(Some(&self.combo));
        if let Some(accessible) = self.combo.accessible() {
            accessible.set_name(text);
        }
        Some(label)
    }
}
