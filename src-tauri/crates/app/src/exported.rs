//! A conversation as a file, for people or for programs.

use std::{fmt::Write as _, path::PathBuf};

use agent::prompt::saw::saw;
use inbox::{Ask, Unanswered, desk::FileQuestion, item::Origin};
use model::chat::{
    card::{Arguments, Card},
    id::ConversationId,
    message::{Body, Message, Part, Round, Said},
};
use serde_json::{Value, json};

use crate::{
    app::App,
    wire::{
        chat::ExportFormat,
        failure::{Code, Failure},
    },
};

/// A conversation as text.
struct Exported {
    /// What the file is called unless the person says otherwise.
    name: String,
    /// What is in it.
    text: String,
}

/// Writes a conversation to the file that the person chooses; which that is.
pub(crate) async fn save(
    app: &App,
    id: &ConversationId,
    format: ExportFormat,
) -> Result<Option<PathBuf>, Failure> {
    let Exported { name, text } = export(app, id, format).await?;
    let words = format!("Where `{name}` is saved");
    let ask = Ask { origin: Origin::default(), words, limit: None };
    let chosen = app.inbox().file(ask, FileQuestion { name }).await.map_err(not_chosen)?;
    if let Some(path) = &chosen {
        tokio::fs::write(path, text).await.map_err(|error| {
            let words = format!("`{}` cannot be written: {error}", path.display());
            Failure::new(Code::Storage, words)
        })?;
    }
    Ok(chosen)
}

fn not_chosen(why: Unanswered) -> Failure {
    match why {
        Unanswered::Nobody(_) | Unanswered::Left => {
            Failure::new(Code::NobodyToAsk, "there is no dialog here to choose a file in")
        }
        Unanswered::Expired | Unanswered::Withdrawn => why.into(),
    }
}

/// The branch of a conversation that is shown, from its first message on.
async fn export(app: &App, id: &ConversationId, format: ExportFormat) -> Result<Exported, Failure> {
    let found = app.db().conversations().get(id).await?;
    let conversation = found.ok_or_else(|| agent::Error::Unknown(id.clone()))?;
    let page = app.db().messages().path(id, None, None, usize::MAX >> 1).await?;
    let title = match conversation.title.text() {
        "" => "Conversation",
        text => text,
    };
    let stem = model::name::ServerName::slug(title)
        .map_or_else(|| "conversation".to_owned(), String::from);
    Ok(match format {
        ExportFormat::Markdown => {
            Exported { name: format!("{stem}.md"), text: markdown(title, &page.messages) }
        }
        ExportFormat::Json => {
            let messages: Vec<_> = page.messages.iter().map(message).collect();
            let all = json!({
                "title": title,
                "begun": conversation.created.to_string(),
                "messages": messages,
            });
            Exported {
                name: format!("{stem}.json"),
                text: serde_json::to_string_pretty(&all).unwrap_or_default(),
            }
        }
    })
}

fn markdown(title: &str, messages: &[Message]) -> String {
    let mut text = format!("# {title}\n");
    for message in messages {
        let at = message.at.to_string();
        // Writing to a string cannot fail.
        let _written = match &message.body {
            Body::Person(parts) => {
                let said: Vec<_> = parts.iter().map(part_text).collect();
                write!(text, "\n## You, {at}\n\n{}\n", said.join("\n\n"))
            }
            Body::Summary(summary) => {
                write!(
                    text,
                    "\n## Summary of {} messages, {at}\n\n{}\n",
                    summary.covers, summary.text
                )
            }
            Body::Round(round) => {
                write!(text, "\n## {}, {at}\n\n{}\n", round.model, round_text(round))
            }
        };
    }
    text
}

fn round_text(round: &Round) -> String {
    let said = round.said.iter().filter_map(|it| match it {
        Said::Text(text) => Some(text.clone()),
        Said::Thought { .. } => None,
        Said::Call(card) => Some(card_text(card)),
    });
    said.collect::<Vec<_>>().join("\n\n")
}

fn card_text(card: &Card) -> String {
    let given = saw(card);
    format!(
        "**Call of `{}`**\n\n{}\n\nResult{}:\n\n{}",
        card.public,
        fenced(&arguments(card)),
        if given.is_error { " (an error)" } else { "" },
        fenced(&given.text)
    )
}

/// A text in a fence that is longer than any in it.
fn fenced(text: &str) -> String {
    let longest = text.split(|it| it != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}\n{text}\n{fence}")
}

fn arguments(card: &Card) -> String {
    match &card.arguments {
        Arguments::Object(map) => serde_json::to_string_pretty(map).unwrap_or_default(),
        Arguments::Broken(text) => text.clone(),
    }
}

fn part_text(part: &Part) -> String {
    match part {
        Part::Text { text } => text.clone(),
        Part::File { name, text, .. } => format!("File `{name}`:\n\n{}", fenced(text)),
        Part::Picture { name, .. } => format!("Picture `{name}`"),
        Part::Resource { server, uri, text, .. } => {
            format!("Resource `{uri}` of `{server}`:\n\n{}", fenced(text))
        }
        Part::Prompt { server, name, text } => format!("Prompt `{name}` of `{server}`:\n\n{text}"),
    }
}

fn message(message: &Message) -> Value {
    let body = match &message.body {
        Body::Person(parts) => json!({ "from": "person", "parts": parts }),
        Body::Summary(summary) => json!({ "from": "summary", "summary": summary }),
        Body::Round(round) => {
            let said: Vec<_> = round.said.iter().filter_map(said).collect();
            json!({ "from": "model", "model": round.model, "provider": round.provider,
                    "said": said, "usage": round.usage, "took_ms": round.took })
        }
    };
    json!({ "at": message.at.to_string(), "message": body })
}

fn said(said: &Said) -> Option<Value> {
    match said {
        Said::Text(text) => Some(json!({ "text": text })),
        Said::Thought { .. } => None,
        Said::Call(card) => {
            let given = saw(card);
            let arguments = match &card.arguments {
                Arguments::Object(map) => Value::Object(map.clone()),
                Arguments::Broken(text) => Value::String(text.clone()),
            };
            Some(json!({ "call": card.public, "arguments": arguments,
                         "result": given.text, "is_error": given.is_error }))
        }
    }
}
