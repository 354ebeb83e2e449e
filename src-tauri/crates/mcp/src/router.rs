//! Takes what a server writes and gives each piece to whom it belongs; it knows no bytes and no pipe.

use std::{
    borrow::Cow,
    sync::{Arc, atomic::Ordering},
};

use serde_json::{Value, value::RawValue};
use stdx::text::clip;

use crate::{
    asked::{self, ELICIT, INVALID_PARAMS},
    asker::Asker,
    error::Error,
    glimpse::Glimpse,
    heard::{Heard, Said, Unusable},
    herald::Rate,
    hub::Hub,
    legacy::{completed::COMPLETE, open::Open},
    message::Id,
    modern::watched::ACKNOWLEDGED,
    notice::{List, Notice},
    pending::{Reply, Stray},
    roots::{ROOTS, Roots},
    settings::Era,
    stdio::frame::Frame,
    weight::MOST_VALUES,
};

/// The longest text that is told, in bytes.
const LONGEST_TEXT: usize = 8 << 10;

/// The reading end's own state.
#[derive(Debug)]
pub(crate) struct Router {
    hub: Arc<Hub>,
    /// The questions that the server has open, where somebody can be asked.
    open: Option<Open>,
    /// What is being read came in answer to this request.
    request: Option<u64>,
    /// Log and progress notices together.
    rate: Rate,
    said: Once,
}

/// What is said once a connection.
#[derive(Debug, Default)]
struct Once {
    odd_id: bool,
    too_many: bool,
    not_utf8: bool,
}

impl Router {
    /// For what comes to `hub`.
    pub(crate) fn new(hub: Arc<Hub>) -> Self {
        let pending = Arc::clone(&hub.pending);
        let open = hub.asker.clone().map(|asker| Open::new(asker, pending));
        Self { hub, open, request: None, rate: Rate::new(), said: Once::default() }
    }

    /// Takes one frame.
    pub(crate) fn take(&mut self, frame: &Frame<'_>) {
        match frame {
            Frame::TooLong(head) => self.too_long(head),
            Frame::Line(line) => match std::str::from_utf8(line) {
                Ok(text) => self.hear(Heard::of(text), None),
                Err(_) => self.broken_text(Heard::of(&String::from_utf8_lossy(line))),
            },
        }
    }

    /// Takes one text that has been read. It came in answer to this request, where it is known.
    pub(crate) fn hear(&mut self, heard: Heard<'_>, request: Option<u64>) {
        self.request = request;
        let Heard { text, found } = heard;
        match found {
            Ok(messages) => {
                for one in messages {
                    self.message(one, text);
                }
            }
            Err(Unusable::TooMuch) => self.too_much(),
            Err(Unusable::Noise(noise)) => {
                if let Some(id) = noise.meant_for {
                    let error = Error::Unreadable("it is not valid JSON".to_owned());
                    // Most noise is meant for nobody.
                    self.hub.pending.settle(id, Err(error)).ok();
                }
                self.noise(text);
            }
        }
        self.request = None;
    }

    /// HOST-19: bytes that are no UTF-8 are noise, unless they are a message but for that.
    fn broken_text(&mut self, heard: Heard<'_>) {
        if heard.found.is_ok() && !std::mem::replace(&mut self.said.not_utf8, true) {
            self.warn("its messages are not valid UTF-8; broken characters are replaced");
        }
        self.hear(heard, None);
    }

    /// HOST-20: of many messages at once that are too much, it is not known whom they answer.
    fn too_much(&self) {
        self.warn(&format!(
            "many messages at once hold more than {MOST_VALUES} values, and are left out"
        ));
        let pending = &self.hub.pending;
        if let Some(id) = self.request.or_else(|| pending.only()) {
            pending.settle(id, Err(Error::TooManyValues { most: MOST_VALUES })).ok();
        }
    }

    /// HOST-20: the call that the line answers fails, or the only one; if neither is known, all.
    /// A line that is no reply fails none.
    fn too_long(&self, head: &[u8]) {
        let pending = &self.hub.pending;
        let limit = self.hub.line_limit;
        let error = || Error::TooLarge { limit };
        self.warn(&format!("a line of its stdout is longer than {limit} bytes and is left out"));
        let Some(id) = Glimpse::at(head).may_reply() else { return };
        match id.filter(|id| pending.waits(*id)).or_else(|| pending.only()) {
            Some(id) => {
                pending.settle(id, Err(error())).ok();
            }
            None => pending.fail_all(error),
        }
    }

    fn message(&mut self, message: Said<'_>, line: &str) {
        match message {
            Said::Reply { id, reply, jsonrpc, is_error } => {
                let number = match &id {
                    Id::Number(number) | Id::Odd(number) => Some(*number),
                    // An error that names no request is meant for the only one, if there is only one.
                    Id::Absent if is_error => self.request.or_else(|| self.hub.pending.only()),
                    Id::Absent | Id::Strange => None,
                };
                let odd = matches!(id, Id::Odd(_));
                self.reply(number, reply, odd, jsonrpc, line);
            }
            Said::Request { id, method, params } => self.request(id, &method, params),
            Said::Notification { method, params } => self.notification(method, params),
            Said::TooMuch { id, method } => {
                let method = clip(&method, 100);
                let why = format!("`{method}` holds more than {MOST_VALUES} values");
                if let Some(id) = id {
                    self.hub.answer(asked::refusal(id, INVALID_PARAMS, &why));
                }
                self.warn(&format!("its {why}, and is left out"));
            }
        }
    }

    /// A server of the modern era asks by its results, and was told nothing else.
    fn request(&mut self, id: &RawValue, method: &str, params: Option<&RawValue>) {
        let hub = Arc::clone(&self.hub);
        match &mut self.open {
            Some(open) if method == ELICIT && hub.era.get() != Some(&Era::Modern) => {
                open.put(id, params, self.request, move |frame| hub.answer(frame));
            }
            Some(_) if method == ROOTS && hub.era.get() != Some(&Era::Modern) => {
                hub.answer(match hub.asker.as_deref().and_then(Asker::roots) {
                    Some(roots) => asked::result(id, &Roots { roots }),
                    None => asked::answer(id, method),
                });
            }
            Some(_) | None => hub.answer(asked::answer(id, method)),
        }
    }

    fn reply(&mut self, number: Option<u64>, reply: Reply, odd: bool, jsonrpc: bool, line: &str) {
        let pending = &self.hub.pending;
        match number.map_or(Err(Stray::Unknown), |number| pending.settle(number, reply)) {
            Ok(()) => {
                if odd && !std::mem::replace(&mut self.said.odd_id, true) {
                    self.warn(
                        "it writes the ids of its replies in another way than they were sent",
                    );
                }
            }
            Err(Stray::Late) => {
                self.hub.counts.late.fetch_add(1, Ordering::Relaxed);
            }
            Err(Stray::Unknown) if !jsonrpc => self.noise(line),
            Err(Stray::Unknown) => {
                self.hub.counts.strays.fetch_add(1, Ordering::Relaxed);
                if self.room() {
                    self.warn(&format!("it answers what was not asked: {}", clip(line, 200)));
                }
            }
        }
    }

    fn notification(&mut self, method: Cow<'_, str>, params: Value) {
        match &*method {
            "notifications/progress" => self.progress(&params),
            "notifications/message" => self.log(params),
            "notifications/tools/list_changed" => self.hub.changed(List::Tools),
            "notifications/prompts/list_changed" => self.hub.changed(List::Prompts),
            "notifications/resources/list_changed" => {
                self.hub.changed(List::Resources);
            }
            "notifications/cancelled" => self.take_back(&params),
            COMPLETE => self.hub.completed.tell(&params),
            "notifications/resources/updated" => self.updated(&params),
            ACKNOWLEDGED => self.hub.pending.acknowledged(params),
            // Servers are not told anything by this one.
            "notifications/initialized" => {}
            _ => self.tell(Notice::Custom { method: method.into_owned(), params }),
        }
    }

    /// Servers may cancel only what they asked themselves.
    fn take_back(&self, params: &Value) {
        if let (Some(open), Some(id)) = (&self.open, params.get("requestId")) {
            open.take_back(id);
        }
    }

    fn progress(&mut self, params: &Value) {
        let hub = Arc::clone(&self.hub);
        if !hub.pending.progress(params, || self.room()) {
            hub.counts.strays.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn updated(&self, params: &Value) {
        match params.get("uri").and_then(Value::as_str) {
            Some(uri) if uri.len() <= LONGEST_TEXT => {
                self.tell(Notice::ResourceUpdated { uri: uri.to_owned() });
            }
            Some(_) | None => {}
        }
    }

    fn log(&mut self, params: Value) {
        if !self.room() {
            return;
        }
        let Value::Object(mut fields) = params else {
            let level = "info".to_owned();
            self.tell(Notice::Log { level, logger: None, data: short(params) });
            return;
        };
        let mut text = |key: &str| match fields.remove(key) {
            Some(Value::String(text)) => Some(clip(&text, 200)),
            Some(_) | None => None,
        };
        let level = text("level").unwrap_or_else(|| "info".to_owned());
        let logger = text("logger");
        let data = short(fields.remove("data").unwrap_or(Value::Null));
        self.tell(Notice::Log { level, logger, data });
    }

    /// Whether one more notice of the kind that floods is handed on.
    fn room(&mut self) -> bool {
        if self.rate.lets_through() {
            return true;
        }
        self.hub.herald.count_dropped();
        if !std::mem::replace(&mut self.said.too_many, true) {
            self.warn(
                "it sends more than 50 log and progress notices a second; the rest is left out",
            );
        }
        false
    }

    fn noise(&self, line: &str) {
        let counts = &self.hub.counts;
        counts.noise.fetch_add(1, Ordering::Relaxed);
        if matches!(line.trim(), "{" | "[") {
            counts.pretty.fetch_add(1, Ordering::Relaxed);
        }
        self.tell(Notice::Noise(clip(line, LONGEST_TEXT)));
    }

    fn warn(&self, text: &str) {
        self.tell(Notice::Warning(text.to_owned()));
    }

    fn tell(&self, notice: Notice) {
        self.hub.herald.tell(notice);
    }
}

/// Data of any kind, cut where it is long.
fn short(data: Value) -> Value {
    match data {
        Value::String(text) => Value::String(clip(&text, LONGEST_TEXT)),
        Value::Null | Value::Bool(_) | Value::Number(_) => data,
        Value::Array(_) | Value::Object(_) => {
            let text = data.to_string();
            if text.len() > LONGEST_TEXT { Value::String(clip(&text, LONGEST_TEXT)) } else { data }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{ProptestConfig, Strategy, any, prop, prop_oneof, proptest};

    use super::*;
    use crate::herald::herald;

    /// Lines that are near to messages: pieces of them, glued at random.
    fn lines() -> impl Strategy<Value = Vec<u8>> {
        let pieces = prop::sample::select(vec![
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"jsonrpc\":\"2.0\"",
            "\"id\"",
            "1",
            "\"1\"",
            "1.0",
            "null",
            "-1",
            "\"method\"",
            "\"ping\"",
            "\"notifications/progress\"",
            "\"params\"",
            "\"progressToken\":1",
            "\"result\"",
            "\"error\"",
            "{\"code\":\"x\"}",
            "\"\\ud800\"",
            "NaN",
            " ",
            "text",
        ]);
        let glued = prop::collection::vec(pieces, 0..14).prop_map(|all| all.concat().into_bytes());
        prop_oneof![4 => glued, 1 => prop::collection::vec(any::<u8>(), 0..60)]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// HOST-19: whatever comes, nothing breaks, and the call that waits can still be answered.
        #[test]
        fn no_line_does_harm(all in prop::collection::vec(lines(), 1..8)) {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
            let _inside = runtime.enter();
            let (herald, _walk) = herald(tokio::sync::mpsc::channel(1).0);
            let (hub, _outbox) = Hub::new(herald, 1 << 20, None);
            let hub = Arc::new(hub);
            let mut router = Router::new(Arc::clone(&hub));
            for line in &all {
                router.take(&Frame::Line(line));
                router.take(&Frame::TooLong(line));
            }
            let (id, mut reply) = hub.pending.open(None, None).unwrap();
            let line = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{}}}}");
            router.take(&Frame::Line(line.as_bytes()));
            assert!(matches!(reply.try_recv(), Ok(Ok(_))));
        }
    }
}
