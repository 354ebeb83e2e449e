//! The prompt window's part in the life of the shell: where its question is kept, and what
//! happens when a window goes. It asks nothing.

use tauri::{AppHandle, Manager as _, RunEvent, WindowEvent};

use super::{open::Prompts, window};
use crate::window::{MAIN, PROMPT};

/// Makes the place for its question.
pub(crate) fn prepare(shell: &AppHandle) {
    shell.manage(Prompts::default());
}

/// Hears what happens. A window that a person closes is an answer: the asker is told.
pub(crate) fn follow(shell: &AppHandle, event: &RunEvent) {
    let RunEvent::WindowEvent { label, event, .. } = event else { return };
    if matches!(event, WindowEvent::Destroyed) {
        if label == PROMPT {
            shell.state::<Prompts>().gone();
        } else if label == MAIN {
            // Without it the program would live on behind a question.
            window::destroy(shell);
        }
    } else if matches!(event, WindowEvent::Focused(true)) && label == PROMPT {
        shell.state::<Prompts>().fronted();
    }
}
