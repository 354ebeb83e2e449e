//! How a form becomes prompts, and what is typed at them an answer.

use app::{
    desk::keychain::Keychain,
    item::{Call, Origin},
};
use model::form::Form;
use serde_json::{Value, json};

use crate::terminal::dialog::tests::talk;

use super::*;

fn dialog(schema: &Value, remembered: &[&str]) -> FormDialog {
    let call = Call { tool: "profile".into(), tag: String::new() };
    FormDialog::new(FormPrompt {
        origin: Origin { server: None, title: "demo".into(), calls: vec![call] },
        message: "Please fill in.".into(),
        form: Form::read(Some(schema)).unwrap(),
        remembered: remembered.iter().map(|it| (*it).to_owned()).collect(),
        keychain: Keychain::Open,
        deadline: None,
    })
}

fn sent(entries: Vec<Entry>) -> FormSaid {
    let given = entries.into_iter().map(Given::Entry).collect();
    FormSaid::Send { given, remember: false, masked: false }
}

fn text(text: &str) -> Entry {
    Entry::Typed(text.into())
}

/// What is sent of a form with one field of this schema, when these lines are typed.
fn one(schema: &Value, lines: &[&str]) -> Option<FormSaid> {
    talk(dialog(&json!({ "properties": { "x": schema } }), &[]), &[lines, &["s"]].concat()).1
}

/// HOST-42, HOST-45
#[test]
fn every_kind_of_field_is_asked_for_and_reviewed() {
    let schema = json!({
        "properties": {
            "name": { "title": "Name", "minLength": 2, "maxLength": 40, "description": "As on the\nbadge." },
            "age": { "type": "integer", "minimum": 18, "maximum": 120 },
            "news": { "type": "boolean", "title": "Newsletter" },
            "colour": { "enum": ["#1", "#2"], "enumNames": ["Teal", "Amber"], "default": "#1" },
            "days": { "type": "array", "items": { "enum": ["mo", "tu", "we"] }, "minItems": 1 },
            "start": { "format": "date" },
        },
        "required": ["name", "days"],
    });
    let lines =
        ["A", "Ada", "17", "x", "36,5", "36", "maybe", "y", "", "4", "3, 1", "tomorrow", "", "s"];
    let (seen, said) = talk(dialog(&schema, &[]), &lines);
    expect_test::expect![[r#"
        Server “demo” asks, for the call “profile”:
          | Please fill in.
        Steward gives what you send to this server alone. (Ctrl+D declines, Ctrl+C cancels.)
        [1/6] Name (required)
          | As on the
          | badge.
              2 to 40 characters.
        > <A
        Enter at least 2 characters.
        > <Ada
        [2/6] age
              A whole number from 18 to 120.
        > <17
        Enter 18 or more.
        > <x
        Enter a number.
        > <36,5
        Enter a whole number.
        > <36
        [3/6] Newsletter
        [y/N] <maybe
        Type y or n.
        [y/N] <y
        [4/6] colour
              Type its number.
              Enter takes what is in brackets; - leaves it empty.
          | 1) Teal
          | 2) Amber
        [Teal] > <
        [5/6] days (required)
              Choose at least 1. Type their numbers, such as 1 2.
          | 1) mo
          | 2) tu
          | 3) we
        > <4
        Type a number from 1 to 3.
        > <3, 1
        [6/6] start
              A date as year-month-day, such as 2026-11-30.
        > <tomorrow
        Enter a date as year-month-day, such as 2026-11-30.
        > <
        You send:
          | Name: Ada
          | age: 36
          | Newsletter: yes
          | colour: Teal
          | days: mo, we
          | start: (nothing)
        [S]end, [d]ecline, [c]ancel, or [e]dit? <s
    "#]]
    .assert_eq(&seen);
    let flags = [Entry::Flag(true), Entry::One(Some(0)), Entry::Many(vec![0, 2]), text("")];
    assert_eq!(said, Some(sent([vec![text("Ada"), text("36")], flags.to_vec()].concat())));
}

/// HOST-45
#[test]
fn a_tab_in_an_answer_is_reviewed_as_one() {
    let (seen, _) = talk(dialog(&json!({ "properties": { "x": {} } }), &[]), &["a\tb", "s"]);
    assert!(seen.contains("  | x: a\\tb\n"), "{seen}");
}

/// HOST-43
#[test]
fn a_masked_value_is_never_seen_and_remembered_only_by_a_yes() {
    let schema = json!({ "properties": { "user": {}, "password": {} }, "required": ["password"] });
    let (seen, said) = talk(dialog(&schema, &[]), &["ada", "", "hunter2", "perhaps", "", "s"]);
    expect_test::expect![[r#"
        Server “demo” asks, for the call “profile”:
          | Please fill in.
        Steward gives what you send to this server alone. (Ctrl+D declines, Ctrl+C cancels.)
        [1/2] user
        > <ada
        [2/2] password (required)
              Nothing is shown of what you type.
        > <*
        This must be filled in.
        > <*
        Remember in the keychain? [y/N] <perhaps
        Type y or n.
        Remember in the keychain? [y/N] <
        You send:
          | user: ada
          | password: (hidden)
        [S]end, [d]ecline, [c]ancel, or [e]dit? <s
    "#]]
    .assert_eq(&seen);
    assert!(!seen.contains("hunter2"));
    assert_eq!(said, Some(sent(vec![text("ada"), text("hunter2")])));
    let (_, said) = talk(dialog(&schema, &[]), &["ada", "hunter2", "y", ""]);
    assert!(matches!(said, Some(FormSaid::Send { remember: true, .. })), "{said:?}");
}

#[test]
fn who_gives_no_secret_is_not_asked_to_have_it_remembered() {
    let schema = json!({ "properties": { "user": {}, "password": {} } });
    let (seen, _) = talk(dialog(&schema, &[]), &["ada", "", "s"]);
    assert!(!seen.contains("Remember") && seen.contains("(nothing)"), "{seen}");
}

/// HOST-52
#[test]
fn enter_takes_what_is_remembered_and_it_stays_so() {
    let schema = json!({ "properties": { "password": {} }, "required": ["password"] });
    let (seen, said) = talk(dialog(&schema, &["password"]), &["", "", "", "s"]);
    expect_test::expect![[r#"
        Server “demo” asks, for the call “profile”:
          | Please fill in.
        Steward gives what you send to this server alone. (Ctrl+D declines, Ctrl+C cancels.)
        [1/1] password (required)
              Nothing is shown of what you type.
              Enter takes the one remembered for the field “password” of the server “demo”.
        [the remembered one] > <*
        If it is not to be remembered, the one in the keychain is deleted.
        Remember in the keychain? [Y/n] <
        You send:
          | password: (remembered for the field “password” of the server “demo”)
        [s]end, [d]ecline, [c]ancel, or [e]dit? <
        Type s to send what was remembered.
        [s]end, [d]ecline, [c]ancel, or [e]dit? <s
    "#]]
    .assert_eq(&seen);
    let given = vec![Given::Remembered];
    assert_eq!(said, Some(FormSaid::Send { given, remember: true, masked: false }));
    let (_, said) = talk(dialog(&schema, &["password"]), &["other", "n", "s"]);
    assert_eq!(said, Some(sent(vec![text("other")])));
}

/// HOST-52: what cannot be had is not offered, and who is asked hears why, and what to do.
#[test]
fn nothing_is_remembered_where_there_is_no_keychain() {
    let schema = json!({ "properties": { "user": {}, "password": {}, "pin": {} } });
    let at = |keychain| {
        let mut dialog = dialog(&schema, &[]);
        dialog.prompt.keychain = keychain;
        talk(dialog, &["ada", "hunter2", "1234", "s"])
    };
    for keychain in [Keychain::Absent, Keychain::NoKeyring] {
        let (seen, said) = at(keychain);
        assert!(!seen.contains("Remember in"), "{seen}");
        assert_eq!(seen.matches("cannot be remembered: ").count(), 1, "{seen}");
        let (before, after) = seen.split_once("cannot be remembered: ").unwrap();
        assert!(before.contains("[2/3] password") && after.contains("> <*"), "{seen}");
        assert_eq!(said, Some(sent(vec![text("ada"), text("hunter2"), text("1234")])));
    }
}

/// HOST-52
#[test]
fn a_locked_keychain_is_told_before_anything_is_typed() {
    let schema = json!({ "properties": { "password": {} } });
    for (holds, words) in
        [(false, "unlocked before it remembers"), (true, "An answer is remembered")]
    {
        let mut dialog = dialog(&schema, &[]);
        dialog.prompt.keychain = Keychain::Locked { holds };
        let (seen, said) = talk(dialog, &["hunter2", "y", "s"]);
        assert!(seen.split("> <*").next().unwrap().contains(words), "{seen}");
        assert!(matches!(said, Some(FormSaid::Send { remember: true, .. })), "{said:?}");
    }
    let seen = talk(dialog(&json!({ "properties": { "n": { "type": "boolean" } } }), &[]), &["y"]);
    assert!(!seen.0.contains("keychain"), "nothing of it could be remembered");
}

/// HOST-51, HOST-52
#[test]
fn a_text_that_is_seen_says_nothing_of_a_keychain_until_it_is_hidden() {
    let at = |keychain, lines: &[&str]| {
        let mut dialog = dialog(&json!({ "properties": { "code": {} } }), &[]);
        dialog.prompt.keychain = keychain;
        talk(dialog, lines).0
    };
    assert!(!at(Keychain::Absent, &["1234", "s"]).contains("keychain"));
    let hidden = at(Keychain::Absent, &["^T", "1234", "s"]);
    assert_eq!(hidden.matches("there is no keychain").count(), 1, "{hidden}");
    let held = at(Keychain::Locked { holds: true }, &["^T", "1234", "n", "s"]);
    assert_eq!(held.matches("An answer is remembered").count(), 1, "{held}");
}

/// HOST-44
#[test]
fn without_fields_it_is_yes_or_no_and_enter_is_neither() {
    let confirm = |line: &str| talk(dialog(&json!({}), &[]), &["", line]);
    let (seen, said) = confirm("y");
    expect_test::expect![[r#"
        Server “demo” asks, for the call “profile”:
          | Please fill in.
        Steward gives what you send to this server alone. (Ctrl+D declines, Ctrl+C cancels.)
        Yes or no? [y/n] <
        Type y or n.
        Yes or no? [y/n] <y
    "#]]
    .assert_eq(&seen);
    assert_eq!(said, Some(sent(Vec::new())));
    assert_eq!(confirm("n").1, Some(FormSaid::Decline));
    assert_eq!(confirm("^C").1, Some(FormSaid::Cancel));
}

/// HOST-42
#[test]
fn it_can_be_left_at_every_step() {
    let schema = json!({ "properties": { "password": {} } });
    let ways: [&[&str]; 3] = [&[], &["hunter2"], &["hunter2", "n"]];
    for before in ways {
        let said = |key: &str| talk(dialog(&schema, &[]), &[before, &[key]].concat()).1;
        assert_eq!(said("^C"), Some(FormSaid::Cancel), "{before:?}");
        assert_eq!(said("^D"), Some(FormSaid::Decline), "{before:?}");
    }
    for (word, said) in [("d", FormSaid::Decline), ("C", FormSaid::Cancel)] {
        assert_eq!(talk(dialog(&schema, &[]), &["x", "n", word]).1, Some(said));
    }
}

#[test]
fn what_was_reviewed_can_be_filled_in_again() {
    let schema = json!({ "properties": { "city": {}, "nights": { "type": "integer" } } });
    let (_, said) = talk(dialog(&schema, &[]), &["Rom", "2", "e", "Roma", "3", "s"]);
    assert_eq!(said, Some(sent(vec![text("Roma"), text("3")])));
}

/// HOST-45
#[test]
fn enter_takes_what_was_given_before_the_edit() {
    let schema = json!({ "properties": {
        "city": { "default": "Bonn" }, "news": { "type": "boolean" }, "pin": {}, "more": {},
        "day": { "enum": ["mo", "tu"] },
    } });
    let typed = ["Rom", "y", "hunter2", "", "2", "n", "e", "", "", "", "", "", "n", "s"];
    let (seen, said) = talk(dialog(&schema, &[]), &typed);
    let again = seen.split("[e]dit? <e").nth(1).unwrap();
    for prompt in ["[Rom] > ", "[Y/n] ", "[(hidden)] > ", "[tu] > "] {
        assert!(again.contains(prompt), "{prompt}: {again}");
    }
    assert!(!seen.contains("[hunter2]"), "{seen}");
    let given = [text("Rom"), Entry::Flag(true), text("hunter2"), text(""), Entry::One(Some(1))];
    assert_eq!(said, Some(sent(given.to_vec())));
}

/// Security 30
#[test]
fn a_lone_text_can_be_hidden_by_hand() {
    let schema = json!({ "properties": { "answer": {} } });
    let (seen, said) = talk(dialog(&schema, &[]), &["^T", "hunter2", "n", "s"]);
    assert!(seen.contains("Ctrl+T hides") && !seen.contains("hunter2"), "{seen}");
    let given = vec![Given::Entry(text("hunter2"))];
    assert_eq!(said, Some(FormSaid::Send { given, remember: false, masked: true }));
    let (seen, _) = talk(dialog(&schema, &["answer"]), &["", "", "s"]);
    assert!(seen.contains("the remembered one"), "{seen}");
    let two = json!({ "properties": { "answer": {}, "more": {} } });
    assert_eq!(
        talk(dialog(&two, &[]), &["^T", "a", "b", "s"]).1,
        Some(sent(vec![text("a"), text("b")]))
    );
}

/// HOST-45
#[test]
fn enter_takes_a_default_and_a_dash_leaves_it_out() {
    let colour = json!({ "enum": ["a", "b"], "default": "b" });
    let days = json!({ "type": "array", "items": { "enum": ["a", "b"] }, "default": ["a"] });
    for (schema, lines, entry) in [
        (json!({ "default": "here" }), ["", "-", "there"], ["here", "", "there"].map(text)),
        (json!({ "type": "number", "default": 1.5 }), ["", "-", "-1"], ["1.5", "", "-1"].map(text)),
        (colour, ["", "-", "a"], [Some(1), None, Some(0)].map(Entry::One)),
        (days, ["", "-", "2 1 2"], [vec![0], vec![], vec![0, 1]].map(Entry::Many)),
    ] {
        for (line, entry) in lines.into_iter().zip(entry) {
            assert_eq!(one(&schema, &[line]), Some(sent(vec![entry])), "{schema} {line:?}");
        }
    }
    assert_eq!(one(&json!({}), &["-"]), Some(sent(vec![text("-")])), "without one it is a text");
}

/// Security 13
#[test]
fn nothing_of_a_form_can_act_on_the_terminal() {
    let sly = "\u{1b}[2J\u{202e}\n> Send? ";
    let schema = json!({ "properties": {
        "a": { "title": sly, "description": sly, "default": format!("{sly}{}", "x".repeat(50)) },
        "b": { "enum": [sly], "default": sly },
    } });
    let (seen, _) = talk(dialog(&schema, &[]), &["", "", "s"]);
    assert!(!seen.contains(['\u{1b}', '\u{202e}']), "{seen:?}");
    assert!(!seen.lines().any(|it| it.starts_with("> Send")), "{seen}");
}

/// HOST-43: a PIN is a number, and nobody reads it.
#[test]
fn a_number_that_is_a_secret_is_not_seen() {
    let schema = json!({ "properties": { "pin": { "type": "integer" } } });
    let (shown, said) = talk(dialog(&schema, &[]), &["482917", "n", "s"]);
    assert_eq!(said, Some(sent(vec![text("482917")])));
    assert!(format!("{shown:?}").contains("pin: (hidden)"), "{shown:?}");
    let lone = json!({ "properties": { "answer": { "type": "number" } } });
    assert!(dialog(&lone, &[]).prompt.form.may_mask().is_some());
}
