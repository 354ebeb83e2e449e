//! Texts taken apart where a secret may stand in them: between references, and under names of
//! their own in addresses, assignments, header lines, JSON and scripts. It judges nothing.

use std::ops::Range;

use vault::template::Template;

/// A stretch of a text with references in it.
pub(crate) enum Piece<'a> {
    /// What stands for itself.
    Plain(&'a str),
    /// `${VAR}`, `${VAR:-default}` or `${secret:KEY}`.
    Reference {
        /// As it is written.
        raw: &'a str,
        /// What stands in when the variable is unset.
        default: Option<&'a str>,
    },
}

/// A stretch of a text that may be a secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Part<'a> {
    /// What it is called; empty if it has no name.
    pub(crate) name: &'a str,
    /// Where in the text its value stands.
    pub(crate) range: Range<usize>,
}

/// What a part of an address is called that has no name of its own.
pub(crate) const PATH: &str = "address";

/// The text between its references and these, in order.
pub(crate) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let (mut plain, mut at) = (0, 0);
    while let Some(found) = text.get(at..).and_then(|it| it.find('$')) {
        at += found;
        let rest = text.get(at..).unwrap_or_default();
        if rest.starts_with("$${") {
            at += 3;
            continue;
        }
        let raw = reference(rest);
        if let Some(raw) = raw {
            pieces.extend(text.get(plain..at).filter(|it| !it.is_empty()).map(Piece::Plain));
            let default = raw.split_once(":-").and_then(|(_, it)| it.strip_suffix('}'));
            pieces.push(Piece::Reference { raw, default });
            plain = at + raw.len();
        }
        at += raw.map_or(1, str::len);
    }
    pieces.extend(text.get(plain..).filter(|it| !it.is_empty()).map(Piece::Plain));
    pieces
}

/// The reference at the beginning of `text`; the template itself says what is one.
fn reference(text: &str) -> Option<&str> {
    let raw = text.get(..=text.starts_with("${").then(|| text.find('}')).flatten()?)?;
    Template::parse(raw).references().next().is_some().then_some(raw)
}

/// Whether a text can be the name of a variable, header, parameter or flag.
pub(crate) fn is_name(text: &str) -> bool {
    text.contains(|one: char| one.is_ascii_alphabetic())
        && text.chars().all(|one| one.is_ascii_alphanumeric() || matches!(one, '_' | '-' | '.'))
}

/// All that may be secrets in a text, in order and apart from each other.
pub(crate) fn named_parts(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    // The name of the next word, as `--token` or `"token":` give it, and the word before.
    let (mut name, mut before) = (None, "");
    for Word { start, text: word } in words(text) {
        let at = |inner: Range<usize>| start + inner.start..start + inner.end;
        let (own, value) = split(word);
        if word.contains("://") {
            parts.extend(address(word).into_iter().map(|it| Part { range: at(it.range), ..it }));
            name = None;
        } else if value.is_empty() {
            // `token:`, `token=`, `--token`, or a separator that stands alone.
            name = Some(if own.is_empty() { before } else { own }).filter(|it| is_name(it));
        } else if let Some(own) = Some(own).filter(|it| is_name(it)) {
            parts.push(Part { name: own, range: at(word.len() - value.len()..word.len()) });
            name = None;
        } else if value.len() < word.len() && is_name(before) {
            parts.push(Part { name: before, range: at(word.len() - value.len()..word.len()) });
            name = None;
        } else if !is_scheme(word) {
            match name.take() {
                Some(name) => parts.push(Part { name, range: at(0..word.len()) }),
                None => parts.extend(segments(word).map(|it| Part { name: "", range: at(it) })),
            }
        }
        before = word;
    }
    parts
}

struct Word<'a> {
    start: usize,
    text: &'a str,
}

/// What stands between white space, quotes, brackets and the separators of addresses and
/// connection strings.
fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    let parts = |one: char| one.is_whitespace() || "\"'`\\?&;#{}[]()".contains(one);
    let start = move |word: &str| word.as_ptr().addr() - text.as_ptr().addr();
    text.split(parts).filter(|it| !it.is_empty()).map(move |it| Word { start: start(it), text: it })
}

/// Name and value of `a=b`, `a:b` or `--a`; no name where there is none.
fn split(word: &str) -> (&str, &str) {
    let found = word.find(['=', ':']).and_then(|at| Some((word.get(..at)?, word.get(at + 1..)?)));
    match found {
        Some((name, value)) => (name.trim_start_matches('-'), value),
        None if word.starts_with('-') => (word.trim_start_matches('-'), ""),
        None => ("", word),
    }
}

fn is_scheme(word: &str) -> bool {
    ["bearer", "basic", "token", "apikey", "digest"].iter().any(|it| word.eq_ignore_ascii_case(it))
}

/// Password and path segments of an address without its query.
fn address(word: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let Some(authority) = word.find("://").map(|it| it + 3) else { return parts };
    let length = word.get(authority..).and_then(|it| it.find('/'));
    let path = length.map_or(word.len(), |it| authority + it);
    let host = word.get(authority..path).and_then(|it| it.rfind('@')).map(|it| authority + it);
    if let Some(host) = host {
        let colon = word.get(authority..host).and_then(|it| it.find(':'));
        parts.push(match colon.map(|it| authority + it + 1) {
            Some(password) => Part { name: "password", range: password..host },
            None => Part { name: PATH, range: authority..host },
        });
    }
    let rest = word.get(path..).unwrap_or_default();
    let webhook = ["/services/", "/api/webhooks/"].into_iter().find(|it| rest.starts_with(it));
    match webhook {
        // Who knows what follows is let in.
        Some(start) => parts.push(Part { name: "secret", range: path + start.len()..word.len() }),
        None => parts.extend(
            segments(rest).map(|it| Part { name: PATH, range: path + it.start..path + it.end }),
        ),
    }
    parts
}

/// What stands between slashes.
fn segments(word: &str) -> impl Iterator<Item = Range<usize>> {
    let start = move |it: &str| it.as_ptr().addr() - word.as_ptr().addr();
    word.split('/').filter(|it| !it.is_empty()).map(move |it| start(it)..start(it) + it.len())
}
