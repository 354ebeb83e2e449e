//! Words, keys, numbers, cuts, and secrets that come later.

use serde_json::json;
use stdx::secret::Secret;

use super::{redactor, said};
use crate::redact::Redactor;

/// HOST-48
#[test]
fn a_secret_is_taken_out_wherever_it_stands() {
    assert_eq!(said(&["hunter2hunter2"], "bad token hunter2hunter2."), "bad token •••.");
    assert_eq!(said(&["hunter2hunter2"], "xhunter2hunter2, hunter2hunter2y"), "x•••, •••y");
    assert_eq!(said(&["hunter2hunter2"], "xhunter2hunter2hunter2hunter2"), "x•••");
    assert_eq!(said(&[], "bad token hunter2hunter2"), "bad token hunter2hunter2");
    assert_eq!(said(&["", "  "], "nothing to hide"), "nothing to hide");
}

/// HOST-48
#[test]
fn a_short_secret_is_taken_out_as_a_whole_word() {
    assert_eq!(said(&["1234"], "pin 1234, not 12345 or a1234"), "pin •••, not 12345 or a1234");
    assert_eq!(said(&["ab"], "ab cab ab"), "••• cab •••");
    assert_eq!(said(&["grün7"], "grün7 grün77 ügrün7 (grün7)"), "••• grün77 ügrün7 (•••)");
    // Eight characters are long, seven are not, however many bytes they have.
    assert_eq!(said(&["äöüäöüä"], "xäöüäöüä äöüäöüä"), "xäöüäöüä •••");
    assert_eq!(said(&["äöüäöüäö"], "xäöüäöüäö"), "x•••");
}

/// HOST-48
#[test]
fn a_short_secret_is_a_word_in_its_encodings_too() {
    // `printf 12345 | base64`, `echo 12345 | base64`
    assert_eq!(said(&["12345"], "MTIzNDU= MTIzNDUK xMTIzNDU="), "••• ••• xMTIzNDU=");
    assert_eq!(said(&["12345"], "3132333435 031323334350"), "••• 031323334350");
    assert_eq!(said(&["12345"], r"a\n12345\n a\u006112345"), r"a\n•••\n a\u006112345");
    assert_eq!(said(&["12345"], "pin%3D12345&x"), "pin%3D•••&x");
    let number = "31,323,334 are people, 3132 333 4 are not";
    assert_eq!(said(&["1234"], number), number, "what is spread out is no hex of a short secret");
}

/// HOST-48
#[test]
fn a_word_is_one_only_where_its_neighbours_are_seen() {
    // The escape makes only a stretch of the text be read once more, and `1234` is its first word.
    let fill = "y".repeat(400);
    for length in 80..200 {
        let text = format!("{fill}1234{}%20 z", ".".repeat(length));
        assert_eq!(said(&["1234"], &text), text, "{length}");
    }
}

/// HOST-48
#[test]
fn secrets_that_overlap_leave_nothing_of_each_other() {
    assert_eq!(said(&["abcdefgh", "abcdefgh12345"], "abcdefgh12345 abcdefgh"), "••• •••");
    assert_eq!(said(&["user:hunter2x", "hunter2x:more"], "user:hunter2x:more"), "•••");
    // A short one that is no word there must not hide a long one that begins within it.
    assert_eq!(said(&["ab1", "b1hunter2"], "xab1hunter2"), "xa•••");
}

/// HOST-48
#[test]
fn a_secret_of_several_lines_is_known_line_by_line() {
    let key = "-----BEGIN KEY-----\nMIIEvQIBADANBg\nAbC=\n-----END KEY-----\n";
    assert_eq!(said(&[key], "MIIEvQIBADANBg"), "•••");
    assert_eq!(said(&[key], &format!("a {key} b")), "a ••• b");
    assert_eq!(said(&["longsecret\n"], "it is longsecret"), "it is •••");
}

/// HOST-48
#[test]
fn the_beginning_of_a_secret_at_a_cut_is_taken_out() {
    assert_eq!(said(&["hunter2hunter2"], "token hunter2h…"), "token •••…");
    assert_eq!(said(&["hunter2hunter2"], "token hun…"), "token hun…");
    assert_eq!(said(&["hunter2hunter2"], "reply `hunter2hunt…` unread"), "reply `•••…` unread");
    // As a long line of stderr is cut: within a character, and with words behind it.
    let said = said(&["hunter2häslich"], "x hunter2h\u{fffd}… (16384 more bytes)");
    assert_eq!(said, "x •••… (16384 more bytes)");
}

/// HOST-48
#[test]
fn the_beginning_of_an_encoded_secret_at_a_cut_is_taken_out() {
    for (cut, clean) in [
        // base64 of `hunter2 hunter2`, of `:hunter2 hunter2`, and its hex
        ("aHVudGVy…", "•••…"),
        ("aHVu…", "•••…"),
        ("Omh1bnRlcjI…", "O•••…"),
        ("68 75 6e 74 65…", "•••…"),
        ("hunter2%2…", "•••…"),
        ("hunter2%20hun…", "•••…"),
        (r"hunter2\u00…", "•••…"),
        ("hunter2&#3…", "•••…"),
    ] {
        assert_eq!(said(&["hunter2 hunter2"], cut), clean, "{cut}");
    }
}

/// HOST-48
#[test]
fn a_value_is_cleaned_in_texts_keys_and_numbers() {
    let redactor = redactor(&["hunter2hunter2", "12345678"]);
    let value = json!({"hunter2hunter2": ["a hunter2hunter2", 12_345_678, null, 7, true]});
    assert_eq!(redactor.value(value), json!({"•••": ["a •••", "•••", null, 7, true]}));
}

/// HOST-48
#[test]
fn keys_that_become_the_same_lose_no_field() {
    let redactor = redactor(&["hunter2hunter2", "swordfish99"]);
    let value = json!({"hunter2hunter2": 1, "swordfish99": 2, "••• 2": 3, "•••": 4});
    let clean = json!({"•••": 1, "••• 2": 2, "••• 2 2": 3, "••• 3": 4});
    assert_eq!(redactor.value(value.clone()), clean);
    assert_eq!(redactor.json(value.to_string()), clean.to_string());
}

/// HOST-48
#[test]
fn json_is_cleaned_however_it_is_escaped() {
    let redactor = redactor(&["hunter2hunter2"]);
    let escaped = r#"{"t":"\u0068unter2hunter2"}"#;
    assert_eq!(redactor.json(escaped.to_owned()), r#"{"t":"•••"}"#);
    assert_eq!(redactor.json("[1, hunter2hunter2".to_owned()), "[1, •••");
    let big = r#"{ "n": 123456789012345678901234567890 }"#;
    assert_eq!(redactor.json(big.to_owned()), big, "what holds none keeps its letters");
    let big = r#"{ "n": 123456789012345678901234567890, "t": "hunter2hunter2" }"#;
    let clean = r#"{ "n": 123456789012345678901234567890, "t": "•••" }"#;
    assert_eq!(redactor.json(big.to_owned()), clean, "and so does what stands beside one");
}

/// HOST-48
#[test]
fn json_stays_json_where_a_secret_was_a_number() {
    let redactor = redactor(&["12345678"]);
    assert_eq!(redactor.json(r#"{"n": 12345678, "m": [1]}"#.to_owned()), r#"{"n":"•••","m":[1]}"#);
}

/// HOST-48
#[test]
fn json_in_json_in_json_is_cleaned() {
    let secret = "p\"a\\ss wörd";
    let inner = json!({ "t": secret }).to_string();
    let outer = json!({ "content": [{ "text": json!({ "body": inner }).to_string() }] });
    let clean = redactor(&[secret]).json(outer.to_string());
    let value: serde_json::Value = serde_json::from_str(&clean).unwrap();
    let text = value["content"][0]["text"].as_str().unwrap();
    assert_eq!(text, json!({ "body": r#"{"t":"•••"}"# }).to_string());
}

/// HOST-43, HOST-48
#[test]
fn what_is_typed_later_is_known_to_all_clones_at_once() {
    let first = redactor(&["hunter2hunter2"]);
    let second = first.clone();
    assert_eq!(second.text("swordfish99".to_owned()), "swordfish99");
    first.add(&Secret::from("swordfish99"));
    first.add(&Secret::from("swordfish99"));
    assert_eq!(second.text("swordfish99 hunter2hunter2".to_owned()), "••• •••");
    let empty = Redactor::default();
    let clone = empty.clone();
    empty.add(&Secret::from("swordfish99"));
    assert_eq!(clone.text("swordfish99".to_owned()), "•••");
}

/// HOST-48
#[test]
fn what_holds_no_secret_is_given_back_and_not_copied() {
    let text = "nothing in here ".repeat(1000);
    let place = text.as_ptr();
    let same = redactor(&["hunter2hunter2"]).text(text);
    assert_eq!(same.as_ptr(), place);
    let json = format!("[\"{}\\n\"]", "nothing in here ".repeat(1000));
    let place = json.as_ptr();
    let same = redactor(&["hunter2hunter2"]).json(json);
    assert_eq!(same.as_ptr(), place);
}

/// HOST-48
#[test]
fn a_redactor_does_not_print_its_secrets() {
    let redactor = redactor(&["hunter2hunter2"]);
    redactor.text("search".to_owned());
    assert_eq!(format!("{redactor:?}"), "Redactor { secrets: 1 }");
}
