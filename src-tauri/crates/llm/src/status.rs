//! What an answer that is no reply means: by its status, then by the code in it; it sends nothing.

use std::time::Duration;

use serde_json::Value;
use stdx::text::{clip, visible};

use crate::error::Error;

/// How much of what a provider says is kept.
const SAID: usize = 500;
/// How much is kept of what no API says.
const GLIMPSE: usize = 200;

/// Codes that say that the conversation is longer than the model reads.
const TOO_LONG: &[&str] = &[
    "context_length_exceeded",
    "exceed_context_size_error",
    "request_too_large",
    "string_above_max_length",
];
/// Words for the same, of those who give it no code of its own. They decide nothing but this name.
const TOO_LONG_WORDS: &[&str] = &[
    "prompt is too long",
    "maximum context length",
    "input token count",
    "exceeds the available context size",
    "context length exceeded",
];
/// Codes that say that there is no money left.
const UNPAID: &[&str] = &["insufficient_quota", "billing_error", "billing_hard_limit_reached"];

/// An answer that is no reply, as far as it was read.
#[derive(Debug, Clone, Default)]
pub(crate) struct Refused<'a> {
    pub(crate) status: u16,
    pub(crate) retry_after: Option<Duration>,
    pub(crate) body: &'a str,
}

/// What a refusal means.
pub(crate) fn refused(refused: &Refused<'_>) -> Error {
    let Refused { status, retry_after, body } = *refused;
    let json = serde_json::from_str::<Value>(body).ok();
    let (code, said) = json.as_ref().map(told).unwrap_or_default();
    // A page is not read out, where its status says enough.
    let message = match &json {
        Some(_) => said,
        None if looks_like_html(body) => String::new(),
        None => shown(body, GLIMPSE),
    };
    if TOO_LONG.contains(&code.as_str()) || status == 413 {
        return Error::TooLong { message };
    }
    if UNPAID.contains(&code.as_str()) {
        return Error::Unpaid { message };
    }
    match status {
        401 => Error::Unauthorized { message },
        402 => Error::Unpaid { message },
        403 => Error::Forbidden { message },
        404 if json.is_some() => Error::NoSuchModel { message },
        429 => Error::RateLimited { retry_after, message },
        408 | 409 | 425 => Error::Overloaded { status, retry_after, message },
        501 | 505 => Error::BadRequest { status, message },
        500.. => Error::Overloaded { status, retry_after, message },
        _ if json.is_none() => Error::NotAnApi { status, glimpse: shown(body, GLIMPSE) },
        _ if too_long(&message) => Error::TooLong { message },
        _ => Error::BadRequest { status, message },
    }
}

/// What an error means that came inside of a reply, where there is no status any more.
pub(crate) fn told_inside(body: &str) -> Error {
    let json = serde_json::from_str::<Value>(body).unwrap_or(Value::String(body.to_owned()));
    let (code, message) = told(&json);
    let number = numbered(first(&json));
    let status = number.or_else(|| status_of(&code)).unwrap_or(500);
    let envelope = serde_json::json!({ "error": { "code": code, "message": message } });
    refused(&Refused { status, retry_after: None, body: &envelope.to_string() })
}

/// What answers where an API should be.
pub(crate) fn not_an_api(status: u16, body: &str) -> Error {
    Error::NotAnApi { status, glimpse: shown(body, GLIMPSE) }
}

/// Whether a text begins like a page.
pub(crate) fn looks_like_html(body: &str) -> bool {
    let start = body.trim_start();
    let start = start.get(..start.len().min(15)).unwrap_or_default().to_ascii_lowercase();
    start.starts_with("<!doctype") || start.starts_with("<html") || start.starts_with("<head")
}

/// The code and the words of an error, in any of the shapes that providers give it.
fn told(json: &Value) -> (String, String) {
    let error = match json {
        // Google puts its errors into a list, when a stream was asked for.
        Value::Array(list) => return list.first().map(told).unwrap_or_default(),
        Value::String(text) => return (String::new(), shown(text, SAID)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => {
            json.get("error").unwrap_or(json)
        }
    };
    if let Value::String(text) = error {
        return (String::new(), shown(text, SAID));
    }
    let text = |key: &str| error.get(key).and_then(Value::as_str).filter(|it| !it.is_empty());
    let code = ["code", "status", "type"].into_iter().find_map(text).unwrap_or_default();
    let said = text("message").or_else(|| text("detail")).or_else(|| text("msg"));
    (code.to_owned(), shown(said.unwrap_or_default(), SAID))
}

/// Google puts its errors into a list, when a stream was asked for.
fn first(json: &Value) -> &Value {
    json.as_array().and_then(|it| it.first()).unwrap_or(json)
}

/// The status that stands in an error as a number, as OpenRouter and Google have it.
fn numbered(json: &Value) -> Option<u16> {
    let error = json.get("error").unwrap_or(json);
    let number = error.get("code").or_else(|| error.get("status")).and_then(Value::as_u64)?;
    u16::try_from(number).ok().filter(|it| (400..600).contains(it))
}

/// The status that a code stands for, in the lists of Anthropic, OpenAI and Google.
fn status_of(code: &str) -> Option<u16> {
    Some(match code {
        "invalid_request_error" | "INVALID_ARGUMENT" | "invalid_prompt" => 400,
        "authentication_error" | "UNAUTHENTICATED" | "invalid_api_key" => 401,
        "permission_error" | "PERMISSION_DENIED" => 403,
        "not_found_error" | "NOT_FOUND" | "model_not_found" => 404,
        "rate_limit_error" | "rate_limit_exceeded" | "RESOURCE_EXHAUSTED" => 429,
        "overloaded_error" => 529,
        "UNAVAILABLE" => 503,
        "DEADLINE_EXCEEDED" | "timeout_error" => 504,
        _ => return None,
    })
}

fn too_long(message: &str) -> bool {
    let message = message.to_ascii_lowercase();
    TOO_LONG_WORDS.iter().any(|words| message.contains(words))
}

fn shown(text: &str, most: usize) -> String {
    clip(&visible(text.trim()), most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Retry;

    fn of(status: u16, body: &str) -> Error {
        refused(&Refused { status, retry_after: None, body })
    }

    #[test]
    fn the_status_says_what_is_wrong_and_whether_to_try_again() {
        let body = r#"{"error":{"message":"m","type":"t"}}"#;
        let message = || "m".to_owned();
        for (status, error, retry) in [
            (400, Error::BadRequest { status: 400, message: message() }, Retry::Never),
            (401, Error::Unauthorized { message: message() }, Retry::Never),
            (402, Error::Unpaid { message: message() }, Retry::Never),
            (403, Error::Forbidden { message: message() }, Retry::Never),
            (404, Error::NoSuchModel { message: message() }, Retry::Never),
            (413, Error::TooLong { message: message() }, Retry::Never),
            (422, Error::BadRequest { status: 422, message: message() }, Retry::Never),
            (429, Error::RateLimited { retry_after: None, message: message() }, Retry::Soon),
            (
                500,
                Error::Overloaded { status: 500, retry_after: None, message: message() },
                Retry::Soon,
            ),
            (501, Error::BadRequest { status: 501, message: message() }, Retry::Never),
            (
                529,
                Error::Overloaded { status: 529, retry_after: None, message: message() },
                Retry::Soon,
            ),
        ] {
            assert_eq!(of(status, body), error);
            assert_eq!(of(status, body).retry(), retry, "{status}");
        }
    }

    #[test]
    fn a_code_tells_a_long_conversation_and_an_empty_account() {
        let coded = |code: &str| format!(r#"{{"error":{{"message":"m","code":"{code}"}}}}"#);
        assert_eq!(
            of(400, &coded("context_length_exceeded")),
            Error::TooLong { message: "m".into() }
        );
        assert_eq!(of(429, &coded("insufficient_quota")), Error::Unpaid { message: "m".into() });
        let words = r#"{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 9 tokens > 8 maximum"}}"#;
        assert!(matches!(of(400, words), Error::TooLong { .. }));
    }

    #[test]
    fn words_never_make_a_failure_worth_another_try() {
        let words = r#"{"error":{"message":"rate limit overloaded please retry 503"}}"#;
        assert_eq!(of(400, words).retry(), Retry::Never);
    }

    #[test]
    fn a_page_is_no_api_and_is_not_read_out() {
        let page = "<html>Bad gateway</html>";
        assert!(matches!(of(502, page), Error::Overloaded { message, .. } if message.is_empty()));
        assert!(matches!(of(404, page), Error::NotAnApi { status: 404, .. }));
        assert!(matches!(of(302, ""), Error::NotAnApi { status: 302, .. }));
        assert!(looks_like_html("\n <!DOCTYPE html>") && !looks_like_html("{\"a\":1}"));
        assert!(!looks_like_html("größer als alles, was hier steht"));
    }

    #[test]
    fn an_error_inside_of_a_reply_is_read_by_its_code() {
        let overloaded =
            r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#;
        assert!(matches!(told_inside(overloaded), Error::Overloaded { status: 529, .. }));
        let numbered = r#"{"error":{"message":"overloaded","type":"server_error","code":503}}"#;
        assert!(matches!(told_inside(numbered), Error::Overloaded { status: 503, .. }));
        let google = r#"[{"error":{"code":429,"message":"quota","status":"RESOURCE_EXHAUSTED"}}]"#;
        assert!(matches!(told_inside(google), Error::RateLimited { .. }));
        assert!(matches!(told_inside("what"), Error::Overloaded { status: 500, .. }));
    }

    #[test]
    fn what_a_provider_says_is_short_and_visible() {
        let Error::BadRequest { message, .. } =
            of(400, &format!(r#"{{"error":"a\u202eb{}"}}"#, "x".repeat(9000)))
        else {
            panic!("another kind");
        };
        assert!(message.starts_with("a\\u{202e}b") && message.len() <= SAID);
    }
}
