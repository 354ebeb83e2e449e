//! The person at this desk, asked by the toolkit's own dialogs, which no page can reach or imitate.
//!
//! On Linux the toolkit is GTK 3, the one that the window itself is built on. On other systems
//! there is nobody to ask yet: a consent that cannot be asked for is not given.

mod consent;
mod form;
mod link;
mod message;
#[cfg(target_os = "linux")]
mod notice;
mod secret;
mod words;

#[cfg(target_os = "linux")]
mod gtk;
#[cfg(not(target_os = "linux"))]
mod nobody;

use std::sync::Arc;

use app::{desk::Desk, wire::failure::Failure};
use tauri::AppHandle;

#[cfg(target_os = "linux")]
use crate::desk::gtk as toolkit;
use crate::desk::message::Sheet;
#[cfg(not(target_os = "linux"))]
use crate::desk::nobody as toolkit;

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
    if cfg!(not(target_os = "linux")) {
        // Nobody can have closed what was no dialog.
        std::future::pending::<()>().await;
    }
}
