//! A person who agrees to everything, and fills forms with what they propose; knows no server.

use mcp::{Answer, Answering, Asked, Asker, Content, Question};
use serde_json::{Map, Value, json};

/// Agrees to everything.
#[derive(Debug)]
pub(crate) struct Agreeable;

impl Asker for Agreeable {
    fn ask(&self, asked: Asked) -> Answering {
        Box::pin(async move {
            match asked.question {
                Question::Form { schema, .. } => {
                    Answer::Accept(Some(Content::new(filled(&schema.unwrap_or_default()))))
                }
                Question::Url { .. } => Answer::Accept(None),
            }
        })
    }
}

/// Values for all properties of a schema.
pub(crate) fn filled(schema: &Value) -> Map<String, Value> {
    let mut values = Map::new();
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let proposed = property.get("default").cloned();
        let value = proposed.unwrap_or_else(|| match property["type"].as_str() {
            Some("boolean") => json!(true),
            Some("integer" | "number") => json!(2),
            Some("array") => json!([]),
            Some("object") => json!({}),
            Some(_) | None => json!("x"),
        });
        values.insert(name.clone(), value);
    }
    values
}
