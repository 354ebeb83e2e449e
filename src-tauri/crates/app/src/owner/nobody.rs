//! Why nobody was asked at a terminal, as it goes over the owner's socket.

use inbox::desk::NobodyToAsk;
use serde::{Deserialize, Serialize};

/// The same as [`NobodyToAsk`], with a form of its own on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Why {
    Nowhere,
    NoDialog,
    NoTerminal,
    TerminalLeft,
    WindowClosed,
    NotShown,
    Unfit,
}

impl From<NobodyToAsk> for Why {
    fn from(why: NobodyToAsk) -> Self {
        match why {
            NobodyToAsk::Nowhere => Self::Nowhere,
            NobodyToAsk::NoDialog => Self::NoDialog,
            NobodyToAsk::NoTerminal => Self::NoTerminal,
            NobodyToAsk::TerminalLeft => Self::TerminalLeft,
            NobodyToAsk::WindowClosed => Self::WindowClosed,
            NobodyToAsk::NotShown => Self::NotShown,
            NobodyToAsk::Unfit => Self::Unfit,
        }
    }
}

impl From<Why> for NobodyToAsk {
    fn from(why: Why) -> Self {
        match why {
            Why::Nowhere => Self::Nowhere,
            Why::NoDialog => Self::NoDialog,
            Why::NoTerminal => Self::NoTerminal,
            Why::TerminalLeft => Self::TerminalLeft,
            Why::WindowClosed => Self::WindowClosed,
            Why::NotShown => Self::NotShown,
            Why::Unfit => Self::Unfit,
        }
    }
}
