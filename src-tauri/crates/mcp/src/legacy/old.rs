//! Servers of 2024-11-05 over HTTP: one stream brings everything, and its first event says where
//! messages go. It knows no message.

use reqwest::Url;

use crate::http::{
    events::{Events, Next},
    fault::HttpError,
    target::origin,
};

/// The event that comes first.
const ENDPOINT: &str = "endpoint";

/// Waits for the place where messages go.
///
/// # Errors
/// [`HttpError::NoReply`] where the stream brings something else first, and
/// [`HttpError::Redirected`] where that place is another server's.
pub(crate) async fn endpoint(from: &Url, events: &mut Events) -> Result<Url, HttpError> {
    let unfit = |why: &str| HttpError::NoReply(why.to_owned());
    let place = match events.next().await {
        Next::Event(Some(name), place) if name == ENDPOINT => place,
        Next::Event(..) | Next::TooLong => return Err(unfit("its stream does not say where to")),
        Next::End(_) => return Err(unfit("its stream ended at once")),
    };
    let to = from.join(place.trim()).map_err(|_| unfit("its stream names no address"))?;
    if to.origin() != from.origin() {
        return Err(HttpError::Redirected { to: origin(&to) });
    }
    Ok(to)
}
