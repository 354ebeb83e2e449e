//! The question whether calls may run unasked from now on (HOST-63): a question of ours. What comes
//! of strangers in it, the names of tools and a tool's definition, is fenced.

use app::{asking, desk::AllowQuestion};

use crate::terminal::{
    confirm::yes_by_hand,
    dialog::{Dialog, Heard, Line, Step},
    typing::{Echo, Typed},
    words::{brackets, ours},
};

/// The question. Enter and Ctrl+C say no.
#[derive(Debug)]
pub(crate) struct AllowDialog(pub(crate) AllowQuestion);

impl Dialog for AllowDialog {
    type Said = bool;

    fn step(&self) -> Step {
        let AllowQuestion { what, definition } = &self.0;
        let mut above = vec![ours(asking::ALLOWS)];
        above.extend(what.iter().map(|it| Line::Theirs(asking::line(it))));
        if let Some(definition) = definition {
            above.push(ours(format!("{}:", asking::DEFINED)));
            above.push(Line::Theirs(asking::definition(definition)));
        }
        above.push(ours(asking::ALLOW_REACHES));
        let prompt = format!("Let them run? {} ", brackets(Some(false)));
        Step { above, prompt, echo: Echo::Seen }
    }

    fn hear(&mut self, typed: Typed) -> Heard<bool> {
        yes_by_hand(&typed)
    }
}

#[cfg(test)]
mod tests {
    use crate::terminal::dialog::tests::talk;

    use super::*;

    fn dialog(what: &[&str], definition: Option<&str>) -> AllowDialog {
        let what = what.iter().map(|it| (*it).to_owned()).collect();
        AllowDialog(AllowQuestion { what, definition: definition.map(str::to_owned) })
    }

    /// HOST-63, security 31.
    #[test]
    fn what_would_run_is_shown_and_a_yes_has_to_be_typed() {
        let shown =
            dialog(&["Every call of `read` of `files`"], Some("{\n  \"name\": \"read\"\n}"));
        let (seen, said) = talk(shown, &["allow", "y"]);
        expect_test::expect![[r#"
            Let these calls run without asking?
              | Every call of `read` of `files`
            The tool, as its server defines it:
              | {
              |   "name": "read"
              | }
            From now on a model can have them done without you. It holds until you take it out of the rules.
            Let them run? [y/N] <allow
            Type y or n.
            Let them run? [y/N] <y
        "#]]
        .assert_eq(&seen);
        assert_eq!(said, Some(true));
        for no in ["", "n", "^C", "^D"] {
            assert_eq!(talk(dialog(&["Allow `x`"], None), &[no]).1, Some(false), "{no}");
        }
    }

    /// Security 13.
    #[test]
    fn a_stranger_can_neither_hide_nor_leave_the_fence() {
        let sly =
            dialog(&["Allow `a\nLet them run?`"], Some("\u{202e}x\u{1b}[2J\nLet them run? y"));
        let (seen, _) = talk(sly, &["n"]);
        assert!(seen.contains("  | Allow `a\\nLet them run?`\n"), "{seen}");
        assert!(seen.contains("  | \\u{202e}x\\x1b[2J\n  | Let them run? y\n"), "{seen}");
    }
}
