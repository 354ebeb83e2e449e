//! The folders that the person shares with a server; it knows no folder.

use serde::Serialize;
use serde_json::{json, value::RawValue};

use crate::{asked, asker::Asker, client::Client, request, settings::Era};

/// The method by which a server asks for them.
pub(crate) const ROOTS: &str = "roots/list";

/// A folder, by its address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Root {
    /// Where it is: `file://` and its path.
    pub uri: String,
    /// What to call it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// What a server is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Roots {
    pub(crate) roots: Vec<Root>,
}

/// The answer to a server that asks for them by a request of its own, as a frame.
pub(crate) fn answer(id: &RawValue, asker: Option<&dyn Asker>) -> Vec<u8> {
    match asker.and_then(Asker::roots) {
        Some(roots) => asked::result(id, &Roots { roots }),
        None => asked::answer(id, ROOTS),
    }
}

impl Client {
    /// The person shares other folders now. `false` where the server was told at its start that it
    /// cannot ask for any, and must be started again to hear of them.
    pub fn roots_changed(&self) -> bool {
        match self.era() {
            Era::Modern => {
                self.metas().renew();
                true
            }
            Era::Legacy if self.declared_roots() => {
                let method = "notifications/roots/list_changed";
                self.post(request::notification(method, &json!({})));
                true
            }
            Era::Legacy => !self.shares_roots(),
        }
    }
}
