//! Draws the dialog in which a server asks for something, and lets only what fits out of it; what is
//! on it is decided in `desk::form`.

mod field;
mod input;
mod line;
mod one;
mod tick;

use std::{cell::Cell, rc::Rc};

use app::desk::FormReply;
use gtk::{
    CheckButton, Dialog, Orientation, ResponseType,
    glib::object::{Cast as _, ObjectExt as _},
    prelude::{
        BoxExt as _, ContainerExt as _, DialogExt as _, StyleContextExt as _, ToggleButtonExt as _,
        WidgetExt as _,
    },
};
use model::form::{Filling, Form};

use self::{
    field::Field,
    input::Input,
    line::{LineInput, Masked},
    one::{ComboInput, RadioInput},
    tick::{ManyInput, TickInput},
};
use super::{
    ask::Answer,
    parts, quote, room,
    wary::{self, Focus, Sleepers},
};
use crate::desk::{
    form::{
        Says, Sheet,
        field::{Input as Kind, Mask, Row},
    },
    words,
};

/// What is on the dialog, for as long as it is there.
struct Filled {
    form: Form,
    fields: Vec<Field>,
    column: gtk::Box,
    /// Seen while something is hidden.
    keeping: gtk::Box,
    /// None where nothing could be kept.
    remember: Option<CheckButton>,
    /// Whether the person hides a field that is not hidden by itself.
    by_hand: Rc<Cell<bool>>,
}

/// The dialog, not yet shown.
pub(in crate::desk) fn draw(
    sheet: &Sheet,
    form: Form,
    parent: Option<&gtk::ApplicationWindow>,
    answer: Answer<FormReply>,
) -> Dialog {
    let (dialog, column) = parts::dialog(sheet.window, parent);
    quote::head(&dialog, &sheet.heading);
    if let Some(words) = &sheet.words {
        column.add(&quote::quote(words));
    }
    let (keeping, remember) = keeping(sheet);
    let by_hand = Rc::new(Cell::new(false));
    let masked: Masked = {
        let (dialog, column) = (dialog.downgrade(), column.downgrade());
        let (keeping, by_hand) = (keeping.clone(), Rc::clone(&by_hand));
        Rc::new(move |mask, on| {
            see(&keeping, on);
            by_hand.set(on && mask != Mask::Always);
            if let (Some(dialog), Some(column)) = (dialog.upgrade(), column.upgrade()) {
                room::grow(&dialog, &column);
            }
        })
    };
    let fields: Vec<_> = sheet.rows.iter().map(|it| draw_field(it, &masked)).collect();
    for field in &fields {
        column.add(field.whole());
    }
    if !fields.is_empty() {
        column.add(&parts::small(sheet.goes));
    }
    quote::foot(&dialog, sheet.deadline);
    // Beside the buttons, which always stay.
    dialog.content_area().pack_start(&keeping, false, false, 0);
    add_buttons(&dialog, sheet);
    wary::asleep_at_first(&dialog, sleepers(sheet, &fields));
    let filled = Filled { form, fields, column, keeping, remember, by_hand };
    dialog.connect_response(move |dialog, response| filled.respond(dialog, response, &answer));
    dialog
}

/// The tick that has hidden values remembered, with what to know of the keychain: there only while
/// something is hidden.
fn keeping(sheet: &Sheet) -> (gtk::Box, Option<CheckButton>) {
    let keeping = gtk::Box::new(Orientation::Vertical, 4);
    keeping.set_margin_start(8);
    let remember = sheet.remember.map(|on| {
        let tick = CheckButton::with_mnemonic(words::asking::REMEMBER);
        tick.set_active(on);
        keeping.add(&tick);
        tick
    });
    for note in &sheet.keychain {
        keeping.add(&parts::small(note));
    }
    see(&keeping, false);
    keeping.set_no_show_all(true);
    (keeping, remember)
}

/// What is in it too: a screen reader takes a widget by its own word for whether it is seen.
fn see(keeping: &gtk::Box, on: bool) {
    for one in keeping.children() {
        one.set_visible(on);
    }
    keeping.set_visible(on);
}

impl Filled {
    fn respond(&self, dialog: &Dialog, response: ResponseType, answer: &Answer<FormReply>) {
        let reply = match said(response) {
            Says::Decline => FormReply::Decline,
            Says::Cancel => FormReply::Cancel,
            Says::Accept => match self.fill() {
                Some(filling) => FormReply::Accept {
                    filling,
                    remember: self.keeping.is_visible()
                        && self.remember.as_ref().is_some_and(|it| it.is_active()),
                    masked: self.by_hand.get(),
                },
                None => {
                    room::grow(dialog, &self.column);
                    // The dialog stays.
                    dialog.stop_signal_emission_by_name("response");
                    return;
                }
            },
        };
        for field in &self.fields {
            field.empty();
        }
        answer.say(reply);
    }

    /// What was entered, if all of it fits; otherwise each field says what is wrong with it.
    fn fill(&self) -> Option<Filling> {
        let entries: Vec<_> = self.fields.iter().map(Field::read).collect();
        let wrong = match self.form.fill(&entries) {
            Ok(filling) => return Some(filling),
            Err(wrong) => wrong,
        };
        for (place, field) in self.fields.iter().enumerate() {
            let why = wrong.iter().find(|(at, _)| *at == place).map(|(_, why)| why.to_string());
            field.judge(why.as_deref());
        }
        if let Some(field) = wrong.first().and_then(|(place, _)| self.fields.get(*place)) {
            field.focus();
            room::reveal(&self.column, field.whole());
        }
        None
    }
}

fn draw_field(row: &Row, masked: &Masked) -> Field {
    let input: Box<dyn Input> = match &row.input {
        Kind::Line { start, mask, purpose } => {
            Box::new(LineInput::new(start, *mask, *purpose, masked))
        }
        Kind::Tick { start } => Box::new(TickInput::new(&row.label, *start)),
        Kind::One { titles, none, start, spread: true } => {
            Box::new(RadioInput::new(titles, *none, *start))
        }
        Kind::One { titles, none, start, spread: false } => {
            Box::new(ComboInput::new(titles, *none, *start))
        }
        Kind::Many { titles, start } => Box::new(ManyInput::new(titles, start)),
    };
    Field::new(row, input)
}

fn add_buttons(dialog: &Dialog, sheet: &Sheet) {
    for choice in sheet.choices {
        let button = dialog.add_button(choice.label, response(choice.says));
        // A yes is not given without looking.
        if sheet.rows.is_empty() && choice.says == Says::Accept {
            wary::deaf_to_enter(&button);
        } else if choice.says == Says::Accept {
            button.style_context().add_class(gtk::STYLE_CLASS_SUGGESTED_ACTION);
        }
    }
    dialog.set_default_response(response(sheet.default));
}

/// What is typed into sleeps like the buttons: keys that were meant for what was there before are
/// no answer, not even in part.
fn sleepers(sheet: &Sheet, fields: &[Field]) -> Sleepers {
    let default = response(sheet.default);
    let focus: Focus = match fields.first().cloned() {
        Some(first) => Box::new(move |_| first.focus()),
        None => Box::new(move |dialog| {
            if let Some(button) = dialog.widget_for_response(default) {
                button.grab_focus();
            }
        }),
    };
    Sleepers {
        responses: sheet.dead.iter().map(|it| response(*it)).collect(),
        fields: fields.iter().map(|it| it.whole().clone().upcast()).collect(),
        focus: Some(focus),
    }
}

fn response(says: Says) -> ResponseType {
    match says {
        Says::Accept => ResponseType::Accept,
        Says::Decline => ResponseType::No,
        Says::Cancel => ResponseType::Cancel,
    }
}

/// What a response says. Whatever is no button, such as Escape, says nothing.
fn said(given: ResponseType) -> Says {
    let all = [Says::Accept, Says::Decline];
    all.into_iter().find(|it| response(*it) == given).unwrap_or(Says::Cancel)
}
