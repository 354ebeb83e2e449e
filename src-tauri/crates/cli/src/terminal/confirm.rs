//! A question of our own that is answered by yes or no.

use crate::terminal::{
    dialog::{Dialog, Heard, Step, odd},
    typing::{Echo, Typed},
    words::{brackets, ours, yes_or_no},
};

/// The question. Enter and Ctrl+C say no.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Confirm {
    /// What is shown above it.
    pub(crate) above: Vec<String>,
    /// What is asked.
    pub(crate) ask: String,
}

impl Dialog for Confirm {
    type Said = bool;

    fn step(&self) -> Step {
        let above = self.above.iter().map(ours).collect();
        let prompt = format!("{} {} ", self.ask, brackets(Some(false)));
        Step { above, prompt, echo: Echo::Seen }
    }

    fn hear(&mut self, typed: Typed) -> Heard<bool> {
        yes_by_hand(&typed)
    }
}

/// Whether it is a yes: one that is typed, and nothing else.
pub(crate) fn yes_by_hand(typed: &Typed) -> Heard<bool> {
    match typed {
        Typed::Line(line) if line.reveal().trim().is_empty() => Heard::Done(false),
        Typed::Line(line) => match yes_or_no(line.reveal()) {
            Some(said) => Heard::Done(said),
            None => Heard::Again("Type y or n.".to_owned()),
        },
        Typed::Cancel | Typed::Decline | Typed::Quit => Heard::Done(false),
        Typed::Hide | Typed::Spoiled => Heard::Again(odd(typed).to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use crate::terminal::dialog::tests::talk;

    use super::*;

    #[test]
    fn a_yes_has_to_be_typed() {
        let confirm = Confirm { above: vec!["It is red.".into()], ask: "Paint it?".into() };
        let said = |lines: &[&str]| talk(confirm.clone(), lines);
        assert_eq!(
            said(&["maybe", "y"]),
            (
                "It is red.\nPaint it? [y/N] <maybe\nType y or n.\nPaint it? [y/N] <y\n".into(),
                Some(true)
            )
        );
        for no in ["", "n", "^C", "^D"] {
            assert_eq!(said(&[no]).1, Some(false), "{no}");
        }
    }
}
