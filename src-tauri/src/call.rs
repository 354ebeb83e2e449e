//! The one command of the page: who says it is decided by the window, what it does by `app`.

use app::{Window, dispatch::dispatch, wire::failure::Failure};
use serde_json::Value;
use tauri::{State, WebviewWindow};

use crate::{opening::Opening, window::MAIN};

/// Runs a command of the app, once the app is open.
#[tauri::command]
pub(crate) async fn call(
    window: WebviewWindow,
    opening: State<'_, Opening>,
    command: String,
    payload: Value,
) -> Result<Value, Failure> {
    let from = speaker(window.label()).ok_or_else(|| Failure::refused(&command))?;
    let app = opening.app().await?;
    dispatch(&app, from, &command, payload).await
}

/// Who a window's label stands for. A label that is not ours stands for nobody.
fn speaker(label: &str) -> Option<Window> {
    (label == MAIN).then_some(Window::Main)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_main_window_may_speak() {
        assert_eq!(speaker("main"), Some(Window::Main));
        assert_eq!(speaker("prompt"), None);
        assert_eq!(speaker("Main"), None);
    }
}
