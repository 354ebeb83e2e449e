//! How much room a dialog takes: as much as what is in it wants, as far as there is any.

use gtk::{
    Dialog,
    glib::{
        ControlFlow, Priority, idle_add_local_full,
        object::{CastNone as _, ObjectExt as _},
    },
    prelude::{AdjustmentExt as _, GtkWindowExt as _, ScrollableExt as _, WidgetExt as _},
};

/// Pixels between neighbours.
pub(super) const GAP: i32 = 8;
/// Pixels around all.
pub(super) const MARGIN: i32 = 8;
/// Pixels that a dialog is wide before a person pulls at it.
pub(super) const WIDTH: i32 = 600;
/// Pixels of that that are not the column's: the dialog's border on both sides.
const EDGE: i32 = 20;
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
    let (width, height) = dialog.size();
    let (_, wanted) = dialog.preferred_height_for_width(width);
    if wanted > height {
        dialog.resize(width, wanted);
    }
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
