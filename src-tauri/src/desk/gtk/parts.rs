//! The few pieces that all dialogs are made of; it knows none of their texts.

use gtk::{
    Align, Dialog, DialogFlags, Label, Orientation, PolicyType, ScrolledWindow, TextView, WrapMode,
    atk::prelude::AtkObjectExt as _,
    pango,
    prelude::{
        BoxExt as _, ContainerExt as _, CssProviderExt as _, DialogExt as _, GtkWindowExt as _,
        LabelExt as _, StyleContextExt as _, TextBufferExt as _, TextViewExt as _, WidgetExt as _,
    },
};

/// Pixels between neighbours, and around all.
const GAP: i32 = 8;
const MARGIN: i32 = 8;
/// Pixels that a dialog is wide before a person pulls at it.
const WIDTH: i32 = 600;
/// A text with more bytes than this gets a scroller of its own, this many pixels high.
const BLOCK_SHORT: usize = 800;
const BLOCK_HEIGHT: i32 = 180;
/// Pixels around the text of a block, above and below together, and left and right.
const BLOCK_PADDING: i32 = 14;

/// Amber that is legible on the light and on the dark theme.
const NOTE_STYLE: &[u8] = b"box { background-color: alpha(#e5a50a, 0.18); border-radius: 6px; \
    border-left: 4px solid #e5a50a; padding: 8px 12px; }";
const FRAME_STYLE: &[u8] = b"frame, frame > border { border-radius: 6px; }";
const BLOCK_STYLE: &[u8] = b"textview { padding: 6px 8px; } \
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
        .max_content_height(560)
        .build();
    scroller.add(&column);
    dialog.content_area().set_spacing(GAP);
    dialog.content_area().pack_start(&scroller, true, true, 0);
    (dialog, column)
}

/// The first line.
pub(super) fn heading(text: &str) -> Label {
    let label = line(text);
    set_attributes(
        &label,
        &[pango::AttrInt::new_weight(pango::Weight::Semibold).into(), scale(1.2)],
    );
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
    label
}

/// A wrapped line in bold.
pub(super) fn strong(text: &str) -> Label {
    let label = line(text);
    set_attributes(&label, &[pango::AttrInt::new_weight(pango::Weight::Bold).into()]);
    label
}

/// A wrapped line in small type.
pub(super) fn small(text: &str) -> Label {
    let label = line(text);
    set_attributes(&label, &[scale(0.85)]);
    label
}

/// A whole text in mono, which wraps, scrolls when it is long, and can be selected. Its label
/// stands above it and is its name for a screen reader.
pub(super) fn block(label: &str, text: &str) -> gtk::Box {
    let view = TextView::new();
    if let Some(buffer) = view.buffer() {
        buffer.set_text(text);
    }
    view.set_editable(false);
    view.set_cursor_visible(false);
    view.set_accepts_tab(false);
    view.set_monospace(true);
    view.set_wrap_mode(WrapMode::Char);
    if let Some(accessible) = view.accessible() {
        accessible.set_name(label);
    }
    let frame = gtk::Frame::new(None);
    style(&frame, FRAME_STYLE);
    style(&view, BLOCK_STYLE);
    if text.len() <= BLOCK_SHORT {
        // It is as high as its text; a scroller would be higher than one line.
        view.set_size_request(-1, height_of(&view, text));
        frame.add(&view);
    } else {
        let scroller = ScrolledWindow::builder()
            .hscrollbar_policy(PolicyType::Never)
            .overlay_scrolling(false)
            .min_content_height(BLOCK_HEIGHT)
            .build();
        scroller.add(&view);
        frame.add(&scroller);
    }
    let column = gtk::Box::new(Orientation::Vertical, GAP / 2);
    column.add(&small(label));
    column.add(&frame);
    column
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

/// How many pixels high a text is when it wraps in a dialog of the usual width.
fn height_of(view: &TextView, text: &str) -> i32 {
    let layout = view.create_pango_layout(Some(text));
    layout.set_wrap(pango::WrapMode::Char);
    layout.set_width((WIDTH - 2 * (MARGIN + GAP) - 2 * BLOCK_PADDING) * pango::SCALE);
    layout.pixel_size().1 + BLOCK_PADDING
}

fn scale(factor: f64) -> pango::Attribute {
    pango::AttrFloat::new_scale(factor).into()
}

fn set_attributes(label: &Label, attributes: &[pango::Attribute]) {
    let list = pango::AttrList::new();
    for attribute in attributes {
        list.insert(attribute.clone());
    }
    label.set_attributes(Some(&list));
}

/// Dresses one widget alone.
pub(super) fn style(widget: &impl gtk::prelude::IsA<gtk::Widget>, css: &[u8]) {
    let provider = gtk::CssProvider::new();
    if let Err(error) = provider.load_from_data(css) {
        tracing::warn!(%error, "a style of a dialog is not understood");
    }
    widget.style_context().add_provider(&provider, gtk::STYLE_PROVIDER_PRIORITY_APPLICATION);
}
