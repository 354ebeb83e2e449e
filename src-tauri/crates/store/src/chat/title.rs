//! What a conversation is called by its words, and how they are searched; pure.

use model::chat::{conversation::LONGEST_TITLE, message::Part};
use stdx::text::hides;

/// Most characters of a title that nobody gave.
const LONGEST_DERIVED: usize = 60;

/// The title that the person gave: one line, nothing hidden in it, not too long.
pub(super) fn given(text: &str) -> String {
    one_line(text).chars().take(LONGEST_TITLE).collect::<String>().trim_end().to_owned()
}

/// The title of a conversation that begins with these words: their first line, cut at a word.
pub(super) fn derived(text: &str) -> String {
    let line = text.lines().map(one_line).find(|it| !it.is_empty()).unwrap_or_default();
    let Some((end, _)) = line.char_indices().nth(LONGEST_DERIVED) else { return line };
    let (kept, rest) = line.split_at(end);
    if rest.starts_with(' ') {
        return kept.to_owned();
    }
    // One word longer than a title is cut within.
    kept.rsplit_once(' ').map_or(kept, |(whole, _)| whole).trim_end().to_owned()
}

/// The title of a conversation that begins so: by what was written, else by what was attached.
pub(super) fn of(parts: &[Part]) -> String {
    let written = parts.iter().filter_map(|part| match part {
        Part::Text { text } => Some(derived(text)),
        Part::File { .. } | Part::Picture { .. } | Part::Resource { .. } | Part::Prompt { .. } => {
            None
        }
    });
    let attached = parts.iter().filter_map(|part| match part {
        Part::Text { .. } => None,
        Part::File { name, .. } | Part::Picture { name, .. } | Part::Prompt { name, .. } => {
            Some(derived(name))
        }
        Part::Resource { uri, .. } => Some(derived(uri)),
    });
    written.chain(attached).find(|it| !it.is_empty()).unwrap_or_default()
}

/// All that was written in it.
pub(super) fn texts(parts: &[Part]) -> String {
    let texts = parts.iter().filter_map(|part| match part {
        Part::Text { text } => Some(text.as_str()),
        Part::File { .. } | Part::Picture { .. } | Part::Resource { .. } | Part::Prompt { .. } => {
            None
        }
    });
    texts.collect::<Vec<_>>().join(" ")
}

/// A text without what hides in it, and with one space wherever it had any gap.
fn one_line(text: &str) -> String {
    let shown: String = text.chars().filter(|it| it.is_whitespace() || !hides(*it)).collect();
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text as it is searched: no line ends, nothing hidden, so that it is found by what is seen of it.
pub(super) fn searched(text: &str) -> String {
    let seen = text.chars().filter_map(|one| match one {
        _ if one.is_whitespace() || one.is_control() => Some(' '),
        _ if hides(one) => None,
        _ => Some(one),
    });
    seen.collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_the_first_line_cut_at_a_word() {
        let sixty = "x".repeat(60);
        for (text, title) in [
            ("Hello there", "Hello there"),
            ("\n  First line  \nsecond", "First line"),
            ("a\t b\u{202e}c", "a bc"),
            (
                "What does the invoice of November say about the parts that came late",
                "What does the invoice of November say about the parts that",
            ),
            (&format!("{sixty} more"), &sixty),
            (&"y".repeat(70), &"y".repeat(60)),
            (" \n ", ""),
        ] {
            assert_eq!(derived(text), title, "{text:?}");
            assert!(derived(text).chars().count() <= 60);
        }
    }

    #[test]
    fn what_has_no_words_is_called_by_what_was_attached() {
        let picture = Part::Picture {
            name: "cat.png".to_owned(),
            mime: "image/png".to_owned(),
            hash: "0".to_owned(),
            size: 1,
        };
        assert_eq!(of(std::slice::from_ref(&picture)), "cat.png");
        assert_eq!(of(&[picture, Part::Text { text: "Whose?".to_owned() }]), "Whose?");
        assert_eq!(of(&[]), "");
    }

    #[test]
    fn a_given_title_is_one_line_of_at_most_two_hundred_characters() {
        assert_eq!(given(" Über\nuns \u{202e}"), "Über uns");
        assert_eq!(given(&"ü".repeat(300)).chars().count(), LONGEST_TITLE);
    }

    #[test]
    fn what_is_searched_has_no_line_ends_and_nothing_hidden() {
        assert_eq!(searched("pass\u{200b}word\r\nis\u{2}x\u{3}\n"), "password  is x");
    }
}
