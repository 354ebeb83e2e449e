//! The desk of a system whose native dialogs are not written yet: nobody is there, so nothing is
//! allowed.

use std::sync::Arc;

use app::{desk::Desk, wire::failure::Failure};
use tauri::AppHandle;

use super::message::Sheet;

#[derive(Debug)]
struct Nobody;

/// The desk in front of a window.
pub(crate) fn of(_: AppHandle) -> Arc<dyn Desk> {
    Arc::new(Nobody)
}

/// Says why the app cannot be opened, on the terminal for want of a dialog.
#[expect(clippy::print_stderr, reason = "there is no dialog to say it in")]
pub(crate) async fn tell(_: &AppHandle, failure: &Failure) {
    let Sheet { window, heading, hint } = Sheet::of(failure);
    eprintln!("error: {window}: {heading}");
    if let Some(hint) = hint {
        eprintln!("hint: {hint}");
    }
}

impl Desk for Nobody {}
