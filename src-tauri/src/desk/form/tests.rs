//! What the dialogs of forms show, kind by kind.

use app::{
    desk::keychain::Keychain,
    item::{Call, Origin},
};
use serde_json::{Value, json};

use super::{
    field::{Input, Purpose},
    *,
};

fn question(schema: &Value) -> FormQuestion {
    let call = Call { tool: "exec".to_owned(), tag: "1".to_owned() };
    FormQuestion {
        origin: Origin { server: None, title: "ssh".to_owned(), calls: vec![call] },
        message: "Which one?".to_owned(),
        form: Form::read(Some(schema)).unwrap(),
        deadline: None,
        remembered: BTreeMap::new(),
        keychain: Keychain::Open,
    }
}

fn says(sheet: &Sheet) -> Vec<Says> {
    sheet.choices.iter().map(|it| it.says).collect()
}

fn line(text: &str, mask: Mask, purpose: Purpose) -> Input {
    Input::Line { start: text.into(), mask, purpose }
}

/// HOST-44, security 31.
#[test]
fn a_form_without_fields_asks_for_yes_or_no_and_enter_is_no_yes() {
    let sheet = Sheet::of(&question(&json!({})));
    assert_eq!(says(&sheet), [Says::Decline, Says::Accept]);
    assert_eq!(sheet.default, Says::Decline);
    assert_eq!(sheet.dead, [Says::Accept, Says::Decline]);
    assert_eq!(sheet.rows, []);
}

/// HOST-42
#[test]
fn a_form_can_be_sent_declined_and_closed() {
    let required = json!({ "properties": { "city": {} }, "required": ["city"] });
    let sheet = Sheet::of(&question(&required));
    assert_eq!(sheet.heading, "Server “ssh” asks, for the call “exec”");
    assert_eq!(sheet.words.as_deref(), Some("Which one?"));
    assert_eq!(says(&sheet), [Says::Cancel, Says::Decline, Says::Accept]);
    assert_eq!(sheet.default, Says::Accept);
}

/// Security 30 and 31: a stray Enter sends nothing that nobody has seen, and the rest of what was
/// typed for another server is sent nowhere.
#[test]
fn whatever_is_asked_what_answers_is_dead_at_first() {
    let optional = json!({ "properties": { "force": { "type": "boolean", "default": true } } });
    let secret = json!({ "properties": { "password": {} }, "required": ["password"] });
    for schema in [optional, secret, json!({})] {
        assert_eq!(Sheet::of(&question(&schema)).dead, [Says::Accept, Says::Decline], "{schema}");
    }
}

/// HOST-45
#[test]
fn each_kind_of_field_has_its_input_its_mark_and_its_start() {
    let choices = |count: usize| -> Value { (0..count).map(|it| json!(it.to_string())).collect() };
    let schema = json!({
        "properties": {
            "name": { "title": "Name", "description": "As on the badge.", "minLength": 2 },
            "mail": { "format": "email", "default": "ada@example.org" },
            "page": { "format": "uri" },
            "age": { "type": "integer", "minimum": 18, "default": 36 },
            "height": { "type": "number" },
            "news": { "type": "boolean", "default": true },
            "few": { "enum": choices(4), "default": "2" },
            "more": { "enum": choices(5) },
            "must": { "enum": choices(5) },
            "days": { "type": "array", "items": { "enum": choices(3) }, "default": ["1"], "maxItems": 2 },
        },
        "required": ["name", "news", "must"],
    });
    let rows = Sheet::of(&question(&schema)).rows;
    let labels: Vec<_> = rows.iter().map(|it| it.label.as_str()).collect();
    assert_eq!(
        labels,
        [
            "Name (required)",
            "mail",
            "page",
            "age",
            "height",
            "news",
            "few",
            "more",
            "must (required)",
            "days"
        ]
    );
    assert_eq!(rows[0].notes, ["As on the badge.", "At least 2 characters."]);
    assert_eq!(rows[3].notes, ["A whole number, 18 or more."]);
    assert_eq!(rows[9].notes, ["Choose at most 2."]);
    let titles = |count: usize| -> Vec<_> { (0..count).map(|it| it.to_string()).collect() };
    let one =
        |count, none, start| Input::One { titles: titles(count), none, start, spread: count <= 4 };
    let inputs: Vec<_> = rows.into_iter().map(|it| it.input).collect();
    assert_eq!(
        inputs,
        [
            line("", Mask::Never, Purpose::Free),
            line("ada@example.org", Mask::Never, Purpose::Email),
            line("", Mask::Never, Purpose::Uri),
            line("36", Mask::Never, Purpose::Digits),
            line("", Mask::Never, Purpose::Number),
            Input::Tick { start: true },
            one(4, Some(words::asking::NO_ANSWER), Some(2)),
            one(5, Some(words::asking::NO_ANSWER), None),
            one(5, Some(words::asking::CHOOSE), None),
            Input::Many { titles: titles(3), start: vec![1] },
        ]
    );
}

/// HOST-43
#[test]
fn a_secret_is_masked_and_a_lone_plain_text_may_be() {
    let mask = |properties: Value| {
        let sheet = Sheet::of(&question(&json!({ "properties": properties })));
        let Input::Line { mask, .. } = sheet.rows[0].input else { panic!("{:?}", sheet.rows) };
        mask
    };
    assert_eq!(mask(json!({ "password": {} })), Mask::Always);
    assert_eq!(mask(json!({ "answer": {} })), Mask::Switch { on: false });
    assert_eq!(mask(json!({ "answer": {}, "other": {} })), Mask::Never);
    assert_eq!(mask(json!({ "answer": { "format": "email" } })), Mask::Never);
    assert_eq!(mask(json!({ "pin": { "type": "integer" } })), Mask::Always);
    assert_eq!(mask(json!({ "answer": { "type": "number" } })), Mask::Switch { on: false });
    assert_eq!(mask(json!({ "age": { "type": "integer" }, "other": {} })), Mask::Never);
}

/// HOST-52
#[test]
fn what_is_remembered_is_filled_in_where_it_is_hidden_and_nowhere_else() {
    let filled = |properties: Value| {
        let mut question = question(&json!({ "properties": properties }));
        question.remembered.insert("x".to_owned(), "hunter2".into());
        Sheet::of(&question)
    };
    let masked = filled(json!({ "x": { "format": "password" }, "y": {} }));
    assert_eq!(masked.remember, Some(true));
    assert_eq!(masked.keychain, [asking::FORGETS]);
    assert_eq!(masked.rows[0].input, line("hunter2", Mask::Always, Purpose::Free));
    assert_eq!(masked.rows[0].notes, [words::asking::REMEMBERED]);
    let pin = filled(json!({ "x": { "type": "integer", "writeOnly": true } }));
    assert_eq!(pin.rows[0].input, line("hunter2", Mask::Always, Purpose::Digits));
    let by_hand = filled(json!({ "x": {} }));
    assert_eq!(by_hand.rows[0].input, line("hunter2", Mask::Switch { on: true }, Purpose::Free));
    let open = filled(json!({ "x": {}, "y": {} }));
    assert_eq!(open.remember, Some(false));
    assert_eq!(open.rows[0].input, line("", Mask::Never, Purpose::Free));
}

/// HOST-52: a server cannot have the tick set by words of its own.
#[test]
fn only_the_keychain_sets_the_tick() {
    let lie = json!({ "x": { "format": "password", "description": words::asking::REMEMBERED } });
    assert_eq!(Sheet::of(&question(&json!({ "properties": lie }))).remember, Some(false));
}

/// HOST-52: what cannot be had is not offered, and a locked keychain is told beforehand.
#[test]
fn what_the_keychain_cannot_do_is_said_before_anything_is_typed() {
    let schema = json!({ "properties": { "password": {} } });
    let at = |keychain| Sheet::of(&FormQuestion { keychain, ..question(&schema) });
    for (keychain, tick, words) in [
        (Keychain::Absent, None, "there is no keychain. Start one"),
        (Keychain::NoKeyring, None, "no default keyring. Create one"),
        (Keychain::Locked { holds: true }, Some(false), "An answer is remembered for this"),
        (Keychain::Locked { holds: false }, Some(false), "has to be unlocked"),
    ] {
        let sheet = at(keychain);
        assert_eq!(sheet.remember, tick, "{keychain:?}");
        assert!(sheet.keychain.concat().contains(words), "{sheet:?}");
    }
    assert_eq!((at(Keychain::Open).remember, at(Keychain::Open).keychain), (Some(false), vec![]));
}

/// Security 13, issue “bad input”.
#[test]
fn nothing_that_a_server_writes_can_hide_or_fill_the_screen() {
    let mut sly = question(&json!({ "properties": { "x": {
        "title": format!("Pass\u{202e}word\n{}", "x".repeat(10_000)),
        "description": "one\n\u{1b}[31mtwo",
        "enum": ["a\u{200b}b", "c\td"],
    } } }));
    sly.message = "Hello\n\u{2066}<b>bold</b> https://example.com/".to_owned();
    let sheet = Sheet::of(&sly);
    assert_eq!(sheet.words.as_deref(), Some("Hello\n\\u{2066}<b>bold</b> https://example.com/"));
    let row = &sheet.rows[0];
    assert!(row.label.starts_with("Pass\\u{202e}word\\n"), "{}", row.label);
    assert!(row.label.len() < 300, "{}", row.label);
    assert_eq!(row.notes, ["one\n\\x1b[31mtwo"]);
    let Input::One { titles, .. } = &row.input else { panic!("{row:?}") };
    assert_eq!(titles, &["a\\u{200b}b", "c\td"]);
}
