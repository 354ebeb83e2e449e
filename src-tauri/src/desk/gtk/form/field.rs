//! One field: its label, its input, what is said of it, and what is wrong with it; it knows no
//! kind of input.

use std::{cell::RefCell, rc::Rc};

use gtk::{
    Align, Label, Orientation, Widget,
    atk::{RelationType, prelude::AtkObjectExt as _},
    prelude::{BoxExt as _, ContainerExt as _, IsA, WidgetExt as _},
};
use model::form::Entry;

use super::input::Input;
use crate::desk::{form::field::Row, gtk::parts};

/// What is wrong stands on red that is legible on the light and on the dark theme, and never by
/// its colour alone.
const WRONG_STYLE: &[u8] = b"box { background-color: alpha(#e01b24, 0.16); border-radius: 6px; \
    border-left: 4px solid #e01b24; padding: 4px 8px; }";

/// A field, drawn. Clones are the same field.
#[derive(Clone)]
pub(super) struct Field(Rc<Drawn>);

struct Drawn {
    whole: gtk::Box,
    input: Box<dyn Input>,
    /// What a screen reader says of the input when nothing is wrong.
    said: String,
    wrong: RefCell<Option<Wrong>>,
}

struct Wrong {
    row: gtk::Box,
    label: Label,
}

impl Field {
    /// Puts the pieces together.
    pub(super) fn new(row: &Row, input: Box<dyn Input>) -> Self {
        let whole = gtk::Box::new(Orientation::Vertical, 4);
        whole.set_margin_top(8);
        let first = input.first();
        let notes = row.notes.iter().map(|note| {
            let note = parts::small(note);
            relate(&first, RelationType::DescribedBy, &note);
            note
        });
        let notes: Vec<_> = notes.collect();
        match input.label(&row.label) {
            Some(label) => {
                whole.add(&label);
                notes.iter().for_each(|it| whole.add(it));
                whole.add(&input.whole());
            }
            None => {
                whole.add(&input.whole());
                notes.iter().for_each(|it| whole.add(it));
            }
        }
        let said = row.notes.join(" ");
        describe(&first, &said);
        let field = Self(Rc::new(Drawn { whole, input, said, wrong: RefCell::default() }));
        let weak = Rc::downgrade(&field.0);
        field.0.input.when_edited(Rc::new(move || {
            if let Some(field) = weak.upgrade() {
                field.right();
            }
        }));
        field
    }

    /// All of it.
    pub(super) fn whole(&self) -> &gtk::Box {
        &self.0.whole
    }

    /// What was entered.
    pub(super) fn read(&self) -> Entry {
        self.0.input.read()
    }

    /// Takes what was typed away.
    pub(super) fn empty(&self) {
        self.0.input.empty();
    }

    /// Takes the focus.
    pub(super) fn focus(&self) {
        self.0.input.first().grab_focus();
    }

    /// Says what is wrong until the person changes something; `None`: nothing is.
    pub(super) fn judge(&self, wrong: Option<&str>) {
        self.0.right();
        if let Some(words) = wrong {
            self.0.wrong(words);
        }
    }
}

impl Drawn {
    fn wrong(&self, words: &str) {
        let row = gtk::Box::new(Orientation::Horizontal, 8);
        let icon = gtk::Image::from_icon_name(Some("dialog-error-symbolic"), gtk::IconSize::Menu);
        icon.set_valign(Align::Start);
        row.add(&icon);
        let label = parts::line(words);
        row.pack_start(&label, true, true, 0);
        parts::style(&row, WRONG_STYLE);
        self.whole.add(&row);
        // Right under the input, before what is said of it.
        let under = self.whole.children().iter().position(|it| *it == self.input.whole());
        let under = under.and_then(|it| i32::try_from(it).ok()).unwrap_or_default();
        self.whole.reorder_child(&row, under + 1);
        row.show_all();
        let first = self.input.first();
        relate(&first, RelationType::DescribedBy, &label);
        describe(&first, &format!("{words} {}", self.said));
        self.wrong.replace(Some(Wrong { row, label }));
    }

    fn right(&self) {
        let Some(Wrong { row, label }) = self.wrong.take() else { return };
        let first = self.input.first();
        if let (Some(from), Some(to)) = (first.accessible(), label.accessible()) {
            from.remove_relationship(RelationType::DescribedBy, &to);
        }
        describe(&first, &self.said);
        self.whole.remove(&row);
    }
}

/// Tells a screen reader how one widget stands to another.
pub(super) fn relate(from: &impl IsA<Widget>, how: RelationType, to: &impl IsA<Widget>) {
    if let (Some(from), Some(to)) = (from.accessible(), to.accessible()) {
        from.add_relationship(how, &to);
    }
}

fn describe(widget: &Widget, words: &str) {
    if let Some(accessible) = widget.accessible() {
        accessible.set_description(words);
    }
}
