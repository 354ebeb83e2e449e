//! The prompt window itself: its page, what that may do, its size and its place; it knows no
//! question.

use std::time::Duration;

use app::prompt::Prompt;
use tauri::{
    AppHandle, LogicalPosition, LogicalSize, Manager as _, Url, UserAttentionType, WebviewUrl,
    WebviewWindow, WebviewWindowBuilder, webview::NewWindowResponse,
};

use super::{heart, open::Prompts};
use crate::window::{self, MAIN, PROMPT};

/// The page, beside the main one.
const PAGE: &str = "prompt.html";
/// The least that it is wide and high.
const LEAST: (f64, f64) = (320.0, 160.0);
/// The most of a screen's height that it takes, and where no screen is known.
const MOST: f64 = 0.8;
const MOST_UNKNOWN: f64 = 640.0;
/// When a question goes, it takes a moment until our window has the person's attention back: until
/// then they seem to be elsewhere.
const LOOKS: u32 = 5;
const PAUSE: Duration = Duration::from_millis(60);

/// Makes the window, unseen until its page has drawn the question. It can go nowhere, open
/// nothing and keep nothing, and is no part of a picture of the screen where the system allows
/// that.
///
/// # Errors
/// The toolkit's.
pub(super) fn open(
    shell: &AppHandle,
    title: &str,
    prompt: &Prompt,
    here: bool,
) -> tauri::Result<WebviewWindow> {
    // What it is asked is put to it by us: the page has no way to ask for anything.
    let asked = serde_json::to_string(prompt)?;
    let script = format!("Object.defineProperty(window, 'asked', {{ value: {asked} }});");
    let mut builder = WebviewWindowBuilder::new(shell, PROMPT, WebviewUrl::App(PAGE.into()))
        .initialization_script(script)
        .title(title)
        .inner_size(f64::from(prompt.width), LEAST.1)
        .min_inner_size(LEAST.0, LEAST.1)
        .minimizable(false)
        .maximizable(false)
        .visible(false)
        .focused(here)
        .content_protected(true)
        .devtools(false)
        .incognito(!is_driven())
        .general_autofill_enabled(false)
        .disable_drag_drop_handler()
        .on_navigation(is_its_page)
        .on_new_window(|_, _| NewWindowResponse::Deny)
        .on_download(|_, _| false);
    if let Some(main) = shell.get_webview_window(MAIN) {
        // It stays before the main window, and goes with it.
        builder = builder.parent(&main)?;
    }
    let window = builder.build()?;
    heart::listen(&window)?;
    Ok(window)
}

/// A driver of windows sees only those that share the main one's context, so that a test build
/// under a driver keeps it there.
fn is_driven() -> bool {
    cfg!(feature = "prompt-window") && std::env::var_os("TAURI_WEBVIEW_AUTOMATION").is_some()
}

/// Gives it the height that its page wants, as far as the screen has it; its size then. It only
/// grows by itself: what a person pulled at stays.
///
/// # Errors
/// The toolkit's.
pub(super) fn fit(window: &WebviewWindow, wanted: u32) -> tauri::Result<LogicalSize<f64>> {
    let scale = window.scale_factor()?;
    let screen = window.current_monitor()?.map(|it| f64::from(it.size().height) / scale);
    let most = screen.map_or(MOST_UNKNOWN, |it| (it * MOST).max(LEAST.1));
    let wanted = f64::from(wanted).clamp(LEAST.1, most);
    let now = window.inner_size()?.to_logical::<f64>(scale);
    if wanted <= now.height {
        return Ok(now);
    }
    let size = LogicalSize::new(now.width, wanted);
    window.set_size(size)?;
    Ok(size)
}

/// Shows it in the middle of the main window. It takes nobody's keys away: to a person who is
/// elsewhere it only beckons.
///
/// # Errors
/// The toolkit's.
pub(super) fn show(
    window: &WebviewWindow,
    size: LogicalSize<f64>,
    here: bool,
) -> tauri::Result<()> {
    match window.get_webview_window(MAIN).map(|it| middle(&it, size)).transpose()? {
        Some(place) => window.set_position(place)?,
        None => window.center()?,
    }
    window.show()?;
    if here {
        window.set_focus()
    } else {
        window.request_user_attention(Some(UserAttentionType::Informational))
    }
}

/// Where something of that size stands in the middle of a window.
fn middle(of: &WebviewWindow, size: LogicalSize<f64>) -> tauri::Result<LogicalPosition<f64>> {
    let scale = of.scale_factor()?;
    let (corner, all) = (of.outer_position()?.to_logical::<f64>(scale), of.outer_size()?);
    let all = all.to_logical::<f64>(scale);
    let inwards = |all: f64, one: f64| ((all - one) / 2.0).max(0.0);
    let (x, y) = (inwards(all.width, size.width), inwards(all.height, size.height));
    Ok(LogicalPosition::new(corner.x + x, corner.y + y))
}

/// Whether the person is in a window of ours.
pub(super) async fn person_is_here(shell: &AppHandle) -> bool {
    let is_here = || shell.webview_windows().values().any(|it| it.is_focused().unwrap_or(false));
    for _ in 0..LOOKS {
        if is_here() {
            return true;
        }
        tokio::time::sleep(PAUSE).await;
    }
    false
}

/// Brings our window to the front, and the question before it.
pub(super) fn raise(shell: &AppHandle) {
    window::raise(shell);
    let Some(window) = shell.get_webview_window(PROMPT) else { return };
    shell.state::<Prompts>().fronted();
    if let Err(error) = window.set_focus() {
        tracing::warn!(%error, "cannot raise the question");
    }
}

/// Takes it away, and with it the process that held what was typed. Whether there was one.
pub(super) fn destroy(shell: &AppHandle) -> bool {
    let Some(window) = shell.get_webview_window(PROMPT) else { return false };
    match window.destroy() {
        Ok(()) => true,
        Err(error) => {
            tracing::error!(%error, "the prompt window does not close");
            false
        }
    }
}

/// Whether an address is that of its page.
fn is_its_page(url: &Url) -> bool {
    window::is_ours(url) && url.path().trim_start_matches('/') == PAGE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_shows_its_own_page_and_no_other() {
        for (url, its) in [
            ("tauri://localhost/prompt.html", true),
            ("http://tauri.localhost/prompt.html", true),
            ("tauri://localhost/", false),
            ("tauri://localhost/index.html", false),
            ("tauri://localhost/prompt.html/../index.html", false),
            ("https://example.com/prompt.html", false),
            ("file:///prompt.html", false),
            ("about:blank", false),
        ] {
            assert_eq!(is_its_page(&url.parse().unwrap()), its, "{url}");
        }
    }
}
