//! Writing to the terminal. Words of servers are made visible first: they may not move the cursor,
//! change colours or pass for ours. Whoever prints a result hears whether it could be written.

use std::io::{self, Write as _};

use serde::Serialize;

/// One line on standard output.
///
/// # Errors
/// As the system has it; `BrokenPipe` when the reader went away.
pub(crate) fn line(text: &str) -> io::Result<()> {
    writeln!(io::stdout().lock(), "{text}")
}

/// Text of a server: its own lines stay lines, everything else that hides is written out.
///
/// # Errors
/// As [`line`].
pub(crate) fn foreign(text: &str) -> io::Result<()> {
    for one in text.split('\n') {
        line(&app::visible(one.strip_suffix('\r').unwrap_or(one)))?;
    }
    Ok(())
}

/// A piece of a model's text, seen at once: as [`foreign`], and no line is ended that it does not end.
///
/// # Errors
/// As [`line`].
pub(crate) fn piece(text: &str) -> io::Result<()> {
    let text = text.replace("\r\n", "\n");
    let lines: Vec<_> = text.split('\n').map(app::visible).collect();
    bytes(lines.join("\n").as_bytes())
}

/// Bytes as they are, for a file or another program.
///
/// # Errors
/// As [`line`].
pub(crate) fn bytes(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()
}

/// JSON, indented.
///
/// # Errors
/// As [`line`].
pub(crate) fn json(value: &impl Serialize) -> io::Result<()> {
    line(&escaped(&serde_json::to_string_pretty(value)?))
}

/// JSON on one line.
///
/// # Errors
/// As [`line`].
pub(crate) fn json_line(value: &impl Serialize) -> io::Result<()> {
    line(&escaped(&serde_json::to_string(value)?))
}

/// The same JSON with everything that hides as `\u` escapes. Such characters stand in strings
/// only, where the escapes mean the same; between strings JSON has none but line ends.
fn escaped(json: &str) -> String {
    let mut shown = String::with_capacity(json.len());
    for one in json.chars() {
        if one == '\n' || !app::hides(one) {
            shown.push(one);
        } else {
            for unit in one.encode_utf16(&mut [0; 2]) {
                shown.push_str(&format!("\\u{unit:04x}"));
            }
        }
    }
    shown
}

/// `error: …` and `hint: …`
pub(crate) fn error(message: &str, hint: Option<&str>) {
    let mut out = io::stderr().lock();
    // Nothing is left to tell it to when standard error fails.
    writeln!(out, "error: {}", app::visible(message)).ok();
    if let Some(hint) = hint {
        writeln!(out, "hint: {}", app::visible(hint)).ok();
    }
}

/// Something to know that is no result, on standard error.
pub(crate) fn note(text: &str) {
    writeln!(io::stderr().lock(), "{}", app::visible(text)).ok();
}

/// A question, on standard error, without a line end.
pub(crate) fn prompt(text: &str) {
    let mut out = io::stderr().lock();
    write!(out, "{}", app::visible(text)).and_then(|()| out.flush()).ok();
}

/// Returns when nobody reads standard output any more: a log that does not grow would never find
/// out by writing.
pub(crate) async fn reader_gone() {
    // Its thread waits on when this is dropped, and goes with the process.
    let gone = tokio::task::spawn_blocking(wait_for_reader).await;
    if gone.is_err() {
        std::future::pending::<()>().await;
    }
}

fn wait_for_reader() {
    use rustix::event::{PollFd, PollFlags, poll};
    let out = io::stdout();
    loop {
        // Nothing is asked for: that the reader is gone is told anyway.
        let mut waiting = [PollFd::new(&out, PollFlags::empty())];
        match poll(&mut waiting, None) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            // It cannot be told here; the next write says it.
            Err(_) => std::thread::park(),
        }
        let [waiting] = waiting;
        if waiting.revents().intersects(PollFlags::ERR | PollFlags::HUP) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_hides_nothing_and_means_the_same() {
        let value = serde_json::json!({ "a\u{9b}b": "x\u{202e}y\u{7f}\u{e0041}\n✓" });
        let shown = escaped(&serde_json::to_string_pretty(&value).unwrap());
        assert_eq!(shown, "{\n  \"a\\u009bb\": \"x\\u202ey\\u007f\\udb40\\udc41\\n✓\"\n}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&shown).unwrap(), value);
    }
}
