//! Arguments as JSON that was typed, read so that what is sent is what was typed: a number that would
//! lose digits is named by its place, and nothing is sent. It knows no tool.

use serde_json::{Map, Value, value::RawValue};

use crate::failure::Failure;

/// As deep as JSON may be nested.
const DEEPEST: usize = 127;

/// Reads an object; nothing at all is an empty one.
///
/// # Errors
/// `Usage`, with the place where there is one.
pub(crate) fn object(text: &str) -> Result<Map<String, Value>, Failure> {
    if text.trim().is_empty() {
        return Ok(Map::new());
    }
    if let Err(error) = serde_json::from_str::<&RawValue>(text) {
        let (line, column) = (error.line(), error.column());
        return Err(Failure::Usage {
            message: format!("the arguments are no JSON: line {line}, column {column}"),
            hint: Some(r#"write them as one word: '{"message":"hi"}'"#.to_owned()),
        });
    }
    if let Some((number, at)) = numbers(text).find(|(it, _)| !is_exact(it)) {
        return Err(inexact(number, place(text, at)));
    }
    match serde_json::from_str(text) {
        Ok(Value::Object(map)) => Ok(map),
        Ok(_) => Err(Failure::usage("the arguments are JSON, but not an object")),
        // It is JSON, and each of its numbers can be held.
        Err(_) => {
            let words = format!("the arguments are nested more than {DEEPEST} deep");
            Err(Failure::usage(words))
        }
    }
}

fn inexact(number: &str, (line, column): (usize, usize)) -> Failure {
    let shown = app::clip(number, 60);
    let number = number.parse::<f64>().unwrap_or(f64::INFINITY);
    let becomes = if number.is_finite() {
        format!("would become {}", Value::from(number))
    } else {
        "is larger than any that can be sent".to_owned()
    };
    Failure::Usage {
        message: format!("the number {shown} at line {line}, column {column} {becomes}"),
        hint: Some("write it with fewer digits, or as a text if the tool takes one".to_owned()),
    }
}

/// The numbers of a text that is JSON, each with where it begins.
fn numbers(text: &str) -> impl Iterator<Item = (&str, usize)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = text.get(at..)?;
            let next = rest.find(|it: char| matches!(it, '"' | '-' | '0'..='9'))?;
            let (begin, rest) = (at + next, rest.get(next..)?);
            if let Some(inner) = rest.strip_prefix('"') {
                at = begin + 1 + end_of_text(inner)?;
                continue;
            }
            let part = |it: char| matches!(it, '0'..='9' | '+' | '-' | '.' | 'e' | 'E');
            let length = rest.find(|it| !part(it)).unwrap_or(rest.len());
            at = begin + length;
            return Some((rest.get(..length)?, begin));
        }
    })
}

/// Where a text ends, behind its last mark.
fn end_of_text(inner: &str) -> Option<usize> {
    let mut escaped = false;
    let end = inner.bytes().position(|it| {
        let ends = it == b'"' && !escaped;
        escaped = it == b'\\' && !escaped;
        ends
    });
    end.map(|it| it + 1)
}

/// Line and column, from one.
fn place(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    (before.matches('\n').count() + 1, line.chars().count() + 1)
}

/// Whether a number is sent as it was typed, however it is written then.
fn is_exact(number: &str) -> bool {
    let sent = serde_json::from_str::<Value>(number).map(|it| it.to_string());
    sent.is_ok_and(|sent| significant(number) == significant(&sent))
}

/// Sign, digits that count, and their exponent; a zero is a zero.
fn significant(number: &str) -> Option<(bool, String, i64)> {
    let (negative, number) =
        number.strip_prefix('-').map_or((false, number), |number| (true, number));
    let (digits, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let digits = format!("{whole}{part}");
    let counted = digits.trim_start_matches('0').trim_end_matches('0');
    if counted.is_empty() {
        return Some((false, String::new(), 0));
    }
    let cut = digits.len() - digits.trim_end_matches('0').len();
    let moved = i64::try_from(cut).ok()? - i64::try_from(part.len()).ok()?;
    Some((negative, counted.to_owned(), exponent.parse::<i64>().ok()?.checked_add(moved)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        let Err(Failure::Usage { message, .. }) = object(text) else { panic!("{text}") };
        message
    }

    #[test]
    fn arguments_are_an_object_or_nothing() {
        assert_eq!(object(" \n").unwrap(), Map::new());
        assert_eq!(object(r#"{"a":1}"#).unwrap()["a"], 1);
        for (bad, words) in [("[1]", "not an object"), ("{\n  x}", "line 2, column 3")] {
            assert!(refused(bad).contains(words), "{bad}");
        }
    }

    #[test]
    fn a_number_that_would_lose_digits_is_named_by_its_place() {
        for (text, words) in [
            (
                r#"{"n":123456789012345678901234567890}"#,
                "the number 123456789012345678901234567890 at line 1, column 6 would become \
                 1.2345678901234568e+29",
            ),
            (
                "{\"a\": \"1e999 \\\" 2\",\n \"ü\": [0.1234567890123456789]}",
                "the number 0.1234567890123456789 at line 2, column 8 would become \
                 0.12345678901234568",
            ),
            (
                r#"{"n":1e999}"#,
                "the number 1e999 at line 1, column 6 is larger than any that can be sent",
            ),
            (r#"{"n":4.9e-400}"#, "the number 4.9e-400 at line 1, column 6 would become 0.0"),
        ] {
            assert_eq!(refused(text), words);
        }
    }

    #[test]
    fn a_number_that_only_looks_otherwise_is_sent() {
        for number in [
            "0",
            "-0",
            "1.50",
            "0.1",
            "1e23",
            "100E-2",
            "1e+2",
            "9007199254740993",
            "-0.0e9",
            "18446744073709551615",
            "-9223372036854775808",
            "1e22",
            "5e-324",
        ] {
            assert!(object(&format!("{{\"n\":{number}}}")).is_ok(), "{number}");
        }
    }

    #[test]
    fn what_is_nested_too_deep_is_said_so() {
        let deep = |depth: usize| format!("{{\"a\":{}{}}}", "[".repeat(depth), "]".repeat(depth));
        assert_eq!(refused(&deep(130)), "the arguments are nested more than 127 deep");
        assert!(object(&deep(126)).is_ok());
    }
}
