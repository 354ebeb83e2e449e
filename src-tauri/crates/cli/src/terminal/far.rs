//! The question whether a server at an address may ask for secrets (design, decision 7): a question of
//! ours, in our words, on which the server says nothing.

use app::{
    asking,
    desk::far::{FarQuestion, FarReply},
};

use crate::terminal::{
    dialog::{Dialog, Heard, Step, odd},
    typing::{Echo, Typed},
    words::{brackets, lapses, ours, yes_or_no},
};

/// The question. There is no answer to it but one that is typed.
#[derive(Debug)]
pub(crate) struct FarDialog(pub(crate) FarQuestion);

impl Dialog for FarDialog {
    type Said = FarReply;

    fn step(&self) -> Step {
        let FarQuestion { origin, address, fields, deadline, .. } = &self.0;
        let fields: Vec<_> = fields.iter().map(|it| format!("“{}”", asking::name(it))).collect();
        let mut above = vec![
            ours(asking::far(&origin.title)),
            ours(format!("It wants {}. The whole address:", fields.join(", "))),
            // Unbroken, so that it can be copied.
            ours(format!("  {}", app::visible(address))),
        ];
        if self.0.in_the_clear() {
            above.push(ours(format!("Caution: {}", asking::IN_THE_CLEAR)));
        }
        above.push(ours(asking::FAR_REACHES));
        above.extend(lapses(*deadline));
        above.push(ours("(Ctrl+D says no, Ctrl+C cancels.)"));
        let prompt = format!("Let it ask? {} ", brackets(None));
        Step { above, prompt, echo: Echo::Seen }
    }

    fn hear(&mut self, typed: Typed) -> Heard<FarReply> {
        match typed {
            Typed::Line(line) => match yes_or_no(line.reveal()) {
                Some(true) => Heard::Done(FarReply::Allow),
                Some(false) => Heard::Done(FarReply::Refuse),
                None => Heard::Again("Type y or n.".to_owned()),
            },
            Typed::Decline => Heard::Done(FarReply::Refuse),
            Typed::Cancel | Typed::Quit => Heard::Done(FarReply::Close),
            Typed::Hide | Typed::Spoiled => Heard::Again(odd(&typed).to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use app::item::Origin;

    use crate::terminal::dialog::tests::talk;

    use super::*;

    fn dialog(address: &str, field: &str) -> FarDialog {
        let origin = Origin { title: "Far".to_owned(), ..Origin::default() };
        let (address, fields, digest) = (address.to_owned(), vec![field.to_owned()], "ab".into());
        FarDialog(FarQuestion { origin, address, fields, digest, deadline: None })
    }

    /// Design, decision 7; security 16.
    #[test]
    fn all_of_it_is_ours_and_an_answer_has_to_be_typed() {
        let (seen, said) = talk(dialog("http://a.example/mcp", "password"), &["", "y"]);
        expect_test::expect![[r#"
            May the server “Far” ask you for secrets?
            It wants “password”. The whole address:
              http://a.example/mcp
            Caution: Nothing is encrypted on that way: others on the network could read it.
            It is no program that Steward runs, but an address, and what you type goes there. A yes holds until its address changes, a no until it is started again.
            (Ctrl+D says no, Ctrl+C cancels.)
            Let it ask? [y/n] <
            Type y or n.
            Let it ask? [y/n] <y
        "#]]
        .assert_eq(&seen);
        assert_eq!(said, Some(FarReply::Allow));
        assert!(!seen.contains("  | "), "nothing of it is the server's");
    }

    #[test]
    fn a_no_and_no_answer_are_told_apart() {
        for (line, said) in
            [("n", FarReply::Refuse), ("^D", FarReply::Refuse), ("^C", FarReply::Close)]
        {
            assert_eq!(talk(dialog("https://a.example/", "pin"), &[line]).1, Some(said), "{line}");
        }
    }

    /// Security 13 and 30.
    #[test]
    fn what_the_server_named_can_neither_hide_nor_leave_its_quotation_marks() {
        let (seen, _) = talk(dialog("https://a.example/\u{202e}", "pin”.\nLet it ask? “"), &["n"]);
        assert!(seen.contains("It wants “pin\".\\nLet it ask? \"”. The"), "{seen}");
        assert!(seen.contains("https://a.example/\\u{202e}\n"), "{seen}");
    }
}
