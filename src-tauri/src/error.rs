//! Why the shell could not even show a window, and how that is said on a terminal.

use std::io;

/// The shell's own failures; those of the app are `Failure`s and are shown in a window.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// There is no X or Wayland display.
    #[error("no display to open a window on")]
    NoDisplay,
    /// The system knows no home for this person.
    #[error("no home folder is known")]
    NoHome,
    /// The threads for background work could not be had.
    #[error("cannot start background work")]
    Runtime(#[source] io::Error),
    /// The toolkit gave up.
    #[error("cannot open the window")]
    Window(#[from] tauri::Error),
}

impl Error {
    /// What to do about it.
    fn hint(&self) -> Option<&'static str> {
        match self {
            Self::NoDisplay => Some("start it in a desktop session, or use `stewardctl`"),
            Self::NoHome => Some("name a folder for what Steward keeps: `--data-dir DIR`"),
            Self::Runtime(_) | Self::Window(_) => None,
        }
    }
}

/// Says it on standard error, with every cause and with what to do.
#[expect(clippy::print_stderr, reason = "there is no window to say it in")]
pub(crate) fn say(error: &Error) {
    eprint!("{}", told(error));
}

fn told(error: &Error) -> String {
    let mut text = format!("error: {error}");
    let mut cause = std::error::Error::source(error);
    while let Some(it) = cause {
        text.push_str(&format!(": {it}"));
        cause = it.source();
    }
    text.push('\n');
    if let Some(hint) = error.hint() {
        text.push_str(&format!("hint: {hint}\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_told_with_its_cause_and_what_to_do() {
        assert_eq!(
            told(&Error::NoDisplay),
            "error: no display to open a window on\n\
             hint: start it in a desktop session, or use `stewardctl`\n"
        );
        assert_eq!(
            told(&Error::Runtime(io::Error::other("too many threads"))),
            "error: cannot start background work: too many threads\n"
        );
    }
}
