//! How much a server may send before the head of an answer: heads that are none (`100 Continue`) can
//! come without end, and whoever reads them has no end either. It knows no request.

use std::{
    io,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll},
};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// How many bytes may come before it: more than the longest head that is read.
pub(super) const MOST_FIRST: usize = 512 << 10;
/// No head is waited for.
const ANY: usize = usize::MAX;

/// What may still come by one connection before the head of an answer.
#[derive(Debug)]
pub(super) struct First(AtomicUsize);

/// A stream that ends where too much has come.
#[derive(Debug)]
pub(super) struct Counted<S> {
    stream: S,
    first: Arc<First>,
}

impl Default for First {
    fn default() -> Self {
        Self(AtomicUsize::new(ANY))
    }
}

impl First {
    /// A head is waited for.
    pub(super) fn waits(&self) {
        self.0.store(MOST_FIRST, Ordering::Relaxed);
    }

    /// It has come.
    pub(super) fn is_here(&self) {
        self.0.store(ANY, Ordering::Relaxed);
    }

    /// Whether it was waited for in vain.
    pub(super) fn is_spent(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }

    fn takes(&self, read: usize) {
        let left = self.0.load(Ordering::Relaxed);
        if left != ANY {
            self.0.store(left.saturating_sub(read), Ordering::Relaxed);
        }
    }
}

impl<S> Counted<S> {
    /// Counts what comes by `stream`.
    pub(super) fn new(stream: S, first: Arc<First>) -> Self {
        Self { stream, first }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Counted<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.first.is_spent() {
            return Poll::Ready(Err(io::Error::other("no head is among what came first")));
        }
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        self.first.takes(buffer.filled().len() - before);
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Counted<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, pieces)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
