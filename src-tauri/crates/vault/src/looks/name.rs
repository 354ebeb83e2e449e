//! What the name of a value says about it.

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

/// What a longer word may end in, as in `PGPASSWORD`.
const STRONG_ENDS: &[&str] = &["PASSWORD", "PASSWD", "PASSPHRASE", "SECRET", "TOKEN", "APIKEY"];

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

/// Values that choose between ways and are never secrets.
const CHOICES: &[&str] = &[
    "0",
    "1",
    "auto",
    "basic",
    "bearer",
    "default",
    "disable",
    "disabled",
    "enable",
    "enabled",
    "false",
    "no",
    "none",
    "null",
    "oauth",
    "oauth2",
    "off",
    "on",
    "optional",
    "required",
    "true",
    "undefined",
    "yes",
];

/// Ends of file names that keys and certificates have.
const FILES: &[&str] = &[
    ".cer", ".crt", ".env", ".ini", ".json", ".key", ".p12", ".pem", ".pfx", ".pub", ".toml",
    ".txt", ".yaml", ".yml",
];

/// How surely a name names a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Grade {
    Mild,
    Middling,
    Strong,
}

/// Whether `value` is a secret because of its name.
pub(super) fn makes_secret(name: &str, value: &str) -> bool {
    let Some(grade) = grade(name) else { return false };
    if value.is_empty() || is_choice(value) || is_placeholder(value) {
        return false;
    }
    let digits = value.chars().all(|one| one.is_ascii_digit() || matches!(one, '.' | '-' | '_'));
    match grade {
        Grade::Strong => true,
        Grade::Middling => !is_place(value) && (!digits || value.len() >= 4),
        Grade::Mild => !is_place(value) && !digits,
    }
}

/// Whether the name says that its value may be known, however random it looks.
pub(super) fn is_public(name: &str) -> bool {
    let words = plain_words(name);
    is_about(&words) || words.iter().any(|word| word == "PUBLIC")
}

fn grade(name: &str) -> Option<Grade> {
    let words = plain_words(name);
    if is_about(&words) {
        return None;
    }
    let before = std::iter::once("").chain(words.iter().map(String::as_str));
    words.iter().zip(before).filter_map(|(word, before)| of_word(word, before)).max()
}

fn of_word(word: &str, before: &str) -> Option<Grade> {
    let ends_strong = || STRONG_ENDS.iter().any(|end| word.ends_with(end));
    if word == "KEY" && before == "PUBLIC" {
        None
    } else if STRONG.contains(&word) || ends_strong() {
        Some(Grade::Strong)
    } else if MIDDLING.contains(&word) || (word == "KEY" && BEFORE_KEY.contains(&before)) {
        Some(Grade::Middling)
    } else {
        MILD.contains(&word).then_some(Grade::Mild)
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

fn is_choice(value: &str) -> bool {
    CHOICES.iter().any(|choice| value.eq_ignore_ascii_case(choice))
}

/// What examples hold in place of a secret: `<your token>`, `YOUR_API_KEY_HERE`, `***`.
fn is_placeholder(value: &str) -> bool {
    let wordy = |text: &str| {
        text.chars().all(|one| one.is_ascii_alphabetic() || matches!(one, ' ' | '_' | '-'))
    };
    let inside = value.strip_prefix('<').and_then(|it| it.strip_suffix('>'));
    let is_yours = || {
        let found = words(value);
        found.first().is_some_and(|word| word == "YOUR")
            && found
                .iter()
                .any(|word| matches!(word.as_str(), "KEY" | "TOKEN" | "SECRET" | "PASSWORD"))
    };
    inside.is_some_and(wordy)
        || (wordy(value) && is_yours())
        || value.chars().all(|one| matches!(one, '*' | '.' | '…' | 'x' | 'X' | '•'))
}

/// A path or an address.
fn is_place(value: &str) -> bool {
    let mut start = value.chars();
    let drive = start.next().is_some_and(|one| one.is_ascii_alphabetic())
        && start.next() == Some(':')
        && start.next().is_some_and(|one| matches!(one, '\\' | '/'));
    let lower = value.to_ascii_lowercase();
    drive
        || value.starts_with(['/', '~'])
        || value.starts_with("./")
        || value.starts_with("../")
        || value.contains("://")
        || FILES.iter().any(|end| lower.ends_with(end))
}
