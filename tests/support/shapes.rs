//! What goes to the app and comes from it, made and taken apart; it calls nothing.

use app::wire::{
    draft::DraftView,
    server::{FailedView, ReadyView, ServerRef, ServerRow, StateView},
    tool::{BlockView, OutcomeView},
};
use serde_json::{Value, json};

/// What `add_server` takes; a name that is taken fails.
pub fn to_add(draft: &DraftView) -> Value {
    json!({ "draft": draft })
}

/// What `add_server` takes; a server of that name is changed.
pub fn to_replace(draft: &DraftView) -> Value {
    json!({ "draft": draft, "replace": true })
}

/// Names a server.
pub fn named(server: &str) -> ServerRef {
    ServerRef { server: server.to_owned() }
}

/// What a ready server says of itself.
pub fn ready(row: &ServerRow) -> Option<ReadyView> {
    match &row.state {
        StateView::Ready(ready) => Some(ready.clone()),
        StateView::Off | StateView::Starting { .. } | StateView::Failed(_) => None,
    }
}

/// Why a failed server failed.
pub fn failed(row: &ServerRow) -> Option<FailedView> {
    match &row.state {
        StateView::Failed(failed) => Some(failed.clone()),
        StateView::Off | StateView::Starting { .. } | StateView::Ready(_) => None,
    }
}

/// The texts of a result, one a line.
pub fn text_of(outcome: &OutcomeView) -> String {
    let texts = outcome.blocks.iter().filter_map(|block| match block {
        BlockView::Text { text, .. } => Some(text.as_str()),
        BlockView::Media { .. }
        | BlockView::NotSaved { .. }
        | BlockView::Link { .. }
        | BlockView::Resource { .. }
        | BlockView::Unknown { .. } => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}
