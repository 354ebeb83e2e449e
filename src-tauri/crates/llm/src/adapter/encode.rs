//! Turns our request into the library's; it sends nothing.

use base64::{Engine, prelude::BASE64_STANDARD};
use rig_core::{
    completion::{CompletionRequest, ReplayTarget, ToolDefinition},
    message::{
        AssistantContent, AssistantMessage, CallId, ImageMediaType, Message as Line, MimeType,
        Reasoning, ToolCall, ToolChoice, ToolFunction, ToolName, ToolResult as Answer,
        ToolResultContent, UserContent,
    },
};
use serde_json::Value;

use crate::{
    adapter::kept::{Block, Kept},
    endpoint::Dialect,
    error::Error,
    message::{Arguments, Call, Message, Part, Said, ToolResult},
    request::{Choice, Request},
};

/// What stands before the text of a failed call, where the API has no other place for it.
const FAILED: &str = "Error: ";

/// `request`, for who is `target`.
///
/// # Errors
/// [`Error::Unsendable`] where nothing can be made of it.
pub(crate) fn encode(
    dialect: Dialect,
    target: &dyn ReplayTarget,
    request: &Request,
) -> Result<CompletionRequest, Error> {
    let mut lines = Vec::new();
    for message in request.messages.iter() {
        lines.extend(match message {
            Message::User(parts) => user(dialect, parts),
            Message::Assistant(said) => assistant(target, said)?,
            Message::Results(results) => answers(dialect, results)?,
        });
    }
    let last = lines.pop().ok_or_else(|| unsendable("the conversation is empty"))?;
    let mut encoded = CompletionRequest::new(last).messages(lines);
    if !request.system.trim().is_empty() {
        encoded = encoded.preamble(request.system.clone());
    }
    for tool in request.tools.iter() {
        let tool =
            ToolDefinition::new(name(&tool.name)?, tool.description.clone(), tool.schema.clone());
        encoded = encoded.tool(tool);
    }
    encoded.tool_choice = match request.choice {
        _ if request.tools.is_empty() => None,
        Choice::Auto => None,
        Choice::None => Some(ToolChoice::None),
        Choice::Required => Some(ToolChoice::Required),
    };
    encoded.max_tokens = request.max_output;
    encoded.temperature = request.temperature;
    encoded.accept_unknown_finish_reasons = true;
    Ok(encoded)
}

fn user(dialect: Dialect, parts: &[Part]) -> Option<Line> {
    let content: Vec<_> = parts
        .iter()
        .filter(|part| !is_blank(part))
        .map(|part| match picture(dialect, part) {
            Shown::Text(text) => UserContent::text(text),
            Shown::Image(data, kind) => UserContent::image_base64(data, Some(kind), None),
        })
        .collect();
    (!content.is_empty()).then_some(Line::User { content })
}

fn assistant(target: &dyn ReplayTarget, said: &[Said]) -> Result<Option<Line>, Error> {
    let kept =
        |kept: &Option<Value>| kept.as_ref().and_then(Kept::read).filter(|it| it.is_from(target));
    let mut from = None;
    let mut content = Vec::new();
    let mut next_text = None;
    for said in said {
        let (block, item) = match said {
            Said::Text(text) => (AssistantContent::text(text.clone()), next_text.take()),
            Said::Thought(thought) => {
                // Thoughts go back to who thought them, and to nobody as words.
                let Some(kept) = kept(&thought.kept) else { continue };
                if kept.block == Block::Text {
                    next_text = Some(kept);
                    continue;
                }
                let mut reasoning = Reasoning::new(thought.text.clone());
                reasoning.redacted = kept.block == Block::Redacted;
                (AssistantContent::Reasoning(reasoning), Some(kept))
            }
            Said::Call(call) => (AssistantContent::ToolCall(this(call)?), kept(&call.kept)),
        };
        content.push(match item {
            Some(kept) => {
                from.get_or_insert(kept.from);
                block.with_native(kept.item)
            }
            None => block,
        });
    }
    let turn = AssistantMessage::new(content).with_origin(from);
    Ok((!turn.content.is_empty()).then_some(Line::Assistant(turn)))
}

fn this(call: &Call) -> Result<ToolCall, Error> {
    let function = match &call.arguments {
        Arguments::Object(fields) => {
            ToolFunction::new(name(&call.name)?, Value::Object(fields.clone()))
        }
        Arguments::Broken(text) => ToolFunction::parse(name(&call.name)?, text),
    };
    Ok(ToolCall::new(CallId::from_wire(call.id.clone()), function))
}

fn answers(dialect: Dialect, results: &[ToolResult]) -> Result<Option<Line>, Error> {
    let answers = results.iter().map(|it| answer(dialect, it)).collect::<Result<Vec<_>, _>>()?;
    Ok((!answers.is_empty()).then(|| Line::tool_results(answers)))
}

fn answer(dialect: Dialect, result: &ToolResult) -> Result<Answer, Error> {
    let mut content: Vec<_> = result
        .parts
        .iter()
        .map(|part| match picture(dialect, part) {
            Shown::Text(text) => ToolResultContent::text(text),
            Shown::Image(data, kind) => ToolResultContent::image_base64(data, Some(kind), None),
        })
        .collect();
    let untold = match dialect {
        // A result has no place for it there.
        Dialect::ChatCompletions | Dialect::Responses => result.is_error,
        Dialect::Anthropic | Dialect::Gemini => false,
    };
    if untold {
        match content.first_mut() {
            Some(ToolResultContent::Text(text)) => text.text.insert_str(0, FAILED),
            _ => content.insert(0, ToolResultContent::text(FAILED.trim_end())),
        }
    }
    if content.is_empty() {
        content.push(ToolResultContent::text(""));
    }
    let call = CallId::from_wire(result.call.clone());
    Ok(Answer { call, name: name(&result.name)?, content, is_error: result.is_error })
}

/// A part as the API can be shown it.
enum Shown {
    Text(String),
    Image(String, ImageMediaType),
}

fn picture(dialect: Dialect, part: &Part) -> Shown {
    match part {
        Part::Text(text) => Shown::Text(text.clone()),
        Part::Image { mime, bytes } => match readable(dialect, mime) {
            Some(kind) => Shown::Image(BASE64_STANDARD.encode(bytes), kind),
            None => Shown::Text(format!("(a picture of the kind {mime}, which cannot be shown)")),
        },
    }
}

/// The kinds of pictures that each API takes; another one makes it refuse the whole conversation.
///
/// OpenAI: <https://platform.openai.com/docs/guides/images-vision>,
/// Anthropic: <https://platform.claude.com/docs/en/build-with-claude/vision>,
/// Google: <https://ai.google.dev/gemini-api/docs/image-understanding>.
fn readable(dialect: Dialect, mime: &str) -> Option<ImageMediaType> {
    let kind = ImageMediaType::from_mime_type(mime)?;
    let taken = match (dialect, &kind) {
        (_, ImageMediaType::JPEG | ImageMediaType::PNG | ImageMediaType::WEBP) => true,
        (Dialect::Gemini, ImageMediaType::HEIC | ImageMediaType::HEIF) => true,
        (Dialect::Gemini, ImageMediaType::GIF) => false,
        (_, ImageMediaType::GIF) => true,
        (_, ImageMediaType::HEIC | ImageMediaType::HEIF | ImageMediaType::SVG) => false,
    };
    taken.then_some(kind)
}

fn is_blank(part: &Part) -> bool {
    matches!(part, Part::Text(text) if text.trim().is_empty())
}

fn name(name: &str) -> Result<ToolName, Error> {
    ToolName::new(name).map_err(|_| unsendable("a tool without a name"))
}

fn unsendable(what: &str) -> Error {
    Error::Unsendable(what.to_owned())
}
