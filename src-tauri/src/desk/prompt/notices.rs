//! Telling a person who is elsewhere that the prompt window asks something; it knows no question.

use std::any::Any;

use tauri::AppHandle;

/// What is told, until it is dropped.
pub(super) type Told = Box<dyn Any + Send>;

/// Tells these words by the desktop's own service. A click on them brings the question to the front.
#[cfg(target_os = "linux")]
pub(super) fn tell(shell: &AppHandle, words: String) -> Told {
    use crate::desk::{gtk::notify::Desktop, notice::Notices as _};

    Box::new(Desktop { shell: shell.clone(), raise }.tell(words))
}

/// Without such a service to be had here, the window asks for attention by itself.
#[cfg(not(target_os = "linux"))]
pub(super) fn tell(_: &AppHandle, _: String) -> Told {
    Box::new(())
}

/// A desktop that guards the front gives a token with the click that asks for it.
#[cfg(target_os = "linux")]
fn raise(shell: &AppHandle, token: Option<&str>) {
    use gtk::prelude::GtkWindowExt as _;
    use tauri::Manager as _;

    use super::window;
    use crate::window::PROMPT;

    let prompt = shell.get_webview_window(PROMPT).and_then(|it| it.gtk_window().ok());
    if let (Some(token), Some(prompt)) = (token, prompt) {
        prompt.set_startup_id(token);
    }
    window::raise(shell);
}
