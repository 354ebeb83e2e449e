//! The one place where a model is asked; it knows no conversation and keeps none.

use std::{
    fmt,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use futures_util::{
    Stream,
    stream::{self, BoxStream},
};

use crate::{
    asking::{Asking, without_key},
    endpoint::Endpoint,
    error::Error,
    http::Http,
    listed::Listed,
    listing,
    piece::Piece,
    request::Request,
    tested::Tested,
    testing,
};

/// Asks one model API. Clones are cheap and share their connections.
#[derive(Debug, Clone)]
pub struct Provider {
    http: Http,
    endpoint: Arc<Endpoint>,
}

impl Provider {
    /// One that asks `endpoint` over `http`.
    pub fn new(http: &Http, endpoint: Endpoint) -> Self {
        Self { http: http.clone(), endpoint: Arc::new(endpoint) }
    }

    /// The models that it says it has, in its own order.
    ///
    /// # Errors
    /// Why there is no such list.
    pub async fn models(&self) -> Result<Vec<Listed>, Error> {
        let models = listing::models(&self.http, &self.endpoint).await;
        models.map_err(|error| without_key(&self.endpoint, error))
    }

    /// Asks for one reply. Nothing is sent before the first poll; dropping it stops the model.
    pub fn reply(&self, request: Request) -> Replying {
        let asking = Asking::new(&self.http, &self.endpoint, request);
        Replying(Box::pin(stream::unfold(asking, Asking::next)))
    }

    /// Tries what a chat needs of `model`: it costs two short replies. What failed is in the answer.
    ///
    /// # Errors
    /// None yet: it is there for what may keep a test from being made at all.
    pub async fn test(&self, model: &str) -> Result<Tested, Error> {
        Ok(testing::test(&self.http, &self.endpoint, model).await)
    }
}

/// A reply on its way. It ends after `Done` or after its one error.
pub struct Replying(BoxStream<'static, Result<Piece, Error>>);

impl Stream for Replying {
    type Item = Result<Piece, Error>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.as_mut().poll_next(cx)
    }
}

impl fmt::Debug for Replying {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Replying")
    }
}
