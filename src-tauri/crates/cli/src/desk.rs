//! A terminal's desk: there are no dialogs here, so what only a dialog may ask is refused.
//!
//! What a person types as a command is their consent, so nothing asks for one here.

use app::desk::{Consent, ConsentQuestion, Desk, NobodyToAsk, Reply, SecretQuestion};

#[derive(Debug)]
pub(crate) struct TerminalDesk;

impl Desk for TerminalDesk {
    fn consent(&self, _question: ConsentQuestion) -> Reply<Consent> {
        Box::pin(async { Err(NobodyToAsk) })
    }

    fn secret(&self, _question: SecretQuestion) -> Reply<Option<app::Secret>> {
        Box::pin(async { Err(NobodyToAsk) })
    }

    fn clipboard(&self) -> Reply<Option<app::Secret>> {
        Box::pin(async { Err(NobodyToAsk) })
    }
}
