//! Random secrets in random surroundings.

use proptest::prelude::*;

use crate::redact::lines::Lines;

use super::{
    dresses::{alone, escaped, letters, spread},
    redactor,
};

/// Letters that something or other writes otherwise, and some that are part of escapes.
fn text(least: usize, most: usize) -> impl Strategy<Value = String> {
    let letter = prop_oneof![
        6 => prop::char::range('!', '~'),
        2 => prop::sample::select(vec!['4', '1', '6', 'a', 'u', 'x', 'n', 'A', 'Q']),
        2 => prop::sample::select(vec![' ', '%', '\\', '"', '&', ';', '#', '+', '/', '=', '\'']),
        1 => prop::sample::select(vec!['ä', '日', '😀', '\n', '\t', 'ß', '→']),
    ];
    prop::collection::vec(letter, least..=most).prop_map(|it| it.into_iter().collect())
}

fn secret() -> impl Strategy<Value = String> {
    text(8, 40).prop_filter("space around it is none of it", |it| {
        it.trim() == it && it.trim().chars().count() >= 8
    })
}

/// What neither goes on nor ends an escape.
fn no_part_of_an_escape() -> impl Strategy<Value = char> {
    prop::sample::select(vec!['z', 'Q', ' ', '-', '=', ':', '"', 'ä'])
}

/// Letters that no text around has.
fn foreign() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::char::range('Ѐ', 'я'), 8..20)
        .prop_map(|it| it.into_iter().collect())
}

/// More of them are tried by hand: each searches some thirty texts.
const CASES: u32 = 50;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(CASES))]

    /// HOST-48
    #[test]
    fn no_dress_of_a_secret_is_left(
        secret in secret(), others in prop::collection::vec(secret(), 0..3),
        before in text(0, 30), between in no_part_of_an_escape(), after in text(0, 30),
    ) {
        let mut secrets: Vec<&str> = others.iter().map(String::as_str).collect();
        secrets.push(&secret);
        let redactor = redactor(&secrets);
        let closed = format!("{before}{between}");
        let free = letters(&secret).into_iter().map(|it| (&before, it));
        let bound = escaped(&secret).into_iter().chain(spread(&secret)).map(|it| (&closed, it));
        for (before, dress) in free.chain(bound) {
            let clean = redactor.text(format!("{before}{}{after}", dress.text));
            for left in alone(&secret).into_iter().chain(spread(&secret)) {
                let core = left.text.trim_end_matches('=');
                prop_assert!(!clean.contains(core), "{} left of {}: {clean}", left.name, dress.name);
            }
            prop_assert!(clean.contains("•••"), "{}: {clean}", dress.name);
        }
    }

    /// HOST-48
    #[test]
    fn a_text_without_secrets_is_the_same_letter_for_letter(
        secrets in prop::collection::vec(foreign(), 1..5), said in text(0, 400), dressed in text(1, 40),
    ) {
        let secrets: Vec<&str> = secrets.iter().map(String::as_str).collect();
        let redactor = redactor(&secrets);
        prop_assert_eq!(redactor.text(said.clone()), said.clone());
        prop_assert_eq!(redactor.json(said.clone()), said);
        for dress in alone(&dressed).into_iter().chain(spread(&dressed)) {
            prop_assert_eq!(redactor.text(dress.text.clone()), dress.text);
        }
    }

    /// HOST-48
    #[test]
    fn json_stays_json_and_its_values_agree(
        secret in secret(), before in text(0, 10), between in no_part_of_an_escape(),
        after in text(0, 10), key in text(0, 5),
    ) {
        let redactor = redactor(&[&secret]);
        for dress in alone(&secret) {
            let value = serde_json::json!({
                key.clone(): format!("{before}{between}{}{after}", dress.text), "n": 1.5,
            });
            let clean = redactor.json(value.to_string());
            let read: serde_json::Value = serde_json::from_str(&clean).unwrap();
            prop_assert_eq!(read, redactor.value(value), "{}", dress.name);
        }
    }

    /// HOST-48
    #[test]
    fn no_dress_is_left_however_its_line_is_broken(
        secret in secret(), before in text(0, 30), between in no_part_of_an_escape(),
        after in text(0, 30), breaks in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
    ) {
        // What is left of a shorter one when its own lines are joined could be anything.
        prop_assume!(secret.replace('\n', "").chars().count() >= 8);
        let redactor = redactor(&[&secret]);
        for dress in alone(&secret).into_iter().chain(spread(&secret)) {
            let whole = format!("{before}{between}{}{after}", dress.text);
            let mut stream = Lines::new(redactor.clone());
            let mut clean = Vec::new();
            for line in broken(&whole, &breaks) {
                clean.extend(stream.push(line));
            }
            clean.extend(stream.release());
            let core = dress.text.trim_end_matches('=');
            for joint in ["", "\n"] {
                let clean = clean.join(joint);
                prop_assert!(!clean.contains(core), "{}: {clean}", dress.name);
            }
            prop_assert!(clean.concat().contains("•••"), "{}: {clean:?}", dress.name);
            let list = redactor.lines(broken(&whole, &breaks)).concat();
            prop_assert!(!list.contains(core), "{}: {list}", dress.name);
        }
    }
}

/// A text as lines that end at these places, and where it has ends of lines itself.
fn broken(text: &str, breaks: &[prop::sample::Index]) -> Vec<String> {
    let mut ends: Vec<usize> =
        breaks.iter().map(|it| text.floor_char_boundary(it.index(text.len()))).collect();
    ends.push(text.len());
    ends.sort_unstable();
    let mut start = 0;
    let mut lines = Vec::new();
    for end in ends {
        lines.extend(text[start..end].lines().map(str::to_owned));
        start = end;
    }
    lines
}
