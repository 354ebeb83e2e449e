//! Unpacks a body that a server has packed, piece by piece; it knows no connection.

use std::{
    collections::VecDeque,
    io::{self, Write},
    pin::Pin,
    task::{Context, Poll},
};

use bytes::Bytes;
use flate2::write::MultiGzDecoder;
use futures_util::Stream;
use reqwest::{
    Body,
    header::{CONTENT_ENCODING, CONTENT_LENGTH, HeaderMap},
};

/// How much is unpacked at once, in bytes: it may become a thousand times as much.
const AT_ONCE: usize = 256;
/// How much may be packed that comes to nothing, in bytes: a head may be long, and no more than that.
const MOST_FOR_NOTHING: usize = 256 << 10;

/// How much of that is unpacked before others have their turn, in bytes.
const IN_A_ROW: usize = 4 << 10;

/// The body of an answer with these headers, unpacked where it is packed as we ask for.
pub(crate) fn unpacked<S>(headers: &mut HeaderMap, body: S) -> Body
where
    S: Stream<Item = hyper::Result<Bytes>> + Send + Unpin + 'static,
{
    if headers.get(CONTENT_ENCODING).is_none_or(|it| it != "gzip") {
        return Body::wrap_stream(body);
    }
    headers.remove(CONTENT_ENCODING);
    headers.remove(CONTENT_LENGTH);
    let decoder = MultiGzDecoder::new(Vec::new());
    let waiting = VecDeque::new();
    Body::wrap_stream(Unpacking { body, decoder, waiting, for_nothing: 0, over: false })
}

struct Unpacking<S> {
    body: S,
    decoder: MultiGzDecoder<Vec<u8>>,
    /// What has come and is still packed.
    waiting: VecDeque<Bytes>,
    /// How much was unpacked since anything came of it.
    for_nothing: usize,
    over: bool,
}

impl<S> Unpacking<S> {
    /// Unpacks a little; nothing where nothing came of it.
    fn little(&mut self, mut packed: Bytes) -> io::Result<Bytes> {
        let piece = packed.split_to(packed.len().min(AT_ONCE));
        if !packed.is_empty() {
            self.waiting.push_front(packed);
        }
        self.decoder.write_all(&piece)?;
        self.decoder.flush()?;
        let found = Bytes::from(std::mem::take(self.decoder.get_mut()));
        self.for_nothing = if found.is_empty() { self.for_nothing + piece.len() } else { 0 };
        if self.for_nothing > MOST_FOR_NOTHING {
            return Err(io::Error::other("it goes on, and nothing is in it"));
        }
        Ok(found)
    }
}

impl<S: Stream<Item = hyper::Result<Bytes>> + Unpin> Stream for Unpacking<S> {
    type Item = io::Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let mut row = 0;
        loop {
            if self.over {
                return Poll::Ready(None);
            }
            let found = match self.waiting.pop_front() {
                Some(packed) => self.little(packed),
                None => match Pin::new(&mut self.body).poll_next(context) {
                    Poll::Pending => return Poll::Pending,
                    Poll::Ready(Some(Ok(packed))) => self.little(packed),
                    Poll::Ready(Some(Err(error))) => Err(io::Error::other(error)),
                    Poll::Ready(None) => {
                        self.over = true;
                        let ended = self.decoder.try_finish();
                        ended.map(|()| Bytes::from(std::mem::take(self.decoder.get_mut())))
                    }
                },
            };
            self.over |= found.is_err();
            match found {
                Ok(piece) if piece.is_empty() => {
                    row += AT_ONCE;
                    if row > IN_A_ROW {
                        context.waker().wake_by_ref();
                        return Poll::Pending;
                    }
                }
                found => return Poll::Ready(Some(found)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::task::Waker;

    use flate2::{Compression, write::GzEncoder};
    use futures_util::stream;

    use super::*;

    /// HOST-21: what is packed for nothing is looked at in turns.
    #[test]
    fn what_comes_to_nothing_holds_up_nobody() {
        let nothing = GzEncoder::new(Vec::new(), Compression::fast()).finish().unwrap();
        let many = Bytes::from(nothing.repeat((64 << 10) / nothing.len()));
        let body = stream::iter([Ok(many)]);
        let decoder = MultiGzDecoder::new(Vec::new());
        let mut unpacking =
            Unpacking { body, decoder, waiting: VecDeque::new(), for_nothing: 0, over: false };
        let mut turns = 0;
        loop {
            match Pin::new(&mut unpacking).poll_next(&mut Context::from_waker(Waker::noop())) {
                Poll::Pending => turns += 1,
                Poll::Ready(Some(piece)) => assert!(piece.unwrap().is_empty()),
                Poll::Ready(None) => break,
            }
        }
        assert!((10..=16).contains(&turns), "{turns} turns");
    }
}
