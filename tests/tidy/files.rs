//! How a Rust file looks: it says what it is for, stays short, and keeps the habits of the house.

use crate::{
    sources::{Source, lines_with, none, rust},
    uses::paths_in,
};

const MOST_LINES: usize = 500;

/// Names that say nothing of what a thing does.
const EMPTY_WORDS: &[&str] = &["Manager", "Service", "Helper", "Utils", "Util"];

/// What an attribute or a call would be, in two halves: this file may say it.
const FORBIDDEN: &[(&str, &str)] = &[
    (concat!("#[", "ignore"), "a test that is not run shows nothing"),
    (concat!("tokio::", "spawn("), "every task has an owner: stdx::tasks"),
    (concat!("task::", "spawn("), "every task has an owner: stdx::tasks"),
    (concat!("lazy_", "static!"), "nothing is global"),
    (concat!("static ", "mut "), "nothing is global"),
    (concat!("thread_", "local!"), "nothing is global"),
];

#[test]
fn every_file_says_what_it_is_for() {
    let silent = rust().into_iter().filter(|it| !it.text.starts_with("//! "));
    none("a file begins with what it is for (`//! …`)", silent.map(|it| it.name));
}

#[test]
fn files_stay_short() {
    let long = rust().into_iter().filter_map(|source| {
        let lines = source.without_tests().lines().count();
        (lines > MOST_LINES).then(|| format!("{}: {lines} lines", source.name))
    });
    none("500 lines are the end; at 300 look for the seam", long);
}

#[test]
fn errors_are_types() {
    let texts = rust().into_iter().flat_map(|source| {
        let found: Vec<_> =
            text_errors(&source.text).map(|it| format!("{}: Result<{it}>", source.name)).collect();
        found
    });
    none("an error is one enum a crate, not a text", texts);
}

/// The arguments of each `Result<…>` whose error is a text.
fn text_errors(text: &str) -> impl Iterator<Item = String> {
    text.split(concat!("Result", "<")).skip(1).filter_map(|rest| {
        let mut depth = 1;
        let end = rest.char_indices().find_map(|(at, one)| {
            match one {
                '<' | '(' | '[' => depth += 1,
                // The arrow of a function's type closes nothing.
                '>' if !rest[..at].ends_with(['-', '=']) => depth -= 1,
                ')' | ']' => depth -= 1,
                _ => {}
            }
            (depth == 0).then_some(at)
        })?;
        let arguments = rest[..end].trim_end_matches([',', ' ', '\n']);
        let error = arguments.rsplit(',').next()?.trim();
        let is_text = matches!(error, "String" | "&str" | "&'static str");
        (is_text && arguments.contains(',')).then(|| arguments.to_owned())
    })
}

#[test]
fn what_was_seen_going_wrong_stays_out() {
    let mut complaints = Vec::new();
    for Source { name, text } in rust() {
        for (what, why) in FORBIDDEN {
            for (line, _) in lines_with(&text, |line| line.contains(what)) {
                complaints.push(format!("{name}:{line}: `{what}`: {why}"));
            }
        }
    }
    none("these stay out", complaints);
}

#[test]
fn nothing_is_global() {
    let mut complaints = Vec::new();
    for Source { name, text } in rust() {
        for (line, text) in lines_with(&text, is_static) {
            complaints.push(format!("{name}:{line}: {}", text.trim()));
        }
    }
    none("what changes has an owner, and what does not is a `const`", complaints);
}

/// Whether a line begins a `static` item.
fn is_static(line: &str) -> bool {
    let words: Vec<_> = line.split_whitespace().take(3).collect();
    let item = match words.as_slice() {
        [visible, rest @ ..] if visible.starts_with("pub") => rest,
        all => all,
    };
    matches!(item, ["static", named, ..] if named.ends_with(':'))
}

#[test]
fn imports_name_what_they_take() {
    let mut complaints = Vec::new();
    for source in rust().iter().filter(|it| !it.is_test()) {
        for path in paths_in(source.without_tests()) {
            if path.last().is_some_and(|it| it == "*") {
                complaints.push(format!("{}: {}", source.name, path.join("::")));
            }
        }
    }
    none("no glob imports but `super::*` in tests", complaints);
}

#[test]
fn only_the_face_of_a_crate_re_exports() {
    let mut complaints = Vec::new();
    for source in rust().iter().filter(|it| !it.is_lib()) {
        let is_re_export = |line: &str| {
            let line = line.trim_start();
            line.starts_with("pub use ") || (line.starts_with("pub(") && line.contains(") use "))
        };
        for (line, text) in lines_with(source.without_tests(), is_re_export) {
            complaints.push(format!("{}:{line}: {}", source.name, text.trim()));
        }
    }
    none("re-exports stand in lib.rs", complaints);
}

#[test]
fn things_are_named_after_what_they_do() {
    let mut complaints = Vec::new();
    for Source { name, text } in rust() {
        let kinds = ["struct ", "enum ", "trait ", "type ", "mod "];
        for (at, line) in text.lines().enumerate() {
            let line =
                line.trim_start().trim_start_matches("pub ").trim_start_matches("pub(crate) ");
            let named = kinds.iter().find_map(|kind| line.strip_prefix(kind)).unwrap_or_default();
            let named = named.split(|one: char| !one.is_alphanumeric()).next().unwrap_or_default();
            let empty = |word: &&&str| named.ends_with(**word) || named == word.to_lowercase();
            if let Some(word) = EMPTY_WORDS.iter().find(empty) {
                complaints.push(format!("{name}:{}: `{named}` is a {word}", at + 1));
            }
        }
    }
    none("names come from the domain", complaints);
}

#[test]
fn global_items_are_found_wherever_they_stand() {
    for bad in ["static A: u8 = 0;", "    static NEXT: AtomicU64 =", "pub(crate) static B: X"] {
        assert!(is_static(bad), "{bad}");
    }
    for good in
        ["const A: u8 = 0;", "let a: &'static str = \"\";", "// static things: none", "fn x()"]
    {
        assert!(!is_static(good), "{good}");
    }
}

#[test]
fn text_errors_are_found_in_every_form() {
    let found =
        |arguments: &str| text_errors(&format!("fn x() -> Result<{arguments}> {{}}")).count();
    for bad in ["A, String", "Vec<(A, B)>, &'static str", "\n  A,\n  String,\n"] {
        assert_eq!(found(bad), 1, "{bad}");
    }
    for good in ["String", "String, Error", "(A, String), E", "Map<A, String>, E"] {
        assert_eq!(found(good), 0, "{good}");
    }
}
