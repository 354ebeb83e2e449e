//! Tools and results for a front end.

use model::{
    outcome::{Block, Outcome},
    tool::{SetAside, Tool},
};
use tools::Offer;

use crate::wire::tool::{BlockView, OutcomeView, ServerTools, SetAsideView, ToolView};

/// What a server offers.
pub(crate) fn offer(offer: Offer) -> ServerTools {
    ServerTools {
        server: offer.server.draft.name.into(),
        title: offer.server.draft.title,
        ready: offer.ready,
        tools: offer.list.tools.into_iter().map(tool).collect(),
        set_aside: offer.list.set_aside.into_iter().map(aside).collect(),
    }
}

/// An entry of a list that cannot be used.
pub(crate) fn aside(it: SetAside) -> SetAsideView {
    SetAsideView { name: it.name, reason: it.reason }
}

fn tool(it: Tool) -> ToolView {
    ToolView {
        name: it.name,
        title: it.title,
        description: it.description,
        input_schema: it.input_schema,
        output_schema: it.output_schema,
        annotations: it.annotations,
        marks: it.marks,
    }
}

/// What a call gave.
pub(crate) fn outcome(it: Outcome) -> OutcomeView {
    OutcomeView {
        blocks: it.blocks.into_iter().map(block).collect(),
        structured: it.structured,
        is_error: it.is_error,
        raw: it.raw,
        odd: it.odd,
        took: it.took,
    }
}

/// A piece of a result.
pub(crate) fn block(block: Block) -> BlockView {
    match block {
        Block::Text(text) => BlockView::Text { text },
        Block::Media(it) => BlockView::Media { mime: it.mime, data: it.data },
        Block::Link { uri, name, mime } => BlockView::Link { uri, name, mime },
        Block::Resource { uri, mime, text } => BlockView::Resource { uri, mime, text },
        Block::Unknown(value) => BlockView::Unknown { json: value.to_string() },
    }
}
