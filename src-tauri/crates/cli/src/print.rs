//! Writing to the terminal. Words of servers are made visible first: they may not move the cursor,
//! change colours or pass for ours.

use std::io::{self, Write as _};

use serde::Serialize;

/// One line on standard output. A reader that went away ends nothing.
pub(crate) fn line(text: &str) {
    writeln!(io::stdout().lock(), "{text}").ok();
}

/// Text of a server: its own lines stay lines, everything else that hides is written out.
pub(crate) fn foreign(text: &str) {
    for one in text.split('\n') {
        line(&app::visible(one.strip_suffix('\r').unwrap_or(one)));
    }
}

/// JSON, indented.
pub(crate) fn json(value: &impl Serialize) {
    match serde_json::to_string_pretty(value) {
        Ok(text) => line(&text),
        Err(problem) => error(&format!("cannot print: {problem}"), None),
    }
}

/// `error: …` and `hint: …`
pub(crate) fn error(message: &str, hint: Option<&str>) {
    let mut out = io::stderr().lock();
    writeln!(out, "error: {}", app::visible(message)).ok();
    if let Some(hint) = hint {
        writeln!(out, "hint: {}", app::visible(hint)).ok();
    }
}

/// Something to know that is no result, on standard error.
pub(crate) fn note(text: &str) {
    writeln!(io::stderr().lock(), "{}", app::visible(text)).ok();
}
