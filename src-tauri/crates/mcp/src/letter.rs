//! What a transport is given to carry: a frame, what it is about, and a trace of how far it has
//! come. It knows no transport.

use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Map, Value};
use tokio::sync::oneshot;

/// One request on its way.
#[derive(Debug)]
pub(crate) struct Letter<'a> {
    pub(crate) id: u64,
    /// The request itself: one line of JSON.
    pub(crate) frame: Vec<u8>,
    pub(crate) about: About<'a>,
}

/// What stands in the frame and may have to stand beside it as well.
#[derive(Debug, Clone, Copy)]
pub(crate) struct About<'a> {
    pub(crate) method: &'a str,
    /// The tool, prompt or resource that is meant.
    pub(crate) name: Option<&'a str>,
    /// Arguments that the tool wants to be told beside the frame, by their header's name.
    pub(crate) mirrored: &'a [(String, String)],
}

impl<'a> About<'a> {
    /// What a request with these params is about.
    pub(crate) fn of(method: &'a str, params: &'a Map<String, Value>) -> Self {
        let key = match method {
            "tools/call" | "prompts/get" => Some("name"),
            "resources/read" => Some("uri"),
            _ => None,
        };
        let name = key.and_then(|key| params.get(key)).and_then(Value::as_str);
        Self { method, name, mirrored: &[] }
    }
}

/// How far a request has come.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    sent: AtomicBool,
}

/// Gives a request up at whoever carries it.
pub(crate) type Stop = oneshot::Sender<&'static str>;

impl Trace {
    /// From now on some of it may be out.
    pub(crate) fn is_sent(&self) {
        self.sent.store(true, Ordering::Release);
    }

    /// None of it went out after all.
    pub(crate) fn is_not_sent(&self) {
        self.sent.store(false, Ordering::Release);
    }

    /// Whether some of it may be out.
    pub(crate) fn sent(&self) -> bool {
        self.sent.load(Ordering::Acquire)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_meant_is_named_where_the_method_has_it() {
        let Value::Object(params) = json!({ "name": "n", "uri": "u" }) else { panic!("no object") };
        let name = |method| About::of(method, &params).name;
        assert_eq!((name("prompts/get"), name("resources/read")), (Some("n"), Some("u")));
        assert_eq!((name("tools/list"), name("completion/complete")), (None, None));
    }
}
