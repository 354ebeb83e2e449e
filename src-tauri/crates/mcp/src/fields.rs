//! Fields of an entry as servers write them: what fits is taken, what does not is marked. It knows no
//! entry.

use serde_json::{Map, Value};
use stdx::text::visible;

/// A text where there is one.
pub(crate) fn text(value: Option<&Value>) -> Option<String> {
    value.and_then(Value::as_str).map(str::to_owned)
}

/// An object where there is one; null is the same as nothing, anything else is marked.
pub(crate) fn object(
    fields: &mut Map<String, Value>,
    key: &str,
    odd: &str,
    marks: &mut Vec<String>,
) -> Option<Value> {
    match fields.remove(key) {
        Some(Value::Object(object)) => Some(Value::Object(object)),
        None | Some(Value::Null) => None,
        Some(_) => {
            marks.push(odd.to_owned());
            None
        }
    }
}

/// The mark of a name or an address that is not what it looks like.
pub(crate) fn invisible(word: &str, text: &str) -> Option<String> {
    (visible(text) != text).then(|| format!("its {word} holds invisible characters"))
}
