//! Whether a field is a secret by what is said of it (HOST-43); it knows no value.

use serde_json::{Map, Value};
use stdx::naming::{Asked, asks_secret, speaks_of_secret};

/// Whether the field called `name` with this schema is a secret.
pub(super) fn is_masked(name: &str, schema: &Map<String, Value>, asked: Asked) -> bool {
    let said = |key: &str| schema.get(key).and_then(Value::as_str).unwrap_or_default();
    let marked = |key: &str| schema.get(key).is_some_and(|it| it == true || it == "true");
    said("format").eq_ignore_ascii_case("password")
        || ["writeOnly", "x-sensitive", "x-secret", "sensitive"].into_iter().any(marked)
        || asks_secret(name, asked)
        || asks_secret(said("title"), asked)
        || speaks_of_secret(said("description"), asked)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn masked(name: &str, schema: &Value) -> bool {
        is_masked(name, schema.as_object().unwrap(), Asked::Text)
    }

    /// HOST-43
    #[test]
    fn a_name_or_title_of_a_secret_masks() {
        for name in [
            "password",
            "dbPassword",
            "dbpassword",
            "SSHPassphrase",
            "tokens",
            "credentials",
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
