//! The one place where a model is asked; it knows no conversation and keeps none.

use std::{
    pin::Pin,
    task::{Context, Poll},
};

use futures_util::{Stream, stream::BoxStream};

use crate::{
    endpoint::Endpoint, error::Error, http::Http, listed::Listed, piece::Piece, request::Request,
    tested::Tested,
};

/// Asks one model API. Clones are cheap and share their connections.
#[derive(Debug, Clone)]
pub struct Provider {
    http: Http,
    endpoint: Endpoint,
}

impl Provider {
    /// One that asks `endpoint` over `http`.
    pub fn new(http: &Http, endpoint: Endpoint) -> Self {
        Self { http: http.clone(), endpoint }
    }

    /// The models that it says it has, in its own order.
    ///
    /// # Errors
    /// Why there is no such list.
    pub async fn models(&self) -> Result<Vec<Listed>, Error> {
        Err(Error::Unusable(self.endpoint.base_url.to_string()))
    }

    /// Asks for one reply. Nothing is sent before the first poll; dropping it stops the model.
    pub fn reply(&self, request: Request) -> Replying {
        let _ = (&self.http, request);
        Replying(Box::pin(futures_util::stream::empty()))
    }

    /// Tries what a chat needs of `model`.
    ///
    /// # Errors
    /// Where nothing could be tried at all.
    pub async fn test(&self, model: &str) -> Result<Tested, Error> {
        Err(Error::Unusable(model.to_owned()))
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
