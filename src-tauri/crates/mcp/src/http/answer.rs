//! Reads the body that should be the reply, and takes one that is whole though its end does not come.

use std::sync::atomic::Ordering;

use reqwest::Response;
use tokio::time::{Duration, timeout};

use crate::{
    apart::apart,
    http::{
        body::{Body, Gathered, More},
        courier::Courier,
        fault::HttpError,
    },
    message::{self, Id, Message},
    notice::Notice,
    weight::is_too_much,
};

/// How long nothing comes until what has come is looked at.
const QUIET: Duration = Duration::from_secs(1);

impl Courier {
    /// Reads the body of an answer to this request. What is whole is not waited for: servers count
    /// their bytes wrong, or forget to end what they send by pieces.
    ///
    /// # Errors
    /// [`HttpError::Broken`] where it ends before it is whole.
    pub(crate) async fn body(&self, response: Response, id: u64) -> Result<Body, HttpError> {
        let mut body = Gathered::new(response, self.feed.hub.line_limit);
        let mut is_known = false;
        loop {
            let more = if is_known {
                body.more().await
            } else {
                let Ok(more) = timeout(QUIET, body.more()).await else {
                    if answers(&mut body, id).await {
                        return Ok(self.unended(body));
                    }
                    // The same would be found again.
                    is_known = true;
                    continue;
                };
                more
            };
            match more {
                Ok(More::Some) => is_known = false,
                Ok(More::End) => return Ok(Body::Whole(body.bytes)),
                Ok(More::TooMuch) => return Ok(Body::TooLong(body.bytes)),
                Err(HttpError::Broken(_)) if answers(&mut body, id).await => {
                    return Ok(self.unended(body));
                }
                Err(fault) => return Err(fault),
            }
        }
    }

    /// It is told once, and its connection goes with what is read by it.
    fn unended(&self, body: Gathered) -> Body {
        if !self.unended.swap(true, Ordering::Relaxed) {
            let text = "it does not end its answers; what is whole is taken after a second";
            self.feed.hub.herald.tell(Notice::Warning(text.to_owned()));
        }
        Body::Whole(body.bytes)
    }
}

/// Whether what has come so far is an answer to this request, and whole.
async fn answers(body: &mut Gathered, id: u64) -> bool {
    let bytes = std::mem::take(&mut body.bytes);
    let size = bytes.len();
    let work = move || {
        let text = String::from_utf8_lossy(&bytes);
        let whole = ends(&text) && holds(&text, id);
        drop(text);
        (bytes, whole)
    };
    let Ok((bytes, whole)) = apart(size, work).await else { return false };
    body.bytes = bytes;
    whole
}

/// Whether nothing is seen to lack at its end.
fn ends(text: &str) -> bool {
    text.trim_end().ends_with(['}', ']'])
}

fn holds(text: &str, id: u64) -> bool {
    if message::is_batch(text) && is_too_much(text) {
        return false;
    }
    let is_it = |one: &Message<'_>| match one {
        Message::Reply { id: Id::Number(it) | Id::Odd(it), .. } => *it == id,
        Message::Reply { id: Id::Absent | Id::Strange, .. }
        | Message::Request { .. }
        | Message::Notification { .. } => false,
    };
    message::read(text).is_ok_and(|all| all.iter().any(is_it))
}
