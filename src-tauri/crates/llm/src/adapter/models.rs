//! Which of the library's models stands for an endpoint, and how a reply of it is opened.

use rig_core::{
    completion::ReplayTarget,
    driver::Model,
    operation::Completion,
    providers::{
        anthropic::wire::{AnthropicConfig, ToolInputStreaming},
        gemini::GeminiConfig,
        openai::{
            OpenAIConfig,
            wire::{self, Auth, LLAMACPP, OPENAI},
        },
    },
    wire::{Encoded, Wire, WireFrame},
};
use serde_json::json;
use url::Url;

use crate::{
    adapter::{decode::failure, encode::encode, reading::Reading, transport::Transport},
    base,
    endpoint::{Dialect, Endpoint},
    error::Error,
    http::{Http, key_header},
    request::Request,
};

/// What a model of Anthropic's API may write at most, where neither the caller nor the library says:
/// the API wants a number.
const MOST_OUTPUT: u64 = 8192;
/// Where Anthropic itself answers; others speak its tongue without its newest words.
const ANTHROPIC: &str = "api.anthropic.com";

/// Encodes a request. Nothing is sent before the first read.
///
/// # Errors
/// Where the request cannot be said to this endpoint.
pub(crate) fn open(http: &Http, endpoint: &Endpoint, request: &Request) -> Result<Reading, Error> {
    let transport = Transport::new(http, key_header(endpoint)?);
    let root = base::root(endpoint.dialect, &endpoint.base_url);
    let model = request.model.as_str();
    match endpoint.dialect {
        Dialect::ChatCompletions => {
            let (dialect, root) = chat_dialect(&endpoint.base_url, root);
            let mut config = OpenAIConfig::with_key(&dialect, "").with_base_url(root);
            config.auth = Auth::OptionalBearer;
            stream(Dialect::ChatCompletions, &config.connect(transport).chat(model), request)
        }
        Dialect::Responses => {
            let mut config = OpenAIConfig::with_key(&OPENAI, "").with_base_url(root);
            config.auth = Auth::OptionalBearer;
            stream(Dialect::Responses, &config.connect(transport).responses(model), request)
        }
        Dialect::Anthropic => {
            let config = AnthropicConfig::new("").with_base_url(root);
            let mut model = config.connect(transport).completion(model);
            model.wire.default_max_tokens.get_or_insert(MOST_OUTPUT);
            model.wire.prompt_caching = true;
            if endpoint.base_url.host_str() != Some(ANTHROPIC) {
                model.wire.tool_input_streaming = ToolInputStreaming::Off;
            }
            stream(Dialect::Anthropic, &model, request)
        }
        Dialect::Gemini => {
            let config = GeminiConfig::new("").with_base_url(root);
            stream(Dialect::Gemini, &config.connect(transport).completion(model), request)
        }
    }
}

fn stream<W>(dialect: Dialect, model: &Model<W>, request: &Request) -> Result<Reading, Error>
where
    W: Wire<Op = Completion, Payload = Encoded, Frame = WireFrame> + ReplayTarget,
{
    let mut encoded = encode(dialect, &model.wire, request)?;
    if dialect == Dialect::Responses {
        // What a person says stays out of the provider's store.
        encoded.additional_params = Some(json!({ "store": false }));
    }
    let stream = model.stream(encoded);
    let stream = stream
        .map_err(|error| failure(&error).unwrap_or_else(|| Error::Unsendable(error.to_string())))?;
    Ok(Reading::new(stream))
}

/// How those who speak Chat Completions want it, told by where they are; and where their paths begin.
fn chat_dialect(url: &Url, root: String) -> (wire::Dialect, String) {
    let host = |dialect: &wire::Dialect| Url::parse(dialect.base_url).ok();
    let known = wire::all()
        .filter(|it| it.quirks.hooks.is_none() && it.quirks.supports_tools)
        .find(|it| host(it).is_some_and(|at| !base::is_near(&at) && at.host() == url.host()));
    if let Some(dialect) = known {
        // Some bring the version in their paths.
        let path = dialect.quirks.completion_path;
        let root = match root.strip_suffix("/v1") {
            Some(bare) if path.starts_with("/v1/") => bare.to_owned(),
            _ => root,
        };
        return (*dialect, root);
    }
    // Anybody's server: it takes pictures where everybody does, in what the person says.
    let mut other = LLAMACPP;
    other.quirks.supports_image_tool_results = false;
    other.quirks.done_without_finish_reason = true;
    (other, root)
}
