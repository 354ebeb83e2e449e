//! From the protocol's shapes to the nouns; it decides nothing.

use model::{
    outcome::{Block, Media, Outcome, Progress},
    server::Era,
    tool::{SetAside, Tool, ToolList},
};
use serde_json::Value;

pub(crate) fn era(era: mcp::Era) -> Era {
    match era {
        mcp::Era::Legacy => Era::Legacy,
        mcp::Era::Modern => Era::Modern,
    }
}

pub(crate) fn era_choice(seen: Option<Era>) -> mcp::EraChoice {
    let last = seen.map(|era| match era {
        Era::Legacy => mcp::Era::Legacy,
        Era::Modern => mcp::Era::Modern,
    });
    mcp::EraChoice::Auto { last }
}

pub(crate) fn tools(list: mcp::ToolList) -> ToolList {
    let tool = |it: mcp::Tool| Tool {
        name: it.name,
        title: it.title,
        description: it.description.unwrap_or_default(),
        input_schema: it.input_schema,
        output_schema: it.output_schema,
        annotations: it.annotations,
        marks: it.marks,
    };
    ToolList {
        tools: list.tools.into_iter().map(tool).collect(),
        set_aside: list
            .set_aside
            .into_iter()
            .map(|it| SetAside { name: it.name, reason: it.reason })
            .collect(),
    }
}

pub(crate) fn progress(it: mcp::Progress) -> Progress {
    Progress { done: it.done, total: it.total, message: it.message }
}

pub(crate) fn outcome(it: mcp::Outcome, took: u64) -> Outcome {
    Outcome {
        blocks: it.blocks.into_iter().map(block).collect(),
        structured: it.structured,
        is_error: it.is_error,
        raw: it.raw.text().to_owned(),
        odd: it.odd,
        took,
    }
}

fn block(block: mcp::Block) -> Block {
    match block {
        mcp::Block::Text(text) => Block::Text(text),
        mcp::Block::Image { mime, data } | mcp::Block::Audio { mime, data } => {
            Block::Media(Media { mime, data })
        }
        mcp::Block::Blob { uri: _, mime, data } => Block::Media(Media {
            mime: mime.unwrap_or_else(|| "application/octet-stream".to_owned()),
            data,
        }),
        mcp::Block::Resource { uri, mime, text } => Block::Resource { uri, mime, text },
        mcp::Block::Link { uri, name, title, description: _, mime } => {
            let name = title.or(name).unwrap_or_else(|| uri.clone());
            Block::Link { uri, name, mime }
        }
        mcp::Block::Unknown(value) => Block::Unknown(value),
    }
}

/// The names of what a server says it can do.
pub(crate) fn capabilities(it: &Value) -> Vec<String> {
    it.as_object().map(|map| map.keys().cloned().collect()).unwrap_or_default()
}

/// The name and version that a server gives itself, cut and made visible.
pub(crate) fn server_info(it: &mcp::ServerInfo) -> String {
    let name = it.title.as_ref().filter(|it| !it.is_empty()).unwrap_or(&it.name);
    let text = format!("{name} {}", it.version);
    stdx::text::visible(&stdx::text::clip(text.trim(), 200))
}
