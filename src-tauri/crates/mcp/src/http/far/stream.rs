//! One connection as it is read and written, whatever is under it: what comes is counted, and given in
//! small pieces with a turn for others between them. It knows no request.

use std::{
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use hyper_util::client::legacy::connect::{Connected, Connection};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::http::first::{Counted, First, MOST_FIRST};

/// How many bytes of bodies may come by HTTP/2 before any of them is read.
pub(super) const WINDOW: u32 = 5 << 20;
/// How many bytes may come by HTTP/2 before anything that is of use.
pub(super) const MOST_BY_TWO: usize = WINDOW as usize + (1 << 20);
/// The largest piece, in bytes: a head that is none takes no more than ten, and microseconds to read.
const PIECE: usize = 16 << 10;
/// How many bytes are given before others have their turn.
const IN_A_ROW: usize = 2 * PIECE;

/// What a connection stands on.
pub(super) trait Ground: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Ground for S {}

/// One connection.
pub(super) struct Stream {
    inner: Counted<Box<dyn Ground>>,
    first: Arc<First>,
    version: Version,
    /// Whether whole addresses are asked for by it.
    is_by_proxy: bool,
    /// What was given since others had their turn.
    given: usize,
}

/// What is spoken by a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Version {
    /// HTTP/1.1, or older.
    One,
    /// HTTP/2.
    Two,
}

impl Stream {
    /// A connection that has come about.
    pub(super) fn new(ground: impl Ground + 'static, version: Version) -> Self {
        let most = match version {
            Version::One => MOST_FIRST,
            Version::Two => MOST_BY_TWO,
        };
        let first = Arc::new(First::of(most));
        let ground: Box<dyn Ground> = Box::new(ground);
        let inner = Counted::new(ground, Arc::clone(&first));
        Self { inner, first, version, is_by_proxy: false, given: 0 }
    }

    /// The same, to a proxy that is asked for whole addresses.
    pub(super) fn by_proxy(self) -> Self {
        Self { is_by_proxy: true, ..self }
    }
}

impl Connection for Stream {
    fn connected(&self) -> Connected {
        let it = Connected::new().proxy(self.is_by_proxy).extra(Arc::clone(&self.first));
        match self.version {
            Version::One => it,
            Version::Two => it.negotiated_h2(),
        }
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.given >= IN_A_ROW {
            self.given = 0;
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let room = buffer.remaining().min(PIECE);
        let mut piece = ReadBuf::new(buffer.initialize_unfilled_to(room));
        let read = Pin::new(&mut self.inner).poll_read(context, &mut piece);
        let came = piece.filled().len();
        buffer.advance(came);
        self.given = if read.is_pending() { 0 } else { self.given + came };
        read
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.inner).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.inner).poll_write_vectored(context, pieces)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use std::task::Waker;

    use super::*;

    /// Reads all that a connection gives at once, `room` bytes at most each time; how many bytes came,
    /// and how often others had their turn.
    fn read(stream: &mut Stream, room: usize) -> (usize, usize) {
        let (mut all, mut turns, mut in_a_row) = (0, 0, 0);
        let mut space = vec![0; room];
        loop {
            let mut buffer = ReadBuf::new(&mut space);
            match Pin::new(&mut *stream)
                .poll_read(&mut Context::from_waker(Waker::noop()), &mut buffer)
            {
                Poll::Pending => (turns, in_a_row) = (turns + 1, 0),
                Poll::Ready(Err(_)) => return (all, turns),
                Poll::Ready(Ok(())) => {
                    in_a_row += buffer.filled().len();
                    assert!(in_a_row <= IN_A_ROW, "{in_a_row}");
                    all += buffer.filled().len();
                }
            }
        }
    }

    /// HOST-21
    #[test]
    fn what_comes_without_end_is_read_in_turns_and_not_for_ever() {
        for (version, most) in [(Version::One, MOST_FIRST), (Version::Two, MOST_BY_TWO)] {
            for room in [8 << 10, 1 << 20] {
                let mut stream = Stream::new(Endless, version);
                let (all, turns) = read(&mut stream, room);
                assert_eq!((all, turns), (most, most / IN_A_ROW), "{version:?}, {room}");
                assert!(stream.first.fault().is_some());
            }
        }
    }

    /// Bytes, without end.
    struct Endless;

    impl AsyncRead for Endless {
        fn poll_read(
            self: Pin<&mut Self>,
            _: &mut Context<'_>,
            buffer: &mut ReadBuf<'_>,
        ) -> Poll<io::Result<()>> {
            let room = buffer.remaining();
            buffer.put_slice(&vec![0; room]);
            Poll::Ready(Ok(()))
        }
    }

    impl AsyncWrite for Endless {
        fn poll_write(
            self: Pin<&mut Self>,
            _: &mut Context<'_>,
            bytes: &[u8],
        ) -> Poll<io::Result<usize>> {
            Poll::Ready(Ok(bytes.len()))
        }

        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }

        fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }
    }
}
