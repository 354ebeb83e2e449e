//! Which arguments of a tool have to be told in headers as well, as its schema says (`x-mcp-header`);
//! it knows no header.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Mutex, MutexGuard, PoisonError},
};

use serde_json::{Map, Value};

use crate::{object::Object, pages::SetAside, tools::ToolList};

/// The keyword of a schema.
const KEYWORD: &str = "x-mcp-header";
/// Keywords whose members are schemas by names of their own, which are no keywords.
const NAMED: &[&str] =
    &["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
/// Keywords that hold values, whatever these look like.
const VALUES: &[&str] = &["default", "const", "enum", "examples"];
/// How deep a schema is looked into.
const DEEPEST: usize = 64;

/// What is known of the tools of one server.
#[derive(Debug, Default)]
pub(crate) struct Mirrors {
    // A std mutex: nothing awaits while it is held.
    tools: Mutex<BTreeMap<String, Vec<Mirror>>>,
}

/// One argument that is told in a header.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Mirror {
    /// The header's own part of its name.
    header: String,
    /// The names that lead to the argument.
    path: Vec<String>,
}

impl Mirrors {
    /// Learns what is in a list; what it does not hold is forgotten, unless it has a gap. Tools that ask for what is not allowed are set aside, each
    /// with its reason, and the others stay as they are.
    pub(crate) fn learn(&self, list: &mut ToolList) {
        let mut learnt = BTreeMap::new();
        let mut set_aside = Vec::new();
        list.tools.retain(|tool| match looked_at(&tool.input_schema) {
            Ok(mirrors) => {
                if !mirrors.is_empty() {
                    learnt.insert(tool.name.clone(), mirrors);
                }
                true
            }
            Err(reason) => {
                let reason = reason.to_string();
                set_aside.push(SetAside { name: tool.name.clone(), reason });
                false
            }
        });
        list.set_aside.append(&mut set_aside);
        let mut tools = self.tools();
        if list.gap.is_none() {
            tools.clear();
        }
        for tool in &list.tools {
            tools.remove(&tool.name);
        }
        tools.append(&mut learnt);
    }

    /// What has to be told of these arguments.
    pub(crate) fn of(&self, tool: &str, arguments: &Map<String, Value>) -> Vec<(String, String)> {
        let tools = self.tools();
        let mirrors = tools.get(tool).into_iter().flatten();
        let told =
            mirrors.filter_map(|mirror| Some((mirror.header.clone(), mirror.value(arguments)?)));
        told.collect()
    }

    fn tools(&self) -> MutexGuard<'_, BTreeMap<String, Vec<Mirror>>> {
        self.tools.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Mirror {
    /// `None` for what is not there, or nothing that can be told.
    fn value(&self, arguments: &Map<String, Value>) -> Option<String> {
        let (first, rest) = self.path.split_first()?;
        let mut value = arguments.get(first)?;
        for name in rest {
            value = value.get(name)?;
        }
        match value {
            Value::String(text) => Some(text.clone()),
            Value::Bool(value) => Some(value.to_string()),
            Value::Number(number) => {
                let whole = number.as_f64().filter(|it| it.fract() == 0.0 && number.is_f64());
                Some(whole.map_or_else(|| number.to_string(), |it| format!("{it:.0}")))
            }
            Value::Null | Value::Array(_) | Value::Object(_) => None,
        }
    }
}

/// Why a tool cannot be called over HTTP.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
enum Unfit {
    #[error("its schema wants a header whose name is no text")]
    NoText,
    #[error("its schema wants a header that can have no such name")]
    BadName,
    #[error("its schema wants the same header twice")]
    Twice,
    #[error("its schema wants a header for what is no text, whole number, true or false")]
    BadType,
    #[error("its schema wants a header for what is not certain to be there")]
    OutOfReach,
    #[error("its schema is nested too deep")]
    TooDeep,
}

/// Most schemas hold nothing to be found.
fn looked_at(schema: &Object) -> Result<Vec<Mirror>, Unfit> {
    if !schema.may_hold(KEYWORD, DEEPEST) {
        return Ok(Vec::new());
    }
    read(&schema.value())
}

fn read(schema: &Value) -> Result<Vec<Mirror>, Unfit> {
    let mut reader = Reader::default();
    let path = Some(Vec::new());
    reader.schema(schema, path.as_ref(), 0)?;
    Ok(reader.found)
}

#[derive(Default)]
struct Reader {
    found: Vec<Mirror>,
    names: BTreeSet<String>,
}

impl Reader {
    /// One schema; `path` leads to it where only `properties` do.
    fn schema(
        &mut self,
        schema: &Value,
        path: Option<&Vec<String>>,
        depth: usize,
    ) -> Result<(), Unfit> {
        if depth > DEEPEST {
            return Err(Unfit::TooDeep);
        }
        let fields = match schema {
            Value::Object(fields) => fields,
            Value::Array(all) => {
                return all.iter().try_for_each(|one| self.schema(one, None, depth + 1));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => return Ok(()),
        };
        if let Some(header) = fields.get(KEYWORD) {
            self.annotation(header, fields, path)?;
        }
        for (keyword, value) in fields {
            match (keyword.as_str(), value) {
                ("properties", Value::Object(members)) => {
                    for (name, member) in members {
                        let path =
                            path.map(|path| [path.as_slice(), std::slice::from_ref(name)].concat());
                        self.schema(member, path.as_ref(), depth + 1)?;
                    }
                }
                (named, Value::Object(members)) if NAMED.contains(&named) => {
                    members.values().try_for_each(|one| self.schema(one, None, depth + 1))?;
                }
                (values, _) if VALUES.contains(&values) => {}
                (_, other) => self.schema(other, None, depth + 1)?,
            }
        }
        Ok(())
    }

    fn annotation(
        &mut self,
        header: &Value,
        fields: &Map<String, Value>,
        path: Option<&Vec<String>>,
    ) -> Result<(), Unfit> {
        let header = header.as_str().ok_or(Unfit::NoText)?;
        if header.is_empty() || !header.bytes().all(is_token) {
            return Err(Unfit::BadName);
        }
        let path = path.filter(|path| !path.is_empty()).ok_or(Unfit::OutOfReach)?.clone();
        if !is_simple(fields.get("type")) {
            return Err(Unfit::BadType);
        }
        if !self.names.insert(header.to_ascii_lowercase()) {
            return Err(Unfit::Twice);
        }
        self.found.push(Mirror { header: header.to_owned(), path });
        Ok(())
    }
}

/// Whether a value of this type is told by one short text; null beside it is told by nothing.
fn is_simple(kind: Option<&Value>) -> bool {
    let simple = |kind: &Value| matches!(kind.as_str(), Some("string" | "integer" | "boolean"));
    match kind {
        Some(Value::Array(kinds)) => {
            let mut others = kinds.iter().filter(|kind| *kind != "null");
            others.next().is_some_and(simple) && others.next().is_none()
        }
        Some(kind) => simple(kind),
        None => false,
    }
}

/// The characters of a header's name (RFC 9110).
fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn reads(properties: &Value) -> Result<Vec<(String, String)>, Unfit> {
        let found = read(&json!({ "type": "object", "properties": properties }))?;
        Ok(found.into_iter().map(|it| (it.header, it.path.join("/"))).collect())
    }

    #[test]
    fn annotations_that_are_certain_to_be_reached_are_found() {
        let found = reads(&json!({
            "region": { "type": "string", "x-mcp-header": "Region" },
            "a": { "type": "object", "properties": {
                "b": { "type": ["null", "integer"], "x-mcp-header": "Deep" },
                "x-mcp-header": { "type": "string", "default": { "x-mcp-header": "no" } } } },
            "plain": { "type": "number" } }));
        let pair = |header: &str, path: &str| (header.to_owned(), path.to_owned());
        assert_eq!(found, Ok(vec![pair("Region", "region"), pair("Deep", "a/b")]));
    }

    #[test]
    fn any_other_annotation_makes_its_tool_unfit() {
        let one =
            |header: Value, kind: &str| json!({ "x": { "type": kind, "x-mcp-header": header } });
        for (properties, why) in [
            (one(json!(""), "string"), Unfit::BadName),
            (one(json!("A\r\nAuthorization: Bearer evil"), "string"), Unfit::BadName),
            (one(json!("A B"), "string"), Unfit::BadName),
            (one(json!("A:B"), "string"), Unfit::BadName),
            (one(json!("Ä"), "string"), Unfit::BadName),
            (one(json!(5), "string"), Unfit::NoText),
            (one(json!("N"), "number"), Unfit::BadType),
            (one(json!("L"), "array"), Unfit::BadType),
            (one(json!("O"), "object"), Unfit::BadType),
            (json!({ "x": { "x-mcp-header": "M" } }), Unfit::BadType),
            (
                json!({ "x": { "type": "string", "x-mcp-header": "Same" },
                    "y": { "type": "string", "x-mcp-header": "sAME" } }),
                Unfit::Twice,
            ),
            (
                json!({ "x": { "type": "array", "items": { "type": "string", "x-mcp-header": "I" } } }),
                Unfit::OutOfReach,
            ),
            (
                json!({ "x": { "anyOf": [{ "type": "string", "x-mcp-header": "U" }] } }),
                Unfit::OutOfReach,
            ),
            (
                json!({ "x": { "$defs": { "r": { "type": "string", "x-mcp-header": "R" } } } }),
                Unfit::OutOfReach,
            ),
        ] {
            assert_eq!(reads(&properties), Err(why), "{properties}");
        }
        let root = json!({ "type": "string", "x-mcp-header": "Root" });
        assert_eq!(read(&root), Err(Unfit::OutOfReach));
        let deep = (0..100).fold(json!({}), |inner, _| json!({ "not": inner }));
        assert_eq!(read(&deep), Err(Unfit::TooDeep));
    }

    #[test]
    fn values_are_told_as_they_are_written_in_json() {
        let arguments = json!({ "s": "x", "i": -7, "f": 42.0, "b": false, "n": null, "o": { "p": 1 }, "a": [] });
        let Value::Object(arguments) = arguments else { panic!("it is an object") };
        let value = |path: &str| {
            let path = path.split('/').map(str::to_owned).collect();
            Mirror { header: String::new(), path }.value(&arguments)
        };
        for (path, expected) in [
            ("s", Some("x")),
            ("i", Some("-7")),
            ("f", Some("42")),
            ("b", Some("false")),
            ("o/p", Some("1")),
            ("n", None),
            ("o", None),
            ("a", None),
            ("s/p", None),
            ("missing", None),
        ] {
            assert_eq!(value(path).as_deref(), expected, "{path}");
        }
    }
}
