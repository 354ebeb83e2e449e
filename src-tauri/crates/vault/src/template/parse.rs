//! Taking a text apart, in one pass from left to right.

use super::{Kind, Piece, Reference};

pub(super) fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('$') {
        let (before, here) = rest.split_at(at);
        plain.push_str(before);
        if let Some(after) = here.strip_prefix("$${") {
            plain.push_str("${");
            rest = after;
        } else if let Some((piece, after)) = reference(here) {
            pieces.extend((!plain.is_empty()).then(|| Piece::Text(std::mem::take(&mut plain))));
            pieces.push(piece);
            rest = after;
        } else {
            plain.push('$');
            rest = here.strip_prefix('$').unwrap_or_default();
        }
    }
    plain.push_str(rest);
    pieces.extend((!plain.is_empty()).then_some(Piece::Text(plain)));
    pieces
}

/// The reference that `text` begins with, and what follows it.
fn reference(text: &str) -> Option<(Piece, &str)> {
    let (inside, after) = text.strip_prefix("${")?.split_once('}')?;
    if let Some(name) = inside.strip_prefix("secret:") {
        return is_key(name).then(|| (piece(Kind::Secret, name, None), after));
    }
    let inside = inside.strip_prefix("env:").unwrap_or(inside);
    let (name, default) = match inside.split_once(":-") {
        Some((name, default)) => (name, Some(default)),
        None => (inside, None),
    };
    is_variable(name).then(|| (piece(Kind::Variable, name, default), after))
}

fn piece(kind: Kind, name: &str, default: Option<&str>) -> Piece {
    let reference = Reference { kind, name: name.to_owned() };
    Piece::Reference(reference, default.map(str::to_owned))
}

fn is_variable(name: &str) -> bool {
    name.starts_with(|one: char| one.is_ascii_alphabetic() || one == '_')
        && name.chars().all(|one| one.is_ascii_alphanumeric() || one == '_')
}

/// Wider than the rule for keys, so that a misspelt one is reported and not sent as it is.
fn is_key(name: &str) -> bool {
    !name.is_empty() && !name.chars().any(|one| one.is_control() || one == '$' || one == '{')
}
