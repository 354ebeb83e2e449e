//! A terminal's desk: there are no dialogs here, so what only a dialog may ask is refused.
//!
//! What a person types as a command is their consent, so nothing asks for one here.

use app::desk::Desk;

#[derive(Debug)]
pub(crate) struct TerminalDesk;

impl Desk for TerminalDesk {}
