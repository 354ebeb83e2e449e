//! The person at this desk, asked by the toolkit's own dialogs, which no page can reach or imitate.
//!
//! On Linux the toolkit is GTK 3, the one that the window itself is built on. On other systems
//! there is none to be had here, and a window of its own asks, which shows what the dialogs show.

mod allow;
mod consent;
mod dead;
mod far;
mod form;
mod link;
mod message;
#[cfg(target_os = "linux")]
mod notice;
mod secret;
mod words;

#[cfg(all(target_os = "linux", prompt_window))]
mod either;
#[cfg(target_os = "linux")]
mod gtk;
#[cfg(prompt_window)]
pub(crate) mod prompt;

use std::sync::Arc;

use app::{desk::Desk, wire::failure::Failure};
use tauri::AppHandle;

#[cfg(all(target_os = "linux", prompt_window))]
use crate::desk::either as toolkit;
#[cfg(all(target_os = "linux", not(prompt_window)))]
use crate::desk::gtk as toolkit;
use crate::desk::message::Sheet;
#[cfg(not(target_os = "linux"))]
use crate::desk::prompt as toolkit;

/// The desk of a shell.
pub(crate) fn of(shell: AppHandle) -> Arc<dyn Desk> {
    toolkit::of(shell)
}

/// Shows why the app cannot be opened; returns when the person has closed it.
pub(crate) async fn tell(shell: &AppHandle, failure: &Failure) {
    toolkit::tell(shell, Sheet::of(failure)).await;
}

/// Shows what is waited for; returns when the person does not want to wait. Dropping it takes the
/// message back.
pub(crate) async fn tell_waiting(shell: &AppHandle, failure: &Failure) {
    toolkit::tell(shell, Sheet::waiting(failure)).await;
}
