//! Reads the clipboard on the toolkit's thread; it does not look at what is in it.

use std::time::Duration;

use app::desk::NobodyToAsk;
use gtk::{Clipboard, gdk};
use stdx::secret::Secret;
use tauri::AppHandle;
use tokio::sync::oneshot;

/// The program that owns the clipboard has to hand the text over, and may hang.
const LIMIT: Duration = Duration::from_secs(2);

/// The text on it. `None`: there is none, or its owner does not hand it over.
///
/// # Errors
/// When the window is gone.
pub(super) async fn read(shell: &AppHandle) -> Result<Option<Secret>, NobodyToAsk> {
    let (say, hear) = oneshot::channel();
    let request = move || {
        Clipboard::get(&gdk::SELECTION_CLIPBOARD).request_text(move |_, text| {
            drop(say.send(text.map(Secret::from)));
        });
    };
    shell.run_on_main_thread(request).map_err(|_| NobodyToAsk::WindowClosed)?;
    match tokio::time::timeout(LIMIT, hear).await {
        Ok(text) => text.map_err(|_| NobodyToAsk::WindowClosed),
        Err(_) => Ok(None),
    }
}
