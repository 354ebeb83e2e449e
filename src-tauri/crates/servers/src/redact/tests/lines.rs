//! Secrets that stand over the ends of lines.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use stdx::secret::Secret;

use super::redactor;
use crate::redact::{Redactor, lines::Lines};

const SECRET: &str = "hunter2hunter2";

/// All that is given back for these lines, when nothing more comes after the last.
fn given(secrets: &[&str], lines: &[&str]) -> Vec<String> {
    let mut stream = Lines::new(redactor(secrets));
    let mut given: Vec<_> = lines.iter().flat_map(|it| stream.push((*it).to_owned())).collect();
    given.extend(stream.release());
    assert!(!stream.is_waiting());
    given
}

/// HOST-48
#[test]
fn a_secret_broken_over_two_lines_is_taken_out_of_both() {
    for at in 4..=10 {
        let (head, tail) = SECRET.split_at(at);
        let (head, tail) = (format!("token {head}"), format!("{tail} it was"));
        assert_eq!(given(&[SECRET], &[&head, &tail]), ["token •••", "••• it was"], "{at}");
        let list = redactor(&[SECRET]).lines(vec![head, tail]);
        assert_eq!(list, ["token •••", "••• it was"], "{at}");
    }
}

/// HOST-48
#[test]
fn a_secret_broken_after_few_letters_loses_the_rest() {
    assert_eq!(given(&[SECRET], &["token hun", "ter2hunter2"]), ["token hun", "•••"]);
}

/// HOST-48
#[test]
fn a_line_that_ends_as_a_secret_begins_waits_and_is_given_unchanged() {
    let mut stream = Lines::new(redactor(&[SECRET]));
    assert_eq!(stream.push("we go on a hunt".to_owned()), Vec::<String>::new());
    assert!(stream.is_waiting());
    assert_eq!(stream.push("and come back".to_owned()), ["we go on a hunt", "and come back"]);
    assert_eq!(stream.push("we hunt".to_owned()), Vec::<String>::new());
    assert_eq!(stream.release(), ["we hunt"]);
    assert_eq!(stream.push("hunter2hunter2".to_owned()), ["•••"]);
}

/// HOST-48
#[test]
fn what_is_too_much_to_be_chance_does_not_wait() {
    let mut stream = Lines::new(redactor(&[SECRET]));
    assert_eq!(stream.push("token hunter2h".to_owned()), ["token •••"]);
    assert!(!stream.is_waiting());
    assert_eq!(stream.push("unter2".to_owned()), ["•••"]);
    assert_eq!(stream.push("unter2".to_owned()), ["unter2"]);
}

/// HOST-48
#[test]
fn wrapped_base64_and_hex_are_taken_out_line_by_line() {
    let secret: String = ('a'..='z').cycle().take(300).collect();
    let encoded = STANDARD.encode(format!("user:{secret}:end"));
    let hex: String = secret.bytes().map(|it| format!("{it:02x}")).collect();
    for (text, width) in [(&encoded, 64), (&encoded, 76), (&hex, 32), (&hex, 60)] {
        let letters: Vec<char> = text.chars().collect();
        let lines: Vec<String> = letters.chunks(width).map(|it| it.iter().collect()).collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let clean = given(&[&secret], &lines);
        assert_eq!(clean.len(), lines.len());
        let middle = &clean[1..clean.len() - 1];
        assert!(middle.iter().all(|it| it == "•••"), "{clean:?}");
        let base64 = width >= 64;
        assert_eq!(clean[0], if base64 { "dXNlcj•••" } else { "•••" });
        assert_eq!(clean[clean.len() - 1], if base64 { "•••6ZW5k" } else { "•••" });
    }
}

/// HOST-48
#[test]
fn a_secret_with_short_lines_is_taken_out_of_a_stream() {
    let secret = "ab 12\ncd 34\nef 56\ngh 78";
    let clean = given(&[secret], &["key:", "ab 12", "cd 34", "ef 56", "gh 78", "done"]);
    assert_eq!(clean, ["key:", "•••", "•••", "•••", "•••", "done"]);
}

/// HOST-48
#[test]
fn an_escape_broken_at_its_first_letter_gives_nothing_away() {
    let lines =
        ["is \\", "u0068\\u0075nter2hunter2", "is %", "68%75nter2hunter2", "is hunter2hunter"];
    assert_eq!(given(&[SECRET], &lines), ["is \\", "•••", "is %", "•••", "is •••"]);
}

/// HOST-48
#[test]
fn lines_without_secrets_pass_at_once_and_unchanged() {
    let mut stream = Lines::new(redactor(&[SECRET]));
    for line in ["one", "", "with h", "and then", "äöü", "\u{0}"] {
        assert_eq!(stream.push(line.to_owned()), [line]);
    }
    let mut none = Lines::new(Redactor::default());
    assert_eq!(none.push("hunter2h".to_owned()), ["hunter2h"]);
}

/// HOST-43, HOST-48
#[test]
fn a_stream_knows_what_is_added_later() {
    let redactor = Redactor::default();
    let mut stream = Lines::new(redactor.clone());
    assert_eq!(stream.push(SECRET.to_owned()), [SECRET]);
    redactor.add(&Secret::from(SECRET));
    assert_eq!(stream.push(SECRET.to_owned()), ["•••"]);
}
