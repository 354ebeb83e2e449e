//! What is left of a dialog whose question was taken back: a sheet on which nothing can be entered.
//! It holds the keyboard while the person goes on typing, so that the rest of what they type goes
//! to no other question and into no page. It knows no question.

use std::{
    cell::Cell,
    rc::Rc,
    time::{Duration, Instant},
};

use gtk::{
    Button, Container, Dialog, Entry, Orientation, ResponseType, Widget,
    gdk::keys::constants::Escape,
    glib::{MainContext, Propagation, object::Cast as _, timeout_future},
    prelude::{
        BoxExt as _, ButtonExt as _, ContainerExt as _, DialogExt as _, GtkWindowExt as _,
        WidgetExt as _,
    },
};

use super::{masked, parts};
use crate::desk::words;

/// How long after the last key it closes by itself.
const QUIET: Duration = Duration::from_secs(3);

/// Turns a dialog into its sheet; `close` takes that away.
pub(super) fn keep(dialog: &Dialog, close: impl Fn(&Dialog) + 'static) {
    let area = dialog.content_area();
    let (width, height) = dialog.size();
    for piece in area.children() {
        empty(&piece);
        piece.set_sensitive(false);
        piece.hide();
    }
    dialog.set_title(words::TAKEN_BACK);
    let column = gtk::Box::new(Orientation::Vertical, 8);
    column.set_margin(16);
    column.add(&parts::heading(words::TAKEN_BACK));
    column.add(&parts::line(words::TAKEN_BACK_HINT));
    let button = Button::with_mnemonic(words::CLOSE);
    button.set_halign(gtk::Align::End);
    let of = gtk::glib::object::ObjectExt::downgrade(dialog);
    button.connect_clicked(move |_| {
        if let Some(dialog) = of.upgrade() {
            dialog.response(ResponseType::Close);
        }
    });
    column.pack_end(&button, false, false, 0);
    area.pack_start(&column, true, true, 0);
    column.show_all();
    // It stays as large as it was: nothing under the mouse changes.
    dialog.set_size_request(width, height);

    let last = Rc::new(Cell::new(Instant::now()));
    let heard = Rc::clone(&last);
    dialog.connect_key_press_event(move |_, key| {
        heard.set(Instant::now());
        if key.keyval() == Escape { Propagation::Proceed } else { Propagation::Stop }
    });
    let dialog = gtk::glib::object::ObjectExt::downgrade(dialog);
    drop(MainContext::default().spawn_local(async move {
        while let Some(left) = QUIET.checked_sub(last.get().elapsed()) {
            timeout_future(left.max(Duration::from_millis(1))).await;
        }
        if let Some(dialog) = dialog.upgrade() {
            close(&dialog);
        }
    }));
}

/// Takes away what was typed into all that is in a widget.
fn empty(widget: &Widget) {
    if let Some(entry) = widget.downcast_ref::<Entry>() {
        masked::empty(entry);
    } else if let Some(container) = widget.downcast_ref::<Container>() {
        container.children().iter().for_each(empty);
    }
}
