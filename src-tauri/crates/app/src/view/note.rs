//! What a person should know of a call before they say yes.

use agent::weigh::{Weighed, stale};
use model::chat::card::{Arguments, Card, CardState, ToolRef};
use serde_json::{Value, json};
use stdx::{clock::Millis, text::hides};
use store::digest::digest_of;

use crate::{app::App, wire::card::CardNote};

/// Looks up what tools are by now.
pub(crate) struct Digests<'a> {
    app: &'a App,
}

impl<'a> Digests<'a> {
    pub(crate) fn new(app: &'a App) -> Self {
        Self { app }
    }

    async fn tool(&self, which: &ToolRef) -> Option<model::tool::Tool> {
        self.app.catalog().tool(&which.server, &which.tool).await.ok()?
    }
}

/// What to say of a call that waits; nothing of others.
pub(crate) async fn notes(card: &Card, digests: &Digests<'_>) -> Vec<CardNote> {
    let (CardState::Pending, Some(which)) = (&card.state, &card.tool) else { return Vec::new() };
    let mut notes = Vec::new();
    if let Some(tool) = digests.tool(which).await {
        let claims = |name: &str| {
            tool.annotations.as_ref().is_some_and(|it| it.get(name) == Some(&Value::Bool(true)))
        };
        if claims("destructiveHint") {
            notes.push(CardNote::Destructive);
        } else if claims("readOnlyHint") {
            notes.push(CardNote::ReadOnly);
        }
        if let Some(before) = changed(digests.app, which, &tool).await {
            notes.push(CardNote::Changed { before, after: definition(&tool) });
        }
    }
    if let Arguments::Object(map) = &card.arguments {
        let text = Value::Object(map.clone()).to_string();
        // In JSON text a line break is an escape; what is left hides itself.
        let hidden = text.chars().filter(|it| hides(*it)).count();
        if hidden > 0 {
            let words = format!("{hidden} characters of the arguments cannot be seen.");
            notes.push(CardNote::Hidden { words });
        }
    }
    notes
}

/// The definition that was allowed once, where it is another by now.
async fn changed(app: &App, which: &ToolRef, tool: &model::tool::Tool) -> Option<String> {
    let rules = app.db().rules().list().await.ok()?;
    let digest = digest_of(tool);
    let nowhere = model::chat::id::ConversationId(String::new());
    let call = Weighed {
        tool: which,
        digest: Some(&digest),
        conversation: &nowhere,
        paths: None,
        now: Millis(i64::MIN),
    };
    let rule = stale(&rules, &call)?;
    let key = allowed_key(rule.terms.digest.as_deref()?);
    let kept = app.db().settings().get(&key).await.ok()??;
    kept.as_str().map(str::to_owned)
}

/// Under which name a definition is kept that was allowed.
pub(crate) fn allowed_key(digest: &str) -> String {
    format!("allowed_definition/{digest}")
}

/// What a server says of a tool, as JSON in lines.
pub(crate) fn definition(tool: &model::tool::Tool) -> String {
    let all = json!({
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "annotations": tool.annotations,
        "inputSchema": tool.input_schema,
        "outputSchema": tool.output_schema,
    });
    serde_json::to_string_pretty(&all).unwrap_or_default()
}
