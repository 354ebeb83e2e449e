//! The tools of a server, as this client knows them; how a list is read is `pages`' own business.

use serde::Deserialize;
use serde_json::{Map, Value, json, value::RawValue};

use crate::{
    fields::{invisible, object, text},
    notice::List,
    object::{Object, plain},
    pages::{Entry, Gap, Listed, SetAside},
    raw::Raw,
};

/// What `tools/list` gave, all pages together.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ToolList {
    /// In the server's order; no name twice.
    pub tools: Vec<Tool>,
    /// Those that cannot be called.
    pub set_aside: Vec<SetAside>,
    /// What is odd about the list itself.
    pub warnings: Vec<String>,
    /// Why it is not all there is; the warnings say it in words.
    pub gap: Option<Gap>,
}

/// One tool.
#[derive(Debug, Clone, PartialEq)]
pub struct Tool {
    /// Its name, letter for letter.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// What it does, by its own account.
    pub description: Option<String>,
    /// The schema of its arguments: always an object, `{"type":"object"}` where there was none.
    pub input_schema: Object,
    /// The schema of its structured result.
    pub output_schema: Option<Object>,
    /// Hints, never to be trusted: an object where there are any.
    pub annotations: Option<Object>,
    /// Whether it may or must run as a task (legacy era).
    pub task_support: TaskSupport,
    /// The whole entry, as it came.
    pub raw: Raw,
    /// What was mended or left out, for people.
    pub marks: Vec<String>,
}

/// `execution.taskSupport` of a tool.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum TaskSupport {
    /// Never as a task.
    #[default]
    Forbidden,
    /// As the caller likes.
    Optional,
    /// Only as a task.
    Required,
}

impl From<Listed<Tool>> for ToolList {
    fn from(list: Listed<Tool>) -> Self {
        let Listed { entries, set_aside, warnings, gap } = list;
        Self { tools: entries, set_aside, warnings, gap }
    }
}

impl Entry for Tool {
    const LIST: List = List::Tools;
    const METHOD: &'static str = "tools/list";
    const KEY: &'static str = "tools";
    const ONE: &'static str = "tool";
    const ID: &'static str = "name";

    fn read(name: String, mut fields: Map<String, Value>, raw: Raw) -> Self {
        let mut marks = Vec::from_iter(invisible("name", &name));
        let (none, odd) = ("it has no input schema", "its input schema is no object");
        let input_schema = match fields.remove("inputSchema") {
            Some(Value::Object(schema)) if takes_objects(&schema) => Value::Object(schema),
            other => {
                let mark = match other {
                    None | Some(Value::Null) => none,
                    // Arguments are an object: none would ever fit.
                    Some(Value::Object(_)) => "its input schema takes no object, and is not used",
                    Some(_) => odd,
                };
                marks.push(mark.to_owned());
                json!({ "type": "object" })
            }
        };
        let output_schema =
            object(&mut fields, "outputSchema", "its output schema is no object", &mut marks);
        let annotations =
            object(&mut fields, "annotations", "its annotations are no object", &mut marks);
        let title = text(fields.get("title")).or_else(|| {
            text(annotations.as_ref().and_then(|annotations| annotations.get("title")))
        });
        let support = fields.get("execution").and_then(|execution| execution.get("taskSupport"));
        let task_support = match support.and_then(Value::as_str) {
            Some("optional") => TaskSupport::Optional,
            Some("required") => TaskSupport::Required,
            Some(_) | None => TaskSupport::Forbidden,
        };
        let description = text(fields.get("description"));
        Self {
            name,
            title,
            description,
            input_schema: Object::read(input_schema),
            output_schema: output_schema.map(Object::read),
            annotations: annotations.map(Object::read),
            task_support,
            raw,
            marks,
        }
    }

    fn glance(entry: &RawValue) -> Option<(String, Self)> {
        if !plain(entry.get()) {
            return None;
        }
        let glance: Glance<'_> = serde_json::from_str(entry.get()).ok()?;
        let Glance { name, title, description, input_schema, .. } = glance;
        let kind: Kind<'_> = serde_json::from_str(input_schema.get()).ok()?;
        let takes_objects = kind.kind.is_none_or(|kind| kind.get() == r#""object""#);
        // A title may stand there as well.
        let has_title = title.is_some()
            || glance
                .annotations
                .is_none_or(|it| !it.get().contains("title") && !it.get().contains('\\'));
        if !takes_objects || glance.execution.is_some() || !has_title {
            return None;
        }
        let object = |raw: Option<&RawValue>| raw.map(Object::unread);
        let tool = Self {
            title,
            description,
            input_schema: Object::unread(input_schema)?,
            // Anything but an object is odd.
            output_schema: object(glance.output_schema).map_or(Some(None), |it| it.map(Some))?,
            annotations: object(glance.annotations).map_or(Some(None), |it| it.map(Some))?,
            task_support: TaskSupport::Forbidden,
            raw: Raw::new(entry.to_owned()),
            marks: Vec::from_iter(invisible("name", &name)),
            name: name.clone(),
        };
        Some((name, tool))
    }
}

/// An entry as most are. Whatever is not as it should be makes this fail, and the entry is read whole.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Glance<'a> {
    name: String,
    #[serde(default)]
    title: Option<String>,
    #[serde(default)]
    description: Option<String>,
    #[serde(borrow)]
    input_schema: &'a RawValue,
    #[serde(borrow, default)]
    output_schema: Option<&'a RawValue>,
    #[serde(borrow, default)]
    annotations: Option<&'a RawValue>,
    #[serde(borrow, default)]
    execution: Option<&'a RawValue>,
}

/// What a schema is of.
#[derive(Deserialize)]
struct Kind<'a> {
    #[serde(borrow, default, rename = "type")]
    kind: Option<&'a RawValue>,
}

/// Whether an object may fit, as far as the schema's own type tells.
fn takes_objects(schema: &Map<String, Value>) -> bool {
    match schema.get("type") {
        Some(Value::String(it)) => it == "object",
        Some(Value::Array(all)) => all.iter().any(|it| it == "object"),
        Some(_) | None => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(schema: &Value) -> Tool {
        let fields = json!({ "inputSchema": schema });
        let Value::Object(fields) = fields else { panic!("it is an object") };
        Tool::read("odd".to_owned(), fields, Raw::new(RawValue::NULL.to_owned()))
    }

    /// HOST-34, case 11.
    #[test]
    fn a_schema_that_no_object_fits_is_put_aside_with_a_mark_and_its_tool_is_kept() {
        for schema in [
            json!({ "type": "string", "description": "a title" }),
            json!({ "type": "array", "items": { "type": "string" } }),
            json!({ "type": ["string", "null"] }),
        ] {
            let tool = read(&schema);
            assert_eq!(*tool.input_schema.value(), json!({ "type": "object" }), "{schema}");
            assert_eq!(tool.marks, ["its input schema takes no object, and is not used"]);
        }
        for schema in [json!({}), json!({ "type": ["object", "null"] }), json!({ "anyOf": [] })] {
            let tool = read(&schema);
            assert_eq!((&*tool.input_schema.value(), tool.marks.len()), (&schema, 0));
        }
    }
}
