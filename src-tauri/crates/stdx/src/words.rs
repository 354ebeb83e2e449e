//! The words of a name, whichever way they are joined.

/// The words of `SNAKE_CASE`, `kebab-case`, `camelCase` or `APIKey`, in capitals. Whatever is no
/// ASCII letter or digit only parts them.
pub fn words(name: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let all: Vec<char> = name.chars().collect();
    for (at, &one) in all.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|it| all.get(it));
        if !one.is_ascii_alphanumeric() || begins_a_word(before, one, all.get(at + 1)) {
            words.extend((!word.is_empty()).then(|| std::mem::take(&mut word)));
        }
        if one.is_ascii_alphanumeric() {
            word.push(one.to_ascii_uppercase());
        }
    }
    words.extend((!word.is_empty()).then_some(word));
    words
}

/// A capital begins a word after a small letter or digit, and before a small one (`APIKey`).
fn begins_a_word(before: Option<&char>, one: char, after: Option<&char>) -> bool {
    let Some(before) = before else { return false };
    let after_capital = before.is_ascii_uppercase();
    one.is_ascii_uppercase()
        && (before.is_ascii_lowercase()
            || (before.is_ascii_digit() && after.is_some_and(char::is_ascii_lowercase))
            || (after_capital && after.is_some_and(char::is_ascii_lowercase)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_falls_into_words() {
        let table = [
            ("GITHUB_TOKEN", "GITHUB TOKEN"),
            ("x-api-key", "X API KEY"),
            ("githubToken", "GITHUB TOKEN"),
            ("APIKey", "API KEY"),
            ("apiKEY", "API KEY"),
            ("OAuth2Token", "O AUTH2 TOKEN"),
            ("KEYBOARD", "KEYBOARD"),
            ("S3_KEY", "S3 KEY"),
            ("__a..b  c", "A B C"),
            ("größe", "GR E"),
            ("", ""),
        ];
        for (name, expected) in table {
            assert_eq!(words(name).join(" "), expected, "{name}");
        }
    }
}
