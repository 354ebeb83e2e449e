//! A stream of events, read as it comes and never more at once than is allowed; it knows no message.

use std::{
    fmt, io,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use reqwest::Response;
use sse_stream::{Sse, SseByteStream};
use tokio::task::consume_budget;

use crate::http::{
    body::packed,
    cause::{cause, innermost},
    fault::HttpError,
    paced::Paced,
};

/// The longest wait that a server may ask for before its stream is asked for again.
const LONGEST_RETRY: Duration = Duration::from_secs(60);
/// A byte order mark in UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";
/// The longest id of an event that is given back, in bytes.
const LONGEST_ID: usize = 1 << 10;

/// One stream.
pub(crate) struct Events {
    inner: Pin<Box<dyn Stream<Item = Result<Sse, sse_stream::Error>> + Send>>,
    /// How much has come since the last event was whole.
    since: Arc<AtomicUsize>,
    limit: usize,
    /// What a server said for the time after the stream.
    pub(crate) mark: Mark,
    /// Whether anything came.
    pub(crate) heard: bool,
    /// How often the stream was asked for since anything came.
    pub(crate) tries: u32,
}

/// What is known of a stream when it has ended.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Mark {
    /// The last event that had an id.
    pub(crate) last: Option<String>,
    /// How long the server wants us to wait.
    pub(crate) retry: Option<Duration>,
}

/// What comes next.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// An event with data, and its name where it has one.
    Event(Option<String>, String),
    /// The stream has ended, and this is wrong where it was to go on.
    End(HttpError),
    /// One event is longer than is allowed; the stream is of no use any more.
    TooLong,
}

impl Events {
    /// The stream of an answer, with events of at most `limit` bytes. It goes on where another
    /// stream left its mark.
    pub(crate) fn of(response: Response, limit: usize, mark: Mark) -> Self {
        let since = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&since);
        let mut characters = Characters::default();
        let bytes = Paced::new(response.bytes_stream()).map(move |chunk| {
            let chunk = chunk.map_err(|error| ended(&error))?;
            if count.fetch_add(chunk.len(), Ordering::Relaxed) + chunk.len() > limit {
                return Err(io::Error::from(io::ErrorKind::FileTooLarge));
            }
            Ok(characters.whole(chunk))
        });
        let inner = Box::pin(SseByteStream::new(bytes));
        Self { inner, since, limit, mark, heard: false, tries: 0 }
    }

    /// The next event that says anything. What was begun and not ended is lost with the stream.
    pub(crate) async fn next(&mut self) -> Next {
        loop {
            // One read may bring thousands: whoever else is in this task has a turn between them.
            consume_budget().await;
            let event = match self.inner.next().await {
                Some(Ok(event)) => event,
                Some(Err(_)) if self.since.load(Ordering::Relaxed) > self.limit => {
                    return Next::TooLong;
                }
                Some(Err(error)) => return Next::End(fault(&error)),
                None => return Next::End(HttpError::Broken("the stream ended".to_owned())),
            };
            self.since.store(0, Ordering::Relaxed);
            (self.heard, self.tries) = (true, 0);
            if let Some(id) = event.id {
                self.mark.last = Some(id).filter(|id| !id.is_empty() && id.len() <= LONGEST_ID);
            }
            if let Some(retry) = event.retry {
                self.mark.retry = Some(Duration::from_millis(retry).min(LONGEST_RETRY));
            }
            if let Some(data) = event.data.filter(|data| !data.is_empty()) {
                return Next::Event(event.event, data);
            }
        }
    }
}

/// What ended a stream: it broke off, or it was all there and could not be unpacked.
fn ended(error: &reqwest::Error) -> io::Error {
    match packed(error) {
        Some(what) => io::Error::new(io::ErrorKind::InvalidData, what),
        None => io::Error::other(innermost(error)),
    }
}

fn fault(error: &sse_stream::Error) -> HttpError {
    let why = innermost(error);
    let odd = |it: &io::Error| it.kind() == io::ErrorKind::InvalidData;
    if cause(error).is_some_and(odd) { HttpError::NoReply(why) } else { HttpError::Broken(why) }
}

/// Makes every chunk whole characters: what is none is replaced, as in a body that is no stream, and
/// one that is cut in two by the chunks waits for its rest.
#[derive(Debug, Default)]
struct Characters {
    begun: Vec<u8>,
    /// Whether anything was there before.
    going: bool,
}

impl Characters {
    fn whole(&mut self, chunk: Bytes) -> Bytes {
        let text = self.characters(chunk);
        let first = !text.is_empty() && !self.going;
        self.going |= first;
        // A byte order mark before the first event is no part of it; everywhere else it is a character.
        if first && text.starts_with(MARK) { text.slice(MARK.len()..) } else { text }
    }

    fn characters(&mut self, chunk: Bytes) -> Bytes {
        if self.begun.is_empty() && std::str::from_utf8(&chunk).is_ok() {
            return chunk;
        }
        let mut all = std::mem::take(&mut self.begun);
        all.extend_from_slice(&chunk);
        let mut text = String::with_capacity(all.len());
        let mut pieces = all.utf8_chunks().peekable();
        while let Some(piece) = pieces.next() {
            text.push_str(piece.valid());
            let odd = piece.invalid();
            if pieces.peek().is_none() && may_go_on(odd) {
                self.begun = odd.to_vec();
            } else if !odd.is_empty() {
                text.push(char::REPLACEMENT_CHARACTER);
            }
        }
        Bytes::from(text)
    }
}

/// Whether these bytes are the beginning of a character.
fn may_go_on(bytes: &[u8]) -> bool {
    !bytes.is_empty() && std::str::from_utf8(bytes).is_err_and(|it| it.error_len().is_none())
}

impl fmt::Debug for Events {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Events").field("mark", &self.mark).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// HOST-19: what is no character costs its place alone, however the stream is cut.
    #[test]
    fn bytes_that_are_no_characters_are_replaced_wherever_the_chunks_end() {
        let stream: &[u8] = b"data: na\xefve \xf0\x9f\x98\x80\xff \xc3\xa9\n\n";
        let expected = String::from_utf8_lossy(stream);
        for size in 1..=stream.len() {
            let mut characters = Characters::default();
            let whole: Vec<u8> = stream
                .chunks(size)
                .flat_map(|it| characters.whole(Bytes::copy_from_slice(it)))
                .collect();
            assert_eq!(String::from_utf8(whole).unwrap(), expected, "in chunks of {size}");
        }
    }
}
