//! The desk of a system whose native dialogs are not written yet: nobody is there, so nothing is
//! allowed.

use std::sync::Arc;

use app::desk::Desk;
use tauri::AppHandle;

use super::message::Sheet;

#[derive(Debug)]
struct Nobody;

/// The desk in front of a window.
pub(crate) fn of(_: AppHandle) -> Arc<dyn Desk> {
    Arc::new(Nobody)
}

/// Says it on the terminal for want of a dialog.
#[expect(clippy::print_stderr, reason = "there is no dialog to say it in")]
pub(super) async fn tell(_: &AppHandle, sheet: Sheet) {
    let Sheet { window, heading, hint } = sheet;
    eprintln!("error: {window}: {heading}");
    if let Some(hint) = hint {
        eprintln!("hint: {hint}");
    }
}

impl Desk for Nobody {}
