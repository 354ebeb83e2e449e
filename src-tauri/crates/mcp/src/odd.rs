//! What is unexpected about a result, in words for people: each once, and not without end.

/// How many different things are told of one result.
const MOST: usize = 20;

/// Adds one, unless it is known or there are enough.
pub(crate) fn note(odd: &mut Vec<String>, what: &str) {
    if odd.len() < MOST && !odd.iter().any(|it| it == what) {
        odd.push(what.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
