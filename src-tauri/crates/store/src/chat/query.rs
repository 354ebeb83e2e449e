//! What a person types into a search, as a question to the index that is never an error; pure.

/// Most words that are looked for.
const MOST_WORDS: usize = 32;

/// The question to the index; nothing where there is nothing to look for. All words must be there: a
/// bare one as the beginning of a word, what stands between quotation marks just so.
pub(super) fn question(typed: &str) -> Option<String> {
    let mut words = Vec::new();
    // What is between two marks is at the odd places; a mark that is not closed reaches to the end.
    for (place, piece) in typed.split(['"', '“', '”', '„']).enumerate() {
        if place % 2 == 1 {
            words.extend(quoted(piece, ""));
        } else {
            words.extend(piece.split_whitespace().filter_map(|word| quoted(word, "*")));
        }
    }
    words.truncate(MOST_WORDS);
    (!words.is_empty()).then(|| words.join(" "))
}

/// A phrase in the index's own language, in which nothing within the marks means anything.
fn quoted(text: &str, end: &str) -> Option<String> {
    let text: String = text.chars().map(|it| if it.is_control() { ' ' } else { it }).collect();
    text.contains(char::is_alphanumeric).then(|| format!("\"{text}\"{end}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_beginnings_and_quotations_are_exact() {
        for (typed, expected) in [
            ("parts", Some("\"parts\"*")),
            (" late  parts ", Some("\"late\"* \"parts\"*")),
            ("\"late parts\" nov", Some("\"late parts\" \"nov\"*")),
            ("„late parts“ nov", Some("\"late parts\" \"nov\"*")),
            ("a \"b c", Some("\"a\"* \"b c\"")),
            ("NOT a* OR (b)", Some("\"NOT\"* \"a*\"* \"OR\"* \"(b)\"*")),
            ("- \"\" *", None),
            ("", None),
        ] {
            assert_eq!(question(typed).as_deref(), expected, "{typed:?}");
        }
    }
}
