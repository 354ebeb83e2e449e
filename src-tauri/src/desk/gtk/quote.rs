//! A server's words, framed and marked as its own: plain text that can neither grow over what is
//! ours nor be clicked, and our lines above and below them. It decides nothing about the words.

use std::time::{Duration, Instant};

use app::asking;
use gtk::{
    Align, Dialog, Orientation, PolicyType, ScrolledWindow,
    glib::{ControlFlow, object::ObjectExt as _, timeout_add_local},
    prelude::{
        BoxExt as _, ContainerExt as _, DialogExt as _, LabelExt as _, ScrolledWindowExt as _,
        WidgetExt as _,
    },
};

use super::parts;
use crate::desk::words;

/// A text with more bytes or lines than these gets a scroller, this many pixels high.
const SHORT: usize = 600;
const FEW_LINES: usize = 8;
const HEIGHT: i32 = 180;
/// How often it is looked whether another second is over.
const TICK: Duration = Duration::from_millis(200);

const STYLE: &[u8] = b"scrolledwindow { border: none; border-left: 4px solid alpha(currentColor, \
    0.35); background-color: alpha(currentColor, 0.06); border-radius: 0 6px 6px 0; }";
const TEXT_STYLE: &[u8] = b"label { padding: 8px 12px; }";

/// The server's words under a line that says whose they are.
pub(super) fn quote(words: &str) -> gtk::Box {
    let label = parts::line(words);
    label.set_valign(Align::Start);
    parts::style(&label, TEXT_STYLE);
    let long = words.len() > SHORT || words.lines().count() > FEW_LINES;
    // Stacked accents are drawn beyond their line; nothing is drawn beyond a scroller, so that even
    // a short text is in one.
    let scroller = ScrolledWindow::builder()
        .hscrollbar_policy(PolicyType::Never)
        .vscrollbar_policy(if long { PolicyType::Automatic } else { PolicyType::Never })
        .overlay_scrolling(false)
        .can_focus(long)
        .build();
    if long {
        scroller.set_min_content_height(HEIGHT);
    }
    scroller.add(&label);
    parts::style(&scroller, STYLE);
    let column = gtk::Box::new(Orientation::Vertical, 4);
    column.add(&parts::small(words::asking::SERVER_SAYS));
    column.add(&scroller);
    column
}

/// Who asks: above what scrolls, so that it is always seen.
pub(super) fn head(dialog: &Dialog, heading: &str) {
    let label = parts::heading(heading);
    label.set_margin(8);
    label.set_margin_bottom(0);
    let area = dialog.content_area();
    area.pack_start(&label, false, false, 0);
    area.reorder_child(&label, 0);
}

/// How long the question waits: beside the buttons, so that it is always seen. The line is as long
/// from its first moment to its last.
pub(super) fn foot(dialog: &Dialog, deadline: Option<Instant>) {
    let Some(deadline) = deadline else { return };
    let left = move || asking::lapses(deadline.saturating_duration_since(Instant::now()));
    let label = parts::small(&left());
    label.set_margin_start(8);
    label.set_margin_end(8);
    dialog.content_area().pack_start(&label, false, false, 0);
    let label = label.downgrade();
    timeout_add_local(TICK, move || {
        let Some(label) = label.upgrade() else { return ControlFlow::Break };
        let text = left();
        if label.text() != text {
            label.set_text(&text);
        }
        ControlFlow::Continue
    });
}
