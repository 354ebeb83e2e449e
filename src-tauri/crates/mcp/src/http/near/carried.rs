//! The body of an answer: whoever reads it moves the connection that brings it, and gives the
//! connection back at its end. Dropped before its end, it takes the connection along.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, Waker},
};

use bytes::Bytes;
use futures_util::Stream;
use hyper::body::{Body, Incoming};

use crate::http::near::conn::{Conn, Idle};

/// One body.
pub(super) struct Carried {
    /// `None` once nothing more comes.
    conn: Option<Conn>,
    incoming: Incoming,
    idle: Arc<Idle>,
}

impl Carried {
    /// What comes by this connection, which goes back to the others.
    pub(super) fn new(conn: Conn, incoming: Incoming, idle: Arc<Idle>) -> Self {
        Self { conn: Some(conn), incoming, idle }
    }

    /// What is there without moving the connection.
    fn piece(&mut self) -> Poll<Option<hyper::Result<Bytes>>> {
        // Only what moves the connection can bring more, so nobody else need be woken.
        let mut deaf = Context::from_waker(Waker::noop());
        loop {
            match Pin::new(&mut self.incoming).poll_frame(&mut deaf) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(None) => return Poll::Ready(None),
                Poll::Ready(Some(Err(error))) => return Poll::Ready(Some(Err(error))),
                Poll::Ready(Some(Ok(frame))) => {
                    // Trailers say nothing that is asked for here.
                    if let Ok(data) = frame.into_data() {
                        return Poll::Ready(Some(Ok(data)));
                    }
                }
            }
        }
    }
}

impl Stream for Carried {
    type Item = hyper::Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let mut found = self.piece();
        let Some(conn) = &mut self.conn else { return Poll::Ready(None) };
        if found.is_pending() {
            conn.go_on(context);
            let over = conn.over;
            found = self.piece();
            if found.is_pending() && over {
                found = Poll::Ready(None);
            }
        }
        match &found {
            Poll::Ready(None) => {
                if let Some(conn) = self.conn.take() {
                    self.idle.keep(conn);
                }
            }
            Poll::Ready(Some(Err(_))) => self.conn = None,
            Poll::Ready(Some(Ok(_))) | Poll::Pending => {}
        }
        found
    }
}

impl Drop for Carried {
    fn drop(&mut self) {
        if let Some(conn) = self.conn.take()
            && self.incoming.is_end_stream()
        {
            self.idle.keep(conn);
        }
    }
}
