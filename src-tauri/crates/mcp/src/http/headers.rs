//! What has to stand in the headers of a request of the modern era, as in its body; it knows no
//! connection.

use base64::{Engine, engine::general_purpose::STANDARD};
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

use crate::{letter::About, settings::MODERN_VERSION};

/// The version that is spoken.
pub(crate) const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
const METHOD: HeaderName = HeaderName::from_static("mcp-method");
const NAME: HeaderName = HeaderName::from_static("mcp-name");
/// What the header of an argument begins with.
const PARAM: &str = "mcp-param-";
/// What a value is put between that no header can carry as it is.
const SENTINEL: (&str, &str) = ("=?base64?", "?=");

/// The headers of one request.
pub(crate) fn modern(about: &About<'_>) -> HeaderMap {
    let mut headers = HeaderMap::with_capacity(4);
    headers.insert(VERSION, HeaderValue::from_static(MODERN_VERSION));
    headers.insert(METHOD, value(about.method));
    if let Some(name) = about.name {
        headers.insert(NAME, value(name));
    }
    for (name, argument) in about.mirrored {
        // A name that no header can have was set aside when the list was read.
        if let Ok(name) = format!("{PARAM}{name}").parse::<HeaderName>() {
            headers.insert(name, value(argument));
        }
    }
    headers
}

/// A text as a header can carry it: as it is, or encoded.
fn value(text: &str) -> HeaderValue {
    let (before, after) = SENTINEL;
    let plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
        && text.trim() == text
        && !(text.starts_with(before) && text.ends_with(after));
    let encoded = if plain { None } else { Some(STANDARD.encode(text)) };
    let carried = match &encoded {
        None => HeaderValue::from_str(text),
        Some(encoded) => HeaderValue::from_str(&format!("{before}{encoded}{after}")),
    };
    let mut carried = carried.expect("visible characters and spaces are fine in a header");
    carried.set_sensitive(true);
    carried
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_header_can_carry_is_encoded() {
        for (text, carried) in [
            ("us-west1", "us-west1"),
            ("", ""),
            ("a b", "a b"),
            ("Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="),
            (" padded ", "=?base64?IHBhZGRlZCA=?="),
            ("line1\nline2", "=?base64?bGluZTEKbGluZTI=?="),
            ("a\r\nX: y", "=?base64?YQ0KWDogeQ==?="),
            ("tab\there", "=?base64?dGFiCWhlcmU=?="),
            ("=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="),
        ] {
            assert_eq!(value(text), carried, "{text:?}");
        }
    }

    #[test]
    fn a_request_says_its_version_method_name_and_arguments() {
        let mirrored = [("Region".to_owned(), "eu".to_owned())];
        let about = About { method: "tools/call", name: Some("ü"), mirrored: &mirrored };
        let headers = modern(&about);
        assert_eq!(headers["mcp-protocol-version"], "2026-07-28");
        assert_eq!(headers["mcp-method"], "tools/call");
        assert_eq!(headers["mcp-name"], "=?base64?w7w=?=");
        assert_eq!(headers["mcp-param-region"], "eu");
        let bare = modern(&About { method: "tools/list", name: None, mirrored: &[] });
        assert_eq!(bare.len(), 2);
    }
}
