//! From a filled-in form to what the wire sends; it knows no desk.

use mcp::Content;
use model::form::{Filled, Filling, Form, Kind};
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

/// The values that were typed into masked fields, by name, numbers as they are written; all that was
/// typed if the person masked the field themselves.
pub(super) fn masked(form: &Form, filling: &Filling, by_hand: bool) -> Vec<(String, Secret)> {
    let typed = filling.0.iter().filter_map(|(name, filled)| {
        let field = form.fields.iter().find(|it| it.name == *name)?;
        let secret = match filled {
            Filled::Text(text) => text.clone(),
            Filled::Value(Value::Number(number)) if matches!(field.kind, Kind::Number(_)) => {
                number.to_string().into()
            }
            Filled::Value(_) => return None,
        };
        (by_hand || field.is_masked()).then(|| (name.clone(), secret))
    });
    typed.collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn form() -> Form {
        let schema =
            json!({ "properties": { "user": {}, "password": {}, "pin": { "type": "integer" } } });
        Form::read(Some(&schema)).unwrap()
    }

    fn filling() -> Filling {
        let text = |text: &str| Filled::Text(text.into());
        Filling(vec![
            ("user".into(), text("ada")),
            ("password".into(), text("hunter2")),
            ("pin".into(), Filled::Value(json!(42))),
        ])
    }

    /// HOST-45
    #[test]
    fn what_goes_back_has_the_types_of_the_schema() {
        let content = of(&filling());
        let expected = json!({ "user": "ada", "password": "hunter2", "pin": 42 });
        assert_eq!(Value::Object(content.reveal().clone()), expected);
    }

    /// HOST-43
    #[test]
    fn only_masked_values_are_secrets() {
        let (form, filling) = (form(), filling());
        let secrets = |by_hand| -> Vec<_> {
            let found = masked(&form, &filling, by_hand).into_iter();
            found.map(|(name, secret)| format!("{name} {}", secret.reveal())).collect()
        };
        assert_eq!(secrets(false), ["password hunter2", "pin 42"]);
        assert_eq!(secrets(true), ["user ada", "password hunter2", "pin 42"]);
    }
}
