//! What the name of a value says about it.

use stdx::{
    naming::{Grade, grade},
    words::words,
};

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
