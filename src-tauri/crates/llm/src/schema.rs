//! Makes a tool's JSON Schema one that a model API takes, without loss for the call: what the model
//! then sends is checked against the original by who calls the tool. It knows no tool and sends nothing.

mod clean;
mod merge;
mod refs;
mod root;
#[cfg(test)]
mod tests;
mod walk;

use serde_json::{Map, Value};

use crate::{
    endpoint::Dialect,
    schema::{root::flattened, walk::Walk},
};

/// The longest schema that is sent. A longer one would fill the conversation by itself.
const LONGEST: usize = 256 * 1024;

/// A schema that its API takes.
#[derive(Debug, Clone, PartialEq)]
pub struct Fitted {
    /// The schema: an object with `properties`, without references.
    pub schema: Value,
    /// Whether it says less than the original.
    pub loosened: bool,
}

/// Why a tool's schema cannot be made one that its API takes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// Arguments are an object in every API.
    #[error("its arguments are no object")]
    NotAnObject,
    /// Nothing at all fits it.
    #[error("no arguments would be right for it")]
    Impossible,
    /// A property that must be there has a name that the API does not take.
    #[error("the model's API does not take the name of its argument `{0}`")]
    Name(String),
    /// It is too long.
    #[error("its description of arguments takes {0} bytes")]
    TooLong(usize),
}

/// Fits `schema` to what `dialect` takes.
///
/// What each takes, as its documentation and its refusals say:
/// - OpenAI (<https://platform.openai.com/docs/guides/function-calling>, without `strict`): at the root
///   `type: object`, and none of `oneOf`, `anyOf`, `allOf`, `enum`, `not`; an array needs `items`; what
///   else it takes grew over time, and those who speak its dialect take less: references, tuples and
///   conditions are taken out for all of them. Enums of hundreds of values are refused
///   (<https://platform.openai.com/docs/guides/structured-outputs>, at most 500 in all).
/// - Anthropic (<https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use>):
///   valid JSON Schema 2020-12, with `type: object` and none of `oneOf`, `anyOf`, `allOf` at the root;
///   names of properties are 1 to 64 of `[a-zA-Z0-9_.-]`.
/// - Google (<https://ai.google.dev/api/caching#FunctionDeclaration>, `parametersJsonSchema`, with the
///   keywords of <https://ai.google.dev/api/generate-content#generationconfig>): `type`, `format`,
///   `title`, `description`, `enum` of texts and numbers, `items`, `minItems`, `maxItems`, `minimum`,
///   `maximum`, `anyOf`, `properties`, `additionalProperties`, `required`. References that go round are
///   taken only where nothing requires them, so none is sent.
///
/// # Errors
/// [`Unfit`] for a schema that takes its one tool out.
pub fn fit(dialect: Dialect, schema: &Value) -> Result<Fitted, Unfit> {
    let empty = Value::Object(Map::new());
    let schema = match schema {
        Value::Bool(false) => return Err(Unfit::Impossible),
        Value::Bool(true) | Value::Null => &empty,
        Value::Object(_) => schema,
        Value::Number(_) | Value::String(_) | Value::Array(_) => return Err(Unfit::NotAnObject),
    };
    let mut walk = Walk::new(dialect, schema);
    let whole = walk.fitted(schema).ok_or(Unfit::Impossible)?;
    if let Some(name) = walk.illegal {
        return Err(Unfit::Name(name));
    }
    let (whole, flat) = flattened(whole).ok_or(Unfit::NotAnObject)?;
    let schema = Value::Object(whole);
    let length = schema.to_string().len();
    if length > LONGEST {
        return Err(Unfit::TooLong(length));
    }
    Ok(Fitted { schema, loosened: walk.loosened || flat })
}
