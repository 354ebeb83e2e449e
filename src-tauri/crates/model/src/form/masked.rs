//! Whether a text field is a secret by what is said of it (HOST-43); it knows no value.

use serde_json::{Map, Value};

/// Words that make a name, title or description that of a secret.
const WORDS: [&str; 18] = [
    "password",
    "passwords",
    "passwd",
    "pwd",
    "passphrase",
    "passcode",
    "secret",
    "secrets",
    "token",
    "apikey",
    "pin",
    "otp",
    "totp",
    "2fa",
    "mfa",
    "cvv",
    "cvc",
    "credential",
];
/// Pairs of words that do.
const PAIRS: [[&str; 2]; 8] = [
    ["api", "key"],
    ["access", "key"],
    ["private", "key"],
    ["pass", "phrase"],
    ["pass", "word"],
    ["one", "time"],
    ["verification", "code"],
    ["security", "code"],
];
/// Descriptions are whole sentences: in them only words that mean nothing else count.
const STRONG: [&str; 4] = ["password", "passphrase", "passcode", "apikey"];

/// Whether the field called `name` with this schema is a secret.
pub(super) fn is_masked(name: &str, schema: &Map<String, Value>) -> bool {
    let said = |key: &str| schema.get(key).and_then(Value::as_str).unwrap_or_default();
    let marked = |key: &str| schema.get(key).is_some_and(|it| it == true || it == "true");
    said("format").eq_ignore_ascii_case("password")
        || ["writeOnly", "x-sensitive", "x-secret", "sensitive"].into_iter().any(marked)
        || names_secret(name)
        || names_secret(said("title"))
        || words(said("description")).iter().any(|it| STRONG.contains(&it.as_str()))
}

fn names_secret(text: &str) -> bool {
    let words = words(text);
    words.iter().any(|it| WORDS.contains(&it.as_str()))
        || words.windows(2).any(|two| PAIRS.iter().any(|pair| two == pair))
}

/// `apiKey`, `API_KEY` and `Api key` are the same two words.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut last_lower = false;
    for one in text.chars() {
        if !one.is_alphanumeric() || (one.is_uppercase() && last_lower) {
            words.push(String::new());
        }
        last_lower = one.is_lowercase() || one.is_numeric();
        if one.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(one.to_lowercase());
        }
    }
    words.retain(|it| !it.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn masked(name: &str, schema: &Value) -> bool {
        is_masked(name, schema.as_object().unwrap())
    }

    /// HOST-43
    #[test]
    fn a_name_or_title_of_a_secret_masks() {
        for name in [
            "password",
            "dbPassword",
            "PASSPHRASE",
            "client_secret",
            "token",
            "accessToken",
            "apiKey",
            "API_KEY",
            "api-key",
            "pin",
            "cardPin",
            "otp",
            "x2fa 2fa",
            "one-time code",
        ] {
            assert!(masked(name, &json!({})), "{name}");
            assert!(masked("x", &json!({ "title": name })), "{name}");
        }
    }

    #[test]
    fn words_that_only_hold_such_a_word_do_not() {
        for name in
            ["shipping", "spinner", "tokenizer", "secretary", "keyboard", "monkey", "compass"]
        {
            assert!(!masked(name, &json!({})), "{name}");
        }
    }

    /// HOST-43
    #[test]
    fn a_schema_may_say_it_itself() {
        for schema in [
            json!({ "format": "password" }),
            json!({ "writeOnly": true }),
            json!({ "x-sensitive": true }),
            json!({ "description": "Your password for the mail server." }),
        ] {
            assert!(masked("field", &schema), "{schema}");
        }
        assert!(!masked("field", &json!({ "writeOnly": false, "description": "the token count" })));
    }
}
