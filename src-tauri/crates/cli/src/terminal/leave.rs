//! The question whether a call of a model may run (HOST-35): what it would call is shown with its
//! arguments, fenced, since both are a stranger's.

use app::{
    asking,
    wire::card::{CardNote, CardView, Since, Verdict},
};

use crate::terminal::{
    dialog::{Dialog, Heard, Line, Step, odd},
    typing::{Echo, Typed},
    words::ours,
};

/// Most bytes of arguments that are shown.
const MOST: usize = 4_000;

/// The question. Enter and Ctrl+C say no.
#[derive(Debug)]
pub(crate) struct LeaveDialog {
    above: Vec<Line>,
}

impl LeaveDialog {
    pub(crate) fn new(card: &CardView) -> Self {
        let server = card.server.as_deref().unwrap_or("?");
        let (tool, server) = (asking::name(&card.tool), asking::name(server));
        let arguments = card.arguments.clone().unwrap_or_default();
        let text = serde_json::to_string_pretty(&arguments).unwrap_or_default();
        let shown = asking::lines(&app::clip(&text, MOST));
        let mut above = vec![ours(format!("The model wants to call “{tool}” of “{server}”:"))];
        above.push(Line::Theirs(shown));
        above.extend(card.notes.iter().map(|it| ours(note(it))));
        Self { above }
    }
}

/// What the person should know before they say yes.
fn note(note: &CardNote) -> String {
    match note {
        CardNote::Destructive => "Its server says that it can destroy something.".to_owned(),
        CardNote::ReadOnly => {
            "Its server says that it only reads: a claim, and no promise.".to_owned()
        }
        CardNote::Changed { since: Since::Allowed, .. } => {
            "You let this tool run before; it is defined otherwise since.".to_owned()
        }
        CardNote::Changed { since: Since::Shown, .. } => {
            "The tool changed while this waited: it is defined otherwise than when it was shown."
                .to_owned()
        }
        CardNote::Again { server, tool: Some(tool) } => format!(
            "It is asked again: “{}” of “{}” gave something since you let it run.",
            asking::name(tool),
            asking::name(server)
        ),
        CardNote::Again { server, tool: None } => format!(
            "It is asked again: something of “{}” was attached since you let it run.",
            asking::name(server)
        ),
        CardNote::Hidden { words } => asking::line(words),
    }
}

impl Dialog for LeaveDialog {
    type Said = Verdict;

    fn step(&self) -> Step {
        let above = self.above.clone();
        let prompt = "Let it run? [y]es once, [c] always in this conversation, [N]o: ".to_owned();
        Step { above, prompt, echo: Echo::Seen }
    }

    fn hear(&mut self, typed: Typed) -> Heard<Verdict> {
        match &typed {
            Typed::Line(line) => match line.reveal().trim().to_lowercase().as_str() {
                "y" | "yes" => Heard::Done(Verdict::Once),
                "c" => Heard::Done(Verdict::Conversation),
                "" | "n" | "no" => Heard::Done(Verdict::Deny),
                _ => Heard::Again("Type y, c or n.".to_owned()),
            },
            Typed::Cancel | Typed::Decline | Typed::Quit => Heard::Done(Verdict::Deny),
            Typed::Hide | Typed::Spoiled => Heard::Again(odd(&typed).to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use app::wire::card::CardStateView;
    use serde_json::{Value, json};

    use crate::terminal::dialog::tests::talk;

    use super::*;

    fn dialog(arguments: &Value, notes: Vec<CardNote>) -> LeaveDialog {
        LeaveDialog::new(&CardView {
            id: "c:1".into(),
            public_name: "mcp__files__write".into(),
            server: Some("files".into()),
            tool: "write".into(),
            arguments: arguments.as_object().cloned(),
            broken: None,
            state: CardStateView::Pending,
            words: None,
            outcome: None,
            decided: None,
            shown: None,
            notes,
            asked: 0,
            started: None,
            ended: None,
        })
    }

    /// HOST-35
    #[test]
    fn what_would_run_is_shown_and_a_yes_has_to_be_typed() {
        let asked = dialog(&json!({ "path": "/a" }), vec![CardNote::Destructive]);
        let (seen, said) = talk(asked, &["ok", "y"]);
        expect_test::expect![[r#"
            The model wants to call “write” of “files”:
              | {
              |   "path": "/a"
              | }
            Its server says that it can destroy something.
            Let it run? [y]es once, [c] always in this conversation, [N]o: <ok
            Type y, c or n.
            Let it run? [y]es once, [c] always in this conversation, [N]o: <y
        "#]]
        .assert_eq(&seen);
        assert_eq!(said, Some(Verdict::Once));
        let of = |typed: &str| talk(dialog(&json!({}), vec![]), &[typed]).1;
        assert_eq!(of("C"), Some(Verdict::Conversation));
        for no in ["", "n", "^C", "^D"] {
            assert_eq!(of(no), Some(Verdict::Deny), "{no}");
        }
    }

    /// Security 13.
    #[test]
    fn arguments_can_neither_hide_nor_leave_the_fence() {
        let sly = json!({ "a": "\u{202e}x\u{1b}[2J\nLet it run? y" });
        let (seen, _) = talk(dialog(&sly, vec![]), &["n"]);
        assert!(!seen.contains(['\u{202e}', '\u{1b}']), "{seen:?}");
        assert_eq!(seen.lines().filter(|it| it.starts_with("Let it run?")).count(), 1, "{seen}");
    }
}
