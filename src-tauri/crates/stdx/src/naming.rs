//! What a name says of the value under it: whether that is a secret, and how surely. It knows no value,
//! and is the one list of such words, for what is pasted and for what is asked.

use crate::words::words;

/// Words after which everything but a switch is a secret.
const STRONG: &[&str] = &[
    "ACCESSTOKEN",
    "APISECRET",
    "APITOKEN",
    "AUTHKEY",
    "AUTHORIZATION",
    "AUTHTOKEN",
    "BEARER",
    "COOKIE",
    "PASSCODE",
    "PASSPHRASE",
    "PASSWD",
    "PASSWORD",
    "PASSWORDS",
    "SECRET",
    "SECRETS",
    "SSHPASS",
    "TOKEN",
];

/// What a longer word may end in, as in `PGPASSWORD`.
const STRONG_ENDS: &[&str] = &[
    "APIKEY",
    "APIKEYS",
    "PASSCODE",
    "PASSPHRASE",
    "PASSPHRASES",
    "PASSWD",
    "PASSWORD",
    "PASSWORDS",
    "SECRET",
    "SECRETS",
    "TOKEN",
];

/// Words that may also name a file, an address or a small number.
const MIDDLING: &[&str] = &[
    "ACCESSKEY",
    "APIKEY",
    "CREDENTIAL",
    "CREDENTIALS",
    "CREDS",
    "PASS",
    "PAT",
    "PIN",
    "PRIVATEKEY",
    "PWD",
    "SECRETKEY",
];

/// Words that make a `KEY` before which they stand as good as a middling one.
const BEFORE_KEY: &[&str] =
    &["ACCESS", "API", "ENCRYPTION", "LICENSE", "MASTER", "PRIVATE", "SECRET", "SIGNING"];

/// Words that may also name a number or a way of doing things.
const MILD: &[&str] = &["AUTH", "KEY", "KEYS", "SALT", "SIGNATURE", "TOKENS"];

/// Last words of names that say something about a secret, or name what may be known.
const ABOUT: &[&str] = &[
    "ALGORITHM",
    "ARN",
    "BUDGET",
    "CHECKSUM",
    "COMMIT",
    "COUNT",
    "DIGEST",
    "DIR",
    "EMAIL",
    "ENABLED",
    "ENDPOINT",
    "EXPIRES",
    "EXPIRY",
    "FILE",
    "FILENAME",
    "FORMAT",
    "HASH",
    "HEADER",
    "HOST",
    "ID",
    "IDS",
    "ISSUER",
    "LENGTH",
    "LIMIT",
    "METHOD",
    "MODE",
    "NAME",
    "PATH",
    "PORT",
    "PREFIX",
    "PROVIDER",
    "REGION",
    "REV",
    "SCHEME",
    "SCOPE",
    "SCOPES",
    "SHA",
    "SIZE",
    "TIMEOUT",
    "TTL",
    "TYPE",
    "URI",
    "URL",
    "USER",
    "USERNAME",
    "UUID",
    "VERSION",
];

/// First words of names that count.
const COUNTS: &[&str] = &["MAX", "MIN", "NUM"];

/// Words of what only people type.
const TYPED: &[&str] = &["2FA", "CVC", "CVV", "MFA", "OTP", "TOTP"];
/// Pairs of words that say the same.
const TYPED_PAIRS: &[[&str; 2]] =
    &[["ONE", "TIME"], ["PASS", "WORD"], ["SECURITY", "CODE"], ["VERIFICATION", "CODE"]];
/// Words that mean nothing else in a whole sentence, for a text and for a number.
const SAID: &[&str] = &["APIKEY", "PASSCODE", "PASSPHRASE", "PASSWORD"];
const SAID_OF_NUMBER: &[&str] = &["PASSCODE"];
/// Last words of names that count something.
const COUNTED: &[&str] = &["BUDGET", "COUNT", "LENGTH", "LIMIT", "SIZE", "TIMEOUT", "TTL"];

/// How surely a name names a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// It may also be a number or a way of doing things.
    Mild,
    /// It may also be a file, an address or a small number.
    Middling,
    /// Everything but a switch is one.
    Strong,
}

/// What a person is asked to type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// Any text.
    Text,
    /// A number: no number of things is a secret.
    Number,
}

/// How surely the value under `name` is a secret; `None` for one that says something about a secret,
/// such as where it is.
pub fn grade(name: &str) -> Option<Grade> {
    let words = plain_words(name);
    if is_about(&words) { None } else { of_words(&words) }
}

/// Whether the name says that its value may be known, however random it looks.
pub fn is_public(name: &str) -> bool {
    let words = plain_words(name);
    is_about(&words) || words.iter().any(|word| word == "PUBLIC")
}

/// Whether who is asked for `name`, a name or title, is asked for a secret. A wrong yes hides what is
/// typed from the person, and a wrong no shows it to others: only what counts something is none.
pub fn asks_secret(name: &str, asked: Asked) -> bool {
    let words = plain_words(name);
    let tokens = |word: &String| word.ends_with("TOKENS");
    let first = words.first().map(String::as_str);
    let counts = first.is_some_and(|it| COUNTS.contains(&it) || it.starts_with("NUMBER"));
    let counted = words.last().is_some_and(|it| {
        COUNTED.contains(&it.as_str()) || (counts && (tokens(it) || it == "TOKEN"))
    });
    let typed = |it: &String| TYPED.contains(&it.as_str()) || it.ends_with("OTP");
    let pairs = || words.windows(2).any(|two| TYPED_PAIRS.iter().any(|pair| two == pair));
    !counted
        && (of_words(&words) >= Some(Grade::Middling)
            || words.iter().any(typed)
            || pairs()
            || (asked == Asked::Text && words.iter().any(tokens)))
}

/// Whether a whole sentence speaks of the secret that is asked for.
pub fn speaks_of_secret(sentence: &str, asked: Asked) -> bool {
    let list = match asked {
        Asked::Text => SAID,
        Asked::Number => SAID_OF_NUMBER,
    };
    words(sentence).iter().any(|it| list.contains(&it.as_str()))
}

fn of_words(words: &[String]) -> Option<Grade> {
    let before = std::iter::once("").chain(words.iter().map(String::as_str));
    words.iter().zip(before).filter_map(|(word, before)| of_word(word, before)).max()
}

fn of_word(word: &str, before: &str) -> Option<Grade> {
    let ends_in = |list: &[&str]| list.iter().any(|end| word.ends_with(end));
    if word == "KEY" && before == "PUBLIC" {
        None
    } else if STRONG.contains(&word) || ends_in(STRONG_ENDS) {
        Some(Grade::Strong)
    } else if MIDDLING.contains(&word)
        || ends_in(&["CREDENTIAL", "CREDENTIALS"])
        || (word == "KEY" && BEFORE_KEY.contains(&before))
    {
        Some(Grade::Middling)
    } else {
        (MILD.contains(&word) || ends_in(&["TOKENS"])).then_some(Grade::Mild)
    }
}

/// The words, without the numbers that tell several of a kind apart.
fn plain_words(name: &str) -> Vec<String> {
    let plain = |word: String| word.trim_end_matches(|one: char| one.is_ascii_digit()).to_owned();
    words(name).into_iter().map(plain).filter(|word| !word.is_empty()).collect()
}

fn is_about(words: &[String]) -> bool {
    let is = |word: Option<&String>, list: &[&str]| {
        word.is_some_and(|word| list.contains(&word.as_str()))
    };
    is(words.last(), ABOUT) || is(words.first(), COUNTS)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// HOST-43
    #[test]
    fn a_secret_is_known_however_its_name_is_joined() {
        for name in [
            "dbpassword",
            "userpassword",
            "accesstoken",
            "clientsecret",
            "DBPassword",
            "APIToken",
            "SSHPassphrase",
            "tokens",
            "apitokens",
            "credentials",
            "awscredentials",
            "apikey",
            "api-key",
            "private key",
            "secret_id",
            "tokenUrl",
            "Max's password",
            "passcode",
            "smtp_pass",
            "password2",
            "Password (again)",
        ] {
            assert!(asks_secret(name, Asked::Text), "{name}");
        }
        for name in ["pin", "cardPIN", "otp", "smsotp", "2fa", "one-time code", "security code"] {
            assert!(asks_secret(name, Asked::Text) && asks_secret(name, Asked::Number), "{name}");
        }
    }

    #[test]
    fn what_only_sounds_like_one_or_counts_is_none() {
        for name in [
            "tokenizer",
            "secretary",
            "passenger",
            "compass",
            "shipping",
            "spinner",
            "monkey",
            "keyboard",
            "public key",
            "max_tokens",
            "maxTokens",
            "number of tokens",
            "token_limit",
            "passwordLength",
            "key",
            "author",
            "desktop",
        ] {
            assert!(!asks_secret(name, Asked::Text), "{name}");
            assert!(!asks_secret(name, Asked::Number), "{name}");
        }
        for name in ["tokens", "completionTokens"] {
            assert!(!asks_secret(name, Asked::Number), "{name}");
        }
    }

    #[test]
    fn a_sentence_is_not_a_name() {
        assert!(speaks_of_secret("Your password for the server.", Asked::Text));
        assert!(!speaks_of_secret("Days until a password expires.", Asked::Number));
        assert!(!speaks_of_secret("The token count.", Asked::Text));
    }
}
