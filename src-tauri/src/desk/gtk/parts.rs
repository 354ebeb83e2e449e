//! The few pieces that all dialogs are made of; it knows none of their texts.

use gtk::{
    Align, Dialog, DialogFlags, Label, Orientation, PolicyType, ScrolledWindow, TextView, Widget,
    WrapMode,
    atk::{Role, prelude::AtkObjectExt as _},
    glib::object::{Cast as _, ObjectExt as _},
    pango,
    prelude::{
        BoxExt as _, ContainerExt as _, CssProviderExt as _, DialogExt as _, GtkWindowExt as _,
        LabelExt as _, StyleContextExt as _, TextBufferExt as _, TextViewExt as _, WidgetExt as _,
    },
};

use super::room::{self, GAP, MARGIN, WIDTH};

/// A text with more bytes or lines than these gets a scroller of its own, this many pixels high.
const BLOCK_SHORT: usize = 800;
const BLOCK_FEW: usize = 12;
const BLOCK_HEIGHT: i32 = 180;
/// A longer text is drawn piece by piece, which takes longer to read out but not to lay out.
const BLOCK_LONG: usize = 16 << 10;

/// Amber that is legible on the light and on the dark theme.
const NOTE_STYLE: &[u8] = b"box { background-color: alpha(#e5a50a, 0.18); border-radius: 6px; \
    border-left: 4px solid #e5a50a; padding: 8px 12px; }";
const FRAME_STYLE: &[u8] = b"frame, frame > border { border-radius: 6px; }";
const BLOCK_STYLE: &[u8] = b"label, textview { padding: 6px 8px; } \
    textview, textview text { background: transparent; }";

/// An empty dialog in front of the window, and the box that its pieces go into.
pub(super) fn dialog(title: &str, parent: Option<&gtk::ApplicationWindow>) -> (Dialog, gtk::Box) {
    let flags = DialogFlags::MODAL | DialogFlags::DESTROY_WITH_PARENT;
    let dialog = Dialog::with_buttons(Some(title), parent, flags, &[]);
    dialog.set_position(gtk::WindowPosition::CenterOnParent);
    dialog.set_default_width(WIDTH);
    dialog.set_border_width(8);
    let column = gtk::Box::new(Orientation::Vertical, GAP);
    column.set_margin(MARGIN);
    // What does not fit on a small screen scrolls; the buttons always stay.
    let scroller = ScrolledWindow::builder()
        .hscrollbar_policy(PolicyType::Never)
        .propagate_natural_height(true)
        .overlay_scrolling(false)
        .max_content_height(room::MOST)
        .build();
    scroller.add(&column);
    // All that is in it is there by then.
    let of = column.downgrade();
    scroller.connect_show(move |_| {
        if let Some(column) = of.upgrade() {
            room::fit(&column);
        }
    });
    let of = column.downgrade();
    dialog.connect_show(move |dialog| {
        if let Some(column) = of.upgrade() {
            room::stay_on_screen(dialog, &column);
        }
    });
    dialog.content_area().set_spacing(GAP);
    dialog.content_area().pack_start(&scroller, true, true, 0);
    (dialog, column)
}

/// The first line.
pub(super) fn heading(text: &str) -> Label {
    let label = line(text);
    let weight = pango::AttrInt::new_weight(pango::Weight::Semibold);
    label.set_attributes(Some(&attributes(text, &[weight.into(), scale(1.2)])));
    label
}

/// A wrapped line of plain text: nothing in it is read as markup.
pub(super) fn line(text: &str) -> Label {
    let label = Label::new(Some(text));
    label.set_line_wrap(true);
    label.set_line_wrap_mode(pango::WrapMode::WordChar);
    label.set_xalign(0.0);
    label.set_halign(Align::Fill);
    label.set_max_width_chars(70);
    label.set_attributes(Some(&attributes(text, &[])));
    label
}

/// A wrapped line in bold.
pub(super) fn strong(text: &str) -> Label {
    let label = line(text);
    let weight = pango::AttrInt::new_weight(pango::Weight::Bold);
    label.set_attributes(Some(&attributes(text, &[weight.into()])));
    label
}

/// A wrapped line in small type.
pub(super) fn small(text: &str) -> Label {
    let label = line(text);
    label.set_attributes(Some(&attributes(text, &[scale(0.85)])));
    label
}

/// A whole text in mono, which wraps, scrolls when it is long, and can be selected. Its label
/// stands above it and is its name for a screen reader.
pub(super) fn block(label: &str, text: &str) -> gtk::Box {
    let body = if text.len() <= BLOCK_LONG { mono(text) } else { long_mono(text) };
    if let Some(accessible) = body.accessible() {
        accessible.set_role(Role::Text);
        accessible.set_name(label);
    }
    let frame = gtk::Frame::new(None);
    style(&frame, FRAME_STYLE);
    style(&body, BLOCK_STYLE);
    if text.len() <= BLOCK_SHORT && text.lines().count() <= BLOCK_FEW {
        frame.add(&body);
    } else {
        let scroller = ScrolledWindow::builder()
            .hscrollbar_policy(PolicyType::Never)
            .overlay_scrolling(false)
            .min_content_height(BLOCK_HEIGHT)
            .build();
        scroller.add(&body);
        frame.add(&scroller);
    }
    let column = gtk::Box::new(Orientation::Vertical, GAP / 2);
    column.add(&small(label));
    column.add(&frame);
    column
}

fn mono(text: &str) -> Widget {
    let label = line(text);
    label.set_line_wrap_mode(pango::WrapMode::Char);
    label.set_selectable(true);
    label.set_valign(Align::Start);
    let family = pango::AttrString::new_family("monospace");
    label.set_attributes(Some(&attributes(text, &[family.into()])));
    label.upcast()
}

/// A label would lay the whole text out before it is shown. This shows a hyphen where a line is
/// broken within a word, which the toolkit has no way to leave out here.
fn long_mono(text: &str) -> Widget {
    let view = TextView::new();
    if let Some(buffer) = view.buffer() {
        buffer.set_text(text);
    }
    view.set_editable(false);
    view.set_cursor_visible(false);
    view.set_accepts_tab(false);
    view.set_monospace(true);
    view.set_wrap_mode(WrapMode::Char);
    view.upcast()
}

/// A thing to know before saying yes, on amber.
pub(super) fn note(text: &str) -> gtk::Box {
    let row = gtk::Box::new(Orientation::Horizontal, GAP);
    let icon = gtk::Image::from_icon_name(Some("dialog-warning-symbolic"), gtk::IconSize::Menu);
    icon.set_valign(Align::Start);
    row.add(&icon);
    row.pack_start(&line(text), true, true, 0);
    style(&row, NOTE_STYLE);
    row
}

fn scale(factor: f64) -> pango::Attribute {
    pango::AttrFloat::new_scale(factor).into()
}

/// How a text looks. A line that is broken within a word ends without a hyphen, which nobody
/// could tell from one that is there.
fn attributes(text: &str, more: &[pango::Attribute]) -> pango::AttrList {
    // The attribute itself is only in a newer interface of the same library. The text is not read
    // as markup: what is parsed is as many letters.
    let markup = format!("<span insert_hyphens='no'>{}</span>", "x".repeat(text.len()));
    let list = match pango::parse_markup(&markup, '\0') {
        Ok((list, ..)) => list,
        Err(_) => pango::AttrList::new(),
    };
    for attribute in more {
        list.insert(attribute.clone());
    }
    list
}

/// Dresses one widget alone.
pub(super) fn style(widget: &impl gtk::prelude::IsA<gtk::Widget>, css: &[u8]) {
    let provider = gtk::CssProvider::new();
    if let Err(error) = provider.load_from_data(css) {
        tracing::warn!(%error, "a style of a dialog is not understood");
    }
    widget.style_context().add_provider(&provider, gtk::STYLE_PROVIDER_PRIORITY_APPLICATION);
}
