//! What of a dialog sleeps until the person has seen it, and buttons that are deaf to Enter; it
//! knows none of them.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    time::{Duration, Instant},
};

use gtk::{
    Dialog, ResponseType, Widget,
    gdk::keys::constants::{Escape, ISO_Enter, KP_Enter, Return},
    gio::{
        SimpleAction, SimpleActionGroup,
        prelude::{ActionGroupExt as _, ActionMapExt as _},
    },
    glib::{MainContext, Propagation, WeakRef, object::ObjectExt as _, timeout_future},
    prelude::{DialogExt as _, GtkWindowExt as _, WidgetExt as _},
};

use crate::desk::dead::DEAD;

/// How a dialog is told that it is brought to the front: by an action of its own.
const GROUP: &str = "wary";
const SLEEP: &str = "sleep";

/// Does nothing on Enter, which is pressed without looking.
pub(super) fn deaf_to_enter(button: &Widget) {
    button.connect_key_press_event(|_, key| {
        let enter = [Return, KP_Enter, ISO_Enter].contains(&key.keyval());
        if enter { Propagation::Stop } else { Propagation::Proceed }
    });
}

/// Gives the focus to something on the dialog.
pub(super) type Focus = Box<dyn Fn(&Dialog)>;

/// What of a dialog sleeps.
pub(super) struct Sleepers {
    /// The buttons of these responses.
    pub(super) responses: Vec<ResponseType>,
    /// What is typed into, if there is anything. It sleeps until the person types no more: what
    /// they type was meant for what was there before.
    pub(super) fields: Vec<Widget>,
    /// What gets the focus at the end, which nothing that sleeps can have.
    pub(super) focus: Option<Focus>,
}

struct Sleep {
    sleepers: Sleepers,
    /// Until when; `None`: all is awake.
    until: Cell<Option<Instant>>,
    /// Whether what is typed into sleeps as well.
    deep: Cell<bool>,
    /// Whether the person was on the dialog already.
    visited: Cell<bool>,
    /// Whether it was awake already.
    woken: Cell<bool>,
    /// What had the focus.
    held: RefCell<Option<WeakRef<Widget>>>,
}

/// Puts to sleep what must not be pressed unseen, until the dialog has been seen for a while; and
/// again whenever it comes to the front, where it was not seen before.
pub(super) fn asleep_at_first(dialog: &Dialog, sleepers: Sleepers) {
    let typed_into = !sleepers.fields.is_empty();
    let sleep = Rc::new(Sleep {
        sleepers,
        until: Cell::default(),
        deep: Cell::new(typed_into),
        visited: Cell::default(),
        woken: Cell::default(),
        held: RefCell::default(),
    });
    sleep.set(dialog, false);
    let (mapped, raised, visited) = (Rc::clone(&sleep), Rc::clone(&sleep), Rc::clone(&sleep));
    dialog.connect_map(move |dialog| mapped.fall(dialog));
    dialog.connect_focus_in_event(move |dialog, _| {
        if !visited.visited.replace(true) {
            visited.deep.set(typed_into);
        }
        visited.fall(dialog);
        Propagation::Proceed
    });
    let action = SimpleAction::new(SLEEP, None);
    let of = dialog.downgrade();
    action.connect_activate(move |_, _| {
        if let Some(dialog) = of.upgrade() {
            raised.fall(&dialog);
        }
    });
    let group = SimpleActionGroup::new();
    group.add_action(&action);
    dialog.insert_action_group(GROUP, Some(&group));
    dialog.connect_key_press_event(move |_, key| sleep.hear(*key.keyval()));
}

/// Tells a dialog that it is brought to the front now.
pub(super) fn comes_to_front(dialog: &Dialog) {
    if let Some(group) = dialog.action_group(GROUP) {
        group.activate_action(SLEEP, None);
    }
}

impl Sleep {
    fn fall(self: &Rc<Self>, dialog: &Dialog) {
        if self.until.replace(Some(Instant::now() + DEAD)).is_some() {
            // It sleeps already, and only sleeps longer.
            self.set(dialog, false);
            return;
        }
        self.held.replace(dialog.focused_widget().map(|it| it.downgrade()));
        self.set(dialog, false);
        let (sleep, dialog) = (Rc::clone(self), dialog.downgrade());
        drop(MainContext::default().spawn_local(async move {
            while let Some(left) = sleep.left() {
                timeout_future(left).await;
            }
            sleep.until.set(None);
            if let Some(dialog) = dialog.upgrade() {
                sleep.wake(&dialog);
            }
        }));
    }

    fn wake(&self, dialog: &Dialog) {
        self.set(dialog, true);
        let fresh = self.deep.replace(false) || !self.woken.replace(true);
        self.woken.set(true);
        match &self.sleepers.focus {
            Some(focus) if fresh => focus(dialog),
            Some(_) | None => self.give_back(dialog),
        }
    }

    /// What slept with the focus on it has lost it.
    fn give_back(&self, dialog: &Dialog) {
        let held = self.held.take().and_then(|it| it.upgrade());
        if let (Some(held), None) = (held, dialog.focused_widget()) {
            held.grab_focus();
        }
    }

    fn left(&self) -> Option<Duration> {
        let left = self.until.get()?.checked_duration_since(Instant::now())?;
        (!left.is_zero()).then_some(left)
    }

    fn set(&self, dialog: &Dialog, awake: bool) {
        for response in &self.sleepers.responses {
            dialog.set_response_sensitive(*response, awake);
        }
        if awake || self.deep.get() {
            self.sleepers.fields.iter().for_each(|it| it.set_sensitive(awake));
        }
    }

    /// A key keeps asleep what is typed into, and goes nowhere. Escape closes as ever.
    fn hear(&self, key: u32) -> Propagation {
        if !self.deep.get() || self.until.get().is_none() || key == *Escape {
            return Propagation::Proceed;
        }
        self.until.set(Some(Instant::now() + DEAD));
        Propagation::Stop
    }
}

impl Sleepers {
    /// Buttons alone.
    pub(super) fn buttons(responses: Vec<ResponseType>) -> Self {
        Self { responses, fields: Vec::new(), focus: None }
    }
}
