//! The desk of a test build: the dialogs, or the prompt window where a variable says so. One build
//! serves the tests of both; no package has this choice.

use std::{env, sync::Arc};

use app::desk::Desk;
use tauri::AppHandle;

use super::{gtk, message::Sheet, prompt};

/// Whoever sets it asks for the window.
const WINDOW: &str = "STEWARD_PROMPT_WINDOW";

/// The desk in front of a window.
pub(crate) fn of(shell: AppHandle) -> Arc<dyn Desk> {
    if asks_by_window() { prompt::of(shell) } else { gtk::of(shell) }
}

/// Shows a message; returns when the person has closed it.
pub(super) async fn tell(shell: &AppHandle, sheet: Sheet) {
    if asks_by_window() {
        prompt::tell(shell, sheet).await;
    } else {
        gtk::tell(shell, sheet).await;
    }
}

fn asks_by_window() -> bool {
    env::var_os(WINDOW).is_some()
}
