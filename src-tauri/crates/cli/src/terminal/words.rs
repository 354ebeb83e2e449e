//! The words of prompts that belong to no one question.

use std::{collections::BTreeSet, time::Instant};

use app::{asking, item::Origin};

use crate::terminal::dialog::Line;

/// How a question is left without an answer.
pub(crate) const WAYS_OUT: &str = "(Ctrl+D declines, Ctrl+C cancels.)";

/// Who asks, for what, in which words, and how long.
pub(crate) fn head(origin: &Origin, message: &str, deadline: Option<Instant>) -> Vec<Line> {
    let message = asking::lines(message);
    let theirs = (!message.is_empty()).then_some(Line::Theirs(message));
    let asks = ours(format!("{}:", asking::asks(origin)));
    // The calls of a conversation bear its name before a `:`, and are all of one terminal.
    let whose = |tag| str::split_once(tag, ':').map_or(tag, |(conversation, _)| conversation);
    let tags: BTreeSet<&str> = origin.calls.iter().map(|it| whose(it.tag.as_str())).collect();
    // The server does not say for which of them, and each is a terminal's own.
    let others = (tags.len() > 1).then(|| ours("It may ask for a call of another terminal."));
    [asks].into_iter().chain(others).chain(theirs).chain(lapses(deadline)).collect()
}

/// How long a question waits.
pub(crate) fn lapses(deadline: Option<Instant>) -> Option<Line> {
    let left = |it: Instant| it.saturating_duration_since(Instant::now());
    deadline.map(|it| ours(format!("{}.", asking::lapses(left(it)))))
}

pub(crate) fn ours(text: impl Into<String>) -> Line {
    Line::Ours(text.into())
}

/// Whether a line is a yes or a no; neither, if it is something else.
pub(crate) fn yes_or_no(text: &str) -> Option<bool> {
    match text.trim().to_lowercase().as_str() {
        "y" | "yes" => Some(true),
        "n" | "no" => Some(false),
        _ => None,
    }
}

/// What stands in brackets for yes and no; the capital is what Enter says.
pub(crate) fn brackets(default: Option<bool>) -> &'static str {
    match default {
        Some(true) => "[Y/n]",
        Some(false) => "[y/N]",
        None => "[y/n]",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_yes_is_one() {
        assert!(["y", "Y", " yes\r"].iter().all(|it| yes_or_no(it) == Some(true)));
        assert!(["", "yep", "y e s", "ja"].iter().all(|it| yes_or_no(it).is_none()));
    }

    /// HOST-42
    #[test]
    fn a_question_that_may_be_for_another_terminal_says_so() {
        let call = |tag: &str| app::item::Call { tool: "ask".into(), tag: tag.into() };
        let both = Origin { calls: vec![call("a"), call("b")], ..Origin::default() };
        let said = head(&both, "", None);
        assert_eq!(said[0], ours("Server “” asks, for one of 2 calls “ask” under way:"));
        assert_eq!(said[1], ours("It may ask for a call of another terminal."));
        let own = Origin { calls: vec![call("a")], ..Origin::default() };
        assert_eq!(head(&own, "", None).len(), 1);
        let talk = Origin { calls: vec![call("talk:1"), call("talk:2")], ..Origin::default() };
        assert_eq!(head(&talk, "", None).len(), 1, "both are of one conversation");
    }

    /// HOST-42, security 13
    #[test]
    fn the_servers_words_come_second_and_cannot_hide() {
        let origin = Origin { title: "ssh”:\n".into(), ..Origin::default() };
        let later = Instant::now() + std::time::Duration::from_secs(270);
        let head = head(&origin, "one\u{1b}[2J\n\ntwo\n", Some(later));
        assert_eq!(head[0], ours("Server “ssh\":\\n” asks:"));
        assert_eq!(head[1], Line::Theirs("one\\x1b[2J\n\ntwo".into()));
        assert!(
            matches!(&head[2], Line::Ours(it) if it.ends_with("an answer in 4:30.")),
            "{head:?}"
        );
    }
}
