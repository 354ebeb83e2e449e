//! Reads a text of a server as far as that takes long, into what can be given to whom it belongs. It
//! knows nobody to whom it could belong.

use std::borrow::Cow;

use serde_json::{Value, value::RawValue};

use crate::{
    error::{Error, RpcError},
    mend,
    message::{self, Body, Id, Message, Noise},
    pending::Reply,
    weight::{MOST_VALUES, is_too_much},
};

/// A text that has been read.
#[derive(Debug)]
pub(crate) struct Heard<'a> {
    pub(crate) text: &'a str,
    pub(crate) found: Result<Vec<Said<'a>>, Unusable>,
}

/// One message.
#[derive(Debug)]
pub(crate) enum Said<'a> {
    /// An answer to a request of ours.
    Reply { id: Id, reply: Reply, jsonrpc: bool, is_error: bool },
    /// The server wants something.
    Request { id: &'a RawValue, method: Cow<'a, str>, params: Option<&'a RawValue> },
    /// The server says something. What cannot be read of it is told as text.
    Notification { method: Cow<'a, str>, params: Value },
    /// The server wants something, or says it, and it is too much.
    TooMuch { id: Option<&'a RawValue>, method: Cow<'a, str> },
}

/// Why a text holds no message.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Unusable {
    /// There is none.
    Noise(Noise),
    /// It would be many, and too many.
    TooMuch,
}

impl<'a> Heard<'a> {
    /// Reads it.
    pub(crate) fn of(text: &'a str) -> Self {
        // Only of one message it is clear whom it fails.
        let found = if message::is_batch(text) && is_too_much(text) {
            Err(Unusable::TooMuch)
        } else {
            match message::read(text) {
                Ok(messages) => Ok(messages.into_iter().map(said).collect()),
                Err(noise) => Err(Unusable::Noise(noise)),
            }
        };
        Self { text, found }
    }
}

fn said(message: Message<'_>) -> Said<'_> {
    let too_much = |json: Option<&RawValue>| json.is_some_and(|it| is_too_much(it.get()));
    match message {
        Message::Reply { id, body, jsonrpc } => {
            let is_error = matches!(body, Body::Error(_));
            Said::Reply { id, reply: reply(&body), jsonrpc, is_error }
        }
        Message::Request { id, method, params } if too_much(params) => {
            Said::TooMuch { id: Some(id), method }
        }
        Message::Request { id, method, params } => Said::Request { id, method, params },
        Message::Notification { method, params } if too_much(params) => {
            Said::TooMuch { id: None, method }
        }
        Message::Notification { method, params } => {
            let params = match params.map(RawValue::get).map(mend::value) {
                Some(Ok(params)) => params,
                Some(Err(reason)) => Value::String(reason.to_string()),
                None => Value::Null,
            };
            Said::Notification { method, params }
        }
    }
}

fn reply(body: &Body<'_>) -> Reply {
    match body {
        Body::Result(raw) | Body::Error(raw) if is_too_much(raw.get()) => {
            Err(Error::TooManyValues { most: MOST_VALUES })
        }
        Body::Result(raw) => Ok((*raw).to_owned()),
        Body::Error(raw) => Err(RpcError::read(raw).into()),
        Body::Neither => Err(Error::Unreadable("it has neither a result nor an error".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// HOST-20
    #[test]
    fn what_is_too_much_is_told_with_whom_it_concerns() {
        let many = format!("[{}[]]", "[],".repeat(400_000));
        let heard =
            |fields: &str, key: &str| format!("{{\"jsonrpc\":\"2.0\",{fields}\"{key}\":{many}}}");
        for (text, expected) in [
            (heard("\"id\":7,", "result"), "Reply"),
            (heard("\"id\":7,", "error"), "Reply"),
            (heard("\"id\":7,\"method\":\"ping\",", "params"), "TooMuch { id: Some"),
            (heard("\"method\":\"x\",", "params"), "TooMuch { id: None"),
        ] {
            let found = Heard::of(&text).found.unwrap();
            let told = format!("{:?}", found[0]);
            assert!(told.starts_with(expected), "{told}");
            assert_eq!(told.contains("TooManyValues"), expected == "Reply", "{told}");
        }
        assert_eq!(Heard::of(&many).found.unwrap_err(), Unusable::TooMuch);
    }
}
