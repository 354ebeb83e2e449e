//! The question for a value that Steward itself wants (HOST-64): typed twice, since it is never seen.

use app::{
    Secret,
    desk::{Goes, SecretQuestion},
};

use crate::terminal::{
    dialog::{Dialog, Heard, Step, odd},
    typing::{Echo, Typed},
    words::{brackets, ours, yes_or_no},
};

/// The question.
#[derive(Debug)]
pub(crate) struct SecretDialog {
    question: SecretQuestion,
    at: At,
}

#[derive(Debug)]
enum At {
    Once,
    /// Typed once.
    Twice(Secret),
    /// Left empty.
    Removing,
}

impl SecretDialog {
    pub(crate) fn new(question: SecretQuestion) -> Self {
        Self { question, at: At::Once }
    }

    fn head(&self) -> Vec<String> {
        let SecretQuestion { title, field, goes, removable } = &self.question;
        let field = app::clip(&app::visible(field), 200);
        let mut head = vec![match title {
            Some(title) if *goes == Goes::Provider => format!(
                "Steward asks for the {field} of the models of “{}”:",
                app::clip(&app::visible(title), 80)
            ),
            Some(title) => format!(
                "Steward asks for the secret “{field}” of the server “{}”:",
                app::clip(&app::visible(title), 80)
            ),
            None => format!("Steward asks for your secret “{field}”:"),
        }];
        head.push(match goes {
            Goes::Keychain => "It is kept in the keychain of this computer and given only to the \
                 servers that refer to it."
                .to_owned(),
            Goes::Provider => "It is kept in the keychain of this computer and sent to this \
                 address alone."
                .to_owned(),
            Goes::Memory => {
                "Steward holds it in memory until it quits, and asks again after that. \
                 It is given only to the servers that refer to it."
                    .to_owned()
            }
        });
        let empty = if *removable { "; leave it empty to remove the secret" } else { "" };
        head.push(format!("Nothing is shown of what you type{empty}. (Ctrl+C cancels.)"));
        head
    }
}

impl Dialog for SecretDialog {
    type Said = Option<Secret>;

    fn step(&self) -> Step {
        let (above, prompt, echo) = match &self.at {
            At::Once => (self.head(), "Value: ".to_owned(), Echo::Hidden),
            At::Twice(_) => (Vec::new(), "The same again: ".to_owned(), Echo::Hidden),
            At::Removing => {
                (Vec::new(), format!("Remove the secret? {} ", brackets(Some(false))), Echo::Seen)
            }
        };
        Step { above: above.into_iter().map(ours).collect(), prompt, echo }
    }

    fn hear(&mut self, typed: Typed) -> Heard<Option<Secret>> {
        let line = match typed {
            Typed::Line(line) => line,
            Typed::Cancel | Typed::Decline | Typed::Quit => return Heard::Done(None),
            Typed::Hide | Typed::Spoiled => return Heard::Again(odd(&typed).to_owned()),
        };
        match std::mem::replace(&mut self.at, At::Once) {
            At::Once if !line.is_empty() => self.at = At::Twice(line),
            At::Once if self.question.removable => self.at = At::Removing,
            At::Once => return Heard::Again("An empty one is no secret.".to_owned()),
            At::Twice(first) if first == line => return Heard::Done(Some(line)),
            At::Twice(_) => return Heard::Again("They are not the same. Once more:".to_owned()),
            At::Removing => {
                let yes = yes_or_no(line.reveal()) == Some(true);
                return Heard::Done(yes.then(|| Secret::from("")));
            }
        }
        Heard::Next
    }
}

#[cfg(test)]
mod tests {
    use crate::terminal::dialog::tests::talk;

    use super::*;

    fn dialog(removable: bool) -> SecretDialog {
        let (title, field, goes) = (None, "API_KEY".into(), Goes::Keychain);
        SecretDialog::new(SecretQuestion { title, field, goes, removable })
    }

    fn value(text: &str) -> Option<Option<Secret>> {
        Some(Some(text.into()))
    }

    /// HOST-64
    #[test]
    fn a_value_is_typed_twice_and_never_seen() {
        let (seen, said) = talk(dialog(false), &["", "hunter2", "hunter3", "hunter2", "hunter2"]);
        expect_test::expect![[r#"
            Steward asks for your secret “API_KEY”:
            It is kept in the keychain of this computer and given only to the servers that refer to it.
            Nothing is shown of what you type. (Ctrl+C cancels.)
            Value: <*
            An empty one is no secret.
            Value: <*
            The same again: <*
            They are not the same. Once more:
            Value: <*
            The same again: <*
        "#]]
        .assert_eq(&seen);
        assert_eq!(said, value("hunter2"));
    }

    /// HOST-64
    #[test]
    fn an_empty_one_removes_what_there_is_after_a_yes() {
        assert_eq!(talk(dialog(true), &["", "y"]).1, value(""));
        for no in ["", "n", "^C"] {
            assert_eq!(talk(dialog(true), &["", no]).1, Some(None), "{no}");
        }
        assert_eq!(talk(dialog(false), &["x", "^C"]).1, Some(None));
    }
}
