//! Boxes to tick: one that is a field by itself, and any of several.

use gtk::{
    CheckButton, Frame, Label, Orientation, PolicyType, ScrolledWindow, Widget,
    atk::{RelationType, Role, prelude::AtkObjectExt as _},
    glib::Cast as _,
    pango,
    prelude::{
        BinExt as _, ContainerExt as _, FrameExt as _, IsA, LabelExt as _, ToggleButtonExt as _,
        WidgetExt as _,
    },
};
use model::form::Entry;

use super::{
    field::relate,
    input::{Edited, Input},
};
use crate::desk::gtk::parts;

/// More choices than this scroll, in a list of this many pixels.
const LONG: usize = 8;
const HEIGHT: i32 = 220;

/// A field that is one box, which bears the field's label.
pub(super) struct TickInput(CheckButton);

impl TickInput {
    /// A box under this label.
    pub(super) fn new(label: &str, start: bool) -> Self {
        let tick = CheckButton::with_label(label);
        wrap(&tick);
        tick.set_active(start);
        Self(tick)
    }
}

impl Input for TickInput {
    fn whole(&self) -> Widget {
        self.0.clone().upcast()
    }

    fn first(&self) -> Widget {
        self.0.clone().upcast()
    }

    fn read(&self) -> Entry {
        Entry::Flag(self.0.is_active())
    }

    fn when_edited(&self, edited: Edited) {
        self.0.connect_toggled(move |_| edited());
    }

    fn label(&self, _: &str) -> Option<Label> {
        None
    }
}

/// A field of several boxes, any of which may be ticked.
pub(super) struct ManyInput {
    whole: Widget,
    ticks: Vec<CheckButton>,
}

impl ManyInput {
    /// A box for each title.
    pub(super) fn new(titles: &[String], start: &[usize]) -> Self {
        let column = gtk::Box::new(Orientation::Vertical, 4);
        let tick = |(place, title): (usize, &String)| {
            let tick = CheckButton::with_label(title);
            wrap(&tick);
            tick.set_active(start.contains(&place));
            column.add(&tick);
            tick
        };
        let ticks = titles.iter().enumerate().map(tick).collect();
        Self { whole: list(&column, titles.len()), ticks }
    }
}

impl Input for ManyInput {
    fn whole(&self) -> Widget {
        self.whole.clone()
    }

    fn first(&self) -> Widget {
        self.ticks.first().map_or_else(|| self.whole.clone(), |it| it.clone().upcast())
    }

    fn read(&self) -> Entry {
        let ticked = self.ticks.iter().enumerate().filter(|(_, it)| it.is_active());
        Entry::Many(ticked.map(|(place, _)| place).collect())
    }

    fn when_edited(&self, edited: Edited) {
        for tick in &self.ticks {
            let edited = edited.clone();
            tick.connect_toggled(move |_| edited());
        }
    }

    fn label(&self, text: &str) -> Option<Label> {
        Some(group(&self.whole, text))
    }
}

/// A column of choices, in a scroller of its own if there are many.
pub(super) fn list(column: &gtk::Box, count: usize) -> Widget {
    if count <= LONG {
        return column.clone().upcast();
    }
    column.set_margin(8);
    let scroller = ScrolledWindow::builder()
        .hscrollbar_policy(PolicyType::Never)
        .overlay_scrolling(false)
        .min_content_height(HEIGHT)
        .build();
    scroller.add(column);
    let frame = Frame::new(None);
    frame.set_shadow_type(gtk::ShadowType::In);
    frame.add(&scroller);
    frame.upcast()
}

/// The label above a column of choices, which are a group of that name for a screen reader.
pub(super) fn group(whole: &Widget, text: &str) -> Label {
    let label = parts::line(text);
    if let Some(accessible) = whole.accessible() {
        accessible.set_role(Role::Panel);
        accessible.set_name(text);
    }
    relate(whole, RelationType::LabelledBy, &label);
    label
}

/// Breaks a long title, which is plain text: `_` in it is no mark.
pub(super) fn wrap(button: &impl IsA<gtk::Bin>) {
    let label = button.child().and_then(|it| it.downcast::<Label>().ok());
    if let Some(label) = label {
        label.set_line_wrap(true);
        label.set_line_wrap_mode(pango::WrapMode::WordChar);
        label.set_max_width_chars(60);
        label.set_xalign(0.0);
    }
}
