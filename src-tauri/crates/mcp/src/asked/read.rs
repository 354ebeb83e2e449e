//! Reads what a server asks the person, the same in either era; it knows nobody who could answer.

use serde_json::{Map, Value, value::RawValue};
use stdx::text::clip;

use crate::{asked::unfit::Unfit, asker::Question, mend};

/// The question that `params` of `elicitation/create` put.
///
/// # Errors
/// [`Unfit`]
pub(crate) fn raw(params: Option<&RawValue>) -> Result<Question, Unfit> {
    let params = params.map(|raw| mend::value(raw.get())).transpose();
    question(params.map_err(Unfit::Unreadable)?)
}

/// The same for params that are read already.
///
/// # Errors
/// [`Unfit`]
pub(crate) fn question(params: Option<Value>) -> Result<Question, Unfit> {
    let Some(Value::Object(mut params)) = params else { return Err(Unfit::NoObject) };
    let message = text(&mut params, "message").unwrap_or_default();
    match params.remove("mode") {
        None | Some(Value::Null) => Ok(form(message, params)),
        Some(Value::String(mode)) if mode == "form" => Ok(form(message, params)),
        Some(Value::String(mode)) if mode == "url" => {
            let url = text(&mut params, "url").ok_or(Unfit::NoUrl)?;
            Ok(Question::Url { message, url, id: text(&mut params, "elicitationId") })
        }
        Some(Value::String(mode)) => Err(Unfit::UnknownMode(clip(&mode, 100))),
        Some(_) => Err(Unfit::NoMode),
    }
}

/// The words of what cannot be put; none where even they cannot be read.
pub(crate) fn message(params: Option<&RawValue>) -> String {
    match params.map(|raw| mend::value(raw.get())) {
        Some(Ok(Value::Object(mut params))) => text(&mut params, "message").unwrap_or_default(),
        Some(Ok(_) | Err(_)) | None => String::new(),
    }
}

fn form(message: String, mut params: Map<String, Value>) -> Question {
    Question::Form { message, schema: params.remove("requestedSchema") }
}

fn text(params: &mut Map<String, Value>, key: &str) -> Option<String> {
    match params.remove(key) {
        Some(Value::String(text)) => Some(text),
        Some(_) | None => None,
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use serde_json::json;

    use super::*;

    fn shows(params: Value, expected: &Expect) {
        expected.assert_eq(&match question(Some(params)) {
            Ok(question) => format!("{question:?}"),
            Err(why) => why.to_string(),
        });
    }

    /// HOST-42
    #[test]
    fn a_form_needs_no_mode_and_keeps_its_schema_as_it_came() {
        shows(
            json!({ "message": "Who?", "requestedSchema": { "type": "object" } }),
            &expect![[
                r#"Form { message: "Who?", schema: Some(Object {"type": String("object")}) }"#
            ]],
        );
        shows(
            json!({ "mode": "form", "message": "x", "requestedSchema": null }),
            &expect![[r#"Form { message: "x", schema: Some(Null) }"#]],
        );
        shows(
            json!({ "mode": null, "message": "x", "requestedSchema": [1] }),
            &expect![[r#"Form { message: "x", schema: Some(Array [Number(1)]) }"#]],
        );
    }

    #[test]
    fn what_is_missing_is_told_apart_from_what_is_null() {
        shows(json!({}), &expect![[r#"Form { message: "", schema: None }"#]]);
        shows(json!({ "message": 7 }), &expect![[r#"Form { message: "", schema: None }"#]]);
    }

    /// HOST-46
    #[test]
    fn a_page_needs_its_address() {
        shows(
            json!({ "mode": "url", "message": "Open", "url": "https://a.example/x", "elicitationId": "e-1" }),
            &expect![[r#"Url { message: "Open", url: "https://a.example/x", id: Some("e-1") }"#]],
        );
        shows(
            json!({ "mode": "url", "url": "no url at all", "elicitationId": 5 }),
            &expect![[r#"Url { message: "", url: "no url at all", id: None }"#]],
        );
        shows(json!({ "mode": "url", "message": "Open" }), &expect!["it has no `url`"]);
    }

    #[test]
    fn what_cannot_be_put_is_explained() {
        shows(json!({ "mode": "hologram" }), &expect!["its mode `hologram` is not known"]);
        shows(json!({ "mode": 5 }), &expect!["its `mode` is no text"]);
        for params in [Value::Null, json!([]), json!("x")] {
            shows(params, &expect!["its `params` are no object"]);
        }
        assert!(matches!(raw(None), Err(Unfit::NoObject)));
        let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
        let deep = RawValue::from_string(deep).unwrap();
        let why = "its `params` cannot be read: it is nested deeper than 128";
        assert_eq!(raw(Some(&deep)).unwrap_err().to_string(), why);
    }
}
