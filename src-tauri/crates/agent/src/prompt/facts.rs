//! Ids, numbers, addresses and names in a text, letter for letter: what a summary in a model's own
//! words loses first. Pure.

use std::collections::BTreeSet;

/// Most facts that are kept: the first ones, and the last ones.
const FIRST: usize = 250;
const LAST: usize = 150;
/// Most that are looked at.
const MOST: usize = 20_000;
/// Most bytes of one.
const LONGEST: usize = 200;

/// What texts hold that must not be lost, each once, in the order in which it first came.
pub fn facts<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for text in texts {
        for word in text
            .split(|one: char| one.is_whitespace() || matches!(one, '"' | '`' | '<' | '>' | '|'))
        {
            let word = word.trim_matches(|one: char| {
                !one.is_alphanumeric()
                    && !matches!(one, '/' | '~' | '#' | '%' | '€' | '$' | '+' | '-')
            });
            if found.len() < MOST && is_fact(word) && seen.insert(word.to_owned()) {
                found.push(word.to_owned());
            }
        }
    }
    if found.len() > FIRST + LAST {
        found.drain(FIRST..found.len() - LAST);
    }
    found
}

/// A word that stands for one thing: with a digit in it, an address, a path, or in the spelling of a
/// program's own names.
fn is_fact(word: &str) -> bool {
    if word.len() < 2 || word.len() > LONGEST {
        return false;
    }
    let inner = |one: char| word.trim_matches(one).contains(one);
    word.chars().any(|it| it.is_ascii_digit())
        || word.contains("://")
        || word.contains('@') && inner('@')
        || (word.starts_with('/') || word.starts_with("~/")) && word.len() > 2
        || inner('_')
        || word.len() > 2 && word.chars().all(|it| it.is_ascii_uppercase() || it == '-')
        || word
            .chars()
            .zip(word.chars().skip(1))
            .any(|(one, next)| one.is_lowercase() && next.is_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_for_one_thing_is_kept_letter_for_letter() {
        let text = "Order 4711-B of 2026-11-30, see https://shop.example/o?id=9, file ~/notes.md, \
                    key `API_TOKEN`, ask anna@example.org (ref: ABC-DEF), branch featureLogin, 12.50 €; and again 4711-B.";
        let found = facts([text].into_iter());
        let wanted = [
            "4711-B",
            "2026-11-30",
            "https://shop.example/o?id=9",
            "~/notes.md",
            "API_TOKEN",
            "anna@example.org",
            "ABC-DEF",
            "featureLogin",
            "12.50",
        ];
        for one in wanted {
            assert!(found.iter().any(|it| it == one), "{one} in {found:?}");
        }
        assert_eq!(found.iter().filter(|it| *it == "4711-B").count(), 1);
        for one in ["Order", "see", "again", "and", "a"] {
            assert!(!found.iter().any(|it| it == one), "{one}");
        }
    }

    #[test]
    fn there_is_an_end_to_it() {
        let many: String = (0..10_000).map(|it| format!("n{it} ")).collect();
        let found = facts([many.as_str(), &"9".repeat(10_000)].into_iter());
        assert_eq!(found.len(), FIRST + LAST);
        assert_eq!(found.first().map(String::as_str), Some("n0"));
        assert_eq!(found.last().map(String::as_str), Some("n9999"));
    }
}
