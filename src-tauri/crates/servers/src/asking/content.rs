//! From a filled-in form to what the wire sends; it knows no desk.

use mcp::Content;
use model::form::{Filled, Filling, Form};
use serde_json::Value;
use stdx::secret::Secret;

/// The values as they go back, in the schema's types.
pub(super) fn of(filling: &Filling) -> Content {
    let value = |filled: &Filled| match filled {
        Filled::Text(text) => Value::String(text.reveal().to_owned()),
        Filled::Value(value) => value.clone(),
    };
    Content::new(filling.0.iter().map(|(name, filled)| (name.clone(), value(filled))).collect())
}

/// The values that were typed into masked fields, by name; all texts if the person masked the
/// field themselves.
pub(super) fn masked<'a>(
    form: &'a Form,
    filling: &'a Filling,
    by_hand: bool,
) -> impl Iterator<Item = (&'a str, &'a Secret)> {
    filling.0.iter().filter_map(move |(name, filled)| {
        let field = form.fields.iter().find(|it| it.name == *name)?;
        match filled {
            Filled::Text(text) if by_hand || field.is_masked() => Some((name.as_str(), text)),
            Filled::Text(_) | Filled::Value(_) => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn form() -> Form {
        let schema =
            json!({ "properties": { "user": {}, "password": {}, "n": { "type": "integer" } } });
        Form::read(Some(&schema)).unwrap()
    }

    fn filling() -> Filling {
        let text = |text: &str| Filled::Text(text.into());
        Filling(vec![
            ("user".into(), text("ada")),
            ("password".into(), text("hunter2")),
            ("n".into(), Filled::Value(json!(42))),
        ])
    }

    /// HOST-45
    #[test]
    fn what_goes_back_has_the_types_of_the_schema() {
        let content = of(&filling());
        let expected = json!({ "user": "ada", "password": "hunter2", "n": 42 });
        assert_eq!(Value::Object(content.reveal().clone()), expected);
    }

    /// HOST-43
    #[test]
    fn only_masked_values_are_secrets() {
        let (form, filling) = (form(), filling());
        let names = |by_hand| -> Vec<_> {
            masked(&form, &filling, by_hand).map(|(name, _)| name).collect()
        };
        assert_eq!(names(false), ["password"]);
        assert_eq!(names(true), ["user", "password"]);
    }
}
