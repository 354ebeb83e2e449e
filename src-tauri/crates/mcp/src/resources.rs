//! Resources and templates of them: how they are listed and what one holds, read so that whatever
//! came can be shown.

use serde_json::{Map, Value, json};
use stdx::text::clip;

use crate::{
    apart::apart,
    block::{Block, embedded},
    client::Client,
    errand::Errand,
    error::Error,
    fields::{invisible, object, text},
    mend,
    notice::List,
    odd::{first, note},
    pages::{Entry, Listed},
    raw::Raw,
};

/// A resource that a server offers.
#[derive(Debug, Clone, PartialEq)]
pub struct Resource {
    /// Its address at the server, letter for letter.
    pub uri: String,
    /// Its name; the address where it has none.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// What it is, by its own account.
    pub description: Option<String>,
    /// Its MIME type.
    pub mime: Option<String>,
    /// How many bytes it has, by its own account.
    pub size: Option<u64>,
    /// Hints for whom it is and how much it matters: an object where there are any.
    pub annotations: Option<Value>,
    /// The whole entry, as it came.
    pub raw: Raw,
    /// What was mended or left out, for people.
    pub marks: Vec<String>,
}

/// A family of resources, by a template of their addresses (RFC 6570).
#[derive(Debug, Clone, PartialEq)]
pub struct Template {
    /// The template, letter for letter.
    pub uri_template: String,
    /// Its name; the template where it has none.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// What it is, by its own account.
    pub description: Option<String>,
    /// The MIME type of all of them, where it is the same.
    pub mime: Option<String>,
    /// Hints for whom they are and how much they matter: an object where there are any.
    pub annotations: Option<Value>,
    /// The whole entry, as it came.
    pub raw: Raw,
    /// What was mended or left out, for people.
    pub marks: Vec<String>,
}

/// What a resource holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Contents {
    /// Its parts, in order: texts ([`Block::Resource`]), bytes ([`Block::Blob`]), or whatever came.
    pub blocks: Vec<Block>,
    /// The whole result, as it came.
    pub raw: Raw,
    /// What was unexpected about it, for people.
    pub odd: Vec<String>,
}

impl Client {
    /// The resources of the server, all pages, within the same bounds as its tools.
    ///
    /// # Errors
    /// As [`Client::request`]. A server that does not know resources has an empty list.
    pub async fn resources(&self) -> Result<Listed<Resource>, Error> {
        self.list_if_known().await
    }

    /// The templates of the server's resources, all pages, within the same bounds as its tools.
    ///
    /// # Errors
    /// As [`Client::request`]. A server that does not know templates has an empty list.
    pub async fn resource_templates(&self) -> Result<Listed<Template>, Error> {
        self.list_if_known().await
    }

    /// What a resource holds. Questions, limits and dropping are as with a call.
    ///
    /// # Errors
    /// Any but those of a start.
    pub async fn read(&self, uri: &str, errand: Errand) -> Result<Contents, Error> {
        let result = self.fetch("resources/read", &clip(uri, 200), &of(uri), errand).await?;
        let (size, uri) = (result.get().len(), uri.to_owned());
        apart(size, move || Contents::read(&uri, Raw::new(result))).await
    }
}

/// The params that name one resource.
pub(crate) fn of(uri: &str) -> Map<String, Value> {
    let mut params = Map::new();
    params.insert("uri".to_owned(), json!(uri));
    params
}

/// What an entry says of itself, whichever kind it is.
struct Common {
    name: String,
    title: Option<String>,
    description: Option<String>,
    mime: Option<String>,
    annotations: Option<Value>,
    marks: Vec<String>,
}

impl Common {
    fn read(address: &str, fields: &mut Map<String, Value>) -> Self {
        let mut marks = Vec::from_iter(invisible("address", address));
        let name = text(fields.get("name")).filter(|name| !name.trim().is_empty());
        let name = name.unwrap_or_else(|| {
            marks.push("it has no name".to_owned());
            address.to_owned()
        });
        let annotations =
            object(fields, "annotations", "its annotations are no object", &mut marks);
        Self {
            name,
            title: text(fields.get("title")),
            description: text(fields.get("description")),
            mime: text(fields.get("mimeType")),
            annotations,
            marks,
        }
    }
}

impl Entry for Resource {
    const LIST: List = List::Resources;
    const METHOD: &'static str = "resources/list";
    const KEY: &'static str = "resources";
    const ONE: &'static str = "resource";
    const ID: &'static str = "uri";
    const ID_WORD: &'static str = "address";

    fn read(uri: String, mut fields: Map<String, Value>, raw: Raw) -> Self {
        let Common { name, title, description, mime, annotations, marks } =
            Common::read(&uri, &mut fields);
        let size = fields.get("size").and_then(Value::as_u64);
        Self { uri, name, title, description, mime, size, annotations, raw, marks }
    }
}

impl Entry for Template {
    const LIST: List = List::Resources;
    const METHOD: &'static str = "resources/templates/list";
    const KEY: &'static str = "resourceTemplates";
    const MANY: &'static str = "templates";
    const ONE: &'static str = "template";
    const ID: &'static str = "uriTemplate";
    const ID_WORD: &'static str = "address";

    fn read(uri_template: String, mut fields: Map<String, Value>, raw: Raw) -> Self {
        let Common { name, title, description, mime, annotations, marks } =
            Common::read(&uri_template, &mut fields);
        Self { uri_template, name, title, description, mime, annotations, raw, marks }
    }
}

impl Contents {
    /// Reads a result of any shape; a part without an address has that of the whole.
    pub(crate) fn read(uri: &str, raw: Raw) -> Self {
        let mut odd = Vec::new();
        let value = match mend::value(raw.text()) {
            Ok(Value::Object(mut fields)) => fields.remove("contents").unwrap_or_else(|| {
                odd.push("the result has no `contents`".to_owned());
                Value::Object(fields)
            }),
            Ok(other) => {
                odd.push("the result is no object".to_owned());
                other
            }
            Err(why) => {
                odd.push(format!("the result cannot be read: {why}"));
                Value::String(clip(raw.text(), 64 << 10))
            }
        };
        let parts = match value {
            Value::Array(parts) => first(parts, &mut odd),
            Value::Object(fields) if fields.is_empty() => Vec::new(),
            Value::Null => Vec::new(),
            Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_) => {
                if odd.is_empty() {
                    odd.push("`contents` is no list".to_owned());
                }
                vec![value]
            }
        };
        let blocks = parts.into_iter().map(|it| part(uri, it, &mut odd)).collect();
        Self { blocks, raw, odd }
    }
}

fn part(uri: &str, item: Value, odd: &mut Vec<String>) -> Block {
    let mut fields = match item {
        Value::Object(fields) => fields,
        Value::String(text) => {
            note(odd, "a part is a plain text");
            return Block::Resource { uri: uri.to_owned(), mime: None, text };
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => {
            note(odd, "a part is no object");
            return Block::Unknown(item);
        }
    };
    if fields.get("uri").and_then(Value::as_str).is_none_or(str::is_empty) {
        fields.insert("uri".to_owned(), json!(uri));
    }
    embedded(&mut fields).unwrap_or_else(|| {
        note(odd, "a part has neither a text nor bytes");
        Block::Unknown(Value::Object(fields))
    })
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use serde_json::value::RawValue;

    use super::*;
    use crate::pages::Pages;

    fn shows(result: &str, expected: &Expect) {
        let raw = Raw::new(RawValue::from_string(result.to_owned()).unwrap());
        let read = Contents::read("f:asked", raw);
        assert_eq!(read.raw.text(), result);
        expected.assert_eq(&format!("{:?} {:?}", read.blocks, read.odd));
    }

    #[test]
    fn texts_and_bytes_are_read() {
        shows(
            r#"{"contents":[{"uri":"f:x","mimeType":"text/plain","text":"t"},{"uri":"f:y","blob":"AA=="}]}"#,
            &expect![[
                r#"[Resource { uri: "f:x", mime: Some("text/plain"), text: "t" }, Blob { uri: "f:y", mime: None, data: "AA==" }] []"#
            ]],
        );
        shows(r#"{"contents":[]}"#, &expect!["[] []"]);
    }

    #[test]
    fn odd_contents_are_shown_and_never_lost() {
        shows(
            r#"{"contents":["bare",7,{"text":"no address"},{"uri":"f:z","text":null}]}"#,
            &expect![[
                r#"[Resource { uri: "f:asked", mime: None, text: "bare" }, Unknown(Number(7)), Resource { uri: "f:asked", mime: None, text: "no address" }, Unknown(Object {"uri": String("f:z"), "text": Null})] ["a part is a plain text", "a part is no object", "a part has neither a text nor bytes"]"#
            ]],
        );
        shows(
            r#"{"contents":{"text":"one"}}"#,
            &expect![[
                r#"[Resource { uri: "f:asked", mime: None, text: "one" }] ["`contents` is no list"]"#
            ]],
        );
        shows("{}", &expect![[r#"[] ["the result has no `contents`"]"#]]);
        shows(
            r#""just text""#,
            &expect![[
                r#"[Resource { uri: "f:asked", mime: None, text: "just text" }] ["the result is no object", "a part is a plain text"]"#
            ]],
        );
    }

    fn list<T: Entry>(page: &Value) -> Listed<T> {
        let mut pages = Pages::<T>::default();
        pages.add(&serde_json::value::to_raw_value(page).unwrap()).unwrap();
        pages.finish()
    }

    #[test]
    fn an_odd_resource_is_kept_with_a_mark_and_the_others_untouched() {
        let list = list::<Resource>(&json!({ "resources": [
            { "uri": "f:a", "name": "a", "size": 3, "mimeType": "text/plain" },
            { "uri": "f:b", "size": -1, "annotations": [] }, { "name": "no address" },
            { "uri": "f:a", "name": "twice" }, 5, { "uri": "f:\u{202e}c", "name": "c" },
        ] }));
        let shown =
            list.entries.iter().map(|it| format!("{} {:?} {:?}", it.name, it.size, it.marks));
        let aside = list.set_aside.iter().map(|it| format!("{}: {}", it.name, it.reason));
        expect![[r#"
            a Some(3) []
            f:b None ["it has no name", "its annotations are no object"]
            c None ["its address holds invisible characters"]
            #3: it has no address
            f:a: another resource has the same address
            #5: it is no object"#]]
        .assert_eq(&shown.chain(aside).collect::<Vec<_>>().join("\n"));
    }

    #[test]
    fn templates_are_told_apart_by_their_pattern() {
        let list = list::<Template>(&json!({ "resourceTemplates": [
            { "uriTemplate": "f:{a}", "name": "a" }, { "uriTemplate": "f:{a}", "name": "b" },
            { "uriTemplate": "f:{b}", "name": "a" },
        ] }));
        let names: Vec<_> = list.entries.iter().map(|it| it.uri_template.as_str()).collect();
        assert_eq!(names, ["f:{a}", "f:{b}"]);
        assert_eq!(list.set_aside.len(), 1);
    }
}
