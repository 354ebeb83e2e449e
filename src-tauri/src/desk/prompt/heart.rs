//! Whether the process of the prompt window's page still lives; it knows no question. A page that is
//! no more answers nothing, and its window would stay, empty.

use tauri::WebviewWindow;

#[cfg(target_os = "linux")]
use gtk::glib::object::ObjectExt as _;
#[cfg(target_os = "linux")]
use tauri::Manager as _;

#[cfg(target_os = "linux")]
use super::open::Prompts;

/// Says so at once, by the engine's own word.
#[cfg(target_os = "linux")]
pub(super) fn listen(window: &WebviewWindow) -> tauri::Result<()> {
    let shell = window.app_handle().clone();
    window.with_webview(move |page| {
        page.inner().connect("web-process-terminated", false, move |_| {
            tracing::error!("the process of the prompt window has ended");
            shell.state::<Prompts>().died();
            None
        });
    })
}

/// Elsewhere there is no such word to be had here.
#[cfg(not(target_os = "linux"))]
pub(super) fn listen(_: &WebviewWindow) -> tauri::Result<()> {
    Ok(())
}

/// Returns when the page answers no more. Where the engine says so by itself, that is enough.
#[cfg(target_os = "linux")]
pub(super) async fn stops(_: &WebviewWindow) {
    std::future::pending::<()>().await;
}

/// Returns when the page answers no more: it is asked now and then, since a page of which nothing is
/// seen may have its own clock slowed down.
#[cfg(not(target_os = "linux"))]
pub(super) async fn stops(window: &WebviewWindow) {
    use std::time::Duration;

    use tokio::{
        sync::mpsc,
        time::{sleep, timeout},
    };

    /// How often it is asked, how long it may take, and how often it may miss that: a computer
    /// that wakes up is slow at first.
    const PAUSE: Duration = Duration::from_secs(5);
    const LIMIT: Duration = Duration::from_secs(10);
    const MISSES: u32 = 3;

    let mut missed = 0;
    while missed < MISSES {
        sleep(PAUSE).await;
        let (say, mut hear) = mpsc::unbounded_channel();
        let told = move |_| {
            // Nobody waits any more for one that comes too late.
            say.send(()).ok();
        };
        let asked = window.eval_with_callback("1", told).is_ok();
        let beats = asked && matches!(timeout(LIMIT, hear.recv()).await, Ok(Some(())));
        missed = if beats { 0 } else { missed + 1 };
    }
    tracing::error!("the page of the prompt window answers no more");
}
