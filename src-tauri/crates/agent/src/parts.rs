//! What conversations are made of, given to them when they are opened.

use std::{fmt, path::PathBuf, sync::Arc};

use futures_util::future::BoxFuture;
use model::provider::Provider;
use stdx::clock::Clock;
use store::{Db, media::MediaFolder};
use tools::Catalog;

use crate::error::Unready;

/// Who knows where a provider is and with which key it is asked.
pub trait Keys: fmt::Debug + Send + Sync {
    /// The provider with its key, or why it cannot be asked.
    fn endpoint<'a>(
        &'a self,
        provider: &'a Provider,
    ) -> BoxFuture<'a, Result<llm::Endpoint, Unready>>;
}

/// What conversations are made of.
#[derive(Debug, Clone)]
pub struct Parts {
    /// Their rows.
    pub db: Db,
    /// What can be called.
    pub catalog: Catalog,
    /// Pictures that were attached.
    pub media: MediaFolder,
    /// The connections to models.
    pub http: llm::Http,
    /// Where models are.
    pub keys: Arc<dyn Keys>,
    /// The time.
    pub clock: Clock,
    /// The person's home folder: what `~` stands for in arguments.
    pub home: PathBuf,
}
