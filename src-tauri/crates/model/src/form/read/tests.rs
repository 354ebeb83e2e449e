//! Every kind of schema, allowed and not, and what is made of it.

use serde_json::json;

use super::*;

fn form(properties: &Value) -> Result<Form, Unshowable> {
    Form::read(Some(&json!({ "type": "object", "properties": properties })))
}

fn kind_of_field(schema: &Value) -> Kind {
    let mut fields = form(&json!({ "x": schema })).unwrap().fields;
    fields.pop().unwrap().kind
}

fn refused(schema: &Value) -> String {
    Form::read(Some(schema)).unwrap_err().to_string()
}

fn titles(kind: &Kind) -> Vec<(&Value, &str)> {
    let (Kind::One { choices, .. } | Kind::Many { choices, .. }) = kind else {
        panic!("no choices: {kind:?}")
    };
    choices.iter().map(|it| (&it.value, it.title.as_str())).collect()
}

/// HOST-44
#[test]
fn no_fields_ask_for_yes_or_no() {
    for schema in [None, Some(json!({})), Some(json!({ "type": "object", "properties": {} }))] {
        assert_eq!(Form::read(schema.as_ref()).unwrap().fields, []);
    }
}

/// HOST-45
#[test]
fn a_text_has_length_shape_and_default() {
    let schema = json!({ "type": "string", "minLength": 2, "maxLength": 20, "format": "email",
        "default": "a@b.c" });
    let rules = Text {
        least: Some(2),
        most: Some(20),
        format: Some(Format::Email),
        pattern: None,
        default: Some("a@b.c".into()),
        masked: false,
    };
    assert_eq!(kind_of_field(&schema), Kind::Text(rules));
    assert_eq!(kind_of_field(&json!({ "title": "No type given" })), Kind::Text(Text::default()));
}

/// HOST-43: what would be seen of a secret is not taken from the server either.
#[test]
fn a_masked_field_has_no_default() {
    let kind = kind_of_field(&json!({ "type": "string", "format": "password", "default": "x" }));
    assert_eq!(kind, Kind::Text(Text { masked: true, ..Text::default() }));
}

/// HOST-45
#[test]
fn one_choice_has_three_spellings() {
    let plain = kind_of_field(&json!({ "type": "string", "enum": ["a", "b"], "default": "b" }));
    assert!(matches!(plain, Kind::One { default: Some(1), .. }));
    assert_eq!(titles(&plain), [(&json!("a"), "a"), (&json!("b"), "b")]);
    let named = kind_of_field(&json!({ "enum": ["a", "b"], "enumNames": ["A", ""] }));
    assert_eq!(titles(&named), [(&json!("a"), "A"), (&json!("b"), "b")]);
    let titled =
        json!({ "type": "string", "oneOf": [{ "const": "a", "title": "A" }, { "const": "b" }] });
    assert_eq!(titles(&kind_of_field(&titled)), [(&json!("a"), "A"), (&json!("b"), "b")]);
    assert_eq!(
        titles(&kind_of_field(&json!({ "type": "integer", "enum": [1] }))),
        [(&json!(1), "1")]
    );
}

/// HOST-45
#[test]
fn several_choices_have_two_spellings() {
    let schema = json!({ "type": "array", "minItems": 1, "maxItems": 2, "default": ["b", "z"],
        "items": { "type": "string", "enum": ["a", "b"] } });
    let kind = kind_of_field(&schema);
    let Kind::Many { default, least, most, .. } = &kind else { panic!("{kind:?}") };
    assert_eq!((default.as_slice(), *least, *most), (&[1][..], Some(1), Some(2)));
    let titled =
        json!({ "type": "array", "items": { "anyOf": [{ "const": "mo", "title": "Monday" }] } });
    assert_eq!(titles(&kind_of_field(&titled)), [(&json!("mo"), "Monday")]);
}

/// HOST-45
#[test]
fn a_default_that_does_not_fit_is_none() {
    let kind = kind_of_field(&json!({ "type": "integer", "default": "many" }));
    assert_eq!(kind, Kind::Number(Numeric { whole: true, ..Numeric::default() }));
    let kind = kind_of_field(&json!({ "type": "integer", "default": 1.5 }));
    assert_eq!(kind, Kind::Number(Numeric { whole: true, ..Numeric::default() }));
    assert_eq!(
        kind_of_field(&json!({ "type": "boolean", "default": "yes" })),
        Kind::Flag { default: false }
    );
}

#[test]
fn what_no_dialog_can_ask_for_is_said_by_name() {
    let table = [
        (json!(null), "its schema is no object"),
        (json!({ "type": "array" }), "it asks for `array`"),
        (
            json!({ "properties": { "who": { "type": "object" } } }),
            "the field `who` is of the kind `object`",
        ),
        (
            json!({ "properties": { "f": { "type": "file" } } }),
            "the field `f` is of the kind `file`",
        ),
        (
            json!({ "properties": { "xs": { "type": "array", "items": { "type": "object" } } } }),
            "the field `xs` is a list without choices",
        ),
        (json!({ "properties": { "x": 5 } }), "the field `x` has no schema"),
        (
            json!({ "properties": { "a": {} }, "required": ["ghost"] }),
            "it needs a field `ghost` that it does not have",
        ),
        (
            json!({ "properties": { "c": { "enum": [] } } }),
            "the choices of the field `c` are not plain or too many",
        ),
        (
            json!({ "properties": { "c": { "enum": [{}] } } }),
            "the choices of the field `c` are not plain or too many",
        ),
    ];
    for (schema, reason) in table {
        assert_eq!(refused(&schema), format!("this form cannot be shown: {reason}"));
    }
}

/// HOST-44: a yes with nothing in it would not be what was asked for.
#[test]
fn a_schema_that_asks_by_rules_alone_is_no_yes_or_no() {
    let fields = json!({ "type": "object", "properties": { "x": { "type": "string" } } });
    let table = [
        (json!({ "$ref": "#/$defs/a", "$defs": { "a": fields } }), "its schema has `$ref`"),
        (json!({ "allOf": [fields] }), "its schema has `allOf`"),
        (json!({ "anyOf": [fields] }), "its schema has `anyOf`"),
        (json!({ "type": "object", "oneOf": [fields] }), "its schema has `oneOf`"),
        (json!({ "type": "object", "minProperties": 1 }), "its schema has `minProperties`"),
        (json!({ "title": "?" }), "its schema names no kind and no fields"),
        (json!({ "properties": { "x": { "$ref": "#/$defs/a" } } }), "the field `x` has `$ref`"),
        (
            json!({ "properties": { "x": { "type": "string", "not": { "const": "a" } } } }),
            "the field `x` has `not`",
        ),
    ];
    for (schema, reason) in table {
        assert_eq!(refused(&schema), format!("this form cannot be shown: {reason}"));
    }
    assert_eq!(Form::read(Some(&json!({ "type": "object" }))).unwrap().fields, []);
}

/// HOST-45: nothing else than the constant can be entered.
#[test]
fn a_constant_is_the_only_choice() {
    let kind = kind_of_field(&json!({ "type": "string", "const": "yes" }));
    assert_eq!(titles(&kind), [(&json!("yes"), "yes")]);
    assert!(matches!(kind, Kind::One { default: None, .. }));
    assert_eq!(titles(&kind_of_field(&json!({ "const": 5 }))), [(&json!(5), "5")]);
    for schema in [json!({ "type": "boolean", "const": true }), json!({ "const": true })] {
        assert!(form(&json!({ "x": schema })).is_err(), "{schema}");
    }
}

#[test]
fn two_hundred_fields_are_too_many() {
    let fields: Map<_, _> = (0..200).map(|it| (format!("f{it}"), json!({}))).collect();
    assert!(form(&fields.into()).unwrap_err().to_string().contains("200 fields"));
    let fields: Map<_, _> = (0..40).map(|it| (format!("f{it}"), json!({}))).collect();
    assert_eq!(form(&fields.into()).unwrap().fields.len(), 40);
}

#[test]
fn long_words_are_cut_and_names_are_not() {
    let long = "x".repeat(10_000);
    let form = form(&json!({ "a": { "title": long, "description": long } })).unwrap();
    assert_eq!(form.fields[0].label.len(), 200);
    assert!(form.fields[0].description.as_ref().is_some_and(|it| it.len() == 1000));
}

/// Security 30: only a lone plain text can be masked by hand.
#[test]
fn a_mask_can_be_switched_on_for_a_lone_text() {
    let may = |fields: &Value| form(fields).unwrap().may_mask().is_some();
    assert!(may(&json!({ "value": { "type": "string" } })));
    assert!(!may(&json!({ "value": { "type": "string", "format": "password" } })));
    assert!(may(&json!({ "value": { "type": "integer" } })));
    assert!(!may(&json!({ "pin": { "type": "integer" } })));
    assert!(!may(&json!({ "a": {}, "b": {} })));
}

/// HOST-43: a PIN is masked as a number too, and a number of tokens is none.
#[test]
fn a_number_can_be_a_secret() {
    let masked = |fields: &Value| form(fields).unwrap().is_sensitive();
    for schema in [json!({ "type": "integer" }), json!({ "type": "number", "default": 1234 })] {
        for name in ["pin", "otp", "oneTimeCode", "cardPIN"] {
            assert!(masked(&json!({ name: schema })), "{name}");
        }
        for name in ["max_tokens", "tokens", "completionTokens", "age", "passwordLength"] {
            assert!(!masked(&json!({ name: schema })), "{name}");
        }
    }
    let form = form(&json!({ "pin": { "type": "integer", "default": 1234 } })).unwrap();
    assert!(matches!(&form.fields[0].kind, Kind::Number(it) if it.default.is_none()));
}

/// HOST-48: it is taken out before a text is cut, and where it would change a rule, the rule goes.
#[test]
fn who_reads_may_take_something_out_of_what_is_shown() {
    let clean = |text: &str| text.replace("hunter2", "•••");
    let schema = json!({ "properties": { "hunter2": {
        "description": format!("{}hunter2", "x".repeat(996)),
        "default": "a hunter2", "pattern": "hunter2"
    } } });
    let form = Form::read_as(Some(&schema), &clean).unwrap();
    let field = &form.fields[0];
    assert_eq!((field.name.as_str(), field.label.as_str()), ("hunter2", "•••"));
    assert!(!field.description.as_ref().unwrap().contains('h'));
    let Kind::Text(rules) = &field.kind else { panic!() };
    assert_eq!((&rules.default, &rules.pattern), (&None, &None));
    let odd = json!({ "properties": { "hunter2": { "type": "hunter2" } } });
    let why = Form::read_as(Some(&odd), &clean).unwrap_err().to_string();
    assert!(why.contains("•••") && !why.contains("hunter2"), "{why}");
}
