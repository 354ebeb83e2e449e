//! What a server of the legacy era was told that stands until it is told otherwise, and that it
//! forgets with its session. It knows no session.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use bytes::Bytes;
use serde_json::Value;

/// How many are kept.
const MOST_KEPT: usize = 1000;

/// The requests that stand, each by what it is about.
#[derive(Debug, Default)]
pub(crate) struct Standing {
    // A std mutex: nothing awaits while it is held.
    frames: Mutex<BTreeMap<String, Bytes>>,
}

impl Standing {
    /// Notes what is sent, where it stands.
    pub(crate) fn note(&self, method: &str, frame: &Bytes) {
        let about = match method {
            "logging/setLevel" => String::new(),
            "resources/subscribe" | "resources/unsubscribe" => {
                let frame = serde_json::from_slice::<Value>(frame).unwrap_or_default();
                frame["params"]["uri"].as_str().unwrap_or_default().to_owned()
            }
            _ => return,
        };
        let mut frames = self.frames();
        if method == "resources/unsubscribe" {
            frames.remove(&about);
        } else if frames.len() < MOST_KEPT || frames.contains_key(&about) {
            frames.insert(about, frame.clone());
        }
    }

    /// All of them, to be sent once more.
    pub(crate) fn all(&self) -> Vec<Bytes> {
        self.frames().values().cloned().collect()
    }

    fn frames(&self) -> MutexGuard<'_, BTreeMap<String, Bytes>> {
        self.frames.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_on_each_thing_stands() {
        let standing = Standing::default();
        let say = |method, words: &str| standing.note(method, &Bytes::from(words.to_owned()));
        say("logging/setLevel", "debug");
        say("logging/setLevel", "error");
        say("resources/subscribe", r#"{"params":{"uri":"a"}}"#);
        say("resources/subscribe", r#"{"params":{"uri":"b"}}"#);
        say("resources/unsubscribe", r#"{"params":{"uri":"a"}}"#);
        say("tools/call", "x");
        assert_eq!(standing.all(), ["error", r#"{"params":{"uri":"b"}}"#]);
    }
}
