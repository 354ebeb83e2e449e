//! How much room a dialog takes: as much as what is in it wants, as far as there is any.

use gtk::{
    Dialog, ScrolledWindow, Widget, gdk,
    glib::{
        ControlFlow, Priority, idle_add_local_full,
        object::{CastNone as _, ObjectExt as _},
    },
    prelude::{
        AdjustmentExt as _, GtkWindowExt as _, MonitorExt as _, ScrollableExt as _,
        ScrolledWindowExt as _, WidgetExt as _,
    },
};

/// Pixels between neighbours.
pub(super) const GAP: i32 = 8;
/// Pixels around all.
pub(super) const MARGIN: i32 = 8;
/// Pixels that a dialog is wide before a person pulls at it.
pub(super) const WIDTH: i32 = 600;
/// Pixels of that that are not the column's: the dialog's border on both sides.
const EDGE: i32 = 20;
/// Pixels that the column is high at most, and where the screen is small, at least.
pub(super) const MOST: i32 = 560;
const LEAST: i32 = 80;
/// Pixels of a screen that are left for the frame of a window, on both sides and above and below.
const SIDES: i32 = 8;
const FRAME: i32 = 40;

/// Makes the dialog as high as what is in it, as far as the screen has room: by itself a scroller
/// takes its lines for longer than they are, and so for fewer.
pub(super) fn fit(column: &gtk::Box) {
    column.set_size_request(-1, -1);
    let (_, wanted) = column.preferred_height_for_width(WIDTH - EDGE);
    column.set_size_request(-1, wanted - 2 * MARGIN);
}

/// Gives a dialog that is shown already the height that it wants by now.
pub(super) fn grow(dialog: &Dialog, column: &gtk::Box) {
    if !dialog.is_visible() {
        return;
    }
    fit(column);
    stay_on_screen(dialog, column);
    let (width, height) = dialog.size();
    let (_, wanted) = dialog.preferred_height_for_width(width);
    if wanted > height {
        dialog.resize(width, wanted);
    }
}

/// Has the column scroll where the whole dialog would be higher than the screen: what stands around
/// the column is always seen.
pub(super) fn stay_on_screen(dialog: &Dialog, column: &gtk::Box) {
    let scroller = column.parent().and_then(|it| it.parent());
    let Some(scroller) = scroller.and_downcast::<ScrolledWindow>() else { return };
    let Some((_, room)) = room(dialog) else { return };
    scroller.set_max_content_height(MOST);
    let (width, _) = dialog.size();
    let (_, wanted) = dialog.preferred_height_for_width(width.max(WIDTH));
    let over = wanted - room;
    if over > 0 {
        let (_, column) = scroller.preferred_height_for_width(width.max(WIDTH) - EDGE);
        scroller.set_max_content_height((column - over).max(LEAST));
    }
}

/// Has a dialog of the toolkit's own never be larger than the screen: it takes its size from that of
/// the letters alone, and as late as when it is seen.
pub(super) fn limit(dialog: &Dialog) {
    let Some((wide, high)) = room(dialog) else { return };
    let most = gdk::Geometry::new(0, 0, wide, high, 0, 0, 0, 0, 0.0, 0.0, gdk::Gravity::NorthWest);
    dialog.set_geometry_hints(Widget::NONE, Some(&most), gdk::WindowHints::MAX_SIZE);
}

/// How wide and how high a dialog can be where its parent is.
fn room(dialog: &Dialog) -> Option<(i32, i32)> {
    let display = gdk::Display::default()?;
    let parent = dialog.transient_for().and_then(|it| it.window());
    let monitor = parent.and_then(|it| display.monitor_at_window(&it));
    let monitor = monitor.or_else(|| display.primary_monitor()).or_else(|| display.monitor(0))?;
    let area = monitor.workarea();
    Some((area.width() - SIDES, area.height() - FRAME))
}

/// Scrolls the whole of a piece into sight, once it has its place.
pub(super) fn reveal(column: &gtk::Box, piece: &gtk::Box) {
    let (column, piece) = (column.downgrade(), piece.downgrade());
    idle_add_local_full(Priority::LOW, move || {
        if let (Some(column), Some(piece)) = (column.upgrade(), piece.upgrade())
            && let Some(scroll) = column.parent().and_downcast::<gtk::Viewport>()
            && let (Some(scroll), place) = (scroll.vadjustment(), piece.allocation())
        {
            // Both are counted from the top of what scrolls.
            let top = f64::from(place.y());
            scroll.clamp_page(top, top + f64::from(place.height()));
        }
        ControlFlow::Break
    });
}
