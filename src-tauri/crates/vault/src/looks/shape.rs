//! Values that are secrets whatever they are called.

/// How the tokens of known issuers begin, and how many characters follow at least.
const ISSUED: &[(&str, usize)] = &[
    ("github_pat_", 20),
    ("ghp_", 20),
    ("gho_", 20),
    ("ghu_", 20),
    ("ghs_", 20),
    ("ghr_", 20),
    ("glpat-", 16),
    ("gldt-", 16),
    ("glrt-", 16),
    ("glptt-", 16),
    ("sk-", 16),
    ("sk_live_", 16),
    ("sk_test_", 16),
    ("rk_live_", 16),
    ("rk_test_", 16),
    ("whsec_", 16),
    ("xoxa-", 10),
    ("xoxb-", 10),
    ("xoxe-", 10),
    ("xoxp-", 10),
    ("xoxr-", 10),
    ("xoxs-", 10),
    ("xapp-", 10),
    ("AKIA", 16),
    ("ASIA", 16),
    ("AIza", 30),
    ("ya29.", 20),
    ("GOCSPX-", 16),
    ("npm_", 30),
    ("pypi-", 30),
    ("hf_", 20),
    ("gsk_", 20),
    ("r8_", 20),
    ("pplx-", 20),
    ("tvly-", 16),
    ("ntn_", 20),
    ("secret_", 30),
    ("lin_api_", 20),
    ("figd_", 20),
    ("sntrys_", 20),
    ("sntryu_", 20),
    ("dop_v1_", 20),
    ("shpat_", 20),
    ("dckr_pat_", 16),
    ("hvs.", 20),
    ("PMAK-", 20),
    ("SG.", 30),
    ("ATATT3", 30),
    ("AGE-SECRET-KEY-", 20),
    ("sbp_", 20),
    ("vercel_", 20),
    ("nvapi-", 20),
    ("xai-", 20),
];

/// Words that say how to read the credential after them.
const SCHEMES: &[&str] = &["bearer", "basic", "token"];

/// A random token has at least this many characters.
const SHORTEST_RANDOM: usize = 20;

/// Whether a known kind of secret stands anywhere in `value`.
pub(super) fn is_secret(value: &str) -> bool {
    value.contains("PRIVATE KEY-----")
        || runs(value).any(|run| is_issued(run) || is_jwt(run))
        || follows_a_scheme(value)
}

/// Whether the whole of `value` is one long run of letters and digits without words in it.
pub(super) fn is_random(value: &str) -> bool {
    let inner = value.trim_end_matches('=');
    let base64 = inner.len() < value.len() || value.contains('+');
    let fits = |one: char| {
        one.is_ascii_alphanumeric()
            || matches!(one, '-' | '_')
            || (base64 && matches!(one, '+' | '/'))
    };
    inner.len() >= SHORTEST_RANDOM && inner.chars().all(fits) && !is_uuid(value) && is_mixed(inner)
}

/// Whether small letters, capitals and digits change places as often as they do by chance. Words,
/// even those of `camelCase` with a number, keep to one kind for longer.
fn is_mixed(text: &str) -> bool {
    let kinds: Vec<u8> = text.chars().filter_map(kind).collect();
    let changes = kinds.windows(2).filter(|pair| pair.first() != pair.last()).count();
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let needed = if digits > 0 { 25 } else { 40 };
    kinds.len() >= SHORTEST_RANDOM && changes * 100 >= (kinds.len() - 1) * needed
}

fn kind(one: char) -> Option<u8> {
    match one {
        'a'..='z' => Some(0),
        'A'..='Z' => Some(1),
        '0'..='9' => Some(2),
        _ => None,
    }
}

/// An identifier of this form is mostly known to others; a name can still make it a secret.
fn is_uuid(value: &str) -> bool {
    let groups: Vec<usize> = value.split('-').map(str::len).collect();
    groups == [8, 4, 4, 4, 12] && value.chars().all(|one| one.is_ascii_hexdigit() || one == '-')
}

fn runs(value: &str) -> impl Iterator<Item = &str> {
    let ends = |one: char| !(one.is_ascii_alphanumeric() || matches!(one, '_' | '-' | '.'));
    value.split(ends)
}

fn is_issued(run: &str) -> bool {
    ISSUED.iter().any(|(start, least)| {
        run.strip_prefix(start).is_some_and(|rest| {
            rest.len() >= *least && rest.chars().any(|one| one.is_ascii_digit())
        })
    })
}

/// Three parts of base64, the first of which is JSON: `{"` is written `eyJ`.
fn is_jwt(run: &str) -> bool {
    let parts: Vec<&str> = run.split('.').collect();
    run.starts_with("eyJ") && parts.len() >= 3 && parts.iter().take(2).all(|it| it.len() >= 10)
}

/// `Bearer …`, `Basic …`, `token …` with something behind it that is no word.
fn follows_a_scheme(value: &str) -> bool {
    let words: Vec<&str> = value.split(|one: char| one.is_whitespace() || one == '"').collect();
    words.windows(2).any(|pair| {
        let [scheme, credential] = pair else { return false };
        SCHEMES.iter().any(|it| scheme.eq_ignore_ascii_case(it)) && is_credential(credential)
    })
}

fn is_credential(text: &str) -> bool {
    let has = |test: fn(&char) -> bool| text.chars().skip(1).any(|one| test(&one));
    let mixed = has(char::is_ascii_uppercase) && has(char::is_ascii_lowercase);
    text.len() >= 8 && (text.len() >= 20 || mixed || has(char::is_ascii_digit))
}
