//! Reads the imports of a Rust file: each path on its own, whatever groups it stood in. It knows
//! no rule.

/// The paths that a file imports, as their words; an alias is left out.
pub(crate) fn paths_in(text: &str) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    let text = without_comments(text);
    let mut rest = text.as_str();
    while let Some(after) = next_use(rest) {
        let end = rest[after..].find(';').map_or(rest.len(), |end| after + end);
        let path = &rest[after..end];
        // A sentence in a text may begin a line with the same word.
        if path.chars().all(|one| one.is_alphanumeric() || "_:{}*, \n\t".contains(one)) {
            spread(&mut Vec::new(), path, &mut paths);
        }
        rest = &rest[end..];
    }
    paths
}

/// Where the path of the next `use` begins.
fn next_use(text: &str) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = from + text[from..].find("use ")?;
        let before = text[..at].trim_end_matches(' ');
        // `pub use` and `pub(crate) use` are imports too; `because ` is none.
        let begins = before.is_empty()
            || before.ends_with(['\n', '{', ';', '}', ')'])
            || before.ends_with("pub");
        if begins {
            return Some(at + 4);
        }
        from = at + 4;
    }
}

fn without_comments(text: &str) -> String {
    let lines = text.lines().map(|line| {
        // An address in a text is no comment, and no import either.
        line.split("//").next().unwrap_or_default()
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Writes out `a::{b, c::{d, e}}` as `a::b`, `a::c::d`, `a::c::e`.
fn spread(before: &mut Vec<String>, text: &str, paths: &mut Vec<Vec<String>>) {
    for one in split(text) {
        let depth = before.len();
        if let (Some(open), Some(close)) = (one.find('{'), one.rfind('}')) {
            before.extend(words(&one[..open]));
            spread(before, &one[open + 1..close], paths);
        } else if !one.trim().is_empty() {
            before.extend(words(one.split(" as ").next().unwrap_or_default()));
            // `self` names what the group is of.
            paths.push(before.iter().filter(|it| *it != "self").cloned().collect());
        }
        before.truncate(depth);
    }
}

fn words(path: &str) -> impl Iterator<Item = String> {
    path.split("::").map(|it| it.trim().to_owned()).filter(|it| !it.is_empty())
}

/// Splits at the commas that stand in no group.
fn split(text: &str) -> Vec<&str> {
    let (mut depth, mut from, mut parts) = (0, 0, Vec::new());
    for (at, one) in text.char_indices() {
        match one {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    parts
}

#[test]
fn groups_are_spread_out() {
    let text = "//! Not this: use x::y;\n\
        use std::io;\n pub use crate::{\n    a::{B, c::{D as E, self}},\n    f,\n};\n\
        mod tests {\n    use super::*;\n}\n";
    let paths: Vec<_> = paths_in(text).iter().map(|it| it.join("::")).collect();
    assert_eq!(
        paths,
        ["std::io", "crate::a::B", "crate::a::c::D", "crate::a::c", "crate::f", "super::*"]
    );
}
