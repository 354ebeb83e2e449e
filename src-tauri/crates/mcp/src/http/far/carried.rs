//! The body of an answer: each piece of it that is read is something of use, after which the
//! connection may bring as much again.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use bytes::Bytes;
use hyper::body::{Body, Incoming};

use crate::http::first::First;

/// One body.
pub(super) struct Carried {
    incoming: Incoming,
    first: Arc<First>,
}

impl Carried {
    /// What comes by this connection.
    pub(super) fn new(incoming: Incoming, first: Arc<First>) -> Self {
        Self { incoming, first }
    }
}

impl futures_util::Stream for Carried {
    type Item = hyper::Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            let frame = match ready!(Pin::new(&mut self.incoming).poll_frame(context)) {
                Some(Ok(frame)) => frame,
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => return Poll::Ready(None),
            };
            // Trailers say nothing that is asked for here.
            let Ok(data) = frame.into_data() else { continue };
            if !data.is_empty() {
                self.first.waits();
            }
            return Poll::Ready(Some(Ok(data)));
        }
    }
}
