//! What a message of the program's own shows; it draws nothing.

use app::wire::failure::Failure;

use super::words;

/// Everything on the dialog, fit to be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sheet {
    /// The title of its window.
    pub(super) window: &'static str,
    /// What happened.
    pub(super) heading: String,
    /// What to do.
    pub(super) hint: Option<String>,
}

impl Sheet {
    /// The message for a failure to open, which ends the program.
    pub(super) fn of(failure: &Failure) -> Self {
        Self::under(words::CANNOT_OPEN, failure)
    }

    /// The message for what keeps it from opening yet; closing it ends the program.
    pub(super) fn waiting(failure: &Failure) -> Self {
        Self::under(words::WAITS, failure)
    }

    fn under(window: &'static str, failure: &Failure) -> Self {
        Self {
            window,
            heading: words::plain(&words::sentence(&failure.message)),
            hint: failure.hint.as_deref().map(words::plain),
        }
    }
}

#[cfg(test)]
mod tests {
    use app::wire::failure::Code;

    use super::*;

    #[test]
    fn what_happened_and_what_to_do_are_both_told() {
        let failure =
            Failure::new(Code::Storage, "the folder `/x` is full").hint("Free some space.");
        let sheet = Sheet::of(&failure);
        assert_eq!(sheet.heading, "The folder `/x` is full.");
        assert_eq!(sheet.hint.as_deref(), Some("Free some space."));
    }
}
