//! How much a server may send by one connection before anything that is of use: heads that are none
//! (`100 Continue`) can come without end, and whoever reads them has no end either. It knows no
//! request.

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

use crate::http::fault::HttpError;

/// How many bytes may come before the head of an answer: more than the longest head that is read.
pub(crate) const MOST_FIRST: usize = 512 << 10;
/// Whatever comes is of use.
const ANY: usize = usize::MAX;

/// What may still come by one connection before anything is of use.
#[derive(Debug)]
pub(crate) struct First {
    left: AtomicUsize,
    most: usize,
}

/// A stream that ends where too much has come.
#[derive(Debug)]
pub(crate) struct Counted<S> {
    stream: S,
    first: Arc<First>,
}

impl First {
    /// Something of use is among the next `most` bytes.
    pub(crate) fn of(most: usize) -> Self {
        Self { left: AtomicUsize::new(most), most }
    }

    /// From here on it is waited for anew.
    pub(crate) fn waits(&self) {
        self.left.store(self.most, Ordering::Relaxed);
    }

    /// It has come, and so does the rest.
    pub(crate) fn is_here(&self) {
        self.left.store(ANY, Ordering::Relaxed);
    }

    /// What is wrong where it was waited for in vain.
    pub(crate) fn fault(&self) -> Option<HttpError> {
        let what = || HttpError::NoReply(format!("more than {} bytes came before it", self.most));
        self.is_spent().then(what)
    }

    fn is_spent(&self) -> bool {
        self.left.load(Ordering::Relaxed) == 0
    }

    fn takes(&self, read: usize) {
        let less = |left: usize| (left != ANY).then(|| left.saturating_sub(read));
        // Where anything may come, nothing is counted.
        self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).ok();
    }
}

impl<S> Counted<S> {
    /// Counts what comes by `stream`.
    pub(crate) fn new(stream: S, first: Arc<First>) -> Self {
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
            return Poll::Ready(Err(io::Error::other("nothing of use is among what came")));
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
