//! What is unexpected about a result, in words for people: each once, and not without end.

use serde_json::Value;

/// How many different things are told of one result.
const MOST: usize = 20;

/// How many pieces of one result are read: blocks, messages, parts.
const MOST_PIECES: usize = 10_000;

/// The first pieces of a result, where there are more than anybody looks at. The result as it came
/// has them all.
pub(crate) fn first(mut pieces: Vec<Value>, odd: &mut Vec<String>) -> Vec<Value> {
    let all = pieces.len();
    if all > MOST_PIECES {
        pieces.truncate(MOST_PIECES);
        note(odd, &format!("of its {all} pieces only the first {MOST_PIECES} are shown"));
    }
    pieces
}

/// Adds one, unless it is known or there are enough.
pub(crate) fn note(odd: &mut Vec<String>, what: &str) {
    if odd.len() < MOST && !odd.iter().any(|it| it == what) {
        odd.push(what.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Security 32.
    #[test]
    fn of_very_many_pieces_the_first_are_read_and_that_is_said() {
        let mut odd = Vec::new();
        assert_eq!(first(vec![Value::Null; MOST_PIECES], &mut odd).len(), MOST_PIECES);
        assert!(odd.is_empty());
        assert_eq!(first(vec![Value::Null; MOST_PIECES + 1], &mut odd).len(), MOST_PIECES);
        assert_eq!(odd, ["of its 10001 pieces only the first 10000 are shown"]);
    }

    #[test]
    fn what_is_odd_a_thousand_times_is_told_once() {
        let mut odd = Vec::new();
        for _ in 0..1000 {
            note(&mut odd, "a block is no object");
        }
        assert_eq!(odd, ["a block is no object"]);
        for n in 0..1000 {
            note(&mut odd, &n.to_string());
        }
        assert_eq!(odd.len(), MOST);
    }
}
