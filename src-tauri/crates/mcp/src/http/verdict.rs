//! What an answer is worth, by its status and what it holds; it reads nothing by itself.

use std::time::Duration;

use httpdate::parse_http_date;
use reqwest::header::{CONTENT_TYPE, DATE, HeaderMap, RETRY_AFTER, WWW_AUTHENTICATE};

use crate::{
    http::{body::title, challenge::Challenge, fault::HttpError},
    message::{self, Body, Id, Message},
};

/// The codes by which servers say that they do not know a session; the last is for nothing else.
const NO_SESSION: [i64; 3] = [-32600, -32000, SESSION_NOT_FOUND];
const SESSION_NOT_FOUND: i64 = -32001;

/// How the body of an answer that is no refusal is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reading {
    /// As a stream of events.
    Events,
    /// Whole, as one message.
    Message,
    /// There is none.
    Nothing,
}

/// What a refusal is worth.
#[derive(Debug, PartialEq)]
pub(crate) enum Refusal {
    /// It holds a reply like any other.
    Reply,
    /// The session is not known any more, and nothing was carried out.
    Lost(HttpError),
    /// Perhaps the session is not known any more. Whoever can should find out.
    Doubtful,
    /// It is a matter of HTTP.
    Fault(HttpError),
}

/// How an answer of status 200 to 299 is read.
pub(crate) fn reading(status: u16, headers: &HeaderMap) -> Reading {
    if matches!(status, 202 | 204 | 205) {
        return Reading::Nothing;
    }
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if kind.eq_ignore_ascii_case("text/event-stream") { Reading::Events } else { Reading::Message }
}

/// What an answer of another status is worth for the request of this id. `in_session` tells whether
/// it was sent in one.
pub(crate) fn refusal(
    status: u16,
    headers: &HeaderMap,
    body: &[u8],
    id: u64,
    in_session: bool,
) -> Refusal {
    let text = String::from_utf8_lossy(body);
    let error = Spoken::read(&text);
    let title = || title(error.as_ref().map_or(body, |error| error.message.as_bytes()));
    let code = error.as_ref().and_then(|error| error.code);
    let meant = error.as_ref().is_some_and(|error| error.id == Some(id));
    match status {
        404 | 410 if in_session && (!meant || code == Some(SESSION_NOT_FOUND)) => {
            return Refusal::Lost(lost());
        }
        // Many servers say it so, and others refuse a bad request like that.
        400 if in_session
            && (error.is_none() || code.is_some_and(|it| NO_SESSION.contains(&it))) =>
        {
            return Refusal::Doubtful;
        }
        _ => {}
    }
    match status {
        401 | 403 => Refusal::Fault(HttpError::Login {
            status,
            title: title(),
            challenge: Box::new(challenge(headers)),
        }),
        // No server says this of itself.
        407 => Refusal::Fault(HttpError::Proxy(format!("it wants a login (status {status})"))),
        _ if error.is_some() => Refusal::Reply,
        429 | 503 => {
            Refusal::Fault(HttpError::Unavailable { status, retry_after: retry_after(headers) })
        }
        _ => Refusal::Fault(HttpError::Status { status, title: title() }),
    }
}

/// The error of a request whose session was lost, and another one too.
pub(crate) fn lost() -> HttpError {
    HttpError::SessionLost("the new one was lost as well".to_owned())
}

/// A JSON-RPC error, as far as it matters here.
struct Spoken {
    id: Option<u64>,
    code: Option<i64>,
    message: String,
}

impl Spoken {
    fn read(text: &str) -> Option<Self> {
        let Ok(Message::Reply { id, body: Body::Error(error), .. }) =
            message::one(message::bare(text))
        else {
            return None;
        };
        let id = match id {
            Id::Number(id) | Id::Odd(id) => Some(id),
            Id::Absent | Id::Strange => None,
        };
        let error = crate::error::RpcError::read(error);
        // Other interfaces have an `error` too.
        (id.is_some() || error.code.is_some()).then_some(Self {
            id,
            code: error.code,
            message: error.message,
        })
    }
}

/// What a refusal says of how to log in.
pub(crate) fn challenge(headers: &HeaderMap) -> Challenge {
    Challenge::read(headers.get_all(WWW_AUTHENTICATE).iter().filter_map(|it| it.to_str().ok()))
}

/// In seconds, or as a point in time by the server's own clock.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    let value = text(RETRY_AFTER)?;
    let wait = match value.parse::<u64>() {
        Ok(seconds) => Duration::from_secs(seconds),
        Err(_) => {
            let (then, now) = (parse_http_date(value).ok()?, parse_http_date(text(DATE)?).ok()?);
            then.duration_since(now).unwrap_or_default()
        }
    };
    Some(wait)
}

#[cfg(test)]
mod tests {
    use reqwest::header::{HeaderName, HeaderValue};

    use super::*;

    fn headers(all: &[(HeaderName, &'static str)]) -> HeaderMap {
        all.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value))).collect()
    }

    fn refused(status: u16, body: &str) -> Refusal {
        refusal(status, &HeaderMap::new(), body.as_bytes(), 7, true)
    }

    const MINE: &str = r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"no"}}"#;
    const MINE_LOST: &str = r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32001,"message":"no"}}"#;
    const NOBODYS: &str = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"no"}}"#;
    const OTHER: &str = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}"#;

    /// HOST-23
    #[test]
    fn a_session_is_lost_where_the_server_looked_at_no_request() {
        let (lost, perhaps, kept) = (Some(true), Some(false), None);
        for (status, body, expected) in [
            (404, "", lost),
            (404, "Not found", lost),
            (404, NOBODYS, lost),
            (404, MINE_LOST, lost),
            (404, MINE, kept),
            (410, "", lost),
            (400, NOBODYS, perhaps),
            (400, MINE_LOST, perhaps),
            (400, "Bad Request: No valid session ID provided", perhaps),
            (400, OTHER, kept),
            (400, MINE, kept),
            (503, NOBODYS, kept),
            (500, "", kept),
            (401, NOBODYS, kept),
        ] {
            let found = refused(status, body);
            let is_lost = |it: &Refusal| match it {
                Refusal::Lost(_) => lost,
                Refusal::Doubtful => perhaps,
                Refusal::Reply | Refusal::Fault(_) => kept,
            };
            assert_eq!(is_lost(&found), expected, "{status} {body}: {found:?}");
            let found = refusal(status, &HeaderMap::new(), body.as_bytes(), 7, false);
            assert_eq!(is_lost(&found), kept, "there was none to be lost: {status} {body}");
        }
    }

    #[test]
    fn an_error_in_the_body_counts_before_the_status() {
        for status in [400, 404, 405, 429, 500, 503] {
            assert_eq!(refused(status, MINE), Refusal::Reply, "{status}");
        }
        assert_eq!(refusal(400, &HeaderMap::new(), NOBODYS.as_bytes(), 7, false), Refusal::Reply);
        let other = r#"{"error":"too many","id":null}"#;
        assert!(matches!(refused(429, other), Refusal::Fault(HttpError::Unavailable { .. })));
    }

    #[test]
    fn a_login_is_asked_for_with_where_to_go() {
        let headers = headers(&[(WWW_AUTHENTICATE, r#"Bearer resource_metadata="https://a/b""#)]);
        let found =
            refusal(401, &headers, br#"{"id":null,"error":{"code":-1,"message":"key"}}"#, 7, true);
        let Refusal::Fault(HttpError::Login { status: 401, title, challenge }) = found else {
            panic!("{found:?}")
        };
        assert_eq!(
            (title.as_str(), challenge.resource_metadata.as_deref()),
            ("key", Some("https://a/b"))
        );
    }

    #[test]
    fn a_wait_is_read_in_both_of_its_forms() {
        let date = "Mon, 30 Nov 2026 11:00:00 GMT";
        let wait = |after, now: Option<&'static str>| {
            let all: Vec<_> =
                [(RETRY_AFTER, after)].into_iter().chain(now.map(|now| (DATE, now))).collect();
            retry_after(&headers(&all)).map(|wait| wait.as_secs())
        };
        assert_eq!(wait("2", None), Some(2));
        assert_eq!(
            wait("31536000", None),
            Some(31_536_000),
            "how long that is waited is another matter"
        );
        assert_eq!(wait("Mon, 30 Nov 2026 11:00:05 GMT", Some(date)), Some(5));
        assert_eq!(wait("Mon, 30 Nov 2026 10:00:00 GMT", Some(date)), Some(0));
        assert_eq!(wait("Mon, 30 Nov 2026 11:00:05 GMT", None), None);
        assert_eq!((wait("soon", Some(date)), wait("-1", None)), (None, None));
    }

    #[test]
    fn how_an_answer_is_read_is_told_by_its_kind() {
        let kind = |kind| reading(200, &headers(&[(CONTENT_TYPE, kind)]));
        assert_eq!(kind("Text/Event-Stream; charset=utf-8"), Reading::Events);
        assert_eq!(kind("application/json"), Reading::Message);
        assert_eq!(reading(200, &HeaderMap::new()), Reading::Message);
        assert_eq!(
            reading(202, &headers(&[(CONTENT_TYPE, "text/event-stream")])),
            Reading::Nothing
        );
    }
}
