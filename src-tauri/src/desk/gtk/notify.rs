//! Notices by the desktop's own service, spoken to over the session bus with the toolkit's own
//! connection: three calls that have been the same for twenty years need no library. Where there
//! is no such service, nothing is told; the dialog is there all the same.

use std::{cell::Cell, collections::HashMap, rc::Rc};

use gtk::{
    gio::{
        BusType, DBusCallFlags, DBusConnection, DBusSignalFlags, SignalSubscriptionId,
        bus_get_future,
    },
    glib::{Error, MainContext, ToVariant as _, Variant, VariantTy},
};
use tauri::AppHandle;

use crate::desk::{
    notice::{Notices, Over, Told, told},
    words,
};

const SERVICE: &str = "org.freedesktop.Notifications";
const PATH: &str = "/org/freedesktop/Notifications";
/// What a click on the notice itself does.
const CLICK: &str = "default";
/// How long the service may take, in milliseconds.
const LIMIT: i32 = 5_000;

/// Tells by the desktop's service.
pub(in crate::desk) struct Desktop {
    pub(in crate::desk) shell: AppHandle,
    /// Brings the question to the front, with the token that the desktop gave for it.
    pub(in crate::desk) raise: Raise,
}

type Raise = fn(&AppHandle, Option<&str>);

impl Notices for Desktop {
    fn tell(&self, words: String) -> Told {
        let (told, over) = told();
        let (shell, raise) = (self.shell.clone(), self.raise);
        let show = move || {
            drop(MainContext::default().spawn_local(async move {
                if let Err(error) = show(&shell, raise, &words, over).await {
                    tracing::info!(%error, "the desktop shows no notices");
                }
            }));
        };
        if let Err(error) = self.shell.run_on_main_thread(show) {
            tracing::warn!(%error, "nothing can be told");
        }
        told
    }
}

async fn show(shell: &AppHandle, raise: Raise, words: &str, over: Over) -> Result<(), Error> {
    let bus = bus_get_future(BusType::Session).await?;
    let shown = Rc::new(Cell::new(None));
    let signals = listen(&bus, shell, raise, &shown);
    let notified = notify(&bus, words).await;
    if let Ok(id) = notified {
        shown.set(Some(id));
        over.wait().await;
        shown.set(None);
        // One that is gone by itself already is as good.
        drop(call(&bus, "CloseNotification", &(id,).to_variant(), None).await);
    }
    for signal in signals {
        bus.signal_unsubscribe(signal);
    }
    notified.map(|_| ())
}

/// Shows the notice; its number.
async fn notify(bus: &DBusConnection, words: &str) -> Result<u32, Error> {
    let hints = HashMap::from([("desktop-entry", "steward".to_variant())]);
    let given = (
        "Steward",
        // It takes the place of no other.
        0_u32,
        "steward",
        // The summary is plain text; markup is only ever read in the body, and there is none.
        words,
        "",
        vec![CLICK, words::asking::SHOW_QUESTION],
        hints,
        // As long as the service shows such things.
        -1_i32,
    );
    let reply = call(bus, "Notify", &given.to_variant(), VariantTy::new("(u)").ok()).await?;
    Ok(reply.try_child_get(0).ok().flatten().unwrap_or_default())
}

async fn call(
    bus: &DBusConnection,
    method: &str,
    given: &Variant,
    reply: Option<&VariantTy>,
) -> Result<Variant, Error> {
    let flags = DBusCallFlags::NONE;
    bus.call_future(Some(SERVICE), PATH, SERVICE, method, Some(given), reply, flags, LIMIT).await
}

/// Raises the question when its notice is clicked. What the desktop says of that click beforehand
/// is what lets a window come to the front.
fn listen(
    bus: &DBusConnection,
    shell: &AppHandle,
    raise: Raise,
    shown: &Rc<Cell<Option<u32>>>,
) -> [SignalSubscriptionId; 2] {
    let of_ours = |shown: &Rc<Cell<Option<u32>>>, told: &Variant| {
        let (id, word): (u32, String) = told.get()?;
        (shown.get() == Some(id)).then_some(word)
    };
    let token = Rc::new(Cell::new(None));
    let noted = (Rc::clone(shown), Rc::clone(&token));
    let subscribe = |member: &str, heard: Box<dyn Fn(&Variant)>| {
        let (from, flags) = (Some(SERVICE), DBusSignalFlags::NONE);
        bus.signal_subscribe(
            from,
            from,
            Some(member),
            Some(PATH),
            None,
            flags,
            move |_, _, _, _, _, told| {
                heard(told);
            },
        )
    };
    let note = subscribe(
        "ActivationToken",
        Box::new(move |told| {
            noted.1.set(of_ours(&noted.0, told));
        }),
    );
    let (shell, shown) = (shell.clone(), Rc::clone(shown));
    let click = subscribe(
        "ActionInvoked",
        Box::new(move |told| {
            if of_ours(&shown, told).is_some() {
                raise(&shell, token.take().as_deref());
            }
        }),
    );
    [note, click]
}
