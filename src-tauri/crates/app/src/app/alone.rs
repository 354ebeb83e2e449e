//! Parts for tests: a keychain in memory, and nobody at the desk.

use std::{path::Path, sync::Arc};

use servers::StartUp;
use stdx::secret::Secret;
use vault::Vault;

use crate::{
    app::Parts,
    desk::{Consent, ConsentQuestion, Desk, NobodyToAsk, Reply, SecretQuestion},
};

#[derive(Debug)]
struct NobodysDesk;

impl Desk for NobodysDesk {
    fn consent(&self, _question: ConsentQuestion) -> Reply<Consent> {
        Box::pin(async { Err(NobodyToAsk) })
    }

    fn secret(&self, _question: SecretQuestion) -> Reply<Option<Secret>> {
        Box::pin(async { Err(NobodyToAsk) })
    }

    fn clipboard(&self) -> Reply<Option<Secret>> {
        Box::pin(async { Err(NobodyToAsk) })
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
