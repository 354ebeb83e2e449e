//! Reads the stream of one reply: each event becomes a piece, and what came is kept for the case that
//! the rest does not.

use std::collections::BTreeMap;

use futures_util::StreamExt;
use rig_core::{
    error::ProviderError,
    message::{AssistantContent, CallId, Origin, ToolCall, ToolFunction, ToolName},
    streaming::{CompletionStream, Item, PartKind, StreamEvent},
};

use crate::{
    adapter::decode::{failure, reply, said},
    error::Error,
    piece::Piece,
    reply::{Reply, Stop},
};

/// One reply on its way.
pub(crate) struct Reading {
    /// `None` once it ended.
    stream: Option<CompletionStream>,
    /// What came, by its place in the reply.
    parts: BTreeMap<usize, Part>,
    /// How many calls began.
    calls: usize,
}

/// A part of the reply, as far as it came.
enum Part {
    Text(String),
    Thought(String),
    Call { index: usize, name: ToolName, written: String },
    Whole(Box<AssistantContent>),
}

impl Reading {
    /// Reads from `stream`.
    pub(crate) fn new(stream: CompletionStream) -> Self {
        Self { stream: Some(stream), parts: BTreeMap::new(), calls: 0 }
    }

    /// Whether anything was told of the reply.
    pub(crate) fn has_begun(&self) -> bool {
        !self.parts.is_empty()
    }

    /// The next piece; `None` after the last, and after an error.
    pub(crate) async fn next(&mut self) -> Option<Result<Piece, Error>> {
        loop {
            match self.stream.as_mut()?.next().await {
                Some(Ok(Item::Event(event))) => {
                    if let Some(piece) = self.take(event) {
                        return Some(Ok(piece));
                    }
                }
                Some(Ok(Item::Unknown(_))) => {}
                Some(Err(error)) => return Some(self.failed(&error)),
                None => {
                    let stream = self.stream.as_ref()?;
                    let origin = stream.partial().origin;
                    let finished = self.stream.take()?.finish().await;
                    return Some(match finished {
                        Ok(response) => whole(reply(&response)),
                        Err(error) => self.broken_off(&error, &origin),
                    });
                }
            }
        }
    }

    fn take(&mut self, event: StreamEvent) -> Option<Piece> {
        let at = event.part().index();
        match event {
            StreamEvent::Start { kind, name, .. } => self.start(at, kind, name),
            StreamEvent::Text { text, .. } => {
                if let Some(Part::Text(all)) = self.parts.get_mut(&at) {
                    all.push_str(&text);
                }
                Some(Piece::Text(text))
            }
            StreamEvent::Reasoning { text, .. } => {
                if let Some(Part::Thought(all)) = self.parts.get_mut(&at) {
                    all.push_str(&text);
                }
                Some(Piece::Thought(text))
            }
            StreamEvent::Arguments { json, .. } => match self.parts.get_mut(&at)? {
                Part::Call { index, written, .. } => {
                    written.push_str(&json);
                    Some(Piece::CallGrew { index: *index, bytes: written.len() })
                }
                Part::Text(_) | Part::Thought(_) | Part::Whole(_) => None,
            },
            StreamEvent::End { content, .. } => {
                self.parts.insert(at, Part::Whole(Box::new(content)));
                None
            }
        }
    }

    fn start(&mut self, at: usize, kind: PartKind, name: Option<ToolName>) -> Option<Piece> {
        match (kind, name) {
            (PartKind::Text, _) => {
                self.parts.insert(at, Part::Text(String::new()));
                None
            }
            (PartKind::Reasoning, _) => {
                self.parts.insert(at, Part::Thought(String::new()));
                None
            }
            (PartKind::ToolCall, Some(name)) => {
                let index = self.calls;
                self.calls += 1;
                let piece = Piece::CallBegun { index, id: None, name: name.to_string() };
                self.parts.insert(at, Part::Call { index, name, written: String::new() });
                Some(piece)
            }
            (PartKind::ToolCall | PartKind::Image | PartKind::Opaque, _) => None,
        }
    }

    fn failed(&mut self, error: &ProviderError) -> Result<Piece, Error> {
        let origin = self.stream.take().map(|stream| stream.partial().origin);
        let origin = origin.unwrap_or_else(|| Origin::new("", "", ""));
        self.broken_off(error, &origin)
    }

    /// An error, with what came before it.
    fn broken_off(&self, error: &ProviderError, from: &Origin) -> Result<Piece, Error> {
        let so_far = self.so_far(from);
        if matches!(error, ProviderError::Truncated) && !self.has_begun() {
            return Err(Error::Empty);
        }
        let Some(error) = failure(error) else {
            return Ok(Piece::Done(Reply { stop: Stop::Filtered, ..so_far }));
        };
        if !self.has_begun() {
            return Err(error);
        }
        let so_far = Box::new(so_far);
        Err(error.with(so_far))
    }

    /// What came, without the calls that are not whole.
    fn so_far(&self, from: &Origin) -> Reply {
        let blocks: Vec<_> = self.parts.values().filter_map(Part::so_far).collect();
        Reply { said: said(&blocks, from), stop: Stop::Other("cut".to_owned()), ..Reply::default() }
    }
}

impl Part {
    fn so_far(&self) -> Option<AssistantContent> {
        match self {
            Self::Text(text) => Some(AssistantContent::text(text.clone())),
            Self::Thought(text) => Some(AssistantContent::reasoning(text.clone())),
            Self::Whole(content) => Some((**content).clone()).filter(is_usable),
            Self::Call { name, written, .. } => {
                // An object says itself where it ends; anything else may have more to come.
                let function = ToolFunction::parse(name.clone(), written);
                let is_whole =
                    function.invalid_arguments.is_none() && written.trim_start().starts_with('{');
                let call = ToolCall::new(CallId::from_wire(""), function);
                is_whole.then_some(AssistantContent::ToolCall(call))
            }
        }
    }
}

/// Whether a part that ended before the reply did can be kept: a call that is no object cannot.
fn is_usable(content: &AssistantContent) -> bool {
    !matches!(content, AssistantContent::ToolCall(call) if call.function.invalid_arguments.is_some())
}

/// A reply with nothing in it is one only where it says why.
fn whole(reply: Reply) -> Result<Piece, Error> {
    match reply.stop {
        Stop::End | Stop::Calls | Stop::Other(_) if reply.said.is_empty() => Err(Error::Empty),
        Stop::End | Stop::Calls | Stop::Length | Stop::Filtered | Stop::Other(_) => {
            Ok(Piece::Done(reply))
        }
    }
}
