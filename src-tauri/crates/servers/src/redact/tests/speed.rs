//! How long a search takes, printed and never asserted; at a hang, it fails.

use std::time::{Duration, Instant};

use super::redactor;

/// HOST-48
#[test]
#[expect(clippy::print_stderr, reason = "speeds are printed")]
fn a_big_text_is_searched_for_many_secrets() {
    let secrets: Vec<String> =
        (0..50).map(|it| format!("secret-{it:04}-{:032x}", it * 7919)).collect();
    let secrets: Vec<&str> = secrets.iter().map(String::as_str).collect();
    let began = Instant::now();
    let redactor = redactor(&secrets);
    redactor.text("made ready".to_owned());
    let ready = began.elapsed();
    let row = r#"{"id": 12345, "name": "some \"name\"", "data": "aGVsbG8gd29ybGQ="}, "#;
    let text = row.repeat((1 << 20) / row.len());
    let began = Instant::now();
    let same = redactor.text(text.clone());
    let took = began.elapsed();
    assert_eq!(same, text);
    eprintln!("50 secrets made ready in {ready:?}, 1 MiB searched in {took:?}");
    assert!(took < Duration::from_secs(60), "a search of one megabyte took {took:?}");
}
