//! Entries of every kind, right and wrong.

use serde_json::json;

use super::*;

fn field(schema: &Value, required: bool) -> Field {
    let required = if required { json!(["x"]) } else { json!([]) };
    let schema = json!({ "properties": { "x": schema }, "required": required });
    Form::read(Some(&schema)).unwrap().fields.pop().unwrap()
}

fn typed(schema: &Value, text: &str) -> Result<Option<Filled>, Wrong> {
    field(schema, false).fill(&Entry::Typed(text.into()))
}

fn fits(schema: &Value, text: &str, expected: &Value) {
    let filled = typed(schema, text).unwrap().expect("something");
    let value = match filled {
        Filled::Text(text) => json!(text.reveal()),
        Filled::Value(value) => value,
    };
    assert_eq!(value, *expected, "{text}");
}

fn wrong(schema: &Value, text: &str, expected: &Wrong) {
    assert_eq!(typed(schema, text).unwrap_err(), *expected, "{text}");
}

/// HOST-45
#[test]
fn a_text_is_counted_in_characters() {
    let schema = json!({ "type": "string", "minLength": 2, "maxLength": 3 });
    fits(&schema, "äö", &json!("äö"));
    wrong(&schema, "ä", &Wrong::TooShort(2));
    wrong(&schema, "äöüß", &Wrong::TooLong(3));
}

/// HOST-45
#[test]
fn a_number_goes_back_as_a_number() {
    let age = json!({ "type": "integer", "minimum": 18, "maximum": 99 });
    fits(&age, " 42 ", &json!(42));
    wrong(&age, "17", &Wrong::TooSmall(18.into()));
    wrong(&age, "100", &Wrong::TooBig(99.into()));
    wrong(&age, "42.5", &Wrong::NotWhole);
    wrong(&age, "many", &Wrong::NoNumber);
    wrong(&age, "inf", &Wrong::NoNumber);
    wrong(&age, "NaN", &Wrong::NoNumber);
    let ratio = json!({ "type": "number" });
    fits(&ratio, "0,5", &json!(0.5));
    fits(&ratio, "-1e3", &json!(-1000.0));
    fits(&ratio, "18446744073709551615", &json!(u64::MAX));
    wrong(&ratio, "1,000.5.1", &Wrong::NoNumber);
}

/// HOST-45
#[test]
fn a_shape_is_checked() {
    let mail = json!({ "format": "email" });
    fits(&mail, " ada@example.org ", &json!("ada@example.org"));
    for bad in ["ada", "ada@", "@example.org", "a b@c.d", "a@.b"] {
        wrong(&mail, bad, &Wrong::Shape(Format::Email));
    }
    fits(&json!({ "format": "uri" }), "https://example.org/ä", &json!("https://example.org/ä"));
    wrong(&json!({ "format": "uri" }), "example.org", &Wrong::Shape(Format::Uri));
    fits(&json!({ "format": "date" }), "2026-11-30", &json!("2026-11-30"));
    wrong(&json!({ "format": "date" }), "30.11.2026", &Wrong::Shape(Format::Date));
    let at = json!({ "format": "date-time" });
    fits(&at, "2026-11-30 14:05Z", &json!("2026-11-30T14:05:00Z"));
    wrong(&at, "2026-11-30", &Wrong::Shape(Format::DateTime));
}

#[test]
fn an_expression_is_kept_to_where_it_can_be_read() {
    let code = json!({ "type": "string", "pattern": "^[0-9]{4}$" });
    fits(&code, "1234", &json!("1234"));
    wrong(&code, "12345", &Wrong::Pattern);
    fits(&json!({ "type": "string", "pattern": "(?=x)(" }), "anything", &json!("anything"));
}

/// HOST-45
#[test]
fn what_is_required_must_be_there() {
    for (schema, empty) in [
        (json!({ "type": "string" }), Entry::Typed("".into())),
        (json!({ "type": "integer" }), Entry::Typed(" ".into())),
        (json!({ "enum": ["a"] }), Entry::One(None)),
    ] {
        assert_eq!(field(&schema, true).fill(&empty), Err(Wrong::Missing));
        assert_eq!(field(&schema, false).fill(&empty), Ok(None));
    }
    assert_eq!(
        field(&json!({ "type": "boolean" }), true).fill(&Entry::Flag(false)),
        Ok(Some(Filled::Value(json!(false))))
    );
}

/// HOST-45
#[test]
fn choices_go_back_as_the_server_wrote_them() {
    let one = field(&json!({ "oneOf": [{ "const": "#f00", "title": "Red" }] }), true);
    assert_eq!(one.fill(&Entry::One(Some(0))), Ok(Some(Filled::Value(json!("#f00")))));
    assert_eq!(one.fill(&Entry::One(Some(9))), Err(Wrong::Missing));
    let days = json!({ "type": "array", "minItems": 1, "maxItems": 2,
        "items": { "enum": ["Mo", "Tu", "We"] } });
    let many = field(&days, true);
    assert_eq!(many.fill(&Entry::Many(vec![0, 2])), Ok(Some(Filled::Value(json!(["Mo", "We"])))));
    assert_eq!(many.fill(&Entry::Many(vec![])), Err(Wrong::TooFew(1)));
    assert_eq!(many.fill(&Entry::Many(vec![0, 1, 2])), Err(Wrong::TooMany(2)));
}

/// HOST-45: nothing is sent while something is wrong, and each is said at its field.
#[test]
fn a_form_goes_back_whole_or_not_at_all() {
    let schema = json!({ "properties": { "a": {}, "__proto__": {}, "n": { "type": "integer" } },
        "required": ["a"] });
    let form = Form::read(Some(&schema)).unwrap();
    let entries = |a: &str, b: &str, n: &str| [a, b, n].map(|it| Entry::Typed(it.into()));
    assert_eq!(
        form.fill(&entries("", "x", "?")).unwrap_err(),
        [(0, Wrong::Missing), (2, Wrong::NoNumber)]
    );
    let filled = form.fill(&entries("x", "", "")).unwrap();
    assert_eq!(filled.0, [("a".to_owned(), Filled::Text("x".into()))]);
    assert_eq!(form.fill(&[]).unwrap_err().len(), 3, "an entry for each field");
}

/// HOST-48
#[test]
fn what_was_typed_does_not_print_itself() {
    let filled = Filling(vec![("a".into(), Filled::Text("hunter2".into()))]);
    assert!(!format!("{filled:?}").contains("hunter2"));
    assert!(!format!("{:?}", Entry::Typed("hunter2".into())).contains("hunter2"));
}
