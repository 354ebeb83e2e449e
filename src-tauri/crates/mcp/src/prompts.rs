//! Prompts: how they are listed and what one gives, read so that whatever came can be shown.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use stdx::text::clip;

use crate::{
    apart::apart,
    block::Block,
    client::Client,
    errand::Errand,
    error::Error,
    fields::{invisible, text},
    mend,
    notice::List,
    odd::{first, note},
    pages::{Entry, Listed},
    raw::Raw,
};

/// Most arguments of one prompt that are read.
const MOST_ARGUMENTS: usize = 200;

/// A prompt that a server offers.
#[derive(Debug, Clone, PartialEq)]
pub struct Prompt {
    /// Its name, letter for letter.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// What it is for, by its own account.
    pub description: Option<String>,
    /// What it takes, in the server's order; no name twice.
    pub arguments: Vec<PromptArgument>,
    /// The whole entry, as it came.
    pub raw: Raw,
    /// What was mended or left out, for people.
    pub marks: Vec<String>,
}

/// One argument of a prompt; its value is a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromptArgument {
    /// Its name, letter for letter.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// What it is, by its own account.
    pub description: Option<String>,
    /// Whether the prompt cannot do without.
    pub required: bool,
}

/// What a prompt gave.
#[derive(Debug, Clone, PartialEq)]
pub struct PromptResult {
    /// What it is, by its own account.
    pub description: Option<String>,
    /// What is to be said to a model, in order.
    pub messages: Vec<Message>,
    /// The whole result, as it came.
    pub raw: Raw,
    /// What was unexpected about it, for people.
    pub odd: Vec<String>,
}

/// A message for a model.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    /// Who says it: `user` or `assistant`, or whatever the server wrote; empty where it wrote none.
    pub role: String,
    /// What is said: one block, or several where the server sent several.
    pub blocks: Vec<Block>,
}

impl Client {
    /// The prompts of the server, all pages, within the same bounds as its tools.
    ///
    /// # Errors
    /// As [`Client::request`]. A server that does not know prompts has an empty list.
    pub async fn prompts(&self) -> Result<Listed<Prompt>, Error> {
        self.list_if_known().await
    }

    /// What a prompt gives for these arguments. Questions, limits and dropping are as with a call.
    ///
    /// # Errors
    /// Any but those of a start.
    pub async fn prompt(
        &self,
        name: &str,
        arguments: &BTreeMap<String, String>,
        errand: Errand,
    ) -> Result<PromptResult, Error> {
        let mut params = Map::new();
        params.insert("name".to_owned(), json!(name));
        if !arguments.is_empty() {
            params.insert("arguments".to_owned(), json!(arguments));
        }
        let result = self.fetch("prompts/get", name, &params, errand).await?;
        apart(result.get().len(), move || PromptResult::read(Raw::new(result))).await
    }
}

impl Entry for Prompt {
    const LIST: List = List::Prompts;
    const METHOD: &'static str = "prompts/list";
    const KEY: &'static str = "prompts";
    const ONE: &'static str = "prompt";
    const ID: &'static str = "name";

    fn read(name: String, mut fields: Map<String, Value>, raw: Raw) -> Self {
        let mut marks = Vec::from_iter(invisible("name", &name));
        let mut arguments: Vec<PromptArgument> = Vec::new();
        let listed = match fields.remove("arguments") {
            Some(Value::Array(listed)) => listed,
            None | Some(Value::Null) => Vec::new(),
            Some(_) => {
                marks.push("its arguments are no list".to_owned());
                Vec::new()
            }
        };
        for (place, one) in (1..).zip(listed) {
            if arguments.len() == MOST_ARGUMENTS {
                marks.push(format!("it has more than {MOST_ARGUMENTS} arguments"));
                break;
            }
            match argument(&one) {
                Some(one) if arguments.iter().any(|it| it.name == one.name) => {
                    marks
                        .push(format!("two of its arguments are named `{}`", clip(&one.name, 100)));
                }
                Some(one) => arguments.push(one),
                None => marks.push(format!("its argument #{place} has no name")),
            }
        }
        let (title, description) = (text(fields.get("title")), text(fields.get("description")));
        Self { name, title, description, arguments, raw, marks }
    }
}

fn argument(one: &Value) -> Option<PromptArgument> {
    let name = text(Some(one)).or_else(|| text(one.get("name")))?;
    if name.is_empty() {
        return None;
    }
    let required = one.get("required").is_some_and(|it| *it == true || *it == "true");
    let (title, description) = (text(one.get("title")), text(one.get("description")));
    Some(PromptArgument { name, title, description, required })
}

impl PromptResult {
    /// Reads a result of any shape.
    pub(crate) fn read(raw: Raw) -> Self {
        let mut odd = Vec::new();
        let (mut description, mut messages) = (None, Vec::new());
        match mend::value(raw.text()) {
            Ok(Value::Object(mut fields)) => {
                description = text(fields.get("description"));
                match fields.remove("messages") {
                    Some(Value::Array(listed)) => {
                        let listed = first(listed, &mut odd);
                        messages = listed.into_iter().map(|it| message(it, &mut odd)).collect();
                    }
                    Some(Value::Null) | None => {
                        odd.push("the result has no `messages`".to_owned());
                    }
                    Some(other) => {
                        odd.push("`messages` is no list".to_owned());
                        messages.push(message(other, &mut odd));
                    }
                }
            }
            Ok(other) => {
                odd.push("the result is no object".to_owned());
                messages.push(message(other, &mut odd));
            }
            Err(why) => {
                odd.push(format!("the result cannot be read: {why}"));
                let shown = Value::String(clip(raw.text(), 64 << 10));
                messages.push(Message { role: String::new(), blocks: vec![Block::Unknown(shown)] });
            }
        }
        Self { description, messages, raw, odd }
    }
}

fn message(one: Value, odd: &mut Vec<String>) -> Message {
    let mut fields = match one {
        Value::Object(fields) if fields.contains_key("content") => fields,
        Value::String(text) => {
            note(odd, "a message is a plain text");
            return Message { role: "user".to_owned(), blocks: vec![Block::Text(text)] };
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            note(odd, "a message has no `content`");
            let role = text(one.get("role")).unwrap_or_default();
            return Message { role, blocks: vec![Block::Unknown(one)] };
        }
    };
    let role = text(fields.get("role")).unwrap_or_default();
    if !matches!(role.as_str(), "user" | "assistant") {
        note(odd, &format!("a message is of the role `{}`", clip(&role, 100)));
    }
    let blocks = match fields.remove("content") {
        Some(Value::Array(several)) => {
            first(several, odd).into_iter().map(|it| Block::read(it, odd)).collect()
        }
        Some(one) => vec![Block::read(one, odd)],
        None => Vec::new(),
    };
    Message { role, blocks }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use serde_json::value::RawValue;

    use super::*;
    use crate::pages::Pages;

    fn raw(json: &str) -> Raw {
        Raw::new(RawValue::from_string(json.to_owned()).unwrap())
    }

    fn shows(result: &str, expected: &Expect) {
        let read = PromptResult::read(raw(result));
        assert_eq!(read.raw.text(), result);
        let said = read.messages.iter().map(|it| format!("{}: {:?}", it.role, it.blocks));
        let lines: Vec<_> = said.chain(read.odd).collect();
        expected.assert_eq(&lines.join("\n"));
    }

    #[test]
    fn ordinary_messages_are_read_with_all_kinds_of_content() {
        shows(
            r#"{"messages":[{"role":"user","content":{"type":"text","text":"hi"}},
            {"role":"assistant","content":{"type":"image","data":"AA==","mimeType":"image/png"}},
            {"role":"user","content":{"type":"resource","resource":{"uri":"f:x","text":"t"}}},
            {"role":"user","content":{"type":"resource_link","uri":"f:z"}}]}"#,
            &expect![[r#"
                user: [Text("hi")]
                assistant: [Image { mime: "image/png", data: "AA==" }]
                user: [Resource { uri: "f:x", mime: None, text: "t" }]
                user: [Link { uri: "f:z", name: None, title: None, description: None, mime: None }]"#]],
        );
    }

    #[test]
    fn odd_messages_are_shown_and_never_lost() {
        shows(
            r#"{"messages":["bare",7,{"role":"system","content":[{"type":"text","text":"a"},"b"]},{"role":"user"}]}"#,
            &expect![[r#"
                user: [Text("bare")]
                : [Unknown(Number(7))]
                system: [Text("a"), Text("b")]
                user: [Unknown(Object {"role": String("user")})]
                a message is a plain text
                a message has no `content`
                a message is of the role `system`
                a block is a plain text"#]],
        );
        shows("{}", &expect!["the result has no `messages`"]);
        shows(
            r#"{"messages":{"role":"user","content":"x"}}"#,
            &expect![[r#"
                user: [Text("x")]
                `messages` is no list
                a block is a plain text"#]],
        );
        shows(
            "null",
            &expect![[r#"
                : [Unknown(Null)]
                the result is no object
                a message has no `content`"#]],
        );
    }

    #[test]
    fn an_odd_prompt_is_kept_with_a_mark_and_the_others_untouched() {
        let mut pages = Pages::<Prompt>::default();
        let page = json!({ "prompts": [
            { "name": "first", "arguments": [{ "name": "a", "required": true }, { "name": "b" }] },
            { "name": "odd", "arguments": ["a", 5, { "name": "a" }, { "name": "" }] },
            { "name": "none", "arguments": "a" }, { "title": "no name" }, { "name": "first" },
            { "name": "last", "arguments": null, "title": 5, "description": null },
        ] });
        pages.add(&serde_json::value::to_raw_value(&page).unwrap()).unwrap();
        let list = pages.finish();
        let shown = list.entries.iter().map(|it| {
            let names: Vec<_> = it.arguments.iter().map(|it| it.name.as_str()).collect();
            format!("{} {names:?} {:?}", it.name, it.marks)
        });
        let aside = list.set_aside.iter().map(|it| format!("{}: {}", it.name, it.reason));
        expect![[r#"
            first ["a", "b"] []
            odd ["a"] ["its argument #2 has no name", "two of its arguments are named `a`", "its argument #4 has no name"]
            none [] ["its arguments are no list"]
            last [] []
            #4: it has no name
            first: another prompt has the same name"#]]
        .assert_eq(&shown.chain(aside).collect::<Vec<_>>().join("\n"));
        assert!(list.entries[0].arguments[0].required && !list.entries[0].arguments[1].required);
    }
}
