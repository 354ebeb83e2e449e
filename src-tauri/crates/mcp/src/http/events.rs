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

use futures_util::{Stream, StreamExt};
use reqwest::Response;
use sse_stream::{Sse, SseByteStream};

use crate::http::pool::innermost;

/// The longest wait that a server may ask for before its stream is asked for again.
const LONGEST_RETRY: Duration = Duration::from_secs(60);
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
    /// The stream has ended, in these words.
    End(String),
    /// One event is longer than is allowed; the stream is of no use any more.
    TooLong,
}

impl Events {
    /// The stream of an answer, with events of at most `limit` bytes. It goes on where another
    /// stream left its mark.
    pub(crate) fn of(response: Response, limit: usize, mark: Mark) -> Self {
        let since = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&since);
        let bytes = response.bytes_stream().map(move |chunk| {
            let chunk = chunk.map_err(|error| io::Error::other(innermost(&error)))?;
            if count.fetch_add(chunk.len(), Ordering::Relaxed) + chunk.len() > limit {
                return Err(io::Error::from(io::ErrorKind::FileTooLarge));
            }
            Ok(chunk)
        });
        let inner = Box::pin(SseByteStream::new(bytes));
        Self { inner, since, limit, mark, heard: false, tries: 0 }
    }

    /// The next event that says anything. What was begun and not ended is lost with the stream.
    pub(crate) async fn next(&mut self) -> Next {
        loop {
            let event = match self.inner.next().await {
                Some(Ok(event)) => event,
                Some(Err(_)) if self.since.load(Ordering::Relaxed) > self.limit => {
                    return Next::TooLong;
                }
                Some(Err(sse_stream::Error::Utf8Parse(_))) => {
                    return Next::End("it is not valid UTF-8".to_owned());
                }
                Some(Err(error)) => return Next::End(innermost(&error)),
                None => return Next::End("the stream ended".to_owned()),
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

impl fmt::Debug for Events {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Events").field("mark", &self.mark).finish_non_exhaustive()
    }
}
