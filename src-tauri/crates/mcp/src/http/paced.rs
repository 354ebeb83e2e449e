//! Bytes in small pieces that give way to others in their task, however much is there at once.

use std::{
    pin::Pin,
    task::{Context, Poll},
};

use bytes::Bytes;
use futures_util::{Stream, StreamExt as _};

/// The largest piece, in bytes: whoever reads it may do much for each.
const PIECE: usize = 16 << 10;
/// How many bytes are given before others have their turn. What is read by a byte at a time may take a
/// microsecond for each of them, and several may be read at once.
const IN_A_ROW: usize = 2 * PIECE;
/// How many pieces, however small.
const PIECES: u32 = 16;

/// Another stream, paced.
#[derive(Debug)]
pub(crate) struct Paced<S> {
    inner: S,
    rest: Bytes,
    /// Pieces and bytes since others had their turn.
    given: (u32, usize),
}

impl<S> Paced<S> {
    /// Nothing of it has been read yet.
    pub(crate) fn new(inner: S) -> Self {
        Self { inner, rest: Bytes::new(), given: (0, 0) }
    }
}

impl<E, S: Stream<Item = Result<Bytes, E>> + Unpin> Stream for Paced<S> {
    type Item = Result<Bytes, E>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let (pieces, bytes) = self.given;
        if pieces >= PIECES || bytes >= IN_A_ROW {
            self.given = (0, 0);
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        if self.rest.is_empty() {
            match self.inner.poll_next_unpin(context) {
                Poll::Ready(Some(Ok(more))) => self.rest = more,
                end @ (Poll::Pending | Poll::Ready(None | Some(Err(_)))) => {
                    self.given = (0, 0);
                    return end;
                }
            }
        }
        let end = self.rest.len().min(PIECE);
        self.given.0 += 1;
        self.given.1 += end;
        Poll::Ready(Some(Ok(self.rest.split_to(end))))
    }
}

#[cfg(test)]
mod tests {
    use std::{convert::Infallible, task::Waker};

    use futures_util::stream;

    use super::*;

    /// HOST-21
    #[test]
    fn what_is_there_at_once_is_read_in_turns_and_whole() {
        let all: Vec<u8> = (0..1_000_000_u32).map(|it| it.to_le_bytes()[0]).collect();
        let chunks = [Bytes::new(), Bytes::from(all.clone()), Bytes::from_static(b"end")];
        let mut paced = Paced::new(stream::iter(chunks.map(Ok::<_, Infallible>)));
        let (mut read, mut turns, mut in_a_row) = (Vec::new(), 0, 0);
        loop {
            match Pin::new(&mut paced).poll_next(&mut Context::from_waker(Waker::noop())) {
                Poll::Pending => (turns, in_a_row) = (turns + 1, 0),
                Poll::Ready(None) => break,
                Poll::Ready(Some(piece)) => {
                    let piece = piece.unwrap();
                    in_a_row += piece.len();
                    assert!(in_a_row <= IN_A_ROW);
                    read.extend(piece);
                }
            }
        }
        assert_eq!((read.len(), turns), (all.len() + 3, 30));
        assert!(read.starts_with(&all) && read.ends_with(b"end"));
    }

    /// HOST-21
    #[test]
    fn small_pieces_are_read_in_turns_too() {
        let chunks = vec![Ok::<_, Infallible>(Bytes::from_static(b"x")); 64];
        let mut paced = Paced::new(stream::iter(chunks));
        let mut turns = 0;
        while let found = Pin::new(&mut paced).poll_next(&mut Context::from_waker(Waker::noop()))
            && !matches!(found, Poll::Ready(None))
        {
            turns += u32::from(found.is_pending());
        }
        assert_eq!(turns, 4);
    }
}
