//! What every question at the terminal is made of: steps that are shown and answered by a line. It
//! decides nothing about any of them.

use crate::terminal::typing::{Echo, Typed};

/// A question. It is pure: whoever drives it shows the steps and reads the lines.
pub(crate) trait Dialog {
    /// What comes of it.
    type Said;

    /// What is asked now.
    fn step(&self) -> Step;

    /// Takes what was typed.
    fn hear(&mut self, typed: Typed) -> Heard<Self::Said>;
}

/// One step of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Step {
    /// What is shown above the line that is typed. Not again when that is asked again.
    pub(crate) above: Vec<Line>,
    /// What stands before what is typed.
    pub(crate) prompt: String,
    /// Whether it is seen.
    pub(crate) echo: Echo,
}

/// A line of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Line {
    /// Ours.
    Ours(String),
    /// A stranger's, fit to be shown. It is fenced, so that it cannot pass for ours.
    Theirs(String),
}

/// What becomes of what was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Heard<T> {
    /// The next step.
    Next,
    /// The same again, for this reason.
    Again(String),
    /// It is over.
    Done(T),
}

/// Why a line is asked for again that nothing can be made of, whatever is asked.
pub(crate) fn odd(typed: &Typed) -> &'static str {
    match typed {
        Typed::Spoiled => {
            "It was too long, of several lines, or held keys that are no characters. Type it again."
        }
        Typed::Line(_) | Typed::Cancel | Typed::Decline | Typed::Hide | Typed::Quit => {
            "That cannot be done here."
        }
    }
}

impl Line {
    /// As it is printed on a terminal of this width: a stranger's text has a bar before each part
    /// of it, where the terminal would have broken it too.
    pub(crate) fn printed(&self, width: usize) -> String {
        const BAR: &str = "  | ";
        match self {
            Self::Ours(text) => format!("{text}\n"),
            Self::Theirs(text) => {
                let room = width.saturating_sub(BAR.len()).max(20);
                let parts = text.split('\n').flat_map(|it| broken(it, room));
                parts.map(|it| format!("{BAR}{it}\n")).collect()
            }
        }
    }
}

/// Parts of a line that fit into so many columns. A character that is no ASCII may take two.
fn broken(line: &str, room: usize) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut left = room;
    for one in line.chars().map(|it| if it == '\t' { ' ' } else { it }) {
        let width = if one.is_ascii() { 1 } else { 2 };
        if width > left {
            parts.push(String::new());
            left = room;
        }
        left -= width;
        if let Some(part) = parts.last_mut() {
            part.push(one);
        }
    }
    parts
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Lines as a person types them; `^C`, `^D` and `^T` are keys.
    pub(crate) fn typed(text: &str) -> Typed {
        match text {
            "^C" => Typed::Cancel,
            "^D" => Typed::Decline,
            "^T" => Typed::Hide,
            line => Typed::Line(line.into()),
        }
    }

    /// The whole talk as a person sees it, up to what came of it. What is typed is shown after `<`.
    pub(crate) fn talk<D: Dialog>(mut dialog: D, lines: &[&str]) -> (String, Option<D::Said>) {
        let (mut seen, mut shows) = (String::new(), true);
        for line in lines {
            let step = dialog.step();
            if shows {
                seen.extend(step.above.iter().map(|it| it.printed(80)));
            }
            let hidden = if step.echo == Echo::Hidden { "*" } else { line };
            seen.push_str(&format!("{}<{hidden}\n", step.prompt));
            match dialog.hear(typed(line)) {
                Heard::Next => shows = true,
                Heard::Again(why) => {
                    seen.push_str(&format!("{why}\n"));
                    shows = false;
                }
                Heard::Done(said) => return (seen, Some(said)),
            }
        }
        (seen, None)
    }

    /// Security, native dialogs.
    #[test]
    fn a_strangers_text_cannot_reach_the_edge_of_the_terminal() {
        let sly = format!("{}Password: \nSteward asks:", " ".repeat(76));
        let printed = Line::Theirs(sly).printed(80);
        assert!(printed.lines().all(|it| it.starts_with("  | ")), "{printed}");
        assert!(printed.lines().all(|it| it.len() <= 80), "{printed}");
        let wide = Line::Theirs("漢".repeat(100)).printed(80);
        assert!(wide.lines().all(|it| it.chars().count() <= 42), "{wide}");
    }
}
