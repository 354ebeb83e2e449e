//! Hands a page to the person's own browser: by the system's list of programs, the address as one
//! argument, with no shell in between (security 1). It does not look whether it should.

use gtk::{
    gdk,
    gio::{AppInfo, IOErrorEnum},
    glib::MainContext,
};
use tauri::AppHandle;
use tokio::sync::oneshot;

/// What is said where no program takes addresses.
const NO_BROWSER: &str = "no browser is set up on this computer";

/// Opens an address that begins with `http`; `at` is when the person said so.
///
/// # Errors
/// Why no browser took it, in words that begin small and end without a stop.
pub(super) async fn open(shell: &AppHandle, url: String, at: u32) -> Result<(), String> {
    if !(url.starts_with("https://") || url.starts_with("http://")) {
        return Err("it is no web address".to_owned());
    }
    let (say, hear) = oneshot::channel();
    let launch = move || {
        drop(MainContext::default().spawn_local(async move {
            // The asker may have taken its question back in the meantime.
            drop(say.send(hand_over(&url, at).await));
        }));
    };
    let gone = || "the window is closing".to_owned();
    shell.run_on_main_thread(launch).map_err(|_| gone())?;
    hear.await.map_err(|_| gone())?
}

async fn hand_over(url: &str, at: u32) -> Result<(), String> {
    let context = gdk::Display::default().and_then(|it| it.app_launch_context());
    if let Some(context) = &context {
        context.set_timestamp(at);
    }
    AppInfo::launch_default_for_uri_future(url, context.as_ref()).await.map_err(|error| {
        if error.matches(IOErrorEnum::NotSupported) {
            NO_BROWSER.to_owned()
        } else {
            error.to_string()
        }
    })
}
