//! Reads the body of an answer whole, or its beginning, and never more than is allowed; it knows no
//! message.

use std::io;

use reqwest::{Response, header::CONTENT_LENGTH};
use serde_json::Value;
use stdx::text::{clip, visible};
use tokio::task::consume_budget;

use crate::http::{cause::innermost, fault::HttpError};

/// How much of a refusal is read, in bytes.
pub(crate) const MOST_OF_A_REFUSAL: usize = 64 << 10;
/// How much room is made for a body before any of it has come, in bytes.
const MOST_BELIEVED: usize = 2 << 20;
/// How much of what a server says beside a status is kept, in bytes.
const LONGEST_TITLE: usize = 200;

/// A body that has been read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Body {
    /// All of it.
    Whole(Vec<u8>),
    /// It is longer than allowed; what was read before that showed.
    TooLong(Vec<u8>),
}

/// A body as far as it has come, unpacked.
#[derive(Debug)]
pub(crate) struct Gathered {
    response: Response,
    pub(crate) bytes: Vec<u8>,
    limit: usize,
}

/// What came next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum More {
    /// More of it.
    Some,
    /// Its end.
    End,
    /// More than is allowed.
    TooMuch,
}

impl Gathered {
    /// Nothing of it yet, and `limit` bytes of it at most.
    pub(crate) fn new(response: Response, limit: usize) -> Self {
        let announced = response.headers().get(CONTENT_LENGTH).and_then(|it| it.to_str().ok());
        let announced = announced.and_then(|it| it.parse::<usize>().ok()).unwrap_or_default();
        let bytes = Vec::with_capacity(announced.min(limit).min(MOST_BELIEVED));
        Self { response, bytes, limit }
    }

    /// Reads a little more. Given up in the middle, nothing of it is lost.
    ///
    /// # Errors
    /// [`HttpError::Broken`] where it ends before its end.
    pub(crate) async fn more(&mut self) -> Result<More, HttpError> {
        // A body may come by the byte.
        consume_budget().await;
        let chunk = self.response.chunk().await;
        let Some(chunk) = chunk.map_err(|error| broken_off(&error))? else { return Ok(More::End) };
        if self.bytes.len() + chunk.len() > self.limit {
            let room = self.limit - self.bytes.len();
            self.bytes.extend_from_slice(chunk.get(..room).unwrap_or(&chunk));
            return Ok(More::TooMuch);
        }
        self.bytes.extend_from_slice(&chunk);
        Ok(More::Some)
    }
}

/// Reads up to `limit` bytes, unpacked.
///
/// # Errors
/// [`HttpError::Broken`] where it ends before its end.
pub(crate) async fn read(response: Response, limit: usize) -> Result<Body, HttpError> {
    let mut body = Gathered::new(response, limit);
    loop {
        match body.more().await? {
            More::Some => {}
            More::End => return Ok(Body::Whole(body.bytes)),
            More::TooMuch => return Ok(Body::TooLong(body.bytes)),
        }
    }
}

/// A body that came to no good end: one that cannot be unpacked was there all the same.
fn broken_off(error: &reqwest::Error) -> HttpError {
    packed(error).map_or_else(|| HttpError::Broken(innermost(error)), HttpError::NoReply)
}

/// What is said of a body that is not packed as its headers say; nothing of one whose connection broke.
pub(crate) fn packed(error: &reqwest::Error) -> Option<String> {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(one) = cause {
        if one.is::<hyper::Error>() {
            return None;
        }
        // What an I/O error wraps is not its source.
        let wrapped = one.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        cause = wrapped.map(|it| it as &(dyn std::error::Error + 'static)).or_else(|| one.source());
    }
    let why = innermost(error);
    Some(format!("it says that its body is packed, and that cannot be unpacked: {why}"))
}

/// What a body says that is no message, in a few words: the title of a page, or the first line.
pub(crate) fn title(body: &[u8]) -> String {
    let text = String::from_utf8_lossy(body);
    let text = text.trim_start_matches('\u{feff}');
    if let Some(said) = said(text) {
        return clip(&visible(&said), LONGEST_TITLE);
    }
    let lower = text.to_ascii_lowercase();
    let told = match (lower.find("<title"), lower.find("</title")) {
        (Some(from), Some(to)) if from < to => {
            let inside = text.get(from..to).unwrap_or_default();
            inside.split_once('>').map_or("", |(_, title)| title)
        }
        _ if lower.trim_start().starts_with('<') => "",
        _ => text.trim_start().lines().next().unwrap_or_default(),
    };
    clip(&visible(told.trim()), LONGEST_TITLE)
}

/// What a JSON object says is wrong, by one of the usual names for it.
fn said(text: &str) -> Option<String> {
    let Ok(Value::Object(fields)) = serde_json::from_str(text.trim()) else { return None };
    let error = fields.get("error");
    let told = [
        error.and_then(|error| error.get("message")),
        fields.get("error_description"),
        error,
        fields.get("message"),
        fields.get("detail"),
    ];
    told.into_iter().flatten().find_map(Value::as_str).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_told_by_its_title_and_a_text_by_its_first_line() {
        let page = b"<html><head><TITLE lang=en> 502 Bad Gateway </title></head><body>nginx</body>";
        assert_eq!(title(page), "502 Bad Gateway");
        assert_eq!(title(b"<html><body>no title</body>"), "");
        assert_eq!(title(br#"{"error":{"code":1,"message":"locked"}}"#), "locked");
        assert_eq!(title(br#"{"error":"x","error_description":"too old"}"#), "too old");
        assert_eq!(title(br#"{"detail":"Not Found"}"#), "Not Found");
        assert_eq!(title(b"\n busy \nmore"), "busy");
        assert_eq!(title(b""), "");
        assert!(title(&[b'x'; 1000]).len() < 220);
        assert_eq!(title(b"</title><title>"), "");
    }
}
