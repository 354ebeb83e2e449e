//! Parts for tests: a keychain in memory, and nobody at the desk.

use std::{path::Path, sync::Arc};

use inbox::desk::Desk;
use servers::StartUp;
use vault::Vault;

use crate::app::Parts;

#[derive(Debug)]
struct NobodysDesk;

impl Desk for NobodysDesk {
    fn is_for_all(&self) -> bool {
        false
    }
}

pub(crate) fn parts(data_dir: &Path) -> Parts {
    Parts {
        data_dir: data_dir.to_owned(),
        desk: Arc::new(NobodysDesk),
        demo: "demo_server.py".into(),
        vault: Vault::memory(),
        start_up: StartUp::Needed,
    }
}
