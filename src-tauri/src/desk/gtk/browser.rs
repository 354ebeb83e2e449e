//! Hands a page to the person's own browser: by the system's list of programs, the address as one
//! argument, with no shell in between (security 1). It does not look whether it should.

use gtk::{
    gdk,
    gio::{AppInfo, IOErrorEnum},
    glib::MainContext,
};
use tauri::AppHandle;
use tokio::sync::oneshot;

/// Why no browser took a page, in words that begin small and end without a stop.
#[derive(Debug, thiserror::Error)]
pub(in crate::desk) enum NotOpened {
    /// It is for no browser.
    #[error("it is no web address")]
    Scheme,
    /// No program takes addresses.
    #[error("no browser is set up on this computer")]
    NoBrowser,
    /// It could not be started.
    #[error("the browser cannot be started: {0}")]
    Start(gtk::glib::Error),
    /// The window is closing.
    #[error("the window is closing")]
    Closing,
}

/// Opens an address that begins with `http`; `at` is when the person said so.
///
/// # Errors
/// [`NotOpened`]
pub(in crate::desk) async fn open(
    shell: &AppHandle,
    url: String,
    at: u32,
) -> Result<(), NotOpened> {
    if !(url.starts_with("https://") || url.starts_with("http://")) {
        return Err(NotOpened::Scheme);
    }
    let (say, hear) = oneshot::channel();
    let launch = move || {
        drop(MainContext::default().spawn_local(async move {
            // The asker may have taken its question back in the meantime.
            drop(say.send(hand_over(&url, at).await));
        }));
    };
    shell.run_on_main_thread(launch).map_err(|_| NotOpened::Closing)?;
    hear.await.map_err(|_| NotOpened::Closing)?
}

async fn hand_over(url: &str, at: u32) -> Result<(), NotOpened> {
    let context = gdk::Display::default().and_then(|it| it.app_launch_context());
    if let Some(context) = &context {
        context.set_timestamp(at);
    }
    AppInfo::launch_default_for_uri_future(url, context.as_ref()).await.map_err(|error| {
        if error.matches(IOErrorEnum::NotSupported) {
            NotOpened::NoBrowser
        } else {
            NotOpened::Start(error)
        }
    })
}
