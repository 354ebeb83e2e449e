//! Turns what the library read into what we say; it reads no stream.

use rig_core::{
    completion::{CompletionResponse, FinishReason},
    error::ProviderError,
    http_client::Error as LineError,
    message::{AssistantContent, Origin, ToolCall},
};
use serde_json::Value;

use crate::{
    adapter::{
        kept::{Block, Kept},
        transport::Fault,
    },
    error::Error,
    message::{Arguments, Call, Said, Thought},
    names::{Ids, legal},
    reply::{Reply, Stop, Usage},
    status::{Refused, refused, told_inside},
};

/// A whole reply.
pub(crate) fn reply(response: &CompletionResponse) -> Reply {
    let said = said(&response.choice, &response.origin);
    let calls = said.iter().any(|it| matches!(it, Said::Call(_)));
    let stop = match response.finish_reason() {
        Some(FinishReason::Length) => Stop::Length,
        Some(FinishReason::ContentFilter) => Stop::Filtered,
        Some(FinishReason::Other(_)) if response.error.is_some() => Stop::Filtered,
        Some(FinishReason::Other(word)) => Stop::Other(word),
        _ if response.error.is_some() => Stop::Filtered,
        _ if calls => Stop::Calls,
        _ => Stop::End,
    };
    Reply { said, usage: usage(response), stop }
}

/// What was said, in order, with ids that no two calls share.
#[expect(clippy::wildcard_enum_match_arm, reason = "the library may come to know more")]
pub(crate) fn said(blocks: &[AssistantContent], from: &Origin) -> Vec<Said> {
    let mut said = Vec::new();
    let mut ids = Ids::default();
    for content in blocks {
        let kept = |block| {
            let item = content.native_item()?.clone();
            Some(Kept { block, from: from.clone(), item }.to_value())
        };
        match content {
            AssistantContent::Text(text) => {
                if content.native_item().is_some_and(is_worth_keeping) {
                    let kept = kept(Block::Text);
                    said.push(Said::Thought(Thought { text: String::new(), kept }));
                }
                if !text.text.is_empty() {
                    said.push(Said::Text(text.text.clone()));
                }
            }
            AssistantContent::Reasoning(reasoning) => {
                let block = if reasoning.redacted { Block::Redacted } else { Block::Thought };
                let thought = Thought { text: reasoning.text.clone(), kept: kept(block) };
                if !thought.text.is_empty() || thought.kept.is_some() {
                    said.push(Said::Thought(thought));
                }
            }
            AssistantContent::ToolCall(call) => {
                let named = legal(&call.function.name);
                // An item that names a tool by signs that no API takes back would be refused.
                let kept = kept(Block::Call).filter(|_| named == call.function.name.as_str());
                let id = ids.take(&call.id.wire());
                said.push(Said::Call(Call { id, name: named, arguments: arguments(call), kept }));
            }
            // What is neither shown nor asked for: pictures that a model drew, tools of the provider.
            _ => {}
        }
    }
    said
}

/// Why there is no reply, or no more of it. `None` where the provider would not say more.
#[expect(clippy::wildcard_enum_match_arm, reason = "the library may come to know more")]
pub(crate) fn failure(error: &ProviderError) -> Option<Error> {
    let cut = |why: String| Error::Cut { so_far: Box::default(), why };
    Some(match error {
        ProviderError::Http(error) => match &**error {
            LineError::Instance(cause) => match cause.downcast_ref::<Fault>() {
                Some(Fault(error)) => error.clone(),
                None => cut(cause.to_string()),
            },
            LineError::InvalidStatusCodeWithDetails { status, body, .. } => {
                refused(&Refused { status: status.as_u16(), retry_after: None, body })
            }
            other => cut(other.to_string()),
        },
        ProviderError::ProviderResponse(answer) if answer.refusal => return None,
        ProviderError::ProviderResponse(answer) | ProviderError::InvalidAuthentication(answer) => {
            told_inside(&answer.body)
        }
        ProviderError::Json(_) => cut("a line of it is no JSON".to_owned()),
        ProviderError::Truncated => cut("it stopped before its end".to_owned()),
        ProviderError::Request(why) => Error::Unsendable(why.to_string()),
        ProviderError::UnsupportedOption(what) => Error::Unsendable(what.to_string()),
        ProviderError::Url(why) => Error::Unusable(why.to_string()),
        ProviderError::Provider(why) | ProviderError::Response(why) => cut(why.clone()),
        other => cut(other.to_string()),
    })
}

fn arguments(call: &ToolCall) -> Arguments {
    match &call.function.invalid_arguments {
        Some(text) => Arguments::Broken(text.clone()),
        None => Arguments::Object(call.function.arguments.clone()),
    }
}

/// Whether there is something in the item of a text that the text alone does not say.
fn is_worth_keeping(item: &Value) -> bool {
    item.get("thoughtSignature").is_some() || item.get("id").is_some()
}

fn usage(response: &CompletionResponse) -> Usage {
    let usage = &response.usage;
    Usage {
        input: usage.input_tokens,
        output: usage.output_tokens,
        cache_read: usage.cached_input_tokens,
        cache_write: usage.cache_creation_input_tokens,
        reasoning: usage.reasoning_tokens,
        cost: cost(&response.raw),
    }
}

/// What the provider itself says of the cost. The library's own figure may come from a price list.
fn cost(raw: &Value) -> Option<f64> {
    let usage = raw.get("usage")?;
    let cost = usage.get("cost")?;
    cost.as_f64().or_else(|| cost.get("total_cost").and_then(Value::as_f64))
}
