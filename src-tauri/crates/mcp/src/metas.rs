//! What `_meta` of each request holds, as it is now: capabilities and log level may change while the
//! connection lives. It knows no request.

use std::sync::{Arc, PoisonError, RwLock};

use crate::{
    asker::Asker,
    level::Level,
    modern,
    request::EraMeta,
    settings::{self, ClientInfo, Era, Settings},
};

/// The level where the person wants none in particular: a server of the modern era says nothing that
/// it is not asked for, and many that have a log do not say that they have one.
const USUAL: Level = Level::Info;

/// The metadata of one connection.
#[derive(Debug)]
pub(crate) struct Metas {
    era: Era,
    client: ClientInfo,
    asker: Option<Arc<dyn Asker>>,
    // Held to read or replace the handle, never over an await.
    now: RwLock<Now>,
}

#[derive(Debug)]
struct Now {
    level: Level,
    meta: Arc<EraMeta>,
}

impl Metas {
    /// For a server of this era.
    pub(crate) fn new(era: Era, settings: &Settings) -> Self {
        let level = USUAL;
        let now = RwLock::new(Now { level, meta: Arc::default() });
        let Settings { client, asker, .. } = settings;
        let metas = Self { era, client: client.clone(), asker: asker.clone(), now };
        metas.renew();
        metas
    }

    /// What the next request has.
    pub(crate) fn now(&self) -> Arc<EraMeta> {
        Arc::clone(&self.now.read().unwrap_or_else(PoisonError::into_inner).meta)
    }

    /// Every request from the next on asks for log messages from this level on.
    pub(crate) fn set_level(&self, level: Option<Level>) {
        self.now.write().unwrap_or_else(PoisonError::into_inner).level = level.unwrap_or(USUAL);
        self.renew();
    }

    /// Looks again at what is declared. A server of the legacy era was told once, and that stands.
    pub(crate) fn renew(&self) {
        if self.era == Era::Legacy {
            return;
        }
        let capabilities = settings::capabilities(self.asker.as_deref(), self.era);
        let mut now = self.now.write().unwrap_or_else(PoisonError::into_inner);
        let mut meta = modern::meta(&self.client, &capabilities);
        modern::want_log(&mut meta, now.level);
        now.meta = Arc::new(meta);
    }
}
